/* What each kind of write does, inside the one transaction of its group.
 *
 * A write that is refused (stale, taken, missing) must change nothing while its neighbours commit, so every
 * kind checks everything that could refuse it before it changes anything. There is only one writer, so the
 * checks stay valid. A failure after the checks is a failure of the disk and ends the whole group. */
#include "sqlite_store.h"

#include <assert.h>

#include "base/text.h"

static const char *const write_sql[WRITE_COUNT] = {
    [WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [WRITE_COMMIT] = "COMMIT",
    [WRITE_ROLLBACK] = "ROLLBACK",
    [WRITE_LAST_SEQ] = "SELECT " SQL_LAST_SEQ("?1"),
    [WRITE_CODE_USER] = "SELECT room FROM rooms WHERE code = ?1",
    [WRITE_GAME_USER] = "SELECT room FROM game_directory WHERE game_id = ?1",
    [WRITE_ROOM] = "INSERT INTO rooms (room, id, code, game, created_ms, expires_ms, next_game_id)"
                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [WRITE_TOUCH_ROOM] = "UPDATE rooms SET game = ?2, expires_ms = ?3, next_game_id = ?4"
                         " WHERE room = ?1",
    [WRITE_BATCH] = "INSERT INTO arrivals (room, seq, time_ms, player, cid, marks, events, hash)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [WRITE_SHELVE] = "INSERT INTO shelf (room, seq, time_ms, player, cid, marks, events, hash)"
                     " SELECT room, seq, time_ms, player, cid, marks, events, hash FROM arrivals"
                     " ORDER BY room, seq",
    [WRITE_CLEAR_ARRIVALS] = "DELETE FROM arrivals",
    [WRITE_GAME] = "INSERT INTO game_directory"
                   " (game_id, id, room, number, game, started_seq, started_ms)"
                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [WRITE_RESULT] = "INSERT OR REPLACE INTO finished"
                     " (player, game_id, room, game, score, won, reason, ended_ms, point)"
                     " SELECT player, game_id, room, game, ?4, ?5, ?6, ?7, ?8"
                     " FROM game_directory JOIN people ON people.player = ?3"
                     " WHERE room = ?1 AND started_seq <= ?2 ORDER BY started_seq DESC LIMIT 1",
    [WRITE_SNAPSHOT] = "INSERT OR REPLACE INTO snapshots (room, seq, state)"
                       " SELECT room, seq, ?3 FROM log WHERE room = ?1 AND seq = ?2",
    [WRITE_PAST_POINTS] = "INSERT OR IGNORE INTO past_points (player, game_id, id, reason, time_ms)"
                          " SELECT player, game_id, id, point, ended_ms"
                          " FROM finished JOIN game_directory USING (game_id)"
                          " WHERE game_directory.room = ?1 AND point <> ''",
    [WRITE_REMOVE_ARRIVALS] = "DELETE FROM arrivals WHERE room = ?1",
    [WRITE_REMOVE_LOG] = "DELETE FROM shelf WHERE room = ?1",
    [WRITE_REMOVE_SNAPSHOT] = "DELETE FROM snapshots WHERE room = ?1",
    [WRITE_REMOVE_GAMES] = "DELETE FROM game_directory WHERE room = ?1",
    [WRITE_REMOVE_ROOM] = "DELETE FROM rooms WHERE room = ?1",
    [WRITE_KEEP_ROOM] = "UPDATE rooms SET expires_ms = ?2 WHERE room = ?1",
    [WRITE_PERSON] = "INSERT INTO people (player, id, name, created_ms) VALUES (?1, ?2, ?3, ?4)"
                     " ON CONFLICT (player) DO UPDATE SET name = excluded.name",
    [WRITE_SESSION] = "INSERT INTO sessions (token_hash, player, expires_ms) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT (token_hash) DO UPDATE SET player = excluded.player,"
                      " expires_ms = excluded.expires_ms",
    [WRITE_DROP_SESSION] = "DELETE FROM sessions WHERE token_hash = ?1",
    [WRITE_DROP_SESSIONS] = "DELETE FROM sessions WHERE player = ?1 AND token_hash <> ?2",
    [WRITE_ALIVE] = "INSERT OR REPLACE INTO meta VALUES ('alive_ms', ?1)",
    [WRITE_DROP_ENDED] = "DELETE FROM sessions WHERE expires_ms < ?1",
    [WRITE_CLEAR_PLAYING] = "DELETE FROM playing WHERE room = ?1",
    [WRITE_PLAYING] = "INSERT OR REPLACE INTO playing (player, room, since_ms, is_long)"
                      " VALUES (?2, ?1, ?3, ?4)",
    [WRITE_CLEAR_PUSH] = "UPDATE sessions SET push_endpoint = '', push_keys = ''"
                         " WHERE push_endpoint = ?1 AND push_endpoint <> ''",
    [WRITE_PUSH] = "UPDATE sessions SET push_endpoint = ?2, push_keys = ?3 WHERE token_hash = ?1",
};

bool sqlite_prepare_writes(struct sqlite_store *store, struct error *error)
{
    return sqlite_prepare_all(store->writer, write_sql, WRITE_COUNT, store->write, error);
}

static int refuse(struct store_write *write, enum error_kind kind)
{
    write->result = kind;
    return SQLITE_OK;
}

/* Binds the one integer of a statement and runs it. */
static int run_with(sqlite3_stmt *statement, int64_t value)
{
    sqlite3_bind_int64(statement, 1, value);
    return sqlite_run(statement);
}

/* The one integer that a statement with one argument gives; 0 if it has no row. */
static int look_up(sqlite3_stmt *statement, int64_t argument, int64_t *value)
{
    sqlite3_bind_int64(statement, 1, argument);
    int code = sqlite3_step(statement);
    *value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* An id as its table keeps it: the number, and as the API spells it. */
static void bind_id(sqlite3_stmt *statement, int64_t id)
{
    char text[ID_TEXT_SIZE];
    id_write(text, id);
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_text(statement, 2, text, -1, SQLITE_TRANSIENT);
}

static int insert_room(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_ROOM];
    sqlite_keep_head(store, write);
    bind_id(s, write->room);
    sqlite3_bind_int64(s, 3, write->code);
    sqlite3_bind_text(s, 4, write->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 5, write->time_ms);
    sqlite3_bind_int64(s, 6, write->expires_ms);
    sqlite3_bind_int64(s, 7, write->next_game_id);
    return sqlite_run(s);
}

static int touch_room(struct sqlite_store *store, const struct store_write *write)
{
    struct head *head = sqlite_head(store, write->room);
    if (head && sqlite_head_is_fine(head, write)) {
        head->seq++;
        return SQLITE_OK;
    }
    sqlite_keep_head(store, write);
    sqlite3_stmt *s = store->write[WRITE_TOUCH_ROOM];
    sqlite3_bind_int64(s, 1, write->room);
    sqlite3_bind_text(s, 2, write->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 3, write->expires_ms);
    sqlite3_bind_int64(s, 4, write->next_game_id);
    return sqlite_run(s);
}

static int insert_batch(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_BATCH];
    sqlite3_bind_int64(s, 1, write->room);
    sqlite3_bind_int64(s, 2, write->expected_seq + 1);
    sqlite3_bind_int64(s, 3, write->time_ms);
    sqlite3_bind_int64(s, 4, write->player);
    sqlite3_bind_int64(s, 5, write->cid);
    sqlite3_bind_int64(s, 6, write->marks);
    sqlite3_bind_text64(s, 7, write->bytes, write->length, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_blob(s, 8, write->hash, sizeof write->hash, SQLITE_STATIC);
    return sqlite_run(s);
}

static int insert_game(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_GAME];
    bind_id(s, write->game_id);
    sqlite3_bind_int64(s, 3, write->room);
    sqlite3_bind_int64(s, 4, write->game_number);
    sqlite3_bind_text(s, 5, write->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 6, write->expected_seq + 1);
    sqlite3_bind_int64(s, 7, write->time_ms);
    return sqlite_run(s);
}

