/* The reads, all on one thread. A statement is reset before a read returns, so that no read
 * transaction stays open and checkpoints can finish. */
#include "sqlite_store.h"

#include <string.h>

#include "base/text.h"

#define ROOM_COLUMNS "room, code, created_ms, expires_ms, game, " SQL_LAST_SEQ("rooms.room")

/* People by their results, best first. */
#define RANKS(condition)                                                         \
    "SELECT player, games, wins, score, name, one, two, three, four FROM"        \
    " (SELECT player, count(*) AS games, sum(won) AS wins, sum(score) AS score," \
    " sum(point = ?3) AS one, sum(point = ?4) AS two,"                           \
    " sum(point = ?5) AS three, sum(point = ?6) AS four"                         \
    " FROM results " condition " GROUP BY player) JOIN people USING (player)"    \
    " ORDER BY score DESC, wins DESC, games, player"
_Static_assert(STORE_POINTS_MAX == 4, "one sum each");

static const char *const read_sql[READ_COUNT] = {
    [READ_CODE] = "SELECT " ROOM_COLUMNS " FROM rooms WHERE code = ?1",
    [READ_ROOM] = "SELECT " ROOM_COLUMNS " FROM rooms WHERE room = ?1",
    [READ_GAME] = "SELECT room FROM game_directory WHERE game_id = ?1"
                  " UNION ALL SELECT room FROM rooms WHERE next_game_id = ?1 AND next_game_id <> 0",
    [READ_LOG] = "SELECT seq, time_ms, player, cid, marks, events, hash FROM log"
                 " WHERE room = ?1 AND seq > ?2 ORDER BY seq",
    [READ_SNAPSHOT] = "SELECT seq, state FROM snapshots WHERE room = ?1",
    [READ_SESSION] = "SELECT player, expires_ms, name FROM sessions JOIN people USING (player)"
                     " WHERE token_hash = ?1",
    [READ_PERSON] = "SELECT player, 0, name FROM people WHERE player = ?1",
    [READ_PEOPLE] = "SELECT player, 0, name FROM people WHERE instr(lower(name), lower(?1)) > 0"
                    " ORDER BY created_ms DESC, player LIMIT ?2",
    [READ_ROOMS] = "SELECT " ROOM_COLUMNS " FROM rooms WHERE room BETWEEN ?1 AND ?2"
                   " AND (?3 = 0 OR expires_ms < ?3) ORDER BY room LIMIT ?4",
    [READ_LEADERBOARD] = RANKS("") " LIMIT ?1",
    [READ_LEADERBOARD_OF_GAME] = RANKS("WHERE game = ?2") " LIMIT ?1",
    [READ_HISTORY] = "SELECT room, game_id, player, score, ended_ms, won, game, reason, point, name"
                     " FROM results JOIN people USING (player) WHERE player = ?1"
                     " ORDER BY ended_ms DESC, game_id LIMIT ?2",
    [READ_ALIVE] = "SELECT value FROM meta WHERE key = 'alive_ms'",
    [READ_PLAYING] = "SELECT room FROM playing WHERE player = ?1"
                     " ORDER BY is_long DESC, since_ms DESC, room LIMIT ?2",
    [READ_LONG] = "SELECT DISTINCT room FROM playing WHERE is_long AND room > ?1"
                  " ORDER BY room LIMIT ?2",
    [READ_PUSHES] = "SELECT token_hash, push_endpoint, push_keys FROM sessions WHERE player = ?1"
                    " AND push_endpoint <> '' AND expires_ms > ?3"
                    " ORDER BY expires_ms DESC, token_hash LIMIT ?2",
    [READ_PUSH_COUNT] = "SELECT count(*) FROM sessions WHERE push_endpoint <> ''",
};

bool sqlite_prepare_reads(struct sqlite_store *store, struct error *error)
{
    return sqlite_prepare_all(store->reader, read_sql, READ_COUNT, store->read, error);
}

