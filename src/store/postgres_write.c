/* A group of writes: one transaction, sent in one go and answered in one go.
 *
 * Appends that follow each other and concern different rooms are one statement, whose parameters are arrays.
 * Every statement judges its writes before it changes anything, by what the statements before it left, and
 * answers with a verdict for each. Another server may write between judging and changing: then a primary key
 * is violated, the transaction is undone as a whole, and the group is tried again. */
#include "postgres_store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/text.h"

enum { TRIES_MAX = 4 };
enum { VERDICT_FINE, VERDICT_STALE, VERDICT_TAKEN, VERDICT_FENCED };

enum append_param {
    P_ROOM,
    P_SEQ,
    P_TIME,
    P_PLAYER,
    P_CID,
    P_MARKS,
    P_EVENTS,
    P_HASH,
    P_GAME,
    P_EXPIRES,
    P_NEXT_GAME,
    P_DUE,
    P_EPOCH,
    P_NODE,
    P_PLAIN_COUNT,
    P_CODE = P_PLAIN_COUNT,
    P_GAME_ID,
    P_NUMBER,
    P_ROOM_TEXT,
    P_GAME_TEXT,
    P_COUNT,
};
_Static_assert((int)P_COUNT <= (int)POSTGRES_PARAMS_MAX, "a statement's parameters");

#define PLAIN_ARRAYS                                                                      \
    "$1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int4[], $7::text[]," \
    " $8::bytea[], $9::text[], $10::int8[], $11::int8[], $12::int8[], $13::int8[]"
#define PLAIN_NAMES                                                                          \
    "room, seq, time_ms, player, cid, marks, events, hash, game, expires_ms, next_game_id, " \
    "due_ms, epoch"
#define LAST_SEQ                                                                                 \
    "coalesce((SELECT log.seq FROM log WHERE log.room = given.room ORDER BY log.seq DESC LIMIT " \
    "1), 0)"
/* The guard: a server whose epoch is over writes nothing. If the guard loses a race, the primary key
 * protects the log. */
#define IS_FENCED \
    "NOT EXISTS (SELECT FROM nodes WHERE nodes.node = $14::text AND nodes.epoch = given.epoch)"
#define ADD_BATCHES                                                                      \
    "batches AS (INSERT INTO log (room, seq, time_ms, player, cid, marks, events, hash)" \
    " SELECT room, seq, time_ms, player, cid, marks, events, hash FROM judged WHERE verdict = 0)"
/* A far expiry may be an hour short, so that most batches change nothing but the log; store.h. */
#define TOUCH_ROOMS                                                                               \
    "touched AS (UPDATE rooms SET game = judged.game, expires_ms = judged.expires_ms,"            \
    " next_game_id = judged.next_game_id, due_ms = judged.due_ms FROM judged WHERE rooms.room = " \
    "judged.room"                                                                                 \
    " AND verdict = 0 AND seq > 1 AND (rooms.game <> judged.game"                                 \
    " OR (rooms.due_ms <> judged.due_ms AND (rooms.due_ms = 0 OR judged.due_ms < rooms.due_ms))"  \
    " OR rooms.next_game_id <> judged.next_game_id OR rooms.expires_ms > judged.expires_ms"       \
    " OR rooms.expires_ms <= judged.expires_ms - 3600000"                                         \
    " OR rooms.expires_ms <= judged.time_ms + 86400000))"