static int insert_result(struct sqlite_store *store, const struct store_write *write,
                         const struct store_score *score)
{
    sqlite3_stmt *s = store->write[WRITE_RESULT];
    sqlite3_bind_int64(s, 1, write->room);
    sqlite3_bind_int64(s, 2, write->expected_seq + 1);
    sqlite3_bind_int64(s, 3, score->player);
    sqlite3_bind_int64(s, 4, score->score);
    sqlite3_bind_int(s, 5, score->won);
    sqlite3_bind_text(s, 6, score->reason, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 7, write->time_ms);
    sqlite3_bind_text(s, 8, score->point, -1, SQLITE_STATIC);
    return sqlite_run(s);
}

static int insert_results(struct sqlite_store *store, const struct store_write *write)
{
    int code = SQLITE_OK;
    for (int i = 0; i < write->score_count && code == SQLITE_OK; i++)
        code = insert_result(store, write, &write->scores[i]);
    return code;
}

static int insert_playing(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_PLAYING];
    int code = run_with(store->write[WRITE_CLEAR_PLAYING], write->room);
    sqlite3_bind_int64(s, 1, write->room);
    sqlite3_bind_int64(s, 3, write->time_ms);
    sqlite3_bind_int(s, 4, write->is_long);
    for (int i = 0; i < write->playing_count && code == SQLITE_OK; i++) {
        sqlite3_bind_int64(s, 2, write->playing[i]);
        code = sqlite_run(s);
    }
    return code;
}

