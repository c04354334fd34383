/* What the files of the memory back end share. Nobody else includes this.
 *
 *   memory.c         the queue and what each kind of write does; opens and closes     (start here)
 *   memory_read.c    the reads */
#ifndef PARLOUR_MEMORY_STORE_H
#define PARLOUR_MEMORY_STORE_H

#include "base/map.h"
#include "store/store.h"

struct memory_batch {
    int64_t time_ms, player, cid;
    size_t start, length; /* in the room's text */
    uint8_t hash[32];
    int marks;
};

struct memory_game {
    int64_t game_id, room;
    size_t first_result; /* none of its results comes before */
    char game[24];
};

struct memory_room {
    struct store_room about;
    struct memory_batch *batch; /* about.seq of them */
    size_t batch_max;
    char *text;
    size_t text_length, text_max;
    int64_t snapshot_seq; /* 0: none */
    void *snapshot;
    size_t snapshot_length;
    int64_t game_id;      /* the latest one */
    int64_t next_game_id; /* the one being prepared */
    int64_t *playing;     /* who sits in the game that runs */
    int playing_count;
    bool is_long;
    int64_t playing_since_ms;
};

struct memory_person {
    int64_t player;
    char name[128];
};

struct memory_session {
    uint8_t token_hash[32];
    int64_t player, expires_ms;
    char push_endpoint[STORE_PUSH_SIZE], push_keys[STORE_PUSH_KEYS_SIZE];
};

struct memory_store {
    struct store store;
    struct store_config config;
    struct store_write *first, *last;
    struct map rooms, codes, games, next_games, people, sessions;
    struct store_result *result;
    size_t result_count, result_max;
    int64_t alive_ms;
    struct store_stats stats;
};

/* NULL: no such session. */
struct memory_session *memory_session_of(const struct memory_store *store,
                                         const uint8_t token_hash[32]);

/* memory_read.c: as struct store_ops says. */

bool memory_find_code(struct store *base, int64_t code, struct store_room *out,
                      struct error *error);
bool memory_find_room(struct store *base, int64_t room, struct store_room *out,
                      struct error *error);
bool memory_find_game(struct store *base, int64_t game_id, int64_t *room, struct error *error);
bool memory_load(struct store *base, int64_t id, int64_t after_seq,
                 bool (*each)(void *, const struct store_batch *), void *context,
                 struct error *error);
bool memory_load_snapshot(struct store *base, int64_t id, int64_t *seq,
                          void (*take)(void *, const void *, size_t), void *context,
                          struct error *error);
bool memory_find_player(struct store *base, int64_t player, struct store_session *out,
                        struct error *error);
int memory_list_people(struct store *base, const char *part, struct store_session *out, int max);
bool memory_find_session(struct store *base, const uint8_t token_hash[32],
                         struct store_session *out, struct error *error);
int memory_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
                      struct store_room *out, int max);
int memory_leaderboard(struct store *base, const char *game, const char *const *points,
                       struct store_rank *out, int max);
int memory_history(struct store *base, int64_t player, struct store_result *out, int max);
int memory_list_playing(struct store *base, int64_t player, int64_t *out, int max);
int memory_list_long(struct store *base, int64_t after_room, int64_t *out, int max);
int memory_list_pushes(struct store *base, int64_t player, int64_t now_ms, struct store_push *out,
                       int max);
int64_t memory_count_pushes(struct store *base);

#endif