/* The statement, or NULL while the only connection is lost. */
static sqlite3_stmt *reading(struct store *store, enum read_statement which)
{
    return ((struct sqlite_store *)store)->read[which];
}

static bool no_connection(struct error *error)
{
    return error_set(error, ERROR_IO, "the data file is not open");
}

/* Steps to the only row. False, with the statement reset, if there is none. */
static bool one_row(sqlite3_stmt *statement, struct error *error)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        error_set(error, ERROR_MISSING, "no such entry");
    else
        sqlite_error(error, sqlite3_db_handle(statement), code, "read");
    sqlite3_reset(statement);
    return false;
}

static bool row_with(sqlite3_stmt *statement, int64_t key, struct error *error)
{
    if (!statement)
        return no_connection(error);
    sqlite3_bind_int64(statement, 1, key);
    return one_row(statement, error);
}

/* Names and ids were bounded when they were written; a longer one comes out empty. */
static void take_text(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    text_copy(out, size, text ? text : "");
}

static void take_room(sqlite3_stmt *s, struct store_room *out)
{
    *out = (struct store_room){ .room = sqlite3_column_int64(s, 0),
                                .code = sqlite3_column_int64(s, 1),
                                .created_ms = sqlite3_column_int64(s, 2),
                                .expires_ms = sqlite3_column_int64(s, 3),
                                .seq = sqlite3_column_int64(s, 5) };
    take_text(s, 4, out->game, sizeof out->game);
}

static bool find_room_by(sqlite3_stmt *s, int64_t key, struct store_room *out, struct error *error)
{
    if (!row_with(s, key, error))
        return false;
    take_room(s, out);
    sqlite3_reset(s);
    return true;
}

bool sqlite_find_code(struct store *store, int64_t code, struct store_room *out,
                      struct error *error)
{
    return find_room_by(reading(store, READ_CODE), code, out, error);
}

bool sqlite_find_room(struct store *store, int64_t room, struct store_room *out,
                      struct error *error)
{
    return find_room_by(reading(store, READ_ROOM), room, out, error);
}

bool sqlite_find_game(struct store *store, int64_t game_id, int64_t *room, struct error *error)
{
    sqlite3_stmt *s = reading(store, READ_GAME);
    if (!row_with(s, game_id, error))
        return false;
    *room = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return true;
}

static bool take_batch(sqlite3_stmt *s, struct store_batch *out)
{
    *out = (struct store_batch){ .seq = sqlite3_column_int64(s, 0),
                                 .time_ms = sqlite3_column_int64(s, 1),
                                 .player = sqlite3_column_int64(s, 2),
                                 .cid = sqlite3_column_int64(s, 3),
                                 .marks = sqlite3_column_int(s, 4),
                                 .events = (const char *)sqlite3_column_text(s, 5),
                                 .length = (size_t)sqlite3_column_bytes(s, 5),
                                 .hash = sqlite3_column_blob(s, 6) };
    return out->events && sqlite3_column_bytes(s, 6) == 32;
}

static int load_rows(sqlite3_stmt *s, bool (*each)(void *, const struct store_batch *),
                     void *context)
{
    struct store_batch batch;
    int code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        if (!take_batch(s, &batch))
            return SQLITE_CORRUPT;
        if (!each(context, &batch))
            return SQLITE_DONE;
    }
    return code;
}

bool sqlite_load(struct store *store, int64_t room, int64_t after_seq,
                 bool (*each)(void *, const struct store_batch *), void *context,
                 struct error *error)
{
    sqlite3_stmt *s = reading(store, READ_LOG);
    if (!s)
        return no_connection(error);
    sqlite3_bind_int64(s, 1, room);
    sqlite3_bind_int64(s, 2, after_seq);
    int code = load_rows(s, each, context);
    if (code != SQLITE_DONE)
        sqlite_error(error, NULL, code, "a room's log");
    sqlite3_reset(s);
    return code == SQLITE_DONE;
}

