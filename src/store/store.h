/* The store of all logs. One interface, several back ends: SQLite (sqlite.c), PostgreSQL (postgres.c), memory
 * (memory.c).
 *
 * Writes are asynchronous: the caller fills a struct store_write, hands it over and gets it back, through
 * its `done`, from store_poll() on its own thread; those of one room in the order they were handed over, and
 * so those that have none. `done` may hand it over again. All writes waiting at the same moment share one
 * commit. Writes that are joined by `next` are handed over together; if the disk fails, either all of them
 * are kept or none.
 *
 * Reads are for one thread and see every write that is done. A back end makes its caller wait for them, so a
 * server puts store_open_reads() in front, which answers at once: a read that has no answer yet fails with
 * ERROR_PENDING (a list gives -1), and is asked again when `has_arrived` says so.
 *
 * Results of a write: ERROR_NONE on disk · ERROR_STALE, ERROR_TAKEN, ERROR_MISSING this write alone was
 * refused and changed nothing · ERROR_FULL no space, nothing of the whole group was kept, try again later ·
 * ERROR_FENCED another server has taken over: nothing was kept, forget all rooms ·
 * ERROR_IO, ERROR_CORRUPT the disk failed: the write may or may not be in the log, reload the room before
 * deciding anything about it. */
#ifndef PARLOUR_STORE_H
#define PARLOUR_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum store_kind {
    STORE_APPEND,      /* a batch to a room's log; the first one makes the room */
    STORE_SNAPSHOT,    /* a room's state at a sequence number in its log, replacing the older one */
    STORE_REMOVE_ROOM, /* with its log, snapshot and games; the people's results are kept */
    STORE_KEEP_ROOM,   /* sets expires_ms */
    STORE_PUT_SESSION, /* a session, and its player if new; replaces name and expiry */
    STORE_DROP_SESSION,  /* by token hash; none there is fine */
    STORE_DROP_SESSIONS, /* all of a player's but `token_hash` */
    STORE_SET_PUSH, /* where a session's device is told of its person's moves; "": nowhere. No other
                            session has that place from then on */
    STORE_ALIVE,    /* "the server was alive at time_ms", to credit clocks after a crash; also
                            forgets the sessions that ended before it */
};

/* What a batch contains that is worth an index. The store does not read the batches. */
enum { STORE_MARK_GAME_STARTED = 1, STORE_MARK_GAME_OVER = 2, STORE_MARK_CHAT = 4 };

/* One person in the game that a batch ends. Players without a row among the people, such as bots, are left
 * out. */
struct store_score {
    int64_t player, score;
    bool won;
    const char *reason; /* how the game ended */
    const char *point;  /* why they scored, where the game says so; else "" */
};

struct store_write {
    enum store_kind kind;
    int64_t room;
    int64_t expected_seq; /* append: seq before, becomes expected_seq + 1; snapshot: of the state */
    int64_t time_ms, player, cid;
    const char *bytes; /* append: the events; snapshot: the state. Borrowed until done */
    size_t length;
    uint8_t hash[32]; /* append: the chain after this batch */
    int marks;        /* append */
    int64_t game_id;  /* append with GAME_STARTED: the game's public id */
    int32_t game_number;
    const struct store_score *scores; /* append with GAME_OVER; borrowed until done */
    int score_count;
    int64_t next_game_id; /* append: the id of the game that the room prepares; 0: none */
    /* Append: who sits in the game that runs, whose moves may take hours if `is_long`; nobody while none
     * runs. NULL: as before. Borrowed until done. */
    const int64_t *playing;
    int playing_count;
    bool is_long;
    int64_t code;     /* append with expected_seq 0: the new room's code; ERROR_TAKEN if in use */
    const char *game; /* append: id of the room's current game */
    int64_t epoch;    /* append: of the claim that it relies on; 0: the present one */
    int64_t
        due_ms; /* append: when a server must serve the room even if nobody is connected; 0: never */
    /* Append, keep: when the room may be removed; an append's may be kept up to an hour short while it is
     * more than a day away. Sessions: when they end. */
    int64_t expires_ms;
    uint8_t token_hash[32];
    const char *name;                      /* session: the player's name */
    const char *push_endpoint, *push_keys; /* push; shorter than STORE_PUSH_SIZE */

