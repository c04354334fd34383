/* The settings that a database must have, its tables, and migrations of older ones.
 *
 * A server makes the tables where there are none. It does not change those of an older version by itself:
 * other servers may be using them. `parlour migrate` does. */
#include "postgres_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LEAST_VERSION = 140000 };

/* One per schema version, in order. */
static const char *const migrations[] = { sql_postgres_1, sql_postgres_2, sql_postgres_3 };
enum { SCHEMA_NEWEST = sizeof migrations / sizeof migrations[0] };

int postgres_schema_newest(void)
{
    return SCHEMA_NEWEST;
}

static bool setting(PGconn *conn, const char *name, char *out, size_t size, struct error *error)
{
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT current_setting('%s')", name);
    return postgres_text(conn, sql, out, size, error);
}

/* `local` waits for this machine's disk only: a failover would lose what was acknowledged. */
static bool commits_are_kept(PGconn *conn, struct error *error)
{
    char commit[40], standbys[200];
    if (!setting(conn, "synchronous_commit", commit, sizeof commit, error) ||
        !setting(conn, "synchronous_standby_names", standbys, sizeof standbys, error))
        return false;
    bool is_short = text_equal(commit, "off") || (text_equal(commit, "local") && standbys[0]);
    return !is_short || error_set(error, ERROR_USAGE,
                                  "synchronous_commit is %s: moves would be lost that were "
                                  "acknowledged; set it to on",
                                  commit);
}

bool postgres_inspect(PGconn *conn, struct error *error)
{
    char encoding[40];
    if (PQserverVersion(conn) < LEAST_VERSION)
        return error_set(error, ERROR_USAGE,
                         "the database is PostgreSQL %d; version 14 or later is needed",
                         PQserverVersion(conn) / 10000);
    if (!setting(conn, "server_encoding", encoding, sizeof encoding, error))
        return false;
    if (!text_equal(encoding, "UTF8"))
        return error_set(error, ERROR_USAGE,
                         "the database's encoding is %s: make one with ENCODING 'UTF8'", encoding);
    return commits_are_kept(conn, error);
}

int postgres_schema_version(PGconn *conn, struct error *error)
{
    char tables[24], version[24];
    if (!postgres_text(conn,
                       "SELECT CASE WHEN to_regclass('meta') IS NOT NULL THEN 'meta' ELSE"
                       " (SELECT count(*)::text FROM pg_tables WHERE schemaname = current_schema())"
                       " END",
                       tables, sizeof tables, error))
        return -2;
    if (!text_equal(tables, "meta"))
        return text_equal(tables, "0") ? 0 : -1;
    if (!postgres_text(conn, "SELECT value FROM meta WHERE key = 'schema_version'", version,
                       sizeof version, error))
        return -2;
    return version[0] ? atoi(version) : -1;
}

static bool migrate_to(PGconn *conn, int version, struct error *error)
{
    char note[160];
    snprintf(note, sizeof note,
             "INSERT INTO meta VALUES ('schema_version', '%d')"
             " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
             version);
    if (postgres_exec(conn, "BEGIN", error) &&
        postgres_exec(conn, migrations[version - 1], error) && postgres_exec(conn, note, error) &&
        postgres_exec(conn, "COMMIT", error))
        return true;
    postgres_exec(conn, "ROLLBACK", NULL);
    return false;
}

/* Another server may make the same tables at the same moment. This one's attempt then fails, and the
 * tables are there. */
static bool migrate_from(PGconn *conn, int version, struct error *error)
{
    while (version < SCHEMA_NEWEST) {
        if (migrate_to(conn, version + 1, error)) {
            version++;
            continue;
        }
        int now = postgres_schema_version(conn, NULL);
        if (now <= version)
            return false;
        version = now;
    }
    return true;
}

bool postgres_prepare_schema(PGconn *conn, bool may_migrate, struct error *error)
{
    int version = postgres_schema_version(conn, error);
    if (version == -2)
        return false;
    if (version < 0)
        return error_set(error, ERROR_USAGE,
                         "the database holds tables that are not Parlour's: give it its own");
    if (version > SCHEMA_NEWEST)
        return error_set(error, ERROR_USAGE,
                         "the database has schema version %d, this program knows up to %d: "
                         "a newer Parlour wrote it",
                         version, SCHEMA_NEWEST);
    if (version > 0 && version < SCHEMA_NEWEST && !may_migrate)
        return error_set(error, ERROR_USAGE,
                         "the database has schema version %d, this program needs %d: "
                         "run parlour migrate",
                         version, SCHEMA_NEWEST);
    return migrate_from(conn, version, error);
}

bool store_migrate_postgres(const char *url, const char *password_file, int *from, int *to,
                            struct error *error)
{
    PGconn *conn = postgres_connect(url, password_file, error);
    if (!conn)
        return false;
    *to = SCHEMA_NEWEST;
    *from = postgres_schema_version(conn, error);
    bool is_done =
        *from != -2 && postgres_inspect(conn, error) && postgres_prepare_schema(conn, true, error);
    PQfinish(conn);
    return is_done;
}
