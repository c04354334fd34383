/* Asks many waiting reads together: one statement for all reads of a kind, all kinds in one round trip. The
 * answers are kept here until the reads themselves ask, one after the other.
 *
 * Claims are a transaction of their own before the others, because a room is read when it is claimed. This
 * claim never waits for another server, because that one may be claiming the same rooms in another order. A
 * room that is locked, or whose owner's row is, gets no answer here and is claimed by itself later. */
#include "postgres_store.h"

#include <string.h>

enum { LOG_ROWS = 500 };

/* The statements. Their parameters are arrays; each row ends with the number of the element that it
 * answers. */
const char *const postgres_ahead_sql[STORE_AHEAD_COUNT] = {
    [STORE_AHEAD_CODE] = "SELECT " POSTGRES_ROOM_COLUMNS ", place FROM unnest($1::int8[])"
                         " WITH ORDINALITY AS given (asked, place) JOIN rooms ON code = asked"
                         " ORDER BY place",
    [STORE_AHEAD_ROOM] = "SELECT " POSTGRES_ROOM_COLUMNS ", place FROM unnest($1::int8[])"
                         " WITH ORDINALITY AS given (asked, place) JOIN rooms ON room = asked"
                         " ORDER BY place",
    [STORE_AHEAD_GAME] =
        "SELECT room, place FROM unnest($1::int8[]) WITH ORDINALITY AS given (asked, place),"
        " LATERAL (SELECT room FROM game_directory WHERE game_id = asked"
        " UNION ALL SELECT room FROM rooms WHERE next_game_id = asked AND next_game_id <> 0"
        " LIMIT 1) AS found ORDER BY place",
    [STORE_AHEAD_SESSION] =
        "SELECT player, expires_ms, name, place FROM unnest($1::bytea[])"
        " WITH ORDINALITY AS given (asked, place), LATERAL (SELECT player, expires_ms, name"
        " FROM sessions JOIN people USING (player) WHERE token_hash = asked LIMIT 1) AS found"
        " ORDER BY place",
    [STORE_AHEAD_CLAIM] =
        "WITH held AS MATERIALIZED (SELECT place, room, owner, route, seen_ms, until,"
        " owner IS DISTINCT FROM $2::text AND (until IS NULL OR (until < clock_timestamp()"
        " AND $4::int4 <> 0)) AS is_free FROM unnest($1::int8[]) WITH ORDINALITY"
        " AS given (asked, place) JOIN rooms ON room = asked LEFT JOIN nodes ON node = owner),"
        " dead AS MATERIALIZED (SELECT node FROM nodes WHERE node IN (SELECT owner FROM held"
        " WHERE is_free) AND until < clock_timestamp() FOR NO KEY UPDATE SKIP LOCKED),"
        " fenced AS (UPDATE nodes SET epoch = epoch + 1 FROM dead WHERE nodes.node = dead.node"
        " RETURNING nodes.node),"
        " locked AS MATERIALIZED (SELECT room FROM rooms WHERE room IN (SELECT room FROM held"
        " WHERE is_free) FOR NO KEY UPDATE SKIP LOCKED),"
        " claimed AS (UPDATE rooms SET owner = $2 FROM held JOIN locked USING (room)"
        " WHERE rooms.room = held.room AND rooms.owner IS NOT DISTINCT FROM held.owner"
        " AND EXISTS (SELECT FROM nodes WHERE node = $2 AND epoch = $3::int8)"
        " AND (until IS NULL OR held.owner IN (SELECT node FROM fenced)) RETURNING rooms.room)"
        " SELECT coalesce(owner, ''), coalesce(route, ''), coalesce(seen_ms, 0),"
        " (is_free OR owner = $2)::int4, place FROM held"
        " WHERE NOT is_free OR room IN (SELECT room FROM claimed) ORDER BY place",
    [STORE_AHEAD_SNAPSHOT] = "SELECT seq, state, place FROM unnest($1::int8[])"
                             " WITH ORDINALITY AS given (asked, place), LATERAL (SELECT seq, state"
                             " FROM snapshots WHERE room = asked LIMIT 1) AS found ORDER BY place",
    [STORE_AHEAD_LOG] =
        "SELECT seq, time_ms, player, cid, marks, events, hash, place"
        " FROM unnest($1::int8[], $2::int8[]) WITH ORDINALITY AS given (asked, asked_seq, place),"
        " LATERAL (SELECT * FROM log WHERE room = asked AND seq > asked_seq ORDER BY seq"
        " LIMIT $3::int8) AS found ORDER BY place, seq",
};

