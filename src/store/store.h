/* Where the logs live. One interface, several back ends: SQLite (sqlite.c), memory (memory.c).
 *
 * Writes are asynchronous: the caller fills a struct store_write, hands it over and gets it back, through
 * its `done`, from store_poll() on its own thread. `done` with result ERROR_NONE means: on disk. All writes
 * waiting at the same moment share one commit. Reads are synchronous and see every write that is done. */
#ifndef PARLOUR_STORE_H
#define PARLOUR_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum store_kind {
    STORE_APPEND,         /* a batch to a room's log; the first one makes the room */
    STORE_SNAPSHOT,       /* a room's state at a sequence number, replacing the older one */
    STORE_REMOVE_ROOM,    /* with its log, snapshot and games */
    STORE_KEEP_ROOM,      /* sets expires_ms */
    STORE_PUT_SESSION,    /* a session, and its player if new; replaces name and expiry */
    STORE_DROP_SESSION,   /* by token hash */
    STORE_DROP_SESSIONS,  /* all of a player's but `token_hash` */
    STORE_ALIVE,          /* "the server was alive at time_ms", to credit clocks after a crash */
};

/* What a batch contains that is worth an index. */
enum { STORE_MARK_GAME_STARTED = 1, STORE_MARK_GAME_OVER = 2, STORE_MARK_CHAT = 4 };

struct store_write {
    enum store_kind kind;
    int64_t room, expected_seq; /* append: seq before; becomes expected_seq + 1. snapshot: seq of the state */
    int64_t time_ms, player, cid;
    const char *bytes; /* append: the events; snapshot: the state. Borrowed until done */
    size_t length;
    uint8_t hash[32];     /* append: the chain after this batch */
    int marks;            /* append */
    int64_t game_id;      /* append with GAME_STARTED: the game's public id */
    int32_t game_number;
    int64_t code;         /* append with expected_seq 0: the new room's code; ERROR_TAKEN if in use */
    const char *game;     /* append: id of the room's current game */
    int64_t expires_ms;   /* append, keep: when the room may be removed; sessions: when they end */
    uint8_t token_hash[32];
    const char *name;     /* session: the player's name */

    enum error_kind result; /* of the write, set before done */
    void (*done)(struct store_write *write);
    void *owner;
    struct store_write *next; /* the store's, while it has the write */
};

struct store_room {
    int64_t room, code, created_ms, expires_ms, seq;
    char game[24];
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

struct store_result { /* one person in one finished game */
    int64_t room, game_id, player, score, ended_ms;
    bool won;
    char game[24], reason[40], name[128];
};

struct store_rank {
    int64_t player, games, wins, score;
    char name[128];
};

struct store;
struct store_ops {
    void (*write)(struct store *store, struct store_write *write);
    void (*poll)(struct store *store);
    bool (*find_code)(struct store *store, int64_t code, struct store_room *out, struct error *error);
    bool (*find_room)(struct store *store, int64_t room, struct store_room *out, struct error *error);
    bool (*find_game)(struct store *store, int64_t game_id, int64_t *room, struct error *error);
    bool (*load)(struct store *store, int64_t room, int64_t after_seq,
                 bool (*each)(void *context, const struct store_batch *batch), void *context,
                 struct error *error);
    bool (*load_snapshot)(struct store *store, int64_t room, int64_t *seq,
                          void (*take)(void *context, const void *bytes, size_t length), void *context,
                          struct error *error);
    bool (*find_session)(struct store *store, const uint8_t token_hash[32], struct store_session *out,
                         struct error *error);
    bool (*find_player)(struct store *store, int64_t player, struct store_session *out,
                        struct error *error);
    int (*list_rooms)(struct store *store, int64_t expires_before_ms, int64_t after_room,
                      struct store_room *out, int max); /* 0: no bound */
    int (*leaderboard)(struct store *store, const char *game, struct store_rank *out, int max);
    int (*history)(struct store *store, int64_t player, struct store_result *out, int max);
    int64_t (*alive_ms)(struct store *store); /* the last time the server said it was alive */
    bool (*healthy)(struct store *store, struct error *error); /* false: stopped after a failed sync */
    bool (*backup)(struct store *store, const char *path, struct error *error); /* while running */
    void (*close)(struct store *store); /* finishes what was handed over */
};
struct store {
    const struct store_ops *ops;
};

/* `wake` is called from any thread when store_poll() has something to do; NULL for callers that poll. */
struct store_config {
    const char *path;
    void (*wake)(void *context);
    void *context;
    const char *vfs;  /* SQLite VFS name, NULL: the default. The simulator brings its own */
    bool is_threaded; /* false: write() commits at the next poll() on the caller's thread */
    bool is_unsafe;   /* synchronous=NORMAL: for the test that must catch it */
};

struct store *store_open_sqlite(const struct store_config *config, struct error *error);
struct store *store_open_memory(const struct store_config *config);

static inline void store_write(struct store *store, struct store_write *write)
{
    store->ops->write(store, write);
}
static inline void store_poll(struct store *store)
{
    store->ops->poll(store);
}

#endif
