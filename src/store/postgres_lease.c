/* One owner per room: this server's name and lease in the table `nodes`, and the claims on rooms.
 *
 *                 join: epoch + 1                      another joined under the name,
 *                 (again only if nobody lives there)   or took over a room after the lease was over
 *   not joined ─────────────────────────────▶ joined ─────────────────────────────────────▶ not joined
 *                                              │  ▲ renew, every second
 *                                              └──┘
 *
 * The lease thread renews on a connection of its own. A renewal counts from the moment before it was sent,
 * on a clock that goes on while the machine sleeps. A database that is away ends no lease by itself,
 * because nobody can take over without it. After a pause a server takes over rooms of others only when its
 * own lease has been renewed for GRACE_MS: otherwise the first server to come back would take all rooms. */
#include "postgres_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "base/text.h"

/* A server that missed a renewal may be one of many whose database was away. */
enum { RENEW_MS = 1000, BREAK_MS = 2000, SERVE_MS = 2500, LEASE_MS = 3000, GRACE_MS = 3000 };
_Static_assert(POSTGRES_LEASE_S * 1000 == LEASE_MS, "the lease in SQL");

#define TEXT_OF(number) #number
#define UNTIL(seconds)  "clock_timestamp() + interval '" TEXT_OF(seconds) " seconds'"

enum { LEASE_RENEW, LEASE_COUNT };
static const char *const lease_sql[LEASE_COUNT] = {
    [LEASE_RENEW] =
        "UPDATE nodes SET until = " UNTIL(3) ", seen_ms = $3::int8"
                                             " WHERE node = $1::text AND epoch = $2::int8",
};

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Joining, on the writer's connection before it is used for anything else */

static PGresult *run(PGconn *conn, const char *sql, const char *a, const char *b, const char *c)
{
    const char *const values[] = { a, b, c };
    return PQexecParams(conn, sql, c ? 3 : b ? 2 : 1, NULL, values, NULL, NULL, 0);
}

/* Of two servers with the same name, the one that started last counts. One that was fenced comes back only
 * when no other server lives under the name. */
static bool join(struct postgres_store *store, PGconn *conn, struct error *error)
{
    char seen[24];
    snprintf(seen, sizeof seen, "%lld", (long long)clock_ms(CLOCK_REALTIME));
    PGresult *result = run(
        conn,
        store->has_joined_before
            ? "INSERT INTO nodes VALUES ($1, 1, " UNTIL(
                  3) ", $3, $2) ON CONFLICT (node) DO UPDATE"
                     " SET epoch = nodes.epoch + 1, until = excluded.until, seen_ms = "
                     "excluded.seen_ms,"
                     " route = excluded.route WHERE nodes.until < clock_timestamp() RETURNING epoch"
            : "INSERT INTO nodes VALUES ($1, 1, " UNTIL(
                  3) ", $3, $2) ON CONFLICT (node) DO UPDATE"
                     " SET epoch = nodes.epoch + 1, until = excluded.until, seen_ms = "
                     "excluded.seen_ms,"
                     " route = excluded.route RETURNING epoch",
        store->node, store->route, seen);
    bool is_done = PQresultStatus(result) == PGRES_TUPLES_OK;
    int64_t epoch = is_done && PQntuples(result) > 0 ? atoll(PQgetvalue(result, 0, 0)) : 0;
    if (!is_done)
        postgres_error(error, conn, result, "join");
    PQclear(result);
    if (is_done && epoch == 0)
        return error_set(error, ERROR_IO, "another server is called %s: it has the tables now",
                         store->node);
    atomic_store(&store->epoch, epoch);
    return is_done;
}

/* A server that joins has no room in memory, so it gives up all rooms under its name. */
bool postgres_join(struct postgres_store *store, PGconn *conn, struct error *error)
{
    if (atomic_load(&store->epoch) != 0)
        return true;
    int64_t sent = clock_ms(CLOCK_BOOTTIME);
    if (!join(store, conn, error))
        return false;
    PGresult *result =
        run(conn, "UPDATE rooms SET owner = NULL WHERE owner = $1", store->node, NULL, NULL);
    bool is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!is_done) {
        postgres_error(error, conn, result, "join");
        atomic_store(&store->epoch, 0);
    }
    PQclear(result);
    store->has_joined_before = true;
    atomic_store(&store->renewed_ms, sent);
    atomic_store(&store->leased_since_ms, sent);
    return is_done;
}