void postgres_forget_ahead(struct postgres_store *store)
{
    for (int i = 0; i < STORE_AHEAD_COUNT; i++) {
        PQclear(store->ahead.result[i]);
        store->ahead.result[i] = NULL;
    }
    store->ahead.count = store->ahead.next = store->ahead.sent_count = 0;
}

/* Asking */

static int count_of(const struct postgres_ahead *ahead, enum store_ahead_kind kind)
{
    int count = 0;
    for (int i = 0; i < ahead->count; i++)
        count += ahead->read[i].kind == kind;
    return count;
}

static void put_keys(struct postgres_params *params, const struct postgres_ahead *ahead,
                     enum store_ahead_kind kind)
{
    if (kind == STORE_AHEAD_SESSION)
        postgres_begin_bytes(params, 0);
    else
        postgres_begin_int8s(params, 0);
    for (int i = 0; i < ahead->count; i++) {
        const struct store_ahead *read = &ahead->read[i];
        if (read->kind != kind)
            continue;
        if (kind == STORE_AHEAD_SESSION)
            postgres_put_bytes(params, 0, read->token_hash, sizeof read->token_hash);
        else
            postgres_put_int8(params, 0, read->id);
    }
}

static void put_log_places(struct postgres_params *params, const struct postgres_ahead *ahead)
{
    int64_t most = 0;
    postgres_begin_int8s(params, 1);
    for (int i = 0; i < ahead->count; i++) {
        const struct store_ahead *read = &ahead->read[i];
        if (read->kind != STORE_AHEAD_LOG)
            continue;
        postgres_put_int8(params, 1, read->after_seq);
        most = read->batches > most ? read->batches : most;
    }
    postgres_add_int8(params, most < LOG_ROWS ? most : LOG_ROWS);
}

static bool send_kind(struct postgres_store *store, enum store_ahead_kind kind)
{
    struct postgres_params *params = &store->asked;
    postgres_params_clear(params);
    put_keys(params, &store->ahead, kind);
    if (kind == STORE_AHEAD_CLAIM) {
        postgres_add_text(params, store->node);
        postgres_add_int8(params, atomic_load(&store->epoch));
        postgres_add_int4(params, postgres_may_take_over(store));
    } else if (kind == STORE_AHEAD_LOG)
        put_log_places(params, &store->ahead);
    return postgres_send(store->reader, 'a', (int)kind, params);
}

static bool send_some(struct postgres_store *store, enum store_ahead_kind kind)
{
    struct postgres_ahead *ahead = &store->ahead;
    if (count_of(ahead, kind) == 0)
        return true;
    ahead->sent[ahead->sent_count++] = kind;
    return send_kind(store, kind);
}

/* Claims first, wherever they are in the list. */
static bool send_all(struct postgres_store *store)
{
    bool is_sent = send_some(store, STORE_AHEAD_CLAIM) && PQpipelineSync(store->reader) == 1;
    for (int kind = 0; kind < STORE_AHEAD_COUNT && is_sent; kind++)
        is_sent = kind == STORE_AHEAD_CLAIM || send_some(store, kind);
    return is_sent && PQpipelineSync(store->reader) == 1;
}

/* Takes the rows of each kind. False: the connection is lost. */
static bool receive_all(struct postgres_store *store, bool *is_refused)
{
    struct postgres_ahead *ahead = &store->ahead;
    PGconn *conn = store->reader;
    PGresult *result;
    bool is_end = false;
    int at = 0, syncs = 0;
    while (syncs < 2) {
        if (!postgres_next_result(conn, &result) || PQstatus(conn) != CONNECTION_OK ||
            (!result && is_end))
            return false;
        is_end = !result;
        if (is_end)
            continue;
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_TUPLES_OK && at < ahead->sent_count) {
            ahead->result[ahead->sent[at++]] = result;
            continue;
        }
        *is_refused |= status != PGRES_PIPELINE_SYNC;
        at += status != PGRES_PIPELINE_SYNC;
        syncs += status == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    return true;
}