const char *const postgres_write_sql[POSTGRES_WRITE_COUNT] = {
    [POSTGRES_BEGIN] = "BEGIN",
    [POSTGRES_COMMIT] = "COMMIT",
    [POSTGRES_ROLLBACK] = "ROLLBACK",
    [POSTGRES_APPEND] =
        "WITH given AS (SELECT * FROM unnest(" PLAIN_ARRAYS ")"
        " WITH ORDINALITY AS w (" PLAIN_NAMES ", place)),"
        " judged AS MATERIALIZED (SELECT given.*,"
        " CASE WHEN " IS_FENCED " THEN 3 WHEN " LAST_SEQ
        " <> seq - 1 THEN 1 ELSE 0 END AS verdict FROM given),"
        " " ADD_BATCHES ", " TOUCH_ROOMS " SELECT verdict FROM judged ORDER BY place",
    [POSTGRES_BEGIN_GAME] =
        "WITH given AS (SELECT * FROM unnest(" PLAIN_ARRAYS ", $15::int8[], $16::int8[],"
        " $17::int4[], $18::text[], $19::text[]) WITH ORDINALITY AS w (" PLAIN_NAMES
        ", code, game_id, number, room_text, game_text, place)),"
        " judged AS MATERIALIZED (SELECT given.*, CASE WHEN " IS_FENCED " THEN 3"
        " WHEN " LAST_SEQ " <> seq - 1 THEN 1"
        " WHEN seq = 1 AND EXISTS (SELECT FROM rooms WHERE rooms.code = given.code) THEN 2"
        " WHEN game_id <> 0 AND EXISTS (SELECT FROM game_directory AS d"
        " WHERE d.game_id = given.game_id) THEN 2 ELSE 0 END AS verdict FROM given),"
        " " ADD_BATCHES ", " TOUCH_ROOMS ","
        " made AS (INSERT INTO rooms (room, id, code, game, created_ms, expires_ms, next_game_id,"
        " due_ms, owner) SELECT room, room_text, code, game, time_ms, expires_ms, next_game_id,"
        " due_ms, $14::text FROM judged"
        " WHERE verdict = 0 AND seq = 1),"
        " started AS (INSERT INTO game_directory"
        " (game_id, id, room, number, game, started_seq, started_ms)"
        " SELECT game_id, game_text, room, number, game, seq, time_ms FROM judged"
        " WHERE verdict = 0 AND game_id <> 0)"
        " SELECT verdict FROM judged ORDER BY place",
    [POSTGRES_RESULTS] =
        "INSERT INTO finished (player, game_id, room, game, score, won, reason, ended_ms, point)"
        " SELECT DISTINCT ON (people.player) people.player, game_id, room, game, score, won,"
        " reason, $4::int8, point"
        " FROM (SELECT game_id, room, game FROM game_directory WHERE room = $1::int8"
        " AND started_seq <= $2::int8 ORDER BY started_seq DESC LIMIT 1) AS latest,"
        " unnest($5::int8[], $6::int8[], $7::int4[], $8::text[], $9::text[])"
        " WITH ORDINALITY AS s (player, score, won, reason, point, place)"
        " JOIN people ON people.player = s.player"
        /* Only if the batch is in the log, and is this one. */
        " WHERE EXISTS (SELECT FROM log WHERE room = $1 AND seq = $2 AND hash = $3::bytea)"
        " ORDER BY people.player, place DESC"
        " ON CONFLICT (player, game_id) DO UPDATE SET score = excluded.score, won = excluded.won,"
        " reason = excluded.reason, ended_ms = excluded.ended_ms, point = excluded.point",
    [POSTGRES_PLAYING] =
        "WITH fits AS (SELECT FROM log WHERE room = $1::int8 AND seq = $2::int8"
        " AND hash = $3::bytea), gone AS (DELETE FROM playing WHERE room = $1"
        " AND player <> ALL ($6::int8[]) AND EXISTS (SELECT FROM fits))"
        " INSERT INTO playing (player, room, since_ms, is_long)"
        " SELECT DISTINCT player, $1, $4::int8, $5::int4 FROM unnest($6::int8[]) AS given (player)"
        " WHERE EXISTS (SELECT FROM fits) ON CONFLICT (player, room)"
        " DO UPDATE SET since_ms = excluded.since_ms, is_long = excluded.is_long",
    [POSTGRES_SNAPSHOT] =
        "INSERT INTO snapshots (room, seq, state) SELECT room, seq, $3::bytea FROM log"
        " WHERE room = $1::int8 AND seq = $2::int8"
        " ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, state = excluded.state",
    [POSTGRES_REMOVE_ROOM] =
        /* Never a room that another server has. */
    "WITH gone AS (SELECT room FROM rooms LEFT JOIN nodes ON node = owner WHERE room = $1::int8"
    " AND (until IS NULL OR owner = $2::text OR until < clock_timestamp())),"
    " points AS (INSERT INTO past_points (player, game_id, id, reason, time_ms)"
    " SELECT player, game_id, id, point, ended_ms FROM finished JOIN game_directory AS d"
    " USING (game_id) JOIN gone ON d.room = gone.room WHERE point <> ''"
    " ON CONFLICT DO NOTHING),"
    " batches AS (DELETE FROM log USING gone WHERE log.room = gone.room),"
    " state AS (DELETE FROM snapshots USING gone WHERE snapshots.room = gone.room),"
    " games AS (DELETE FROM game_directory AS d USING gone WHERE d.room = gone.room),"
    " seats AS (DELETE FROM playing USING gone WHERE playing.room = gone.room)"
    " DELETE FROM rooms USING gone WHERE rooms.room = gone.room",
    [POSTGRES_KEEP_ROOM] = "UPDATE rooms SET expires_ms = $2::int8 WHERE room = $1::int8",
    [POSTGRES_PUT_SESSION] =
        "WITH person AS (INSERT INTO people (player, id, name, created_ms)"
        " VALUES ($2::int8, $4::text, $5::text, $6::int8) ON CONFLICT (player)"
        " DO UPDATE SET name = excluded.name WHERE people.name <> excluded.name)"
        " INSERT INTO sessions (token_hash, player, expires_ms)"
        " VALUES ($1::bytea, $2, $3::int8) ON CONFLICT (token_hash)"
        " DO UPDATE SET player = excluded.player, expires_ms = excluded.expires_ms",
    [POSTGRES_DROP_SESSION] = "DELETE FROM sessions WHERE token_hash = $1::bytea",
    [POSTGRES_DROP_SESSIONS] =
        "DELETE FROM sessions WHERE player = $1::int8 AND token_hash <> $2::bytea",
    [POSTGRES_CLEAR_PUSH] = "UPDATE sessions SET push_endpoint = '', push_keys = ''"
                            " WHERE push_endpoint = $1::text AND push_endpoint <> ''",
    [POSTGRES_SET_PUSH] = "UPDATE sessions SET push_endpoint = $2::text, push_keys = $3::text"
                          " WHERE token_hash = $1::bytea",
    [POSTGRES_ALIVE] = "WITH ended AS (DELETE FROM sessions WHERE expires_ms < $1::int8)"
                       " INSERT INTO meta VALUES ('alive_ms', $1::int8::text)"
                       " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
};