    enum error_kind result; /* of the write, set before done */
    void (*done)(struct store_write *write);
    void *owner;
    struct store_write *next; /* what is handed over with it; the store's, while it has the write */
};

struct store_room {
    int64_t room, code, created_ms, expires_ms, seq;
    char game[24];
};

/* Which server owns a room. */
struct store_claim {
    char owner[64], route[128]; /* ERROR_ELSEWHERE: the server that has it, and how it is reached */
    int64_t seen_ms;            /* granted after its owner died: when that was last alive; else 0 */
};

struct store_batch {
    int64_t seq, time_ms, player, cid;
    const char *events; /* borrowed until the callback returns */
    size_t length;
    const uint8_t *hash;
    int marks;
};

struct store_session {
    int64_t player, expires_ms;
    char name[128];
};

enum { STORE_PUSH_SIZE = 768, STORE_PUSH_KEYS_SIZE = 160 };
struct store_push {
    uint8_t token_hash[32]; /* of the session */
    char endpoint[STORE_PUSH_SIZE], keys[STORE_PUSH_KEYS_SIZE];
};

struct store_result { /* one person in one finished game */
    int64_t room, game_id, player, score, ended_ms;
    bool won;
    char game[24], reason[40], name[128];
    char point[40]; /* why they scored, where the game says so; else empty */
};

enum { STORE_POINTS_MAX = 4 };
struct store_rank {
    int64_t player, games, wins, score;
    int64_t points[STORE_POINTS_MAX]; /* how often they scored for each of the reasons asked for */
    char name[128];
};

struct store_stats {
    int64_t writes, commits, failed_commits, checkpoints, recoveries;
    int64_t largest_group; /* writes in one commit */
    int64_t waiting;       /* handed over and not yet in a commit */
    int64_t bytes;         /* of the kept data, as it was some commits ago */
};

/* A read that will be asked next: its kind and what it is asked for. */
enum store_ahead_kind {
    STORE_AHEAD_CODE,
    STORE_AHEAD_ROOM,
    STORE_AHEAD_GAME,
    STORE_AHEAD_SESSION,
    STORE_AHEAD_CLAIM,
    STORE_AHEAD_SNAPSHOT,
    STORE_AHEAD_LOG,
    STORE_AHEAD_COUNT,
};
enum { STORE_AHEAD_MAX = 256 };
struct store_ahead {
    enum store_ahead_kind kind;
    int64_t id;                 /* a room, code or game */
    uint8_t token_hash[32];     /* a session */
    int64_t after_seq, batches; /* a log: how many of its batches at most */
};