static int last_seq(struct sqlite_store *store, int64_t room, int64_t *seq)
{
    const struct head *head = sqlite_head(store, room);
    if (!head)
        return look_up(store->write[WRITE_LAST_SEQ], room, seq);
    *seq = head->seq;
    return SQLITE_OK;
}

/* Sets the result if this batch must be refused. */
static int check_append(struct sqlite_store *store, struct store_write *write)
{
    int64_t seq, user;
    int code = last_seq(store, write->room, &seq);
    if (code != SQLITE_OK)
        return code;
    if (seq != write->expected_seq)
        return refuse(write, ERROR_STALE);
    if (write->expected_seq == 0) {
        code = look_up(store->write[WRITE_CODE_USER], write->code, &user);
        if (code != SQLITE_OK || user)
            return code != SQLITE_OK ? code : refuse(write, ERROR_TAKEN);
    }
    if (write->marks & STORE_MARK_GAME_STARTED) {
        code = look_up(store->write[WRITE_GAME_USER], write->game_id, &user);
        if (code == SQLITE_OK && user)
            return refuse(write, ERROR_TAKEN);
    }
    return code;
}

static int append(struct sqlite_store *store, struct store_write *write)
{
    assert(write->game && write->bytes && write->room);
    int code = check_append(store, write);
    if (code != SQLITE_OK || write->result != ERROR_NONE)
        return code;
    code = write->expected_seq == 0 ? insert_room(store, write) : touch_room(store, write);
    if (code == SQLITE_OK)
        code = insert_batch(store, write);
    if (code == SQLITE_OK && write->marks & STORE_MARK_GAME_STARTED)
        code = insert_game(store, write);
    if (code == SQLITE_OK && write->marks & STORE_MARK_GAME_OVER)
        code = insert_results(store, write);
    if (code == SQLITE_OK && write->playing)
        code = insert_playing(store, write);
    return code;
}

static int put_snapshot(struct sqlite_store *store, struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_SNAPSHOT];
    sqlite3_bind_int64(s, 1, write->room);
    sqlite3_bind_int64(s, 2, write->expected_seq);
    sqlite3_bind_blob64(s, 3, write->bytes, write->length, SQLITE_STATIC);
    int code = sqlite_run(s);
    if (code == SQLITE_OK && sqlite3_changes(store->writer) == 0)
        return refuse(write, ERROR_MISSING);
    return code;
}

static int remove_room(struct sqlite_store *store, struct store_write *write)
{
    static const enum write_statement steps[] = { WRITE_PAST_POINTS,  WRITE_REMOVE_ARRIVALS,
                                                  WRITE_REMOVE_LOG,   WRITE_REMOVE_SNAPSHOT,
                                                  WRITE_REMOVE_GAMES, WRITE_CLEAR_PLAYING,
                                                  WRITE_REMOVE_ROOM };
    sqlite_forget_head(store, write->room);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        int code = run_with(store->write[steps[i]], write->room);
        if (code != SQLITE_OK)
            return code;
    }
    return sqlite3_changes(store->writer) == 0 ? refuse(write, ERROR_MISSING) : SQLITE_OK;
}

static int keep_room(struct sqlite_store *store, struct store_write *write)
{
    sqlite_forget_head(store, write->room);
    sqlite3_bind_int64(store->write[WRITE_KEEP_ROOM], 2, write->expires_ms);
    int code = run_with(store->write[WRITE_KEEP_ROOM], write->room);
    if (code == SQLITE_OK && sqlite3_changes(store->writer) == 0)
        return refuse(write, ERROR_MISSING);
    return code;
}