bool postgres_set_up_writer(PGconn *conn, struct error *error)
{
    /* Planned once, while the tables may still be empty: an index is right for every statement here. */
    return postgres_exec(conn,
                         "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
                         " SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off",
                         error) &&
           postgres_prepare(conn, 'w', postgres_write_sql, POSTGRES_WRITE_COUNT, error);
}

/* Sending */

static bool send(struct postgres_writer *writer, enum postgres_write_statement statement,
                 struct store_write *first, int count)
{
    if (writer->sent_count == writer->sent_max) {
        size_t max = writer->sent_max ? 2 * writer->sent_max : 64;
        writer->sent = memory_grow(writer->sent, writer->sent_max * sizeof *writer->sent,
                                   max * sizeof *writer->sent);
        writer->sent_max = max;
    }
    writer->sent[writer->sent_count++] =
        (struct postgres_sent){ .statement = statement, .first = first, .count = count };
    return postgres_send(writer->conn, 'w', statement, &writer->given);
}

static bool send_alone(struct postgres_writer *writer, enum postgres_write_statement statement)
{
    postgres_params_clear(&writer->given);
    return send(writer, statement, NULL, 0);
}

static bool makes_or_starts(const struct store_write *write)
{
    return write->expected_seq == 0 || write->marks & STORE_MARK_GAME_STARTED;
}

static void put_text(struct postgres_params *params, int index, const char *text)
{
    postgres_put_bytes(params, index, text, strlen(text));
}