bool sqlite_load_snapshot(struct store *store, int64_t room, int64_t *seq,
                          void (*take)(void *, const void *, size_t), void *context,
                          struct error *error)
{
    sqlite3_stmt *s = reading(store, READ_SNAPSHOT);
    if (!row_with(s, room, error))
        return false;
    *seq = sqlite3_column_int64(s, 0);
    const void *state = sqlite3_column_blob(s, 1);
    take(context, state, (size_t)sqlite3_column_bytes(s, 1));
    sqlite3_reset(s);
    return true;
}

static void read_session(sqlite3_stmt *s, struct store_session *out)
{
    *out = (struct store_session){ .player = sqlite3_column_int64(s, 0),
                                   .expires_ms = sqlite3_column_int64(s, 1) };
    take_text(s, 2, out->name, sizeof out->name);
}

static void take_session(sqlite3_stmt *s, struct store_session *out)
{
    read_session(s, out);
    sqlite3_reset(s);
}

bool sqlite_find_session(struct store *store, const uint8_t token_hash[32],
                         struct store_session *out, struct error *error)
{
    sqlite3_stmt *s = reading(store, READ_SESSION);
    if (!s)
        return no_connection(error);
    sqlite3_bind_blob(s, 1, token_hash, 32, SQLITE_STATIC);
    if (!one_row(s, error))
        return false;
    take_session(s, out);
    return true;
}

bool sqlite_find_player(struct store *store, int64_t player, struct store_session *out,
                        struct error *error)
{
    sqlite3_stmt *s = reading(store, READ_PERSON);
    if (!row_with(s, player, error))
        return false;
    take_session(s, out);
    return true;
}

int sqlite_list_people(struct store *store, const char *part, struct store_session *out, int max)
{
    sqlite3_stmt *s = reading(store, READ_PEOPLE);
    if (!s)
        return -1;
    sqlite3_bind_text(s, 1, part, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, max);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        read_session(s, &out[count++]);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return code == SQLITE_DONE ? count : -1;
}

/* The rooms from `first` to `last`, as signed numbers; count or -1. */
static int list_range(sqlite3_stmt *s, int64_t first, int64_t last, int64_t expires_before_ms,
                      struct store_room *out, int max)
{
    sqlite3_bind_int64(s, 1, first);
    sqlite3_bind_int64(s, 2, last);
    sqlite3_bind_int64(s, 3, expires_before_ms);
    sqlite3_bind_int64(s, 4, max);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        take_room(s, &out[count++]);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? count : -1;
}

/* Ids are unsigned, SQLite's numbers signed: the upper half of the ids are the negative numbers. */
int sqlite_list_rooms(struct store *store, int64_t expires_before_ms, int64_t after_room,
                      struct store_room *out, int max)
{
    sqlite3_stmt *s = reading(store, READ_ROOMS);
    if (!s)
        return -1;
    if (after_room == -1)
        return 0;
    int count = 0;
    int64_t first = (int64_t)((uint64_t)after_room + 1);
    if (first >= 0) {
        count = list_range(s, first, INT64_MAX, expires_before_ms, out, max);
        first = INT64_MIN;
    }
    if (count < 0 || count == max)
        return count;
    int more = list_range(s, first, -1, expires_before_ms, out + count, max - count);
    return more < 0 ? -1 : count + more;
}

static void bind_points(sqlite3_stmt *s, const char *const *points)
{
    sqlite3_clear_bindings(s);
    for (int i = 0; points && i < STORE_POINTS_MAX && points[i]; i++)
        sqlite3_bind_text(s, 3 + i, points[i], -1, SQLITE_STATIC);
}

static void take_rank(sqlite3_stmt *s, struct store_rank *out)
{
    *out = (struct store_rank){ .player = sqlite3_column_int64(s, 0),
                                .games = sqlite3_column_int64(s, 1),
                                .wins = sqlite3_column_int64(s, 2),
                                .score = sqlite3_column_int64(s, 3) };
    take_text(s, 4, out->name, sizeof out->name);
    for (int i = 0; i < STORE_POINTS_MAX; i++)
        out->points[i] = sqlite3_column_int64(s, 5 + i);
}

