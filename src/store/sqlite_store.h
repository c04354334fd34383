/* What the files of the SQLite back end share. Nobody else includes this.
 *
 *   sqlite.c         the queue, the writer thread, recovery; opens and closes     (start here)
 *   sqlite_write.c   what each kind of write does inside the group's transaction
 *   sqlite_heads.c   what the writer remembers of rooms, so as not to read it again
 *   sqlite_ledger.c  what was acknowledged, in a file of its own, so that a loss is noticed
 *   sqlite_read.c    the reads
 *   sqlite_schema.c  connections, migrations, views
 *   sqlite_file.c    backup, restore, check
 *
 * Two connections: the writer's, used by the writer thread alone, and the reader's, used by the reading
 * thread alone. Without a thread they are one and the same. */
#ifndef PARLOUR_SQLITE_STORE_H
#define PARLOUR_SQLITE_STORE_H

#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "store/store.h"

/* The number of a room's last batch, 0 if it has none. Two questions that an index answers: asked of the view
 * `log`, SQLite would read the room's whole log. */
#define SQL_LAST_SEQ(room)                                                       \
    "max(coalesce((SELECT max(seq) FROM shelf WHERE shelf.room = " room "), 0)," \
    " coalesce((SELECT max(seq) FROM arrivals WHERE arrivals.room = " room "), 0))"

enum write_statement {
    WRITE_BEGIN,
    WRITE_COMMIT,
    WRITE_ROLLBACK,
    WRITE_LAST_SEQ,
    WRITE_CODE_USER,
    WRITE_GAME_USER,
    WRITE_ROOM,
    WRITE_TOUCH_ROOM,
    WRITE_BATCH,
    WRITE_SHELVE,
    WRITE_CLEAR_ARRIVALS,
    WRITE_GAME,
    WRITE_RESULT,
    WRITE_SNAPSHOT,
    WRITE_PAST_POINTS,
    WRITE_REMOVE_ARRIVALS,
    WRITE_REMOVE_LOG,
    WRITE_REMOVE_SNAPSHOT,
    WRITE_REMOVE_GAMES,
    WRITE_REMOVE_ROOM,
    WRITE_KEEP_ROOM,
    WRITE_PERSON,
    WRITE_SESSION,
    WRITE_DROP_SESSION,
    WRITE_DROP_SESSIONS,
    WRITE_ALIVE,
    WRITE_DROP_ENDED,
    WRITE_CLEAR_PLAYING,
    WRITE_PLAYING,
    WRITE_CLEAR_PUSH,
    WRITE_PUSH,
    WRITE_COUNT,
};

enum read_statement {
    READ_CODE,
    READ_ROOM,
    READ_GAME,
    READ_LOG,
    READ_SNAPSHOT,
    READ_SESSION,
    READ_PERSON,
    READ_PEOPLE,
    READ_ROOMS,
    READ_LEADERBOARD,
    READ_LEADERBOARD_OF_GAME,
    READ_HISTORY,
    READ_ALIVE,
    READ_PLAYING,
    READ_LONG,
    READ_PUSHES,
    READ_PUSH_COUNT,
    READ_COUNT,
};

/* A room as the writer left it; sqlite_heads.c. */
struct head {
    int64_t room, seq, next_game_id, expires_ms;
    char game[24];
};
enum { HEADS_MAX = 4096 };

struct write_list {
    struct store_write *first, *last;
};

struct sqlite_store {
    struct store store;
    struct store_config config;
    char *path, *log_path;
    int lock;        /* descriptor of the lock file; -1 with a VFS of the caller's */
    dev_t device;    /* of the data file, */
    ino_t inode;     /* which is looked for around every commit; 0: with a VFS of the caller's */
    ino_t log_inode; /* of the write-ahead log, likewise; 0: not known yet */
    int ledger;      /* descriptor of the ledger; -1: none */
    int64_t ledger_size;

    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITE_COUNT], *read[READ_COUNT];
    int wal_frames;    /* in the write-ahead log after the latest commit */
    int checkpoint_at; /* frames that call for the next checkpoint */
    int arrivals;      /* batches that have not been put on the shelf */
    int shelve_at;     /* arrivals that call for the next time */
    struct head heads[HEADS_MAX];

    pthread_t thread;
    pthread_mutex_t mutex; /* guards all that follows */
    pthread_cond_t work;
    struct write_list waiting, finished;
    bool is_closing, is_broken;
    struct error problem; /* why it is broken */
    struct store_stats stats;
};

/* sqlite_schema.c */

/* Opens `path` for reading and writing with all settings made; NULL with `error`. */
sqlite3 *sqlite_connect(const struct sqlite_store *store, struct error *error);
/* Makes or migrates the tables, renews the views. */
bool sqlite_prepare_schema(sqlite3 *db, struct error *error);
bool sqlite_set_durability(sqlite3 *db, bool is_unsafe, struct error *error);
/* 0 for an empty file, -1 if it cannot be read. */
int sqlite_schema_version(sqlite3 *db);
int sqlite_schema_newest(void);
extern const char sql_schema_1[], sql_schema_2[], sql_schema_3[], sql_schema_4[], sql_schema_5[],
    sql_schema_6[]; /* the .sql files, by embed.py */