static void begin_appends(struct postgres_params *params)
{
    static const enum append_param numbers[] = { P_ROOM,    P_SEQ,  P_TIME,    P_PLAYER,
                                                 P_CID,     P_CODE, P_EXPIRES, P_NEXT_GAME,
                                                 P_GAME_ID, P_DUE,  P_EPOCH };
    static const enum append_param texts[] = { P_EVENTS, P_GAME, P_ROOM_TEXT, P_GAME_TEXT };
    postgres_params_clear(params);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        postgres_begin_int8s(params, numbers[i]);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        postgres_begin_texts(params, texts[i]);
    postgres_begin_int4s(params, P_MARKS);
    postgres_begin_int4s(params, P_NUMBER);
    postgres_begin_bytes(params, P_HASH);
}

static void put_append(struct postgres_params *params, const struct store_write *write)
{
    postgres_put_int8(params, P_ROOM, write->room);
    postgres_put_int8(params, P_SEQ, write->expected_seq + 1);
    postgres_put_int8(params, P_TIME, write->time_ms);
    postgres_put_int8(params, P_PLAYER, write->player);
    postgres_put_int8(params, P_CID, write->cid);
    postgres_put_int4(params, P_MARKS, write->marks);
    postgres_put_bytes(params, P_EVENTS, write->bytes, write->length);
    postgres_put_bytes(params, P_HASH, write->hash, sizeof write->hash);
    put_text(params, P_GAME, write->game);
    postgres_put_int8(params, P_EXPIRES, write->expires_ms);
    postgres_put_int8(params, P_NEXT_GAME, write->next_game_id);
    postgres_put_int8(params, P_DUE, write->due_ms);
}

static void put_beginning(struct postgres_params *params, const struct store_write *write)
{
    char room[ID_TEXT_SIZE], game[ID_TEXT_SIZE];
    bool is_start = write->marks & STORE_MARK_GAME_STARTED;
    id_write(room, write->room);
    id_write(game, write->game_id);
    postgres_put_int8(params, P_CODE, write->code);
    postgres_put_int8(params, P_GAME_ID, is_start ? write->game_id : 0);
    postgres_put_int4(params, P_NUMBER, write->game_number);
    put_text(params, P_ROOM_TEXT, room);
    put_text(params, P_GAME_TEXT, game);
}

/* Whether `write` can be in one statement with those from `first` on: a statement sees nothing of what it
 * does itself. What starts something stays alone, because codes and games have to differ, too. */
static bool joins(const struct map *rooms, const struct store_write *first,
                  const struct store_write *write)
{
    return write->kind == STORE_APPEND && write->result == ERROR_NONE && !makes_or_starts(first) &&
           !makes_or_starts(write) && !map_get(rooms, write->room) &&
           !(write->marks & STORE_MARK_GAME_OVER) && !write->playing;
}

/* Sends an append and those behind it that can go along; `last` is the last of them. */
static bool send_appends(struct postgres_writer *writer, struct store_write *first,
                         struct store_write **last)
{
    struct map rooms = { 0 };
    bool begins = makes_or_starts(first);
    int count = 0;
    begin_appends(&writer->given);
    postgres_set_text(&writer->given, P_NODE, writer->store->node);
    writer->given.count = begins ? P_COUNT : P_PLAIN_COUNT;
    for (struct store_write *w = first; w && (w == first || joins(&rooms, first, w)); w = w->next) {
        put_append(&writer->given, w);
        postgres_put_int8(&writer->given, P_EPOCH,
                          w->epoch ? w->epoch : atomic_load(&writer->store->epoch));
        if (begins)
            put_beginning(&writer->given, w);
        map_put(&rooms, w->room, w);
        *last = w;
        count++;
        if (w->marks & STORE_MARK_GAME_OVER || w->playing)
            break;
    }
    map_free(&rooms);
    return send(writer, begins ? POSTGRES_BEGIN_GAME : POSTGRES_APPEND, first, count);
}

