/* The reads, all on one thread. They wait for the database, but not for long: a database that does
 * not answer is away, and reads fail at once until the writer thread has found it again. */
#include "postgres_store.h"

#include <string.h>

#include "base/text.h"

enum { READ_MS = 3000, LOAD_ROWS = 500 };

static const char *const read_sql[POSTGRES_READ_COUNT] = {
    [POSTGRES_FIND_CODE] = "SELECT " POSTGRES_ROOM_COLUMNS " FROM rooms WHERE code = $1::int8",
    [POSTGRES_FIND_ROOM] = "SELECT " POSTGRES_ROOM_COLUMNS " FROM rooms WHERE room = $1::int8",
    [POSTGRES_FIND_GAME] =
        "SELECT room FROM game_directory WHERE game_id = $1::int8"
        " UNION ALL SELECT room FROM rooms WHERE next_game_id = $1 AND next_game_id <> 0",
    [POSTGRES_LOAD] = "SELECT seq, time_ms, player, cid, marks, events, hash FROM log"
                      " WHERE room = $1::int8 AND seq > $2::int8 ORDER BY seq LIMIT $3::int8",
    [POSTGRES_LOAD_SNAPSHOT] = "SELECT seq, state FROM snapshots WHERE room = $1::int8",
    [POSTGRES_FIND_SESSION] =
        "SELECT player, expires_ms, name FROM sessions JOIN people USING (player)"
        " WHERE token_hash = $1::bytea",
    [POSTGRES_FIND_PERSON] = "SELECT player, 0::int8, name FROM people WHERE player = $1::int8",
    [POSTGRES_LIST_PEOPLE] =
        "SELECT player, 0::int8, name FROM people"
        " WHERE position(lower($1::text COLLATE \"C\") IN lower(name COLLATE \"C\")) > 0"
        " ORDER BY created_ms DESC, player LIMIT $2::int8",
    [POSTGRES_LIST_ROOMS] =
        /* Of those past their time only what this server may remove. */
    "SELECT " POSTGRES_ROOM_COLUMNS " FROM rooms WHERE room BETWEEN $1::int8 AND $2::int8"
    " AND ($3::int8 = 0 OR (expires_ms < $3 AND NOT EXISTS (SELECT FROM nodes"
    " WHERE node = owner AND node <> $5::text AND until >= clock_timestamp())))"
    " ORDER BY room LIMIT $4::int8",
    [POSTGRES_LEADERBOARD] =
        "SELECT player, games, wins, score, name, one, two, three, four FROM"
        " (SELECT player, count(*) AS games, sum(won)::int8 AS wins, sum(score)::int8 AS score,"
        " count(*) FILTER (WHERE point = $3::text) AS one,"
        " count(*) FILTER (WHERE point = $4::text) AS two,"
        " count(*) FILTER (WHERE point = $5::text) AS three,"
        " count(*) FILTER (WHERE point = $6::text) AS four"
        " FROM finished WHERE $2::text = '' OR game = $2 GROUP BY player) AS ranks"
        " JOIN people USING (player) ORDER BY score DESC, wins DESC, games, player"
        " LIMIT $1::int8",
    [POSTGRES_HISTORY] =
        "SELECT room, game_id, player, score, ended_ms, won, game, reason, point, name"
        " FROM finished JOIN people USING (player) WHERE player = $1::int8"
        " ORDER BY ended_ms DESC, game_id LIMIT $2::int8",
    /* The room's owner is this server if it has none, or if its lease is over: then its epoch is over, too.
     * A server that renews or claims at the same moment waits for the row and then finds it changed. */
    [POSTGRES_CLAIM] =
        "WITH held AS (SELECT room, owner, route, seen_ms, until IS NOT NULL AS is_known FROM rooms"
        " LEFT JOIN nodes ON node = owner WHERE room = $1::int8),"
        " fenced AS (UPDATE nodes SET epoch = epoch + 1 FROM held WHERE nodes.node = held.owner"
        " AND held.owner <> $2::text AND until < clock_timestamp() AND $4::int4 <> 0"
        " RETURNING nodes.node),"
        " claimed AS (UPDATE rooms SET owner = $2 FROM held WHERE rooms.room = held.room"
        " AND rooms.owner IS NOT DISTINCT FROM held.owner AND held.owner IS DISTINCT FROM $2"
        " AND EXISTS (SELECT FROM nodes WHERE node = $2 AND epoch = $3::int8)"
        " AND (NOT is_known OR EXISTS (SELECT FROM fenced)) RETURNING rooms.room)"
        " SELECT coalesce(owner, ''), coalesce(route, ''), coalesce(seen_ms, 0),"
        " (owner IS NOT DISTINCT FROM $2 OR EXISTS (SELECT FROM claimed))::int4 FROM held",
    [POSTGRES_LIST_DUE] = "SELECT room FROM rooms LEFT JOIN nodes ON node = owner WHERE due_ms <> 0"
                          " AND due_ms < $1::int8 AND (until IS NULL OR until < clock_timestamp())"
                          " ORDER BY due_ms LIMIT $2::int8",
    [POSTGRES_LIST_PLAYING] = "SELECT room FROM playing WHERE player = $1::int8"
                              " ORDER BY is_long DESC, since_ms DESC, room LIMIT $2::int8",
    [POSTGRES_LIST_PUSHES] =
        "SELECT token_hash, push_endpoint, push_keys FROM sessions WHERE player = $1::int8"
        " AND push_endpoint <> '' AND expires_ms > $3::int8"
        " ORDER BY expires_ms DESC, token_hash LIMIT $2::int8",
    [POSTGRES_COUNT_PUSHES] = "SELECT count(*) FROM sessions WHERE push_endpoint <> ''",
    [POSTGRES_FIND_ENDED] =
        "SELECT place - 1 FROM unnest($1::bytea[]) WITH ORDINALITY AS given (token_hash, place)"
        " LEFT JOIN sessions USING (token_hash)"
        " WHERE expires_ms IS NULL OR expires_ms <= $2::int8",
    [POSTGRES_ALIVE_MS] = "SELECT value::int8 FROM meta WHERE key = 'alive_ms'",
};

