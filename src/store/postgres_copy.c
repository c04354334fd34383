/* Copies everything from an SQLite file into an empty PostgreSQL database, or back into a new file.
 *
 * Both sides have the same tables and columns. Every room's chain is checked in the source and in the copy
 * before the copy counts: in the database before its transaction commits, in the file before it gets its
 * name. */
#include "postgres_store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sqlite_store.h"

enum { PAGE_ROWS = 500, COLUMNS_MAX = 10, SQL_SIZE = 700 };

/* One letter per column: i int8, n int4, t text, b bytes. SQLite keeps its log in two tables. */
static const struct table {
    const char *name, *target_in_sqlite, *columns, *types;
} tables[] = {
    { "rooms", "rooms", "room, id, code, game, created_ms, expires_ms, next_game_id", "ititiii" },
    { "log", "shelf", "room, seq, time_ms, player, cid, marks, events, hash", "iiiiintb" },
    { "snapshots", "snapshots", "room, seq, state", "iib" },
    { "game_directory", "game_directory",
      "game_id, id, room, number, game, started_seq, started_ms", "itintii" },
    { "people", "people", "player, id, name, created_ms", "itti" },
    { "sessions", "sessions", "token_hash, player, expires_ms, push_endpoint, push_keys", "biitt" },
    { "finished", "finished", "player, game_id, room, game, score, won, reason, ended_ms, point",
      "iiitintit" },
    { "past_points", "past_points", "player, game_id, id, reason, time_ms", "iitti" },
    { "playing", "playing", "player, room, since_ms, is_long", "iiin" },
};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };
enum { TABLE_ROOMS, TABLE_LOG, TABLE_PEOPLE = 4 };

struct copy {
    sqlite3 *file;
    PGconn *database;
    int64_t rows[TABLE_COUNT];
    struct postgres_params params;
};

static bool is_address(const char *place)
{
    return strncmp(place, "postgres://", 11) == 0 || strncmp(place, "postgresql://", 13) == 0;
}

/* Into PostgreSQL */

static const char *array_of(char type)
{
    return type == 'i' ? "int8[]" : type == 'n' ? "int4[]" : type == 't' ? "text[]" : "bytea[]";
}

static void write_insert(const struct table *table, char sql[SQL_SIZE])
{
    int length = snprintf(sql, SQL_SIZE, "INSERT INTO %s (%s) SELECT * FROM unnest(", table->name,
                          table->columns);
    for (int i = 0; table->types[i]; i++)
        length += snprintf(sql + length, (size_t)(SQL_SIZE - length), "%s$%d::%s",
                           i > 0 ? ", " : "", i + 1, array_of(table->types[i]));
    snprintf(sql + length, (size_t)(SQL_SIZE - length), ")");
}

static bool prepare_inserts(PGconn *conn, struct error *error)
{
    char sql[TABLE_COUNT][SQL_SIZE];
    const char *text[TABLE_COUNT];
    for (int i = 0; i < TABLE_COUNT; i++) {
        write_insert(&tables[i], sql[i]);
        text[i] = sql[i];
    }
    return postgres_prepare(conn, 'c', text, TABLE_COUNT, error);
}

static void begin_page(struct postgres_params *params, const char *types)
{
    postgres_params_clear(params);
    for (int i = 0; types[i]; i++) {
        if (types[i] == 'i')
            postgres_begin_int8s(params, i);
        else if (types[i] == 'n')
            postgres_begin_int4s(params, i);
        else if (types[i] == 't')
            postgres_begin_texts(params, i);
        else
            postgres_begin_bytes(params, i);
    }
}