/* Gives the rooms back, so that other servers can take them without waiting for the lease to end. */
void postgres_leave(struct postgres_store *store)
{
    char epoch[24];
    PGconn *conn = atomic_load(&store->epoch) != 0 && !store->is_broken
                       ? postgres_connect(store->url, store->password_file, NULL)
                       : NULL;
    if (!conn)
        return;
    snprintf(epoch, sizeof epoch, "%lld", (long long)atomic_load(&store->epoch));
    PQclear(run(conn,
                "WITH gone AS (UPDATE nodes SET until = clock_timestamp() WHERE node = $1"
                " AND epoch = $2::int8 RETURNING node)"
                " UPDATE rooms SET owner = NULL FROM gone WHERE owner = gone.node",
                store->node, epoch, NULL));
    PQfinish(conn);
}

void postgres_fence(struct postgres_store *store)
{
    struct error error;
    if (atomic_exchange(&store->epoch, 0) == 0)
        return;
    error_set(&error, ERROR_FENCED, "another server has taken over from %s", store->node);
    postgres_set_broken(store, &error);
}

/* Renewing */

/* 1: renewed, 0: fenced, -1: the database is away. */
static int renew(struct postgres_store *store, PGconn *conn, int64_t epoch)
{
    struct postgres_params params = { 0 };
    postgres_add_text(&params, store->node);
    postgres_add_int8(&params, epoch);
    postgres_add_int8(&params, clock_ms(CLOCK_REALTIME));
    bool is_sent = postgres_send(conn, 'l', LEASE_RENEW, &params);
    postgres_params_free(&params);
    int64_t until = postgres_now_ms() + LEASE_MS;
    int rows = -1;
    while (is_sent) {
        while (PQisBusy(conn))
            if (!postgres_wait(conn, false, until, &store->is_closing) || PQconsumeInput(conn) != 1)
                return -1;
        PGresult *result = PQgetResult(conn);
        if (!result)
            return rows;
        rows = PQresultStatus(result) == PGRES_COMMAND_OK ? atoi(PQcmdTuples(result)) : -1;
        PQclear(result);
    }
    return -1;
}

static PGconn *connect_lease(struct postgres_store *store)
{
    struct error error = { 0 };
    PGconn *conn = postgres_connect(store->url, store->password_file, &error);
    if (conn && !postgres_prepare(conn, 'l', lease_sql, LEASE_COUNT, &error)) {
        PQfinish(conn);
        conn = NULL;
    }
    return conn;
}

static void note_renewal(struct postgres_store *store, int64_t sent)
{
    if (sent - atomic_load(&store->renewed_ms) > BREAK_MS)
        atomic_store(&store->leased_since_ms, sent);
    atomic_store(&store->renewed_ms, sent);
}

static PGconn *renew_once(struct postgres_store *store, PGconn *conn)
{
    int64_t epoch = atomic_load(&store->epoch), sent = clock_ms(CLOCK_BOOTTIME);
    if (epoch == 0)
        return conn;
    if (!conn)
        conn = connect_lease(store);
    int renewed = conn ? renew(store, conn, epoch) : -1;
    if (renewed == 1)
        note_renewal(store, sent);
    if (renewed == 0 && atomic_load(&store->epoch) == epoch)
        postgres_fence(store);
    if (renewed >= 0)
        return conn;
    PQfinish(conn);
    return NULL;
}

void *postgres_lease_thread(void *context)
{
    struct postgres_store *store = context;
    PGconn *conn = NULL;
    while (!atomic_load(&store->is_closing)) {
        struct timespec until;
        conn = renew_once(store, conn);
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += RENEW_MS / 1000;
        pthread_mutex_lock(&store->mutex);
        if (!atomic_load(&store->is_closing))
            pthread_cond_timedwait(&store->closing, &store->mutex, &until);
        pthread_mutex_unlock(&store->mutex);
    }
    PQfinish(conn);
    return NULL;
}

bool postgres_holds_lease(struct postgres_store *store)
{
    return clock_ms(CLOCK_BOOTTIME) - atomic_load(&store->renewed_ms) < SERVE_MS;
}

bool postgres_may_take_over(struct postgres_store *store)
{
    int64_t now = clock_ms(CLOCK_BOOTTIME), renewed = atomic_load(&store->renewed_ms);
    return now - renewed < LEASE_MS && renewed - atomic_load(&store->leased_since_ms) >= GRACE_MS;
}
