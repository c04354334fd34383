/* What the files of the PostgreSQL back end share. Nobody else includes this.
 *
 *   postgres.c         the queue, the writer thread, recovery; opens and closes     (start here)
 *   postgres_write.c   a group of writes as one transaction in one round trip
 *   postgres_read.c    the reads
 *   postgres_ahead.c   many of them in one round trip
 *   postgres_lease.c   one owner per room
 *   postgres_schema.c  the settings that a database must have; tables and migrations
 *   postgres_check.c   the checks of `doctor`
 *   postgres_copy.c    everything from SQLite to here, and back
 *   postgres_wire.c    connections, parameters, waiting
 *
 * Four connections: two to write with, each of a thread of its own, the reading thread's, and the lease's.
 * The first writer thread makes the first three, so that a database that is away stops the reading thread
 * only for the time of one read. */
#ifndef PARLOUR_POSTGRES_STORE_H
#define PARLOUR_POSTGRES_STORE_H

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>

#include "store/store.h"

enum postgres_write_statement {
    POSTGRES_BEGIN,
    POSTGRES_COMMIT,
    POSTGRES_ROLLBACK,
    POSTGRES_APPEND,     /* to rooms that exist, without a game that starts */
    POSTGRES_BEGIN_GAME, /* all other appends */
    POSTGRES_RESULTS,
    POSTGRES_PLAYING,
    POSTGRES_SNAPSHOT,
    POSTGRES_REMOVE_ROOM,
    POSTGRES_KEEP_ROOM,
    POSTGRES_PUT_SESSION,
    POSTGRES_DROP_SESSION,
    POSTGRES_DROP_SESSIONS,
    POSTGRES_CLEAR_PUSH,
    POSTGRES_SET_PUSH,
    POSTGRES_ALIVE,
    POSTGRES_WRITE_COUNT,
};

enum postgres_read_statement {
    POSTGRES_FIND_CODE,
    POSTGRES_FIND_ROOM,
    POSTGRES_FIND_GAME,
    POSTGRES_LOAD,
    POSTGRES_LOAD_SNAPSHOT,
    POSTGRES_FIND_SESSION,
    POSTGRES_FIND_PERSON,
    POSTGRES_LIST_PEOPLE,
    POSTGRES_LIST_ROOMS,
    POSTGRES_LEADERBOARD,
    POSTGRES_HISTORY,
    POSTGRES_ALIVE_MS,
    POSTGRES_CLAIM,
    POSTGRES_LIST_DUE,
    POSTGRES_LIST_PLAYING,
    POSTGRES_LIST_PUSHES,
    POSTGRES_COUNT_PUSHES,
    POSTGRES_FIND_ENDED,
    POSTGRES_READ_COUNT,
};

/* The parameters of one statement, in PostgreSQL's binary format: numbers, texts, bytes, or arrays of them.
 * An array is begun once and filled element by element. */
enum { POSTGRES_PARAMS_MAX = 20 };
struct postgres_param {
    char *bytes;
    size_t length, size;
    int elements; /* of an array; -1: no array */
};
struct postgres_params {
    struct postgres_param param[POSTGRES_PARAMS_MAX];
    int count;
};

struct postgres_list {
    struct store_write *first, *last;
};

/* Reads that were asked together, and their answers. */
struct postgres_ahead {
    int count, next; /* `next`: the first that has not been given out */
    struct store_ahead read[STORE_AHEAD_MAX];
    int row[STORE_AHEAD_MAX], rows[STORE_AHEAD_MAX]; /* in its kind's result */
    enum store_ahead_kind sent[STORE_AHEAD_COUNT];   /* in this order */
    int sent_count;
    PGresult *result[STORE_AHEAD_COUNT];
};

/* A statement that was sent, and its writes; none for the statements around them (begin, commit). */
struct postgres_sent {
    enum postgres_write_statement statement;
    struct store_write *first;
    int count;
};

/* A connection that writes, used by its thread alone. The first takes all writes; the second takes over
 * waiting ones while a commit of the first takes long. */
struct postgres_writer {
    struct postgres_store *store;
    PGconn *conn;
    struct postgres_params given;
    struct postgres_sent *sent;
    size_t sent_count, sent_max;
    bool is_fenced; /* a statement found that the epoch is over */
    bool is_warned; /* the server sent a warning since the transaction began */

    pthread_t thread;
    /* Guarded by the store's mutex: */
    struct store_write *group; /* what it writes; NULL: nothing */
    int64_t began_ms;
    bool is_busy; /* uses its connection */
    int socket;   /* what its thread may wait for; -1: nothing */
    bool is_over; /* its thread has ended */
};