static void put_row(struct postgres_params *params, const char *types, sqlite3_stmt *row)
{
    for (int i = 0; types[i]; i++) {
        if (types[i] == 'i') {
            postgres_put_int8(params, i, sqlite3_column_int64(row, i));
        } else if (types[i] == 'n') {
            postgres_put_int4(params, i, sqlite3_column_int(row, i));
        } else {
            const void *bytes = types[i] == 't' ? (const void *)sqlite3_column_text(row, i)
                                                : sqlite3_column_blob(row, i);
            postgres_put_bytes(params, i, bytes, (size_t)sqlite3_column_bytes(row, i));
        }
    }
}

static bool send_page(struct copy *copy, int table, struct error *error)
{
    bool is_done = postgres_send(copy->database, 'c', table, &copy->params);
    for (PGresult *result; (result = PQgetResult(copy->database)) != NULL; PQclear(result))
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            is_done = postgres_error(error, copy->database, result, tables[table].name);
    begin_page(&copy->params, tables[table].types);
    return is_done;
}

static bool fill_from_file(struct copy *copy, int table, struct error *error)
{
    char sql[SQL_SIZE];
    sqlite3_stmt *row = NULL;
    snprintf(sql, sizeof sql, "SELECT %s FROM %s", tables[table].columns, tables[table].name);
    int code = sqlite3_prepare_v2(copy->file, sql, -1, &row, NULL);
    bool is_done = true;
    begin_page(&copy->params, tables[table].types);
    while (code == SQLITE_OK && is_done && (code = sqlite3_step(row)) == SQLITE_ROW) {
        put_row(&copy->params, tables[table].types, row);
        if (++copy->rows[table] % PAGE_ROWS == 0)
            is_done = send_page(copy, table, error);
        code = SQLITE_OK;
    }
    sqlite3_finalize(row);
    if (is_done && code != SQLITE_DONE)
        return sqlite_error(error, copy->file, code, tables[table].name);
    return is_done && send_page(copy, table, error);
}

/* The server's last sign of life is copied too, so that clocks are credited for the time of the move. */
static bool take_alive_from_file(struct copy *copy, struct error *error)
{
    char sql[120];
    int64_t alive_ms = sqlite_int(copy->file, "SELECT value FROM meta WHERE key = 'alive_ms'", 0);
    snprintf(sql, sizeof sql, "INSERT INTO meta VALUES ('alive_ms', '%lld')", (long long)alive_ms);
    return alive_ms == 0 || postgres_exec(copy->database, sql, error);
}

static bool is_empty(PGconn *conn, struct error *error)
{
    char count[24];
    if (!postgres_text(conn,
                       "SELECT (SELECT count(*) FROM rooms) + (SELECT count(*) FROM people)"
                       " + (SELECT count(*) FROM finished)",
                       count, sizeof count, error))
        return false;
    return strcmp(count, "0") == 0 ||
           error_set(error, ERROR_TAKEN,
                     "the database has rooms or people already: give an empty one");
}

static bool counts_agree(struct copy *copy, struct error *error)
{
    for (int i = 0; i < TABLE_COUNT; i++) {
        char sql[80], count[24], expected[24];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", tables[i].name);
        snprintf(expected, sizeof expected, "%lld", (long long)copy->rows[i]);
        if (!postgres_text(copy->database, sql, count, sizeof count, error))
            return false;
        if (strcmp(count, expected) != 0)
            return error_set(error, ERROR_CORRUPT, "%s: %s rows of %s arrived", tables[i].name,
                             count, expected);
    }
    return true;
}

static bool fill_database(struct copy *copy, struct error *error)
{
    if (!postgres_inspect(copy->database, error) ||
        !postgres_prepare_schema(copy->database, false, error) ||
        !prepare_inserts(copy->database, error) || !postgres_exec(copy->database, "BEGIN", error) ||
        !is_empty(copy->database, error))
        return false;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (!fill_from_file(copy, i, error))
            return false;
    return take_alive_from_file(copy, error) && counts_agree(copy, error) &&
           postgres_check_content(copy->database, NULL, NULL, error) &&
           postgres_exec(copy->database, "COMMIT", error);
}

