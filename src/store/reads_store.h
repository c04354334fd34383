/* What the files of the reads in front of a store share. Nobody else includes this.
 *
 *   reads.c       answers that are known or on their way, and the thread that gets them     (start here)
 *   reads_ask.c   each read of the interface as a question, and its answer */
#ifndef PARLOUR_READS_STORE_H
#define PARLOUR_READS_STORE_H

#include <pthread.h>

#include "base/arena.h"
#include "base/map.h"
#include "store/store.h"

enum { READS_TEXT_SIZE = 256 };

enum read_kind {
    READ_CODE,
    READ_ROOM,
    READ_GAME,
    READ_LOG,
    READ_SNAPSHOT,
    READ_SESSION,
    READ_PERSON,
    READ_ROOMS,
    READ_PEOPLE,
    READ_RANKS,
    READ_RESULTS,
    READ_PLAYING,
    READ_LONG,
    READ_PUSHES,
    READ_PUSH_COUNT,
    READ_ALIVE,
    READ_CLAIM,
    READ_DUE,
    READ_ENDED,
};

/* The question. Compared byte by byte, so all gaps are zeroed. */
struct question {
    int64_t kind, id, after, epoch;
    uint8_t hash[32];
    char text
        [READS_TEXT_SIZE]; /* a name; of the leaderboard its game, then each reason, with NULs */
    int64_t max;
};

struct read {
    struct question question;
    int64_t key;
    int64_t now_ms; /* of a list that depends on the time; not part of the question */
    int64_t read_ms, used_ms;
    bool is_there, is_touched, is_used;
    struct read *next; /* waiting, or done */

    /* The answer: the thread's until it is there. */
    bool is_ok;
    struct error error;
    int64_t number; /* of a list: how many */
    struct store_room room;
    struct store_session session;
    struct store_claim claim;
    void *list;
    size_t list_size;
    int64_t limit; /* batches that are wanted */
    int64_t taken;
    bool has_more; /* the log goes on behind `limit` */
    struct store_batch *batch;
    struct arena arena;
};

/* A write on its way, with what its caller had put there. */
struct handed {
    struct handed *next;
    struct reads *reads;
    void (*done)(struct store_write *write);
    void *owner;
};

struct reads {
    struct store store;
    struct store_ops ops;
    struct store *behind;
    struct store_config config;
    bool is_started; /* was polled */
    int64_t awaits;  /* a key */
    bool has_arrived;
    const void *hashes;         /* of the sessions that are being asked for */
    struct map known, sessions; /* of struct read, by key; sessions apart, since they may stay */
    struct read **used;         /* given out since the last settle */
    size_t used_count, used_max;
    int64_t swept_ms;
    struct handed *free_handed;

    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mutex; /* guards the members below, and answers that are not there yet */
    pthread_cond_t work;
    bool is_closing;
    struct read *first, *last, *done;
};

/* reads.c */

/* The answer; NULL while it is on its way. `now_ms` is for lists that depend on the time. */
struct read *reads_answer(struct store *base, struct question question, int64_t now_ms);
/* The log goes on behind what was read of it. True: there is more of it now; false: it is on its way. */
bool reads_more(struct reads *reads, struct read *read);
/* Behind the hashes that are asked for. */
bool *reads_flags(struct read *read);

/* reads_ask.c: the operations of store.h */

bool reads_find_code(struct store *base, int64_t code, struct store_room *out, struct error *error);
bool reads_find_room(struct store *base, int64_t room, struct store_room *out, struct error *error);
bool reads_find_game(struct store *base, int64_t game_id, int64_t *room, struct error *error);
bool reads_load(struct store *base, int64_t room, int64_t after_seq,
                bool (*each)(void *, const struct store_batch *), void *context,
                struct error *error);
bool reads_load_snapshot(struct store *base, int64_t room, int64_t *seq,
                         void (*take)(void *, const void *, size_t), void *context,
                         struct error *error);
bool reads_find_session(struct store *base, const uint8_t token_hash[32], struct store_session *out,
                        struct error *error);
bool reads_find_player(struct store *base, int64_t player, struct store_session *out,
                       struct error *error);
int reads_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
                     struct store_room *out, int max);
int reads_list_people(struct store *base, const char *part, struct store_session *out, int max);
int reads_leaderboard(struct store *base, const char *game, const char *const *points,
                      struct store_rank *out, int max);
int reads_history(struct store *base, int64_t player, struct store_result *out, int max);
int reads_list_playing(struct store *base, int64_t player, int64_t *out, int max);
int reads_list_long(struct store *base, int64_t after_room, int64_t *out, int max);
int reads_list_pushes(struct store *base, int64_t player, int64_t now, struct store_push *out,
                      int max);
int64_t reads_count_pushes(struct store *base);
int64_t reads_alive_ms(struct store *base);
bool reads_claim(struct store *base, int64_t room, struct store_claim *out, struct error *error);
int reads_list_due(struct store *base, int64_t now, int64_t *out, int max);
int reads_find_ended(struct store *base, uint8_t (*token_hash)[32], int count, int64_t now,
                     bool *is_over);

#endif