struct store;
struct store_ops {
    void (*write)(struct store *store, struct store_write *write);
    void (*poll)(struct store *store);
    /* The finders return false with ERROR_MISSING if there is no such thing. */
    bool (*find_code)(struct store *store, int64_t code, struct store_room *out,
                      struct error *error);
    bool (*find_room)(struct store *store, int64_t room, struct store_room *out,
                      struct error *error);
    bool (*find_game)(struct store *store, int64_t game_id, int64_t *room, struct error *error);
    /* Gives the batches in order until `each` returns false. A room that is not there has none. */
    bool (*load)(struct store *store, int64_t room, int64_t after_seq,
                 bool (*each)(void *context, const struct store_batch *batch), void *context,
                 struct error *error);
    bool (*load_snapshot)(struct store *store, int64_t room, int64_t *seq,
                          void (*take)(void *context, const void *bytes, size_t length),
                          void *context, struct error *error);
    bool (*find_session)(struct store *store, const uint8_t token_hash[32],
                         struct store_session *out, struct error *error);
    bool (*find_player)(struct store *store, int64_t player, struct store_session *out,
                        struct error *error);
    /* The lists return how many they gave, -1 if the read failed. Rooms come in the order of their ids as
     * unsigned numbers: begin with after_room 0, go on with the last one. expires_before_ms 0: all rooms. */
    int (*list_rooms)(struct store *store, int64_t expires_before_ms, int64_t after_room,
                      struct store_room *out, int max);
    /* People whose names have that text in them, in either case of ASCII letters; the newest first. */
    int (*list_people)(struct store *store, const char *part, struct store_session *out, int max);
    /* Best first: score, then wins, then fewer games. `game` NULL: all games together. `points` are the
     * reasons to count, up to STORE_POINTS_MAX and NULL behind the last; NULL: none. */
    int (*leaderboard)(struct store *store, const char *game, const char *const *points,
                       struct store_rank *out, int max);
    /* Newest first. */
    int (*history)(struct store *store, int64_t player, struct store_result *out, int max);
    /* Rooms where that person sits in a running game: first those with long moves, then the latest. */
    int (*list_playing)(struct store *store, int64_t player, int64_t *out, int max);
    /* Rooms whose running game has long moves, in the order of their ids as signed numbers: begin with
     * INT64_MIN, go on with the last one. NULL where list_due says more. */
    int (*list_long)(struct store *store, int64_t after_room, int64_t *out, int max);
    /* Of the person's sessions that have not ended by then; first those that end last. */
    int (*list_pushes)(struct store *store, int64_t player, int64_t now_ms, struct store_push *out,
                       int max);
    /* Of all sessions; -1: the store failed. */
    int64_t (*count_pushes)(struct store *store);
    /* The last time the server said it was alive; 0: never. */
    int64_t (*alive_ms)(struct store *store);
    /* Several servers on one store; NULL where there can be only one. `claim` makes this server the room's
     * owner, to be called before the room is loaded; false with ERROR_ELSEWHERE if another one has it.
     * `list_due` gives rooms without a living owner whose due_ms has passed. `epoch` changes when this server
     * was fenced: the rooms in its memory then belong to others; 0: it must not serve rooms now. */
    bool (*claim)(struct store *store, int64_t room, struct store_claim *out, struct error *error);
    int (*list_due)(struct store *store, int64_t now_ms, int64_t *out, int max);
    int64_t (*epoch)(struct store *store);
    /* Which of these sessions are over at `now_ms`: another server may have ended them. Returns how many,
     * and says of each. */
    int (*find_ended)(struct store *store, uint8_t (*token_hash)[32], int count, int64_t now_ms,
                      bool *is_over);
    bool (*holds_lease)(
        struct store *store); /* false: another server may have taken the rooms over already */
    /* All these reads will now be asked in this order, up to STORE_AHEAD_MAX: a store for which each is a
     * round trip gets them in one. What it found is kept until the next call; count 0: no more. NULL where
     * it would gain nothing. */
    void (*ask_ahead)(struct store *store, const struct store_ahead *reads, int count);
    /* Reads in front of a store; NULL where the caller waits for them. `awaits`: the number of the first
     * read since the last `settle` that was pending, 0: none was; `is_pending`: whether it still is.
     * `settle`: the event is over; what was given out in it is forgotten, unless it awaits a read, or
     * something else (`is_waiting`): then all of it will be asked again. `has_arrived`: true once after a
     * poll that brought what somebody awaited. */
    int64_t (*awaits)(struct store *store);
    bool (*is_pending)(struct store *store, int64_t read);
    void (*settle)(struct store *store, bool is_waiting);
    bool (*has_arrived)(struct store *store);
    /* False, with the reason, after a failed sync until the store has recovered. */
    bool (*healthy)(struct store *store, struct error *error);
    /* Copies the whole store to a new file while it is in use. A threaded store allows it on any thread. */
    bool (*backup)(struct store *store, const char *path, struct error *error);
    void (*stats)(struct store *store, struct store_stats *out);
    void (*close)(struct store *store); /* finishes what was handed over, with its `done` */
};
struct store {
    const struct store_ops *ops;
};