static int put_session(struct sqlite_store *store, const struct store_write *write)
{
    assert(write->name);
    sqlite3_stmt *person = store->write[WRITE_PERSON], *session = store->write[WRITE_SESSION];
    bind_id(person, write->player);
    sqlite3_bind_text(person, 3, write->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(person, 4, write->time_ms);
    int code = sqlite_run(person);
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_blob(session, 1, write->token_hash, sizeof write->token_hash, SQLITE_STATIC);
    sqlite3_bind_int64(session, 2, write->player);
    sqlite3_bind_int64(session, 3, write->expires_ms);
    return sqlite_run(session);
}

static int drop_session(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_DROP_SESSION];
    sqlite3_bind_blob(s, 1, write->token_hash, sizeof write->token_hash, SQLITE_STATIC);
    return sqlite_run(s);
}

static int drop_sessions(struct sqlite_store *store, const struct store_write *write)
{
    sqlite3_stmt *s = store->write[WRITE_DROP_SESSIONS];
    sqlite3_bind_int64(s, 1, write->player);
    sqlite3_bind_blob(s, 2, write->token_hash, sizeof write->token_hash, SQLITE_STATIC);
    return sqlite_run(s);
}

/* A device belongs to one person: only the last one who registered it gets messages there. */
static int set_push(struct sqlite_store *store, struct store_write *write)
{
    sqlite3_stmt *clear = store->write[WRITE_CLEAR_PUSH], *set = store->write[WRITE_PUSH];
    sqlite3_bind_text(clear, 1, write->push_endpoint, -1, SQLITE_STATIC);
    int code = sqlite_run(clear);
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_blob(set, 1, write->token_hash, sizeof write->token_hash, SQLITE_STATIC);
    sqlite3_bind_text(set, 2, write->push_endpoint, -1, SQLITE_STATIC);
    sqlite3_bind_text(set, 3, write->push_keys, -1, SQLITE_STATIC);
    return sqlite_run(set);
}

static int note_alive(struct sqlite_store *store, const struct store_write *write)
{
    int code = run_with(store->write[WRITE_ALIVE], write->time_ms);
    return code == SQLITE_OK ? run_with(store->write[WRITE_DROP_ENDED], write->time_ms) : code;
}

static int do_write(struct sqlite_store *store, struct store_write *write)
{
    write->result = ERROR_NONE;
    switch (write->kind) {
    case STORE_APPEND: return append(store, write);
    case STORE_SNAPSHOT: return put_snapshot(store, write);
    case STORE_REMOVE_ROOM: return remove_room(store, write);
    case STORE_KEEP_ROOM: return keep_room(store, write);
    case STORE_PUT_SESSION: return put_session(store, write);
    case STORE_DROP_SESSION: return drop_session(store, write);
    case STORE_DROP_SESSIONS: return drop_sessions(store, write);
    case STORE_SET_PUSH: return set_push(store, write);
    case STORE_ALIVE: return note_alive(store, write);
    }
    assert(!"a kind of write");
    return SQLITE_MISUSE;
}

/* Commits if all went well so far, else undoes everything since the beginning. */
static int end_transaction(struct sqlite_store *store, int code)
{
    if (code == SQLITE_OK)
        code = sqlite_run(store->write[WRITE_COMMIT]);
    if (code == SQLITE_OK)
        return SQLITE_OK;
    sqlite_forget_heads(store);
    /* Some errors have rolled back already. */
    if (!sqlite3_get_autocommit(store->writer))
        sqlite_run(store->write[WRITE_ROLLBACK]);
    return code;
}

static int count_appended(const struct store_write *first)
{
    int count = 0;
    for (const struct store_write *w = first; w; w = w->next)
        count += w->kind == STORE_APPEND && w->result == ERROR_NONE;
    return count;
}

int sqlite_commit(struct sqlite_store *store, struct store_write *first)
{
    int code = sqlite_run(store->write[WRITE_BEGIN]);
    for (struct store_write *w = first; w && code == SQLITE_OK; w = w->next)
        code = do_write(store, w);
    code = end_transaction(store, code);
    if (code == SQLITE_OK)
        store->arrivals += count_appended(first);
    else
        for (struct store_write *w = first; w; w = w->next)
            w->result = sqlite_kind(code);
    return code;
}

int sqlite_shelve(struct sqlite_store *store)
{
    int code = sqlite_run(store->write[WRITE_BEGIN]);
    if (code == SQLITE_OK)
        code = sqlite_run(store->write[WRITE_SHELVE]);
    if (code == SQLITE_OK)
        code = sqlite_run(store->write[WRITE_CLEAR_ARRIVALS]);
    code = end_transaction(store, code);
    if (code == SQLITE_OK)
        store->arrivals = 0;
    return code;
}