bool postgres_set_up_reader(PGconn *conn, struct error *error)
{
    return postgres_exec(conn, "SET jit = off", error) &&
           postgres_prepare(conn, 'r', read_sql, POSTGRES_READ_COUNT, error) &&
           postgres_prepare(conn, 'a', postgres_ahead_sql, STORE_AHEAD_COUNT, error);
}

/* Asking */

static struct postgres_params *params_of(struct store *base)
{
    struct postgres_params *params = &((struct postgres_store *)base)->asked;
    postgres_params_clear(params);
    return params;
}

bool postgres_next_result(PGconn *conn, PGresult **result)
{
    int left;
    int64_t until = postgres_now_ms() + READ_MS;
    while ((left = PQflush(conn)) == 1)
        if (!postgres_wait(conn, true, until, NULL) || PQconsumeInput(conn) != 1)
            return false;
    while (left == 0 && PQisBusy(conn))
        if (!postgres_wait(conn, false, until, NULL) || PQconsumeInput(conn) != 1)
            return false;
    *result = left == 0 ? PQgetResult(conn) : NULL;
    return left == 0;
}

static PGresult *wait_for_result(PGconn *conn)
{
    PGresult *result;
    return postgres_next_result(conn, &result) ? result : NULL;
}

/* Only the end of the statement follows its rows; a claim has committed before that. */
static bool is_ended(PGconn *conn)
{
    PGresult *more = wait_for_result(conn);
    bool is_end = more == NULL && PQtransactionStatus(conn) == PQTRANS_IDLE;
    PQclear(more);
    return is_end;
}

/* The rows; NULL with `error` if the database did not give any answer. */
static PGresult *ask(struct store *base, enum postgres_read_statement statement,
                     struct error *error)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct error problem = { 0 };
    PGconn *conn = postgres_reader(store, error);
    PGresult *known = conn ? postgres_take_ahead(store, statement) : NULL;
    if (!conn || known)
        return known;
    store->read_is_warned = false;
    PGresult *result =
        postgres_send(conn, 'r', statement, &store->asked) ? wait_for_result(conn) : NULL;
    bool is_answered = PQresultStatus(result) == PGRES_TUPLES_OK && is_ended(conn);
    if (is_answered && !store->read_is_warned)
        return result;
    if (is_answered) /* a failover would undo this claim, and so all that was read after it */
        error_set(&problem, ERROR_IO, "read: the database does not wait for its standby");
    else if (PQresultStatus(result) == PGRES_FATAL_ERROR || PQstatus(conn) == CONNECTION_BAD)
        postgres_error(&problem, conn, result, "read");
    else
        error_set(&problem, ERROR_IO, "read: the database does not answer");
    PQclear(result);
    postgres_lose_reader(store, &problem);
    if (error)
        *error = problem;
    return NULL;
}