/* Where each read's rows are. */
static void share_out(struct postgres_ahead *ahead)
{
    int64_t place[STORE_AHEAD_COUNT] = { 0 };
    int row[STORE_AHEAD_COUNT] = { 0 };
    for (int i = 0; i < ahead->count; i++) {
        enum store_ahead_kind kind = ahead->read[i].kind;
        const PGresult *result = ahead->result[kind];
        int last = PQnfields(result) - 1;
        place[kind]++;
        ahead->row[i] = row[kind];
        while (row[kind] < PQntuples(result) &&
               postgres_int8(result, row[kind], last) == place[kind])
            row[kind]++;
        ahead->rows[i] = row[kind] - ahead->row[i];
    }
}

void postgres_ask_ahead(struct store *base, const struct store_ahead *read, int count)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_ahead *ahead = &store->ahead;
    struct error problem = { 0 };
    bool is_refused = false;
    postgres_forget_ahead(store);
    if (count == 0 || !postgres_reader(store, NULL) || atomic_load(&store->epoch) == 0)
        return;
    ahead->count = count < STORE_AHEAD_MAX ? count : STORE_AHEAD_MAX;
    memcpy(ahead->read, read, (size_t)ahead->count * sizeof *read);
    store->read_is_warned = false;
    bool is_answered = PQenterPipelineMode(store->reader) == 1 && send_all(store) &&
                       receive_all(store, &is_refused) && PQexitPipelineMode(store->reader) == 1;
    if (is_answered && !is_refused && !store->read_is_warned) {
        share_out(ahead);
        return;
    }
    postgres_forget_ahead(store);
    if (is_answered && !store->read_is_warned)
        return; /* the reads themselves report the error */
    error_set(&problem, ERROR_IO,
              is_answered ? "read: the database does not wait for its standby"
                          : "read: the database does not answer");
    postgres_lose_reader(store, &problem);
}

/* Giving out */

static bool is_asked(const struct store_ahead *read, enum postgres_read_statement statement,
                     const struct postgres_params *asked)
{
    static const enum postgres_read_statement statement_of[STORE_AHEAD_COUNT] = {
        [STORE_AHEAD_CODE] = POSTGRES_FIND_CODE, [STORE_AHEAD_ROOM] = POSTGRES_FIND_ROOM,
        [STORE_AHEAD_GAME] = POSTGRES_FIND_GAME, [STORE_AHEAD_SESSION] = POSTGRES_FIND_SESSION,
        [STORE_AHEAD_CLAIM] = POSTGRES_CLAIM,    [STORE_AHEAD_SNAPSHOT] = POSTGRES_LOAD_SNAPSHOT,
        [STORE_AHEAD_LOG] = POSTGRES_LOAD,
    };
    if (statement_of[read->kind] != statement)
        return false;
    if (read->kind == STORE_AHEAD_SESSION)
        return memcmp(asked->param[0].bytes, read->token_hash, sizeof read->token_hash) == 0;
    return postgres_param_int8(asked, 0) == read->id &&
           (read->kind != STORE_AHEAD_LOG || postgres_param_int8(asked, 1) == read->after_seq);
}

/* Some rows of a result as a result of their own. */
static PGresult *cut_out(const PGresult *from, int row, int rows)
{
    PGresult *result = PQcopyResult(from, PG_COPYRES_ATTRS);
    for (int i = 0; result && i < rows; i++)
        for (int column = 0; column < PQnfields(from); column++)
            if (!PQsetvalue(result, i, column, PQgetvalue(from, row + i, column),
                            PQgetlength(from, row + i, column))) {
                PQclear(result);
                return NULL;
            }
    return result;
}

PGresult *postgres_take_ahead(struct postgres_store *store, enum postgres_read_statement statement)
{
    struct postgres_ahead *ahead = &store->ahead;
    int at = ahead->next;
    if (at == ahead->count || !is_asked(&ahead->read[at], statement, &store->asked))
        return NULL;
    ahead->next++;
    enum store_ahead_kind kind = ahead->read[at].kind;
    if (kind == STORE_AHEAD_CLAIM && ahead->rows[at] == 0)
        return NULL;
    return cut_out(ahead->result[kind], ahead->row[at], ahead->rows[at]);
}