static bool send_results(struct postgres_writer *writer, const struct store_write *write)
{
    struct postgres_params *params = &writer->given;
    postgres_params_clear(params);
    postgres_add_int8(params, write->room);
    postgres_add_int8(params, write->expected_seq + 1);
    postgres_add_bytes(params, write->hash, sizeof write->hash);
    postgres_add_int8(params, write->time_ms);
    postgres_begin_int8s(params, 4);
    postgres_begin_int8s(params, 5);
    postgres_begin_int4s(params, 6);
    postgres_begin_texts(params, 7);
    postgres_begin_texts(params, 8);
    for (int i = 0; i < write->score_count; i++) {
        const struct store_score *score = &write->scores[i];
        postgres_put_int8(params, 4, score->player);
        postgres_put_int8(params, 5, score->score);
        postgres_put_int4(params, 6, score->won);
        put_text(params, 7, score->reason);
        put_text(params, 8, score->point);
    }
    return send(writer, POSTGRES_RESULTS, NULL, 0);
}

static bool send_playing(struct postgres_writer *writer, const struct store_write *write)
{
    struct postgres_params *params = &writer->given;
    postgres_params_clear(params);
    postgres_add_int8(params, write->room);
    postgres_add_int8(params, write->expected_seq + 1);
    postgres_add_bytes(params, write->hash, sizeof write->hash);
    postgres_add_int8(params, write->time_ms);
    postgres_add_int4(params, write->is_long);
    postgres_begin_int8s(params, 5);
    for (int i = 0; i < write->playing_count; i++)
        postgres_put_int8(params, 5, write->playing[i]);
    return send(writer, POSTGRES_PLAYING, NULL, 0);
}

static bool send_push(struct postgres_writer *writer, struct store_write *write)
{
    struct postgres_params *params = &writer->given;
    postgres_add_text(params, write->push_endpoint);
    if (!send(writer, POSTGRES_CLEAR_PUSH, NULL, 0))
        return false;
    postgres_params_clear(params);
    postgres_add_bytes(params, write->token_hash, sizeof write->token_hash);
    postgres_add_text(params, write->push_endpoint);
    postgres_add_text(params, write->push_keys);
    return send(writer, POSTGRES_SET_PUSH, write, 1);
}

static bool send_session(struct postgres_writer *writer, struct store_write *write)
{
    struct postgres_params *params = &writer->given;
    char id[ID_TEXT_SIZE];
    id_write(id, write->player);
    postgres_add_bytes(params, write->token_hash, sizeof write->token_hash);
    postgres_add_int8(params, write->player);
    postgres_add_int8(params, write->expires_ms);
    postgres_add_text(params, id);
    postgres_add_text(params, write->name);
    postgres_add_int8(params, write->time_ms);
    return send(writer, POSTGRES_PUT_SESSION, write, 1);
}

static bool send_other(struct postgres_writer *writer, struct store_write *write)
{
    struct postgres_params *params = &writer->given;
    postgres_params_clear(params);
    switch (write->kind) {
    case STORE_SNAPSHOT:
        postgres_add_int8(params, write->room);
        postgres_add_int8(params, write->expected_seq);
        postgres_add_bytes(params, write->bytes, write->length);
        return send(writer, POSTGRES_SNAPSHOT, write, 1);
    case STORE_REMOVE_ROOM:
        postgres_add_int8(params, write->room);
        postgres_add_text(params, writer->store->node);
        return send(writer, POSTGRES_REMOVE_ROOM, write, 1);
    case STORE_KEEP_ROOM:
        postgres_add_int8(params, write->room);
        postgres_add_int8(params, write->expires_ms);
        return send(writer, POSTGRES_KEEP_ROOM, write, 1);
    case STORE_PUT_SESSION: return send_session(writer, write);
    case STORE_DROP_SESSION:
        postgres_add_bytes(params, write->token_hash, sizeof write->token_hash);
        return send(writer, POSTGRES_DROP_SESSION, write, 1);
    case STORE_DROP_SESSIONS:
        postgres_add_int8(params, write->player);
        postgres_add_bytes(params, write->token_hash, sizeof write->token_hash);
        return send(writer, POSTGRES_DROP_SESSIONS, write, 1);
    case STORE_SET_PUSH: return send_push(writer, write);
    case STORE_ALIVE:
        postgres_add_int8(params, write->time_ms);
        return send(writer, POSTGRES_ALIVE, write, 1);
    case STORE_APPEND: break;
    }
    assert(!"a kind of write");
    return false;
}