enum { POSTGRES_WRITERS = 2 };

struct postgres_store {
    struct store store;
    struct store_config config;
    char *url, *password_file, *node, *route;

    /* The lease; postgres_lease.c. */
    pthread_t lease_thread;
    bool has_joined_before;  /* the writer thread's */
    atomic_llong epoch;      /* 0: not joined */
    atomic_llong renewed_ms; /* on the clock of the machine's life: the last renewal was sent */
    atomic_llong leased_since_ms; /* since when there was no break */

    /* The reading thread's. */
    PGconn *reader;
    struct postgres_params asked;
    bool read_is_warned; /* the server sent a warning since the statement began */
    struct postgres_ahead ahead;

    struct postgres_writer writer[POSTGRES_WRITERS];
    int64_t tried_ms; /* the first writer's: when it last failed to connect; 0: it did not */

    atomic_bool is_closing;
    pthread_mutex_t mutex;              /* guards all that follows */
    pthread_cond_t work, help, closing; /* for the first writer, the second, the closing thread */
    bool is_help_idle;                  /* the second writer waits for `help` */
    struct postgres_list waiting, finished;
    PGconn *fresh_reader; /* for the reading thread to take over */
    bool is_broken;
    struct error problem; /* why it is broken */
    struct store_stats stats;
};

/* postgres_wire.c */

int64_t postgres_now_ms(void); /* monotonic */
/* A connection that can write, without any settings made; NULL with ERROR_NETWORK, or with ERROR_USAGE where
 * trying again would not help. */
PGconn *postgres_connect(const char *url, const char *password_file, struct error *error);
/* Prepares `count` statements, named by `prefix` and their number. */
bool postgres_prepare(PGconn *conn, char prefix, const char *const *sql, int count,
                      struct error *error);
/* Waits until something can be read, or also, with `wants_write`, written. False when `until_ms` has passed
 * or `is_closing` has been true for some seconds. */
bool postgres_wait(PGconn *conn, bool wants_write, int64_t until_ms, const atomic_bool *is_closing);
bool postgres_error(struct error *error, PGconn *conn, const PGresult *result,
                    const char *doing); /* false */
/* Runs SQL without parameters; the result is dropped. */
bool postgres_exec(PGconn *conn, const char *sql, struct error *error);
/* The text in the first column of the only row, "" if there is none. False if it failed. */
bool postgres_text(PGconn *conn, const char *sql, char *out, size_t size, struct error *error);

void postgres_params_clear(struct postgres_params *params); /* keeps their memory */
void postgres_params_free(struct postgres_params *params);
void postgres_add_int8(struct postgres_params *params, int64_t value);
void postgres_add_int4(struct postgres_params *params, int32_t value);
void postgres_add_bytes(struct postgres_params *params, const void *bytes, size_t length);
void postgres_add_text(struct postgres_params *params, const char *text);
/* Parameter `index` as a single text. */
void postgres_set_text(struct postgres_params *params, int index, const char *text);
/* Parameter `index` as an array; then its elements. */
void postgres_begin_int8s(struct postgres_params *params, int index);
void postgres_begin_int4s(struct postgres_params *params, int index);
void postgres_begin_texts(struct postgres_params *params, int index);
void postgres_begin_bytes(struct postgres_params *params, int index);
void postgres_put_int8(struct postgres_params *params, int index, int64_t value);
void postgres_put_int4(struct postgres_params *params, int index, int32_t value);
void postgres_put_bytes(struct postgres_params *params, int index, const void *bytes,
                        size_t length);
/* Hands a prepared statement to libpq, which copies the parameters. */
bool postgres_send(PGconn *conn, char prefix, int statement, const struct postgres_params *params);

/* A parameter that is a number. */
int64_t postgres_param_int8(const struct postgres_params *params, int index);

int64_t postgres_int8(const PGresult *result, int row, int column);
int32_t postgres_int4(const PGresult *result, int row, int column);
/* A text that is too long comes out empty. */
void postgres_copy_text(const PGresult *result, int row, int column, char *out, size_t size);

/* postgres_schema.c */

/* Refuses, with the reason, a database that would lose what it acknowledged or cannot hold our text. */
bool postgres_inspect(PGconn *conn, struct error *error);
/* 0: an empty database, -1: somebody else's, -2 with `error`: it could not be asked. */
int postgres_schema_version(PGconn *conn, struct error *error);
int postgres_schema_newest(void);
/* Makes the tables in an empty database. Brings older ones up to date if `may_migrate`, else refuses them. */
bool postgres_prepare_schema(PGconn *conn, bool may_migrate, struct error *error);
extern const char sql_postgres_1[], sql_postgres_2[], sql_postgres_3[];

