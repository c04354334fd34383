/* The tables, how old files become new ones, and how a connection is set up.
 *
 * The log is the truth: one row per batch, the batch's events as JSON text. Beside it stand only what must
 * be found without reading logs. Everything relational is a view (views.sql), made anew when it changes. */
#include "sqlite_store.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/sha256.h"
#include "base/text.h"

enum { BUSY_MS = 5000, CACHE_KIB = 4096, WAL_LIMIT_BYTES = 32 * 1024 * 1024 };

/* One per schema version, in order. */
static const char *const migrations[] = { sql_schema_1, sql_schema_2, sql_schema_3,
                                          sql_schema_4, sql_schema_5, sql_schema_6 };
enum { SCHEMA_NEWEST = sizeof migrations / sizeof migrations[0] };

enum error_kind sqlite_kind(int code)
{
    switch (code & 0xff) {
    case SQLITE_OK: return ERROR_NONE;
    case SQLITE_FULL: return ERROR_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return ERROR_CORRUPT;
    default: return ERROR_IO;
    }
}

bool sqlite_error(struct error *error, sqlite3 *db, int code, const char *doing)
{
    return error_set(error, sqlite_kind(code), "%s: %s (%d)", doing,
                     db ? sqlite3_errmsg(db) : sqlite3_errstr(code), code);
}

bool sqlite_exec(sqlite3 *db, const char *sql, struct error *error)
{
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || sqlite_error(error, db, code, "database");
}

bool sqlite_prepare_all(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out,
                        struct error *error)
{
    for (int i = 0; i < count; i++) {
        int code = sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &out[i], NULL);
        if (code != SQLITE_OK)
            return sqlite_error(error, db, code, sql[i]);
    }
    return true;
}

void sqlite_finalize_all(sqlite3_stmt **statement, int count)
{
    for (int i = 0; i < count; i++) {
        sqlite3_finalize(statement[i]);
        statement[i] = NULL;
    }
}

int sqlite_run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int64_t sqlite_int(sqlite3 *db, const char *sql, int64_t absent)
{
    sqlite3_stmt *statement = NULL;
    int64_t value = absent;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

int sqlite_schema_newest(void)
{
    return SCHEMA_NEWEST;
}

int sqlite_schema_version(sqlite3 *db)
{
    int64_t tables = sqlite_int(db, "SELECT count(*) FROM sqlite_schema", -1);
    if (tables <= 0)
        return (int)tables;
    return (int)sqlite_int(db, "SELECT value FROM meta WHERE key = 'schema_version'", -1);
}

static bool drop_views(sqlite3 *db, struct error *error)
{
    char name[80], drop[120];
    while (sqlite_int(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'view'", 0) > 0) {
        sqlite3_stmt *statement = NULL;
        sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'view'", -1, &statement,
                           NULL);
        bool is_read =
            sqlite3_step(statement) == SQLITE_ROW &&
            text_copy(name, sizeof name, (const char *)sqlite3_column_text(statement, 0));
        sqlite3_finalize(statement);
        sqlite3_snprintf(sizeof drop, drop, "DROP VIEW \"%w\"", name);
        if (!is_read || !sqlite_exec(db, drop, error))
            return error_set(error, ERROR_CORRUPT, "a view cannot be replaced");
    }
    return sqlite_exec(db, "DELETE FROM meta WHERE key = 'views'", error);
}

static bool migrate_to(sqlite3 *db, int version, struct error *error)
{
    char note[120];
    snprintf(note, sizeof note, "INSERT OR REPLACE INTO meta VALUES ('schema_version', %d)",
             version);
    return sqlite_exec(db, migrations[version - 1], error) && sqlite_exec(db, note, error);
}

static bool migrate(sqlite3 *db, struct error *error)
{
    int version = sqlite_schema_version(db);
    if (version < 0)
        return error_set(error, ERROR_CORRUPT, "this file is not a Parlour data file");
    if (version > SCHEMA_NEWEST)
        return error_set(error, ERROR_USAGE,
                         "the data file has schema version %d, this program knows up to %d: "
                         "a newer Parlour wrote it",
                         version, SCHEMA_NEWEST);
    /* A view stands in the way of a migration that renames what it reads. */
    if (version > 0 && version < SCHEMA_NEWEST && !drop_views(db, error))
        return false;
    while (version < SCHEMA_NEWEST)
        if (!migrate_to(db, ++version, error))
            return false;
    return true;
}

/* Writes nothing when the views are as they were: a full disk must not keep a server from starting. */
static bool renew_views(sqlite3 *db, struct error *error)
{
    uint8_t digest[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1], sql[200];
    sha256_of(sql_views, strlen(sql_views), digest);
    hex_write(hex, digest, sizeof digest);
    snprintf(sql, sizeof sql, "SELECT 1 FROM meta WHERE key = 'views' AND value = '%s'", hex);
    if (sqlite_int(db, sql, 0))
        return true;
    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO meta VALUES ('views', '%s')", hex);
    return drop_views(db, error) && sqlite_exec(db, sql_views, error) &&
           sqlite_exec(db, sql, error);
}

bool sqlite_prepare_schema(sqlite3 *db, struct error *error)
{
    if (!sqlite_exec(db, "BEGIN IMMEDIATE", error))
        return false;
    if (migrate(db, error) && renew_views(db, error) && sqlite_exec(db, "COMMIT", error))
        return true;
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool is_in_wal(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool is_wal =
        sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        text_equal((const char *)sqlite3_column_text(statement, 0), "wal");
    sqlite3_finalize(statement);
    return is_wal;
}

/* EXTRA while the file is made, because then a journal's name in the directory must be durable too;
 * sqlite_set_durability comes afterwards. */
static bool set_up(sqlite3 *db, bool is_alone, struct error *error)
{
    char pragmas[300];
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    snprintf(pragmas, sizeof pragmas,
             "PRAGMA locking_mode = %s; PRAGMA synchronous = EXTRA; PRAGMA cache_size = -%d;"
             "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON;"
             "PRAGMA journal_size_limit = %d",
             is_alone ? "EXCLUSIVE" : "NORMAL", CACHE_KIB, WAL_LIMIT_BYTES);
    if (!sqlite_exec(db, pragmas, error))
        return false;
    return is_in_wal(db) ||
           sqlite_error(error, db, sqlite3_extended_errcode(db), "write-ahead log");
}

sqlite3 *sqlite_connect(const struct sqlite_store *store, struct error *error)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(store->path, &db,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                               store->config.vfs);
    if (code != SQLITE_OK)
        sqlite_error(error, db, code, store->path);
    else if (set_up(db, !store->config.is_threaded, error))
        return db;
    sqlite3_close(db);
    return NULL;
}

bool sqlite_set_durability(sqlite3 *db, bool is_unsafe, struct error *error)
{
    return sqlite_exec(db, is_unsafe ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
                       error);
}
