/* `doctor` on a PostgreSQL database: its settings, its schema, every room's numbering and hash chain. */
#include "postgres_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "base/text.h"

enum { PROBLEM_SIZE = 200, PAGE_ROWS = 1000 };

struct check {
    void (*report)(void *context, const char *problem);
    void *context;
    int problem_count;
    int64_t room, seq; /* the batch before */
    uint8_t hash[SHA256_SIZE];
};

static void report(struct check *check, const char *problem)
{
    check->problem_count++;
    if (check->report)
        check->report(check->context, problem);
}

static void report_room(struct check *check, int64_t room, int64_t seq, const char *problem)
{
    char text[PROBLEM_SIZE], id[ID_TEXT_SIZE];
    id_write(id, room);
    snprintf(text, sizeof text, "room %s (%lld), batch %lld: %s", id, (long long)room,
             (long long)seq, problem);
    report(check, text);
}

/* Columns: room, seq, events, hash. */
static void check_batch(struct check *check, const PGresult *page, int row)
{
    struct sha256 sum;
    uint8_t hash[SHA256_SIZE];
    int64_t room = postgres_int8(page, row, 0), seq = postgres_int8(page, row, 1);
    if (room != check->room) {
        check->room = room;
        check->seq = 0;
        memset(check->hash, 0, sizeof check->hash);
    }
    if (seq != check->seq + 1)
        report_room(check, room, seq, "batches are missing before it");
    sha256_init(&sum);
    sha256_add(&sum, check->hash, sizeof check->hash);
    sha256_add(&sum, PQgetvalue(page, row, 2), (size_t)PQgetlength(page, row, 2));
    sha256_end(&sum, hash);
    bool is_whole = PQgetlength(page, row, 3) == SHA256_SIZE;
    if (!is_whole || memcmp(hash, PQgetvalue(page, row, 3), SHA256_SIZE) != 0)
        report_room(check, room, seq, "the hash chain is broken");
    /* Goes on from the stored hash, so that one altered batch is one problem. */
    if (is_whole)
        memcpy(check->hash, PQgetvalue(page, row, 3), SHA256_SIZE);
    check->seq = seq;
}

static PGresult *fetch(PGconn *conn, struct error *error)
{
    char sql[40];
    snprintf(sql, sizeof sql, "FETCH %d FROM batches", PAGE_ROWS);
    PGresult *page = PQexecParams(conn, sql, 0, NULL, NULL, NULL, NULL, 1);
    if (PQresultStatus(page) == PGRES_TUPLES_OK)
        return page;
    postgres_error(error, conn, page, "check");
    PQclear(page);
    return NULL;
}

static bool check_chains(struct check *check, PGconn *conn, struct error *error)
{
    int rows = PAGE_ROWS;
    if (!postgres_exec(conn,
                       "DECLARE batches NO SCROLL CURSOR FOR"
                       " SELECT room, seq, events, hash FROM log ORDER BY room, seq",
                       error))
        return false;
    while (rows == PAGE_ROWS) {
        PGresult *page = fetch(conn, error);
        if (!page)
            return false;
        rows = PQntuples(page);
        for (int i = 0; i < rows; i++)
            check_batch(check, page, i);
        PQclear(page);
    }
    return postgres_exec(conn, "CLOSE batches", error);
}

static bool check_orphans(struct check *check, PGconn *conn, struct error *error)
{
    PGresult *rows = PQexec(
        conn, "SELECT room, 0, 'a log without a room' FROM (SELECT DISTINCT room FROM log) AS l"
              " WHERE NOT EXISTS (SELECT FROM rooms WHERE rooms.room = l.room)"
              " UNION ALL SELECT room, 0, 'a room without a log' FROM rooms AS r"
              " WHERE NOT EXISTS (SELECT FROM log WHERE log.room = r.room)"
              " UNION ALL SELECT room, seq, 'a snapshot without its batch' FROM snapshots AS s"
              " WHERE NOT EXISTS (SELECT FROM log WHERE room = s.room AND seq = s.seq)"
              " UNION ALL SELECT room, started_seq, 'a game without its start'"
              " FROM game_directory AS g WHERE NOT EXISTS"
              " (SELECT FROM log WHERE room = g.room AND seq = g.started_seq)");
    bool is_done = PQresultStatus(rows) == PGRES_TUPLES_OK;
    if (!is_done)
        postgres_error(error, conn, rows, "check");
    for (int i = 0; i < PQntuples(rows); i++)
        report_room(check, strtoll(PQgetvalue(rows, i, 0), NULL, 10),
                    strtoll(PQgetvalue(rows, i, 1), NULL, 10), PQgetvalue(rows, i, 2));
    PQclear(rows);
    return is_done;
}

/* Settings that would lose data in a power cut, or put secrets into the database's own log. */
static bool check_settings(struct check *check, PGconn *conn, struct error *error)
{
    PGresult *rows = PQexec(
        conn, "SELECT 'fsync is off: a power cut damages the database'"
              " WHERE current_setting('fsync') = 'off'"
              " UNION ALL SELECT 'full_page_writes is off: a power cut damages the database'"
              " WHERE current_setting('full_page_writes') = 'off'"
              " UNION ALL SELECT name || ' is ' || setting || ': the database''s log would hold"
              " secrets of games; set it to 0' FROM pg_settings WHERE setting <> '0' AND"
              " (name = 'log_parameter_max_length_on_error' OR (name = 'log_parameter_max_length'"
              " AND (current_setting('log_statement') IN ('all', 'mod')"
              " OR current_setting('log_min_duration_statement') <> '-1')))");
    bool is_done = PQresultStatus(rows) == PGRES_TUPLES_OK;
    if (!is_done)
        postgres_error(error, conn, rows, "check");
    for (int i = 0; i < PQntuples(rows); i++)
        report(check, PQgetvalue(rows, i, 0));
    PQclear(rows);
    return is_done;
}

bool postgres_check_content(PGconn *conn, void (*reporter)(void *context, const char *problem),
                            void *context, struct error *error)
{
    struct check check = { .report = reporter, .context = context };
    if (!check_chains(&check, conn, error) || !check_orphans(&check, conn, error))
        return false;
    return check.problem_count == 0 ||
           error_set(error, ERROR_CORRUPT, "the check found %d problems", check.problem_count);
}

static bool check_all(struct check *check, PGconn *conn, struct error *error)
{
    int version = postgres_schema_version(conn, error);
    if (version == -2 || !postgres_inspect(conn, error))
        return false;
    if (version != postgres_schema_newest())
        return error_set(error, ERROR_USAGE, "the database's schema version is %d, not %d", version,
                         postgres_schema_newest());
    /* Reads one snapshot of the whole database while servers go on writing. */
    if (!postgres_exec(conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", error) ||
        !check_settings(check, conn, error) || !check_chains(check, conn, error) ||
        !check_orphans(check, conn, error))
        return false;
    return check->problem_count == 0 ||
           error_set(error, ERROR_CORRUPT, "the check found %d problems", check->problem_count);
}

bool store_check_postgres(const char *url, const char *password_file,
                          void (*reporter)(void *context, const char *problem), void *context,
                          struct error *error)
{
    struct check check = { .report = reporter, .context = context };
    PGconn *conn = postgres_connect(url, password_file, error);
    if (!conn)
        return false;
    bool is_well = check_all(&check, conn, error);
    PQfinish(conn);
    return is_well;
}