/* Into SQLite */

static void write_file_insert(const struct table *table, char sql[SQL_SIZE])
{
    int length = snprintf(sql, SQL_SIZE, "INSERT INTO %s (%s) VALUES (", table->target_in_sqlite,
                          table->columns);
    for (int i = 0; table->types[i]; i++)
        length += snprintf(sql + length, (size_t)(SQL_SIZE - length), i > 0 ? ", ?" : "?");
    snprintf(sql + length, (size_t)(SQL_SIZE - length), ")");
}

static int insert_row(sqlite3_stmt *s, const char *types, const PGresult *page, int row)
{
    for (int i = 0; types[i]; i++) {
        const char *bytes = PQgetvalue(page, row, i);
        int length = PQgetlength(page, row, i);
        if (types[i] == 'i')
            sqlite3_bind_int64(s, i + 1, postgres_int8(page, row, i));
        else if (types[i] == 'n')
            sqlite3_bind_int(s, i + 1, postgres_int4(page, row, i));
        else if (types[i] == 't')
            sqlite3_bind_text(s, i + 1, bytes, length, SQLITE_STATIC);
        else
            sqlite3_bind_blob(s, i + 1, bytes, length, SQLITE_STATIC);
    }
    return sqlite_run(s);
}

static bool insert_page(struct copy *copy, int table, sqlite3_stmt *s, const PGresult *page,
                        struct error *error)
{
    for (int i = 0; i < PQntuples(page); i++) {
        int code = insert_row(s, tables[table].types, page, i);
        if (code != SQLITE_OK)
            return sqlite_error(error, copy->file, code, tables[table].name);
        copy->rows[table]++;
    }
    return true;
}

static bool insert_pages(struct copy *copy, int table, sqlite3_stmt *s, struct error *error)
{
    char sql[60];
    int rows = PAGE_ROWS;
    snprintf(sql, sizeof sql, "FETCH %d FROM moved", PAGE_ROWS);
    while (rows == PAGE_ROWS) {
        PGresult *page = PQexecParams(copy->database, sql, 0, NULL, NULL, NULL, NULL, 1);
        bool is_done = PQresultStatus(page) == PGRES_TUPLES_OK
                           ? insert_page(copy, table, s, page, error)
                           : postgres_error(error, copy->database, page, tables[table].name);
        rows = PQntuples(page);
        PQclear(page);
        if (!is_done)
            return false;
    }
    return postgres_exec(copy->database, "CLOSE moved", error);
}

static bool fill_from_database(struct copy *copy, int table, struct error *error)
{
    char sql[SQL_SIZE];
    sqlite3_stmt *s = NULL;
    write_file_insert(&tables[table], sql);
    int code = sqlite3_prepare_v2(copy->file, sql, -1, &s, NULL);
    if (code != SQLITE_OK)
        return sqlite_error(error, copy->file, code, tables[table].name);
    snprintf(sql, sizeof sql, "DECLARE moved NO SCROLL CURSOR FOR SELECT %s FROM %s",
             tables[table].columns, tables[table].name);
    bool is_done = postgres_exec(copy->database, sql, error) && insert_pages(copy, table, s, error);
    sqlite3_finalize(s);
    return is_done;
}

static bool take_alive_from_database(struct copy *copy, struct error *error)
{
    char alive_ms[24], sql[120];
    if (!postgres_text(copy->database, "SELECT value::int8 FROM meta WHERE key = 'alive_ms'",
                       alive_ms, sizeof alive_ms, error))
        return false;
    snprintf(sql, sizeof sql, "INSERT INTO meta VALUES ('alive_ms', %s)", alive_ms);
    return alive_ms[0] == '\0' || sqlite_exec(copy->file, sql, error);
}