/* The database refuses text that is not UTF-8, and with it the whole group. */
static bool is_text(const char *bytes, size_t length)
{
    return !memchr(bytes, '\0', length) && utf8_valid(bytes, length);
}

static bool is_sendable(const struct store_write *write)
{
    if (write->kind == STORE_APPEND)
        return is_text(write->bytes, write->length);
    if (write->kind == STORE_SET_PUSH)
        return is_text(write->push_endpoint, strlen(write->push_endpoint)) &&
               is_text(write->push_keys, strlen(write->push_keys));
    return write->kind != STORE_PUT_SESSION || is_text(write->name, strlen(write->name));
}

static bool send_write(struct postgres_writer *writer, struct store_write *write,
                       struct store_write **last)
{
    *last = write;
    if (write->result != ERROR_NONE)
        return true;
    if (write->kind != STORE_APPEND)
        return send_other(writer, write);
    assert(write->game && write->bytes && write->room);
    if (!send_appends(writer, write, last))
        return false;
    if ((*last)->marks & STORE_MARK_GAME_OVER && !send_results(writer, *last))
        return false;
    return !(*last)->playing || send_playing(writer, *last);
}

static bool send_group(struct postgres_writer *writer, struct store_write *first)
{
    writer->sent_count = 0;
    writer->is_warned = writer->is_fenced = false;
    for (struct store_write *w = first; w; w = w->next)
        w->result = is_sendable(w) ? ERROR_NONE : ERROR_CORRUPT;
    bool is_sent = send_alone(writer, POSTGRES_BEGIN);
    struct store_write *last;
    for (struct store_write *w = first; w && is_sent; w = last->next)
        is_sent = send_write(writer, w, &last);
    return is_sent && send_alone(writer, POSTGRES_COMMIT) && PQpipelineSync(writer->conn) == 1;
}

/* Receiving */

/* Sends and receives at the same time, because a database that cannot send its answers accepts no more
 * statements. */
static bool flush(struct postgres_writer *writer)
{
    int left;
    while ((left = PQflush(writer->conn)) == 1)
        if (!postgres_wait(writer->conn, true, INT64_MAX, &writer->store->is_closing) ||
            PQconsumeInput(writer->conn) != 1)
            return false;
    return left == 0;
}

/* The next result. NULL with `is_lost` unchanged: the end of a statement's results. No time limit: while
 * the database waits for its standby, nobody knows what will become of the transaction. */
static PGresult *receive(struct postgres_writer *writer, bool *is_lost)
{
    while (PQisBusy(writer->conn))
        if (!postgres_wait(writer->conn, false, INT64_MAX, &writer->store->is_closing) ||
            PQconsumeInput(writer->conn) != 1) {
            *is_lost = true;
            return NULL;
        }
    return PQgetResult(writer->conn);
}

static enum error_kind kind_of_verdict(int verdict)
{
    if (verdict == VERDICT_FENCED)
        return ERROR_FENCED;
    return verdict == VERDICT_FINE    ? ERROR_NONE
           : verdict == VERDICT_STALE ? ERROR_STALE
                                      : ERROR_TAKEN;
}

static void take_verdicts(struct postgres_writer *writer, const struct postgres_sent *sent,
                          const PGresult *result)
{
    struct store_write *write = sent->first;
    for (int i = 0; i < sent->count; i++, write = write->next) {
        write->result =
            i < PQntuples(result) ? kind_of_verdict(postgres_int4(result, i, 0)) : ERROR_IO;
        /* A write of an epoch that has been left says nothing about this one. */
        bool is_of_now = write->epoch == 0 || write->epoch == atomic_load(&writer->store->epoch);
        writer->is_fenced |= write->result == ERROR_FENCED && is_of_now;
    }
}