int sqlite_leaderboard(struct store *store, const char *game, const char *const *points,
                       struct store_rank *out, int max)
{
    sqlite3_stmt *s = reading(store, game ? READ_LEADERBOARD_OF_GAME : READ_LEADERBOARD);
    if (!s)
        return -1;
    bind_points(s, points);
    sqlite3_bind_int64(s, 1, max);
    if (game)
        sqlite3_bind_text(s, 2, game, -1, SQLITE_STATIC);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        take_rank(s, &out[count++]);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? count : -1;
}

static void take_result(sqlite3_stmt *s, struct store_result *out)
{
    *out = (struct store_result){ .room = sqlite3_column_int64(s, 0),
                                  .game_id = sqlite3_column_int64(s, 1),
                                  .player = sqlite3_column_int64(s, 2),
                                  .score = sqlite3_column_int64(s, 3),
                                  .ended_ms = sqlite3_column_int64(s, 4),
                                  .won = sqlite3_column_int(s, 5) != 0 };
    take_text(s, 6, out->game, sizeof out->game);
    take_text(s, 7, out->reason, sizeof out->reason);
    take_text(s, 8, out->point, sizeof out->point);
    take_text(s, 9, out->name, sizeof out->name);
}

int sqlite_history(struct store *store, int64_t player, struct store_result *out, int max)
{
    sqlite3_stmt *s = reading(store, READ_HISTORY);
    if (!s)
        return -1;
    sqlite3_bind_int64(s, 1, player);
    sqlite3_bind_int64(s, 2, max);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        take_result(s, &out[count++]);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? count : -1;
}

int64_t sqlite_alive_ms(struct store *store)
{
    sqlite3_stmt *s = reading(store, READ_ALIVE);
    if (!s || !one_row(s, NULL))
        return 0;
    int64_t alive_ms = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return alive_ms;
}

static int list_ids(sqlite3_stmt *s, int64_t key, int64_t *out, int max)
{
    if (!s)
        return -1;
    sqlite3_bind_int64(s, 1, key);
    sqlite3_bind_int64(s, 2, max);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW)
        out[count++] = sqlite3_column_int64(s, 0);
    sqlite3_reset(s);
    return code == SQLITE_DONE ? count : -1;
}

int sqlite_list_playing(struct store *store, int64_t player, int64_t *out, int max)
{
    return list_ids(reading(store, READ_PLAYING), player, out, max);
}

int sqlite_list_long(struct store *store, int64_t after_room, int64_t *out, int max)
{
    return list_ids(reading(store, READ_LONG), after_room, out, max);
}

int sqlite_list_pushes(struct store *store, int64_t player, int64_t now_ms, struct store_push *out,
                       int max)
{
    sqlite3_stmt *s = reading(store, READ_PUSHES);
    if (!s)
        return -1;
    sqlite3_bind_int64(s, 1, player);
    sqlite3_bind_int64(s, 2, max);
    sqlite3_bind_int64(s, 3, now_ms);
    int count = 0, code;
    while ((code = sqlite3_step(s)) == SQLITE_ROW) {
        if (sqlite3_column_bytes(s, 0) != sizeof out->token_hash)
            continue;
        memcpy(out[count].token_hash, sqlite3_column_blob(s, 0), sizeof out->token_hash);
        take_text(s, 1, out[count].endpoint, sizeof out->endpoint);
        take_text(s, 2, out[count].keys, sizeof out->keys);
        count++;
    }
    sqlite3_reset(s);
    return code == SQLITE_DONE ? count : -1;
}

int64_t sqlite_count_pushes(struct store *store)
{
    sqlite3_stmt *s = reading(store, READ_PUSH_COUNT);
    if (!s)
        return -1;
    int64_t count = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int64(s, 0) : -1;
    sqlite3_reset(s);
    return count;
}