/* The only row; NULL if there is none. */
static PGresult *ask_one(struct store *base, enum postgres_read_statement statement,
                         struct error *error)
{
    PGresult *result = ask(base, statement, error);
    if (!result || PQntuples(result) > 0)
        return result;
    PQclear(result);
    error_set(error, ERROR_MISSING, "no such entry");
    return NULL;
}

/* Rooms */

static void take_room(const PGresult *result, int row, struct store_room *out)
{
    *out = (struct store_room){ .room = postgres_int8(result, row, 0),
                                .code = postgres_int8(result, row, 1),
                                .created_ms = postgres_int8(result, row, 2),
                                .expires_ms = postgres_int8(result, row, 3),
                                .seq = postgres_int8(result, row, 5) };
    postgres_copy_text(result, row, 4, out->game, sizeof out->game);
}

static bool find_room_by(struct store *base, enum postgres_read_statement statement, int64_t key,
                         struct store_room *out, struct error *error)
{
    postgres_add_int8(params_of(base), key);
    PGresult *result = ask_one(base, statement, error);
    if (!result)
        return false;
    take_room(result, 0, out);
    PQclear(result);
    return true;
}

bool postgres_find_code(struct store *base, int64_t code, struct store_room *out,
                        struct error *error)
{
    return find_room_by(base, POSTGRES_FIND_CODE, code, out, error);
}

bool postgres_find_room(struct store *base, int64_t room, struct store_room *out,
                        struct error *error)
{
    return find_room_by(base, POSTGRES_FIND_ROOM, room, out, error);
}

bool postgres_find_game(struct store *base, int64_t game_id, int64_t *room, struct error *error)
{
    postgres_add_int8(params_of(base), game_id);
    PGresult *result = ask_one(base, POSTGRES_FIND_GAME, error);
    if (!result)
        return false;
    *room = postgres_int8(result, 0, 0);
    PQclear(result);
    return true;
}

static bool take_batch(const PGresult *result, int row, struct store_batch *out)
{
    *out = (struct store_batch){ .seq = postgres_int8(result, row, 0),
                                 .time_ms = postgres_int8(result, row, 1),
                                 .player = postgres_int8(result, row, 2),
                                 .cid = postgres_int8(result, row, 3),
                                 .marks = postgres_int4(result, row, 4),
                                 .events = PQgetvalue(result, row, 5),
                                 .length = (size_t)PQgetlength(result, row, 5),
                                 .hash = (const uint8_t *)PQgetvalue(result, row, 6) };
    return PQgetlength(result, row, 6) == 32;
}

/* Gives one page of a log; false when there is no more to give, with `is_damaged` where that is why. */
static bool give_page(const PGresult *result, bool (*each)(void *, const struct store_batch *),
                      void *context, int64_t *after_seq, bool *is_damaged)
{
    struct store_batch batch;
    for (int i = 0; i < PQntuples(result); i++) {
        *is_damaged = !take_batch(result, i, &batch);
        if (*is_damaged || !each(context, &batch))
            return false;
        *after_seq = batch.seq;
    }
    return PQntuples(result) == LOAD_ROWS;
}

bool postgres_load(struct store *base, int64_t room, int64_t after_seq,
                   bool (*each)(void *, const struct store_batch *), void *context,
                   struct error *error)
{
    bool is_damaged = false, goes_on = true;
    while (goes_on) {
        struct postgres_params *params = params_of(base);
        postgres_add_int8(params, room);
        postgres_add_int8(params, after_seq);
        postgres_add_int8(params, LOAD_ROWS);
        PGresult *result = ask(base, POSTGRES_LOAD, error);
        if (!result)
            return false;
        goes_on = give_page(result, each, context, &after_seq, &is_damaged);
        PQclear(result);
    }
    return !is_damaged || error_set(error, ERROR_CORRUPT, "a room's log has no hash");
}

bool postgres_load_snapshot(struct store *base, int64_t room, int64_t *seq,
                            void (*take)(void *, const void *, size_t), void *context,
                            struct error *error)
{
    postgres_add_int8(params_of(base), room);
    PGresult *result = ask_one(base, POSTGRES_LOAD_SNAPSHOT, error);
    if (!result)
        return false;
    *seq = postgres_int8(result, 0, 0);
    take(context, PQgetvalue(result, 0, 1), (size_t)PQgetlength(result, 0, 1));
    PQclear(result);
    return true;
}