static void take_result(struct postgres_writer *writer, const struct postgres_sent *sent,
                        PGresult *result)
{
    bool needs_row = sent->statement == POSTGRES_SNAPSHOT ||
                     sent->statement == POSTGRES_REMOVE_ROOM ||
                     sent->statement == POSTGRES_KEEP_ROOM;
    if (sent->statement == POSTGRES_APPEND || sent->statement == POSTGRES_BEGIN_GAME)
        take_verdicts(writer, sent, result);
    else if (needs_row && atoi(PQcmdTuples(result)) == 0)
        sent->first->result = ERROR_MISSING;
}

enum outcome {
    OUTCOME_DONE,
    OUTCOME_AGAIN, /* undone; the same may succeed now */
    OUTCOME_FULL,  /* undone; the database's disk is full */
    OUTCOME_LOST,  /* it is not known whether the commit happened */
};

static enum outcome outcome_of(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!state)
        return OUTCOME_LOST;
    if (strcmp(state, "23505") == 0 || strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0)
        return OUTCOME_AGAIN;
    return strcmp(state, "53100") == 0 ? OUTCOME_FULL : OUTCOME_LOST;
}

static bool is_committed(const struct postgres_sent *sent, PGresult *result)
{
    return sent->statement == POSTGRES_COMMIT && strcmp(PQcmdStatus(result), "COMMIT") == 0;
}

/* Reads all answers of a pipeline, to its end. */
static enum outcome receive_group(struct postgres_writer *writer, struct error *error)
{
    enum outcome outcome = OUTCOME_LOST;
    bool is_lost = false, has_failed = false, is_over = false;
    size_t at = 0;
    while (!is_over) {
        PGresult *result = receive(writer, &is_lost);
        if (is_lost || (!result && PQstatus(writer->conn) == CONNECTION_BAD)) {
            PQclear(result);
            postgres_error(error, writer->conn, NULL, "write");
            return OUTCOME_LOST;
        }
        ExecStatusType status = PQresultStatus(result);
        if (!result) {
            at++;
        } else if (status == PGRES_PIPELINE_SYNC) {
            is_over = true;
        } else if (status == PGRES_FATAL_ERROR && !has_failed) {
            has_failed = true;
            outcome = outcome_of(result);
            postgres_error(error, writer->conn, result, "write");
        } else if (!has_failed && at < writer->sent_count) {
            take_result(writer, &writer->sent[at], result);
            if (is_committed(&writer->sent[at], result))
                outcome = OUTCOME_DONE;
        }
        PQclear(result);
    }
    if (outcome == OUTCOME_DONE && writer->is_warned) {
        error_set(error, ERROR_IO, "the database warned at a commit: its standby may not have it");
        return OUTCOME_LOST;
    }
    return outcome;
}

static bool roll_back(struct postgres_writer *writer)
{
    writer->sent_count = 0;
    bool is_sent =
        send_alone(writer, POSTGRES_ROLLBACK) && PQpipelineSync(writer->conn) == 1 && flush(writer);
    if (is_sent)
        receive_group(writer, NULL);
    return is_sent && PQstatus(writer->conn) == CONNECTION_OK &&
           PQtransactionStatus(writer->conn) == PQTRANS_IDLE;
}

static void set_all(struct store_write *first, enum error_kind result)
{
    for (struct store_write *w = first; w; w = w->next)
        w->result = result;
}

bool postgres_commit(struct postgres_writer *writer, struct store_write *first, struct error *error)
{
    enum outcome outcome = OUTCOME_AGAIN;
    for (int i = 0; i < TRIES_MAX && outcome == OUTCOME_AGAIN; i++) {
        outcome = send_group(writer, first) && flush(writer) ? receive_group(writer, error)
                                                             : OUTCOME_LOST;
        if (outcome == OUTCOME_DONE)
            return true;
        if (outcome != OUTCOME_LOST && !roll_back(writer))
            outcome = OUTCOME_LOST;
    }
    set_all(first, outcome == OUTCOME_FULL ? ERROR_FULL : ERROR_IO);
    if (outcome == OUTCOME_LOST && PQstatus(writer->conn) == CONNECTION_BAD)
        postgres_error(error, writer->conn, NULL, "write");
    return outcome != OUTCOME_LOST;
}