extern const char sql_views[];

/* sqlite_write.c */

bool sqlite_prepare_writes(struct sqlite_store *store, struct error *error);
/* Does all writes of the list in one transaction and sets their results. Returns the SQLite code that
 * ended it: SQLITE_OK if what was not refused is on disk. */
int sqlite_commit(struct sqlite_store *store, struct store_write *first);
/* Moves all arrivals to the shelf, in a transaction of its own. */
int sqlite_shelve(struct sqlite_store *store);

/* sqlite_heads.c */

/* The entry of a room; NULL if there is none. Borrowed until the next room is remembered. */
struct head *sqlite_head(struct sqlite_store *store, int64_t room);
/* Remembers the room as it is after an append whose row in `rooms` was written, too. */
void sqlite_keep_head(struct sqlite_store *store, const struct store_write *write);
/* Whether the room's row says what an append wants it to say, or nearly. */
bool sqlite_head_is_fine(const struct head *head, const struct store_write *write);
void sqlite_forget_head(struct sqlite_store *store, int64_t room);
void sqlite_forget_heads(struct sqlite_store *store);

/* sqlite_ledger.c */

/* Logs which acknowledged batches are missing, and keeps the files as evidence. To be called before the
 * file is opened. */
void sqlite_ledger_look(const char *path);
bool sqlite_ledger_open(struct sqlite_store *store);
/* Before and after the commit of a group. */
void sqlite_ledger_before(struct sqlite_store *store, const struct store_write *first);
void sqlite_ledger_after(struct sqlite_store *store, const struct store_write *first);
/* It is shortened when all of the write-ahead log has been copied into the data file, which is due then. */
bool sqlite_ledger_is_long(const struct sqlite_store *store);
void sqlite_ledger_shorten(struct sqlite_store *store);
/* The number of rooms whose last acknowledged batch `db` does not have; NULL: there is no data file. */
int sqlite_ledger_check(const char *ledger_path, sqlite3 *db,
                        void (*report)(void *context, const char *problem), void *context);

/* sqlite_read.c */

bool sqlite_prepare_reads(struct sqlite_store *store, struct error *error);
bool sqlite_find_code(struct store *, int64_t code, struct store_room *, struct error *);
bool sqlite_find_room(struct store *, int64_t room, struct store_room *, struct error *);
bool sqlite_find_game(struct store *, int64_t game_id, int64_t *room, struct error *);
bool sqlite_load(struct store *, int64_t room, int64_t after_seq,
                 bool (*each)(void *, const struct store_batch *), void *context, struct error *);
bool sqlite_load_snapshot(struct store *, int64_t room, int64_t *seq,
                          void (*take)(void *, const void *, size_t), void *context,
                          struct error *);
bool sqlite_find_session(struct store *, const uint8_t token_hash[32], struct store_session *,
                         struct error *);
bool sqlite_find_player(struct store *, int64_t player, struct store_session *, struct error *);
int sqlite_list_people(struct store *, const char *part, struct store_session *, int max);
int sqlite_list_rooms(struct store *, int64_t expires_before_ms, int64_t after_room,
                      struct store_room *, int max);
int sqlite_leaderboard(struct store *store, const char *game, const char *const *points,
                       struct store_rank *out, int max);
int sqlite_history(struct store *, int64_t player, struct store_result *, int max);
int64_t sqlite_alive_ms(struct store *);
int sqlite_list_playing(struct store *, int64_t player, int64_t *out, int max);
int sqlite_list_long(struct store *, int64_t after_room, int64_t *out, int max);
int sqlite_list_pushes(struct store *, int64_t player, int64_t now_ms, struct store_push *out,
                       int max);
int64_t sqlite_count_pushes(struct store *store);

/* sqlite_file.c */

/* Takes the lock of a data file; its descriptor, or -1 with `error`. */
int sqlite_lock(const char *path, struct error *error);
/* Makes the directory of `path` durable: new and renamed files are in it. */
bool sqlite_sync_directory(const char *path, struct error *error);
bool sqlite_copy(sqlite3 *source, const char *copy, struct error *error);
bool sqlite_backup(struct store *, const char *path, struct error *);

/* Shared small things, in sqlite_schema.c. */

enum error_kind sqlite_kind(int code);
bool sqlite_error(struct error *error, sqlite3 *db, int code, const char *doing); /* false */
bool sqlite_exec(sqlite3 *db, const char *sql, struct error *error);
/* Prepares `count` statements that stay; on false those made so far are in `out`, to be finalised. */
bool sqlite_prepare_all(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out,
                        struct error *error);
void sqlite_finalize_all(sqlite3_stmt **statement, int count);
/* Steps a statement once and resets it; SQLITE_OK instead of ROW and DONE. */
int sqlite_run(sqlite3_stmt *statement);
/* The integer that `sql` gives in its only column; `absent` if it has no row or fails. */
int64_t sqlite_int(sqlite3 *db, const char *sql, int64_t absent);

#endif