/* Ids are unsigned, PostgreSQL's numbers signed: the upper half of the ids are the negative numbers. */
static int list_range(struct store *base, int64_t first, int64_t last, int64_t expires_before_ms,
                      struct store_room *out, int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_int8(params, first);
    postgres_add_int8(params, last);
    postgres_add_int8(params, expires_before_ms);
    postgres_add_int8(params, max);
    postgres_add_text(params, ((struct postgres_store *)base)->node);
    PGresult *result = ask(base, POSTGRES_LIST_ROOMS, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        take_room(result, i, &out[i]);
    PQclear(result);
    return count;
}

int postgres_list_rooms(struct store *base, int64_t expires_before_ms, int64_t after_room,
                        struct store_room *out, int max)
{
    if (after_room == -1)
        return 0;
    int count = 0;
    int64_t first = (int64_t)((uint64_t)after_room + 1);
    if (first >= 0) {
        count = list_range(base, first, INT64_MAX, expires_before_ms, out, max);
        first = INT64_MIN;
    }
    if (count < 0 || count == max)
        return count;
    int more = list_range(base, first, -1, expires_before_ms, out + count, max - count);
    return more < 0 ? -1 : count + more;
}

/* People */

static bool take_session(PGresult *result, struct store_session *out)
{
    if (!result)
        return false;
    *out = (struct store_session){ .player = postgres_int8(result, 0, 0),
                                   .expires_ms = postgres_int8(result, 0, 1) };
    postgres_copy_text(result, 0, 2, out->name, sizeof out->name);
    PQclear(result);
    return true;
}

bool postgres_find_session(struct store *base, const uint8_t token_hash[32],
                           struct store_session *out, struct error *error)
{
    postgres_add_bytes(params_of(base), token_hash, 32);
    return take_session(ask_one(base, POSTGRES_FIND_SESSION, error), out);
}

bool postgres_find_player(struct store *base, int64_t player, struct store_session *out,
                          struct error *error)
{
    postgres_add_int8(params_of(base), player);
    return take_session(ask_one(base, POSTGRES_FIND_PERSON, error), out);
}

int postgres_list_people(struct store *base, const char *part, struct store_session *out, int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_text(params, part);
    postgres_add_int8(params, max);
    PGresult *result = ask(base, POSTGRES_LIST_PEOPLE, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++) {
        out[i] = (struct store_session){ .player = postgres_int8(result, i, 0) };
        postgres_copy_text(result, i, 2, out[i].name, sizeof out[i].name);
    }
    PQclear(result);
    return count;
}

static void take_rank(const PGresult *result, int row, struct store_rank *out)
{
    *out = (struct store_rank){ .player = postgres_int8(result, row, 0),
                                .games = postgres_int8(result, row, 1),
                                .wins = postgres_int8(result, row, 2),
                                .score = postgres_int8(result, row, 3) };
    postgres_copy_text(result, row, 4, out->name, sizeof out->name);
    for (int i = 0; i < STORE_POINTS_MAX; i++)
        out->points[i] = postgres_int8(result, row, 5 + i);
}

int postgres_leaderboard(struct store *base, const char *game, const char *const *points,
                         struct store_rank *out, int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_int8(params, max);
    postgres_add_text(params, game ? game : "");
    for (int i = 0; i < STORE_POINTS_MAX; i++) {
        /* No result has the reason "-"; the empty text is that of results without a reason. */
        postgres_add_text(params, points && points[i] ? points[i] : "-");
        if (points && !points[i])
            points = NULL;
    }
    PGresult *result = ask(base, POSTGRES_LEADERBOARD, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        take_rank(result, i, &out[i]);
    PQclear(result);
    return count;
}

static void take_result(const PGresult *result, int row, struct store_result *out)
{
    *out = (struct store_result){ .room = postgres_int8(result, row, 0),
                                  .game_id = postgres_int8(result, row, 1),
                                  .player = postgres_int8(result, row, 2),
                                  .score = postgres_int8(result, row, 3),
                                  .ended_ms = postgres_int8(result, row, 4),
                                  .won = postgres_int4(result, row, 5) != 0 };
    postgres_copy_text(result, row, 6, out->game, sizeof out->game);
    postgres_copy_text(result, row, 7, out->reason, sizeof out->reason);
    postgres_copy_text(result, row, 8, out->point, sizeof out->point);
    postgres_copy_text(result, row, 9, out->name, sizeof out->name);
}

int postgres_history(struct store *base, int64_t player, struct store_result *out, int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_int8(params, player);
    postgres_add_int8(params, max);
    PGresult *result = ask(base, POSTGRES_HISTORY, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        take_result(result, i, &out[i]);
    PQclear(result);
    return count;
}

int64_t postgres_alive_ms(struct store *base)
{
    params_of(base);
    PGresult *result = ask_one(base, POSTGRES_ALIVE_MS, NULL);
    if (!result)
        return 0;
    int64_t alive_ms = postgres_int8(result, 0, 0);
    PQclear(result);
    return alive_ms;
}

int postgres_list_playing(struct store *base, int64_t player, int64_t *out, int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_int8(params, player);
    postgres_add_int8(params, max);
    PGresult *result = ask(base, POSTGRES_LIST_PLAYING, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        out[i] = postgres_int8(result, i, 0);
    PQclear(result);
    return count;
}

int postgres_list_pushes(struct store *base, int64_t player, int64_t now_ms, struct store_push *out,
                         int max)
{
    struct postgres_params *params = params_of(base);
    postgres_add_int8(params, player);
    postgres_add_int8(params, max);
    postgres_add_int8(params, now_ms);
    PGresult *result = ask(base, POSTGRES_LIST_PUSHES, NULL);
    if (!result)
        return -1;
    int count = 0;
    for (int i = 0; i < PQntuples(result); i++) {
        if (PQgetlength(result, i, 0) != sizeof out->token_hash)
            continue;
        memcpy(out[count].token_hash, PQgetvalue(result, i, 0), sizeof out->token_hash);
        postgres_copy_text(result, i, 1, out[count].endpoint, sizeof out->endpoint);
        postgres_copy_text(result, i, 2, out[count].keys, sizeof out->keys);
        count++;
    }
    PQclear(result);
    return count;
}

int64_t postgres_count_pushes(struct store *base)
{
    params_of(base);
    PGresult *result = ask(base, POSTGRES_COUNT_PUSHES, NULL);
    if (!result)
        return -1;
    int64_t count = postgres_int8(result, 0, 0);
    PQclear(result);
    return count;
}

/* Ownership */

bool postgres_claim(struct store *base, int64_t room, struct store_claim *out, struct error *error)
{
    struct postgres_store *store = (struct postgres_store *)base;
    int64_t epoch = atomic_load(&store->epoch);
    struct postgres_params *params = params_of(base);
    *out = (struct store_claim){ 0 };
    if (epoch == 0)
        return error_set(error, ERROR_FENCED, "this server has no lease");
    postgres_add_int8(params, room);
    postgres_add_text(params, store->node);
    postgres_add_int8(params, epoch);
    postgres_add_int4(params, postgres_may_take_over(store));
    PGresult *result = ask_one(base, POSTGRES_CLAIM, error);
    if (!result)
        return false;
    bool is_mine = postgres_int4(result, 0, 3) != 0;
    postgres_copy_text(result, 0, 0, out->owner, sizeof out->owner);
    postgres_copy_text(result, 0, 1, out->route, sizeof out->route);
    if (is_mine && !text_equal(out->owner, store->node))
        out->seen_ms = postgres_int8(result, 0, 2);
    PQclear(result);
    return is_mine || error_set(error, ERROR_ELSEWHERE, "%s has the room", out->owner);
}

int postgres_list_due(struct store *base, int64_t now_ms, int64_t *out, int max)
{
    struct postgres_params *params = params_of(base);
    if (!postgres_may_take_over((struct postgres_store *)base))
        return 0;
    postgres_add_int8(params, now_ms);
    postgres_add_int8(params, max);
    PGresult *result = ask(base, POSTGRES_LIST_DUE, NULL);
    if (!result)
        return -1;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        out[i] = postgres_int8(result, i, 0);
    PQclear(result);
    return count;
}

int postgres_find_ended(struct store *base, uint8_t (*token_hash)[32], int count, int64_t now_ms,
                        bool *is_over)
{
    struct postgres_params *params = params_of(base);
    postgres_begin_bytes(params, 0);
    for (int i = 0; i < count; i++)
        postgres_put_bytes(params, 0, token_hash[i], sizeof token_hash[i]);
    postgres_add_int8(params, now_ms);
    memset(is_over, 0, (size_t)count * sizeof *is_over);
    PGresult *result = ask(base, POSTGRES_FIND_ENDED, NULL);
    if (!result)
        return -1;
    int ended = PQntuples(result);
    for (int i = 0; i < ended; i++)
        is_over[postgres_int8(result, i, 0)] = true;
    PQclear(result);
    return ended;
}