/* Reads one snapshot of the database and checks it before it is used. */
static bool fill_file(struct copy *copy, struct error *error)
{
    if (!postgres_inspect(copy->database, error) ||
        !postgres_prepare_schema(copy->database, false, error) ||
        !postgres_exec(copy->database, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
        !postgres_check_content(copy->database, NULL, NULL, error) ||
        !sqlite_exec(copy->file, "BEGIN IMMEDIATE", error))
        return false;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (!fill_from_database(copy, i, error))
            return false;
    return take_alive_from_database(copy, error) && counts_agree(copy, error) &&
           sqlite_exec(copy->file, "COMMIT", error);
}

/* Both ways */

static bool run_with_file(struct copy *copy, const char *path, struct error *error,
                          bool (*fill)(struct copy *, struct error *))
{
    struct store *store = store_open_sqlite(&(struct store_config){ .path = path }, error);
    if (!store)
        return false;
    copy->file = ((struct sqlite_store *)store)->writer;
    bool is_done = fill(copy, error);
    if (!is_done)
        sqlite3_exec(copy->file, "ROLLBACK", NULL, NULL, NULL);
    store->ops->close(store);
    return is_done;
}

/* As a server would open it: an older file is brought up to date, and a copy of it is kept. */
static bool prepare_source(const char *path, struct error *error)
{
    char kept[600];
    if (access(path, R_OK) != 0)
        return error_set(error, ERROR_MISSING, "%s: there is no such file", path);
    if (!store_keep_old_version(path, kept, sizeof kept, error))
        return false;
    struct store *store = store_open_sqlite(&(struct store_config){ .path = path }, error);
    if (!store)
        return false;
    store->ops->close(store);
    return store_check(path, NULL, NULL, error);
}

/* What opening a file leaves beside it: the lock, an empty ledger, and the companions of a check, which wrote
 * nothing. */
static void remove_companions(const char *path)
{
    static const char *const parts[] = { ".lock", ".heads", "-wal", "-shm" };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char name[620];
        snprintf(name, sizeof name, "%s%s", path, parts[i]);
        unlink(name);
    }
}

static bool copy_to_file(struct copy *copy, const char *path, struct error *error)
{
    char part[600], ledger[600];
    snprintf(ledger, sizeof ledger, "%s.heads", path);
    if (access(path, F_OK) == 0)
        return error_set(error, ERROR_TAKEN, "%s is there already", path);
    if (access(ledger, F_OK) == 0)
        return error_set(error, ERROR_TAKEN, "%s is there already, from another file", ledger);
    if ((size_t)snprintf(part, sizeof part, "%s.copied", path) >= sizeof part)
        return error_set(error, ERROR_USAGE, "the file's path is too long");
    unlink(part);
    bool is_done =
        run_with_file(copy, part, error, fill_file) && store_check(part, NULL, NULL, error) &&
        (rename(part, path) == 0 || error_set(error, ERROR_IO, "%s: cannot be made", path)) &&
        sqlite_sync_directory(path, error);
    remove_companions(part);
    if (!is_done)
        unlink(part);
    return is_done;
}

bool store_copy(const char *from, const char *to, const char *password_file,
                struct store_copied *copied, struct error *error)
{
    struct copy copy = { 0 };
    if (is_address(from) == is_address(to))
        return error_set(error, ERROR_USAGE,
                         "one of the two must be postgres://…, the other a file");
    if (!is_address(from) && !prepare_source(from, error))
        return false;
    copy.database = postgres_connect(is_address(from) ? from : to, password_file, error);
    if (!copy.database)
        return false;
    bool is_done = is_address(from) ? copy_to_file(&copy, to, error)
                                    : run_with_file(&copy, from, error, fill_database);
    PQfinish(copy.database);
    postgres_params_free(&copy.params);
    *copied = (struct store_copied){ .rooms = copy.rows[TABLE_ROOMS],
                                     .batches = copy.rows[TABLE_LOG],
                                     .people = copy.rows[TABLE_PEOPLE] };
    return is_done;
}