/* `wake` is called from any thread when store_poll() has something to do; NULL for callers that poll. */
struct store_config {
    const char *path;          /* PostgreSQL: its URL */
    const char *password_file; /* PostgreSQL: a file with the password; NULL or "": none */
    void (*wake)(void *context);
    void *context;
    const char *node, *route; /* PostgreSQL: this server's name, and how others reach it */
    const char *vfs;          /* SQLite VFS name, NULL: the default. The simulator brings its own */
    /* False: poll() commits, on the caller's thread, and no other process can open the file meanwhile. */
    bool is_threaded;
    int shelf_arrivals; /* SQLite: batches that are put in the order of rooms at once; 0: as usual */
    bool is_unsafe;     /* synchronous=NORMAL: for the test that must catch it */
};

/* Makes the file (mode 0600) if there is none, brings its schema up to date. NULL with ERROR_TAKEN if a
 * server has it open, ERROR_USAGE if a newer version of this program wrote it. */
struct store *store_open_sqlite(const struct store_config *config, struct error *error);
struct store *store_open_memory(const struct store_config *config);
/* The same store with a thread of its own for reads, so that its caller never waits for a disk or a
 * database. It owns `behind` and closes it. Until the first poll, reads go straight to `behind`, because
 * the caller may still wait then. With `is_threaded = false` poll() does the reads. */
struct store *store_open_reads(struct store *behind, const struct store_config *config,
                               struct error *error);
/* Always threaded. A database that cannot be reached is waited for: the store is not healthy, and its writes
 * and reads fail with ERROR_IO until it is there. NULL with ERROR_USAGE if the database is one that must not
 * be used (encoding, synchronous_commit, schema version, a read-only standby, no connections left) or if this
 * program was built without libpq. */
struct store *store_open_postgres(const struct store_config *config, struct error *error);

/* On SQLite files, for the command line. `store_backup` copies one that may be in use; the copy appears
 * complete or not at all. `store_restore` puts a backup in the place of `path` once it has passed
 * store_check; it refuses if a server has `path` open. */
bool store_backup(const char *path, const char *copy, struct error *error);
bool store_restore(const char *backup, const char *path, struct error *error);

/* Before a file of an older schema is opened: copies it to PATH.before-N, where N is its schema version,
 * checks the copy, and writes its path to `copy`, "" where nothing had to be done. A copy that is there
 * already stays. */
bool store_keep_old_version(const char *path, char *copy, size_t size, struct error *error);

/* Reads everything: the file's integrity, its schema version, each room's numbering and hash chain
 * (SHA-256 of the previous hash and the batch's text, from 32 zero bytes on). Each problem is reported in
 * words; false if there was one, or if the file could not be read. */
bool store_check(const char *path, void (*report)(void *context, const char *problem),
                 void *context, struct error *error);

/* The same over PostgreSQL, whose own tools make backups: the schema brought up to date, `from` 0 for a new
 * database; and the check, which also reports settings that endanger data or secrets. */
bool store_migrate_postgres(const char *url, const char *password_file, int *from, int *to,
                            struct error *error);
bool store_check_postgres(const char *url, const char *password_file,
                          void (*report)(void *context, const char *problem), void *context,
                          struct error *error);

/* Moves everything from an SQLite file to an empty PostgreSQL database or from one to a new file; one of the
 * two is a path, the other a URL. Every chain is checked on both sides, and on failure nothing is there. No
 * server may use the file meanwhile (ERROR_TAKEN), and none should use the database. */
struct store_copied {
    int64_t rooms, batches, people;
};
bool store_copy(const char *from, const char *to, const char *password_file,
                struct store_copied *copied, struct error *error);

static inline void store_write(struct store *store, struct store_write *write)
{
    store->ops->write(store, write);
}
static inline void store_poll(struct store *store)
{
    store->ops->poll(store);
}

#endif