/* postgres_check.c */

/* Checks the chains and the rows that refer to them, inside the caller's transaction. */
bool postgres_check_content(PGconn *conn, void (*report)(void *context, const char *problem),
                            void *context, struct error *error);

/* postgres_write.c */

extern const char *const postgres_write_sql[POSTGRES_WRITE_COUNT];
bool postgres_set_up_writer(PGconn *conn, struct error *error);
/* Does all writes of the list in one transaction and sets their results. False, with `error`, if it is not
 * known whether it did, or the connection cannot be used any more. */
bool postgres_commit(struct postgres_writer *writer, struct store_write *first,
                     struct error *error);

/* postgres_read.c */

bool postgres_set_up_reader(PGconn *conn, struct error *error);
bool postgres_find_code(struct store *, int64_t code, struct store_room *, struct error *);
bool postgres_find_room(struct store *, int64_t room, struct store_room *, struct error *);
bool postgres_find_game(struct store *, int64_t game_id, int64_t *room, struct error *);
bool postgres_load(struct store *, int64_t room, int64_t after_seq,
                   bool (*each)(void *, const struct store_batch *), void *context, struct error *);
bool postgres_load_snapshot(struct store *, int64_t room, int64_t *seq,
                            void (*take)(void *, const void *, size_t), void *context,
                            struct error *);
bool postgres_find_session(struct store *, const uint8_t token_hash[32], struct store_session *,
                           struct error *);
int postgres_list_people(struct store *, const char *part, struct store_session *, int max);
bool postgres_find_player(struct store *, int64_t player, struct store_session *, struct error *);
int postgres_list_rooms(struct store *, int64_t expires_before_ms, int64_t after_room,
                        struct store_room *, int max);
int postgres_leaderboard(struct store *store, const char *game, const char *const *points,
                         struct store_rank *out, int max);
int postgres_history(struct store *, int64_t player, struct store_result *, int max);
int64_t postgres_alive_ms(struct store *);
int postgres_list_playing(struct store *, int64_t player, int64_t *out, int max);
int postgres_list_pushes(struct store *, int64_t player, int64_t now_ms, struct store_push *out,
                         int max);
int64_t postgres_count_pushes(struct store *);
bool postgres_claim(struct store *, int64_t room, struct store_claim *, struct error *);
int postgres_list_due(struct store *, int64_t now_ms, int64_t *out, int max);
int postgres_find_ended(struct store *, uint8_t (*token_hash)[32], int count, int64_t now_ms,
                        bool *is_over);

/* Waits for the next result; NULL is the end of a statement's. False: the database does not answer. */
bool postgres_next_result(PGconn *conn, PGresult **result);
#define POSTGRES_ROOM_COLUMNS                                                                  \
    "room, code, created_ms, expires_ms, game, coalesce((SELECT seq FROM log WHERE log.room =" \
    " rooms.room ORDER BY seq DESC LIMIT 1), 0)"

/* postgres_ahead.c */

extern const char *const postgres_ahead_sql[STORE_AHEAD_COUNT];
void postgres_ask_ahead(struct store *, const struct store_ahead *reads, int count);
/* The answer to the read whose parameters are in `asked`, if it was asked for ahead; the caller's. */
PGresult *postgres_take_ahead(struct postgres_store *store, enum postgres_read_statement statement);
void postgres_forget_ahead(struct postgres_store *store);

/* postgres_lease.c */

enum { POSTGRES_LEASE_S = 3 };
/* Takes a lease if there is none. */
bool postgres_join(struct postgres_store *store, PGconn *conn, struct error *error);
/* Gives all rooms and the lease back. */
void postgres_leave(struct postgres_store *store);
/* This server's epoch is over. */
void postgres_fence(struct postgres_store *store);
void *postgres_lease_thread(void *context);
/* Whether nobody can have taken over since the last renewal. */
bool postgres_holds_lease(struct postgres_store *store);
/* Whether the lease has held long enough to claim rooms of the dead. */
bool postgres_may_take_over(struct postgres_store *store);

/* postgres.c, for the reads and the lease */

void postgres_set_broken(struct postgres_store *store, const struct error *problem);
/* The connection to read with, or NULL with `error` while the database is away. */
PGconn *postgres_reader(struct postgres_store *store, struct error *error);
/* The reader failed: the writer thread makes new connections. */
void postgres_lose_reader(struct postgres_store *store, const struct error *problem);

#endif
