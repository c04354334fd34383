/* Cases that only a database has: it is the wrong one, goes away and comes back, or somebody else writes
 * to it. Run by tests/e2e/postgres.py on a PostgreSQL of its own. */
#include <libpq-fe.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

#include "store_test.h"

static PGconn *admin;

/* Everybody's clock, with a wall clock that a test sets. */
static atomic_llong wall_is_ahead_s;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    long code = syscall(SYS_clock_gettime, clock, now);
    if (code == 0 && clock == CLOCK_REALTIME)
        now->tv_sec += atomic_load(&wall_is_ahead_s);
    return (int)code;
}

/* The first value of what `sql` gives. */
static const char *ask(const char *sql)
{
    static char value[200];
    PGresult *result = PQexec(admin, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(admin));
    snprintf(value, sizeof value, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return value;
}

static const char *url_of(const char *database, const char *more)
{
    static char url[300];
    snprintf(url, sizeof url, "postgresql:///%s?host=%s&user=tester%s", database,
             getenv("POSTGRES_FOLDER"), more);
    return url;
}

static struct store *open_url(const char *url, struct error *error)
{
    return store_open_postgres(&(struct store_config){ .path = url }, error);
}

static struct store *open_node(const char *node)
{
    struct error error = { 0 };
    struct store_config config = { .path = getenv("POSTGRES_URL"),
                                   .node = node,
                                   .route = "http://here" };
    struct store *store = store_open_postgres(&config, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

static struct store *open_store(void)
{
    return open_node("n1");
}

static int set_up(void **state)
{
    (void)state;
    admin = PQconnectdb(getenv("POSTGRES_URL"));
    assert_int_equal(PQstatus(admin), CONNECTION_OK);
    ask("SET client_min_messages = error");
    ask("SET synchronous_commit = local"); /* a test that failed may have asked for a standby */
    ask("DROP SCHEMA public CASCADE");
    ask("CREATE SCHEMA public");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    PQfinish(admin);
    return 0;
}

/* A database that must not be used */

static void assert_refused(const char *url, const char *words)
{
    struct error error = { 0 };
    struct store *store = open_url(url, &error);
    if (store)
        store->ops->close(store);
    assert_null(store);
    assert_int_equal(error.kind, ERROR_USAGE);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void what_is_no_address_is_refused(void **state)
{
    (void)state;
    assert_refused("postgresql://host:no-port/", "store: ");
    assert_refused("postgresql:///?hots=here", "hots");
}

static void another_encoding_is_refused(void **state)
{
    (void)state;
    ask("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    assert_refused(url_of("latin", ""), "the database's encoding is LATIN1");
    ask("DROP DATABASE latin");
}

static void commits_that_are_not_waited_for_are_refused(void **state)
{
    (void)state;
    assert_refused(url_of("parlour", "&options=-csynchronous_commit%3Doff"),
                   "synchronous_commit is off");
    struct store *store =
        open_url(url_of("parlour", "&options=-csynchronous_commit%3Dlocal"), NULL);
    assert_non_null(store); /* without a standby it is the same as on */
    store->ops->close(store);
}

static void a_read_only_standby_is_refused(void **state)
{
    (void)state;
    ask("ALTER DATABASE parlour SET default_transaction_read_only = on");
    assert_refused(getenv("POSTGRES_URL"), "read-only standby");
    ask("SET default_transaction_read_only = off");
    ask("ALTER DATABASE parlour RESET default_transaction_read_only");
}

static void a_database_without_connections_left_is_refused(void **state)
{
    (void)state;
    char url[200];
    ask("CREATE ROLE lonely LOGIN CONNECTION LIMIT 1");
    ask("GRANT ALL ON SCHEMA public TO lonely");
    snprintf(url, sizeof url, "postgresql:///parlour?host=%s&user=lonely",
             getenv("POSTGRES_FOLDER"));
    assert_refused(url, "not enough connections");
    ask("DROP OWNED BY lonely");
    ask("DROP ROLE lonely");
}

static void a_newer_schema_is_refused(void **state)
{
    (void)state;
    struct store *store = open_store();
    store->ops->close(store);
    ask("UPDATE meta SET value = '99' WHERE key = 'schema_version'");
    assert_refused(getenv("POSTGRES_URL"), "a newer Parlour wrote it");
}

static void an_older_schema_is_refused_until_it_is_migrated(void **state)
{
    (void)state;
    int from = 0, to = 0;
    struct store *store = open_store();
    store->ops->close(store);
    ask("UPDATE meta SET value = '1' WHERE key = 'schema_version'");
    ask("DROP TABLE nodes, playing");
    ask("ALTER TABLE sessions DROP COLUMN push_endpoint, DROP COLUMN push_keys");
    ask("ALTER TABLE rooms DROP COLUMN owner, DROP COLUMN due_ms");

    assert_refused(getenv("POSTGRES_URL"), "run parlour migrate");

    assert_true(store_migrate_postgres(getenv("POSTGRES_URL"), NULL, &from, &to, NULL));
    assert_int_equal(from, 1);
    store = open_store();
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    store->ops->close(store);
}

static void tables_of_somebody_else_are_refused(void **state)
{
    (void)state;
    ask("CREATE TABLE invoices (number int)");
    assert_refused(getenv("POSTGRES_URL"), "not Parlour's");
}

static void a_password_file_must_hold_something(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct store_config config = { .path = getenv("POSTGRES_URL"), .password_file = "/dev/null" };
    assert_null(store_open_postgres(&config, &error));
    assert_non_null(strstr(error.text, "is empty"));
    config.password_file = "/nowhere/password";
    assert_null(store_open_postgres(&config, &error));
    assert_non_null(strstr(error.text, "/nowhere/password"));
    assert_int_equal(error.kind, ERROR_USAGE);
}

/* A database that is away */

static void wait_until_healthy(struct store *store)
{
    for (int i = 0; i < 50000 && !store->ops->healthy(store, NULL); i++)
        usleep(200);
    assert_true(store->ops->healthy(store, NULL));
}

static void an_unreachable_database_is_waited_for(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct store_room room;
    struct store *store = open_url("postgresql:///parlour?host=/nowhere", NULL);

    assert_non_null(store);

    assert_false(store->ops->healthy(store, &error));
    assert_non_null(strstr(error.text, "the database is away"));
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[]")), ERROR_IO);
    assert_false(store->ops->find_room(store, ROOM, &room, &error));
    assert_int_equal(error.kind, ERROR_IO);
    store->ops->close(store);
}

static void lost_connections_are_made_again(void **state)
{
    (void)state;
    struct store_room room;
    struct store *store = open_store();
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);

    ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE application_name = 'parlour'");

    /* The first write after it may fail: then nothing of it is there. */
    struct store_write second = batch_after(NULL, ROOM, 1, "[2]");
    enum error_kind result = finish(store, second);
    wait_until_healthy(store);
    assert_true(result == ERROR_NONE || result == ERROR_IO);
    assert_int_equal(log_end(store, ROOM).seq, result == ERROR_NONE ? 2 : 1);
    assert_int_equal(finish(store, next_batch(store, ROOM, "[3]")), ERROR_NONE);
    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    store->ops->close(store);
}

/* Waits until so many connections wait, of those with such a query, for a standby that does not exist. */
static void wait_for_waits(const char *query, const char *count)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
             " AND query LIKE '%s'",
             query);
    for (int i = 0; i < 5000; i++) {
        if (strcmp(ask(sql), count) == 0)
            return;
        usleep(2000);
    }
    fail_msg("nobody waits for a standby");
}

/* The lease waits, too: what counts are the writers. */
static void wait_for_standby_waits(const char *count)
{
    wait_for_waits("COMMIT", count);
}

static void reload_settings(const char *standbys)
{
    char sql[100];
    snprintf(sql, sizeof sql, "ALTER SYSTEM SET synchronous_standby_names = '%s'", standbys);
    ask(sql);
    ask("SELECT pg_reload_conf()");
    snprintf(sql, sizeof sql, "SELECT current_setting('synchronous_standby_names') = '%s'",
             standbys);
    for (int i = 0; i < 5000 && strcmp(ask(sql), "t") != 0; i++)
        usleep(2000);
}

/* Whether the last query of `probe` waits for a standby; false if it is done. */
static bool probe_waits(PGconn *probe)
{
    char sql[100];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_activity WHERE pid = %d AND wait_event = 'SyncRep'",
             PQbackendPID(probe));
    while (PQconsumeInput(probe) && PQisBusy(probe)) {
        if (strcmp(ask(sql), "1") == 0)
            return true;
        usleep(2000);
    }
    return false;
}

/* Commits wait only when the checkpointer, too, has read the setting, and no view says so: a commit of its
 * own is tried until one waits. */
static void require_standby(void)
{
    PGconn *probe = PQconnectdb(getenv("POSTGRES_URL"));
    assert_int_equal(PQstatus(probe), CONNECTION_OK);
    ask("SET synchronous_commit = local");
    reload_settings("nobody");
    bool is_waiting = false;
    for (int i = 0; i < 5000 && !is_waiting; i++) {
        assert_true(PQsendQuery(probe, "SELECT pg_logical_emit_message(true, 'probe', '')"));
        is_waiting = probe_waits(probe);
        if (is_waiting)
            ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                " AND query LIKE '%probe%'");
        for (PGresult *result; (result = PQgetResult(probe)) != NULL;)
            PQclear(result);
    }
    PQfinish(probe);
    assert_true(is_waiting);
}

static void a_warning_at_the_commit_is_no_acknowledgement(void **state)
{
    (void)state;
    struct store *store = open_store();
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    struct act act = { .write = next_batch(store, ROOM, "[2]") };
    require_standby();
    hand_over(store, &act);
    wait_for_standby_waits("1");

    ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");

    wait_for(store, &act);
    assert_int_equal(act.write.result, ERROR_IO);
    /* Nor is it read, before a later write has reached the standby. */
    struct error error = { 0 };
    struct store_room room;
    assert_false(store->ops->find_room(store, ROOM, &room, &error));
    assert_int_equal(error.kind, ERROR_IO);
    reload_settings("");
    wait_until_healthy(store);
    assert_int_equal(log_end(store, ROOM).seq, 2);
    store->ops->close(store);
}

static void closing_does_not_wait_for_a_standby(void **state)
{
    (void)state;
    struct store *store = open_store();
    require_standby();
    struct act act = { .write = batch_after(NULL, ROOM, 0, "[1]") };
    hand_over(store, &act);
    wait_for_standby_waits("1");

    store->ops->close(store);

    assert_true(act.is_done);
    assert_int_equal(act.write.result, ERROR_IO);
    reload_settings("");
}

/* The second connection */

static void while_one_commit_waits_other_rooms_go_on(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct act one = { .write = batch_after(NULL, ROOM, 0, "[1]") };
    struct act other = { .write = batch_after(NULL, OTHER_ROOM, 0, "[2]") };
    require_standby();

    hand_over(store, &one);
    wait_for_standby_waits("1");
    hand_over(store, &other);
    wait_for_standby_waits("2");

    reload_settings("");
    wait_for(store, &one);
    wait_for(store, &other);
    assert_int_equal(one.write.result, ERROR_NONE);
    assert_int_equal(other.write.result, ERROR_NONE);
    store->ops->close(store);
}

/* The batch before is not visible yet: on the other connection the next one would be stale. */
static void nothing_overtakes_its_own_room(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_write first = batch_after(NULL, ROOM, 0, "[1]");
    struct act one = { .write = first }, two = { .write = batch_after(first.hash, ROOM, 1, "[2]") };
    require_standby();

    hand_over(store, &one);
    wait_for_standby_waits("1");
    hand_over(store, &two);
    reload_settings("");

    wait_for(store, &two);
    assert_true(one.is_done && one.order < two.order);
    assert_int_equal(one.write.result, ERROR_NONE);
    assert_int_equal(two.write.result, ERROR_NONE);
    store->ops->close(store);
}

/* What the other connection waits for may never come, and nobody would play again. */
static void a_connection_that_breaks_takes_the_other_with_it(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct act one = { .write = batch_after(NULL, ROOM, 0, "[1]") };
    struct act other = { .write = batch_after(NULL, OTHER_ROOM, 0, "[2]") };
    require_standby();
    hand_over(store, &one);
    wait_for_standby_waits("1");
    hand_over(store, &other);
    wait_for_standby_waits("2");

    ask("SELECT pg_terminate_backend((SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        " AND query = 'COMMIT' ORDER BY xact_start LIMIT 1))");

    wait_for(store, &one);
    wait_for(store, &other);
    assert_int_equal(one.write.result, ERROR_IO);
    assert_int_equal(other.write.result, ERROR_IO);
    reload_settings("");
    wait_until_healthy(store);
    store->ops->close(store);
}

/* Several servers */

static void of_two_writers_one_is_stale(void **state)
{
    (void)state;
    enum { ROUNDS = 200 };
    struct store *stores[2] = { open_node("n1"), open_node("n2") };
    int won[2] = { 0, 0 };
    assert_int_equal(finish(stores[0], batch_after(NULL, ROOM, 0, "[]")), ERROR_NONE);
    for (int i = 1; i <= ROUNDS; i++) {
        struct act act[2];
        for (int s = 0; s < 2; s++) {
            act[s] = (struct act){ .write = batch_after(NULL, ROOM, i, s == 0 ? "[0]" : "[1]") };
            hand_over(stores[(s + i) % 2], &act[s]);
        }
        for (int s = 0; s < 2; s++)
            wait_for(stores[(s + i) % 2], &act[s]);

        assert_int_equal((act[0].write.result == ERROR_NONE) + (act[1].write.result == ERROR_NONE),
                         1);
        assert_int_equal(
            (act[0].write.result == ERROR_STALE) + (act[1].write.result == ERROR_STALE), 1);
        won[act[1].write.result == ERROR_NONE]++;
    }
    assert_int_equal(log_end(stores[1], ROOM).seq, ROUNDS + 1);
    for (int s = 0; s < 2; s++)
        stores[s]->ops->close(stores[s]);
}

static void many_rooms_share_a_commit(void **state)
{
    (void)state;
    enum { ROOMS = 100, BATCHES = 5 };
    static struct act act[ROOMS * BATCHES];
    struct store *store = open_store();
    for (int i = 0; i < ROOMS * BATCHES; i++)
        act[i] = (struct act){ .write = batch_after(NULL, i % ROOMS + 1, i / ROOMS, "[]") };

    hand_over_together(store, act, ROOMS * BATCHES);
    wait_for(store, &act[ROOMS * BATCHES - 1]);

    struct store_stats stats;
    store->ops->stats(store, &stats);
    assert_int_equal(stats.commits, 1);
    for (int i = 0; i < ROOMS; i++)
        assert_int_equal(log_end(store, i + 1).seq, BATCHES);
    store->ops->close(store);
}

static void text_that_the_database_refuses_is_refused_alone(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct act act[3] = { { .write = batch_after(NULL, ROOM, 0, "[1]") },
                          { .write = batch_after(NULL, OTHER_ROOM, 0, "[\xff]") },
                          { .write = batch_after(NULL, 5, 0, "[3]") } };

    hand_over_together(store, act, 3);
    wait_for(store, &act[2]);

    assert_int_equal(act[0].write.result, ERROR_NONE);
    assert_int_equal(act[1].write.result, ERROR_CORRUPT);
    assert_int_equal(act[2].write.result, ERROR_NONE);
    assert_int_equal(log_end(store, OTHER_ROOM).seq, 0);
    store->ops->close(store);
}

/* Ownership */

static enum error_kind claim(struct store *store, struct store_claim *out)
{
    struct error error = { .kind = ERROR_NONE };
    return store->ops->claim(store, ROOM, out, &error) ? ERROR_NONE : error.kind;
}

static void a_room_has_one_owner(void **state)
{
    (void)state;
    struct store_claim found;
    struct store *first = open_node("n1"), *second = open_node("n2");
    assert_int_equal(finish(first, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);

    assert_int_equal(claim(second, &found), ERROR_ELSEWHERE);

    assert_string_equal(found.owner, "n1");
    assert_string_equal(found.route, "http://here");
    assert_int_equal(claim(first, &found), ERROR_NONE);
    assert_int_equal(found.seen_ms, 0);
    first->ops->close(first); /* gives it back at once */
    assert_int_equal(claim(second, &found), ERROR_NONE);
    assert_int_equal(found.seen_ms, 0);
    second->ops->close(second);
    assert_string_equal(ask("SELECT count(*) FROM rooms WHERE owner IS NOT NULL"), "0");
}

struct aside {
    struct store *store;
    enum error_kind result;
};

static void *claim_aside(void *context)
{
    struct aside *aside = context;
    struct store_claim found;
    aside->result = claim(aside->store, &found);
    return NULL;
}

/* A failover would undo the claim, and what was read after it. */
static void expect_no_room_after_a_warning(void *(*claims)(void *aside))
{
    struct aside aside = { .store = open_store() };
    pthread_t thread;
    assert_int_equal(finish(aside.store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    ask("UPDATE rooms SET owner = NULL");
    require_standby();

    assert_int_equal(pthread_create(&thread, NULL, claims, &aside), 0);
    wait_for_waits("WITH held%", "1");
    ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'WITH held%'");
    pthread_join(thread, NULL);

    assert_int_equal(aside.result, ERROR_IO);
    reload_settings("");
    wait_until_healthy(aside.store);
    aside.store->ops->close(aside.store);
}

static void a_warning_at_a_claim_gives_no_room(void **state)
{
    (void)state;
    expect_no_room_after_a_warning(claim_aside);
}

/* Many reads in one round trip */

static void *claim_ahead_aside(void *context)
{
    struct aside *aside = context;
    struct store_ahead wanted = { .kind = STORE_AHEAD_CLAIM, .id = ROOM };
    aside->store->ops->ask_ahead(aside->store, &wanted, 1);
    return claim_aside(context);
}

static void a_warning_at_claims_gives_no_rooms(void **state)
{
    (void)state;
    expect_no_room_after_a_warning(claim_ahead_aside);
}

struct told {
    int batches, snapshot_bytes;
    int64_t last_seq, snapshot_seq;
};

static bool note_batch(void *context, const struct store_batch *batch)
{
    struct told *told = context;
    told->batches++;
    told->last_seq = batch->seq;
    assert_int_equal(batch->length, 3);
    assert_memory_equal(batch->events, "[1]", 3);
    return true;
}

static void note_snapshot(void *context, const void *bytes, size_t length)
{
    struct told *told = context;
    told->snapshot_bytes = (int)length;
    assert_memory_equal(bytes, "state", length);
}

static const uint8_t HASH_OF_ALICE[32] = { 7 };

/* Two rooms of three batches, a snapshot of the second, a session; nobody has the rooms. */
static struct store *open_with_two_rooms(void)
{
    struct store *store = open_store();
    for (int64_t room = ROOM; room <= ROOM + 1; room++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(finish(store, next_batch(store, room, "[1]")), ERROR_NONE);
    struct store_write session = {
        .kind = STORE_PUT_SESSION, .player = ALICE, .name = "Alice", .expires_ms = 9000
    };
    memcpy(session.token_hash, HASH_OF_ALICE, sizeof HASH_OF_ALICE);
    assert_int_equal(finish(store, session), ERROR_NONE);
    struct store_write snapshot = {
        .kind = STORE_SNAPSHOT, .room = ROOM + 1, .expected_seq = 2, .bytes = "state", .length = 5
    };
    assert_int_equal(finish(store, snapshot), ERROR_NONE);
    ask("UPDATE rooms SET owner = NULL");
    return store;
}

/* All of them, one by one. */
static void check_reads(struct store *store, bool has_second)
{
    struct store_room room;
    struct store_session session;
    struct store_claim found;
    struct told told = { 0 };
    struct error error = { 0 };
    assert_int_equal(claim(store, &found), ERROR_NONE);
    assert_int_equal(store->ops->claim(store, ROOM + 1, &found, &error), has_second);
    assert_false(store->ops->claim(store, ROOM + 2, &found, &error));
    assert_int_equal(error.kind, ERROR_MISSING);
    assert_true(store->ops->find_session(store, HASH_OF_ALICE, &session, NULL));
    assert_string_equal(session.name, "Alice");
    assert_true(store->ops->find_room(store, ROOM, &room, NULL));
    assert_int_equal(room.seq, 3);
    assert_false(
        store->ops->load_snapshot(store, ROOM, &told.snapshot_seq, note_snapshot, &told, &error));
    assert_int_equal(error.kind, ERROR_MISSING);
    assert_true(
        store->ops->load_snapshot(store, ROOM + 1, &told.snapshot_seq, note_snapshot, &told, NULL));
    assert_int_equal(told.snapshot_seq, 2);
    assert_int_equal(told.snapshot_bytes, 5);
    assert_true(store->ops->load(store, ROOM, 1, note_batch, &told, NULL));
    assert_int_equal(told.batches, 2);
    assert_int_equal(told.last_seq, 3);
    assert_true(store->ops->load(store, ROOM + 1, 3, note_batch, &told, NULL));
    assert_int_equal(told.batches, 2);
}

static void ask_all_ahead(struct store *store)
{
    struct store_ahead wanted[] = {
        { .kind = STORE_AHEAD_CLAIM, .id = ROOM },
        { .kind = STORE_AHEAD_CLAIM, .id = ROOM + 1 },
        { .kind = STORE_AHEAD_CLAIM, .id = ROOM + 2 },
        { .kind = STORE_AHEAD_SESSION },
        { .kind = STORE_AHEAD_ROOM, .id = ROOM },
        { .kind = STORE_AHEAD_SNAPSHOT, .id = ROOM },
        { .kind = STORE_AHEAD_SNAPSHOT, .id = ROOM + 1 },
        { .kind = STORE_AHEAD_LOG, .id = ROOM, .after_seq = 1, .batches = 9 },
        { .kind = STORE_AHEAD_LOG, .id = ROOM + 1, .after_seq = 3, .batches = 9 },
    };
    memcpy(wanted[3].token_hash, HASH_OF_ALICE, sizeof HASH_OF_ALICE);
    store->ops->ask_ahead(store, wanted, sizeof wanted / sizeof wanted[0]);
}

static void reads_asked_together_are_answered_as_alone(void **state)
{
    (void)state;
    struct store *store = open_with_two_rooms();

    ask_all_ahead(store);
    /* Whatever happens now: it was read already. */
    ask("BEGIN; DELETE FROM log; DELETE FROM snapshots; DELETE FROM sessions");
    ask("COMMIT");
    check_reads(store, true);

    store->ops->ask_ahead(store, NULL, 0);
    struct told told = { 0 };
    assert_true(store->ops->load(store, ROOM, 0, note_batch, &told, NULL));
    assert_int_equal(told.batches, 0);
    assert_string_equal(ask("SELECT count(*) FROM rooms WHERE owner = 'n1'"), "2");
    store->ops->close(store);
}

/* Another server claims the second one at this moment; it is then asked for alone, and waited for. */
static void claims_asked_together_wait_for_nobody(void **state)
{
    (void)state;
    struct store *store = open_with_two_rooms();
    ask("INSERT INTO nodes VALUES ('n2', 1, clock_timestamp() + interval '1 hour', 4242, '')");
    ask("BEGIN");
    ask("UPDATE rooms SET owner = 'n2' WHERE room <> (SELECT min(room) FROM rooms)");

    ask_all_ahead(store);

    ask("COMMIT");
    check_reads(store, false);
    assert_string_equal(ask("SELECT count(*) FROM rooms WHERE owner = 'n1'"), "1");
    store->ops->close(store);
}

/* A server that has died: its lease was over a second ago. */
static void leave_to_the_dead(void)
{
    ask("INSERT INTO nodes VALUES ('dead', 7, clock_timestamp() - interval '1 second', 4242, '')");
    ask("UPDATE rooms SET owner = 'dead', due_ms = 5");
}

static void the_dead_are_taken_over_after_a_grace(void **state)
{
    (void)state;
    struct store_claim found;
    int64_t due = 0;
    struct store *store = open_node("n1");
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    leave_to_the_dead();

    assert_int_equal(claim(store, &found), ERROR_ELSEWHERE); /* who has just come takes nothing */
    assert_int_equal(store->ops->list_due(store, 10, &due, 1), 0);
    for (int i = 0; i < 1000 && store->ops->list_due(store, 10, &due, 1) == 0; i++)
        usleep(10000);

    assert_int_equal(due, ROOM);
    assert_int_equal(claim(store, &found), ERROR_NONE);
    assert_int_equal(found.seen_ms, 4242);
    assert_string_equal(ask("SELECT epoch FROM nodes WHERE node = 'dead'"), "8");
    assert_int_equal(store->ops->list_due(store, 10, &due, 1), 0);
    store->ops->close(store);
}

static void the_dead_are_taken_over_together(void **state)
{
    (void)state;
    struct store *store = open_with_two_rooms();
    struct store_claim found;
    int64_t due;
    leave_to_the_dead();
    ask_all_ahead(store);
    assert_int_equal(claim(store, &found), ERROR_ELSEWHERE);
    for (int i = 0; i < 1000 && store->ops->list_due(store, 10, &due, 1) == 0; i++)
        usleep(10000);

    ask_all_ahead(store);

    assert_string_equal(ask("SELECT count(*) FROM rooms WHERE owner = 'n1'"), "2");
    assert_string_equal(ask("SELECT epoch FROM nodes WHERE node = 'dead'"), "8");
    assert_int_equal(claim(store, &found), ERROR_NONE);
    assert_int_equal(found.seen_ms, 4242);
    store->ops->close(store);
}

static void who_was_taken_over_writes_nothing_more(void **state)
{
    (void)state;
    struct store *store = open_node("n1");
    int64_t before = store->ops->epoch(store);
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    struct store_write write = next_batch(store, ROOM, "[2]");
    write.epoch = before;

    ask("UPDATE nodes SET epoch = epoch + 1, until = clock_timestamp() - interval '1 second'");

    enum error_kind result = finish(store, write);
    assert_true(result == ERROR_FENCED || result == ERROR_IO);
    wait_until_healthy(store); /* it joins again, and must claim anew */
    assert_true(store->ops->epoch(store) > before);
    assert_int_equal(finish(store, write), ERROR_FENCED);
    assert_int_equal(log_end(store, ROOM).seq, 1);
    write.epoch = 0;
    assert_int_equal(finish(store, write), ERROR_NONE);
    store->ops->close(store);
}

static bool loses_lease(struct store *store)
{
    for (int i = 0; i < 1000 && store->ops->holds_lease(store); i++)
        usleep(10000);
    return !store->ops->holds_lease(store);
}

static void the_wall_clock_is_none_of_the_leases_business(void **state)
{
    (void)state;
    enum { HOUR_S = 3600 };
    struct store *store = open_node("n1");
    assert_true(store->ops->holds_lease(store));

    atomic_store(&wall_is_ahead_s, HOUR_S);
    assert_true(store->ops->holds_lease(store));

    /* Nothing is renewed any more, and the clock is set back: it does not hold for an hour longer. */
    ask("BEGIN");
    ask("SELECT node FROM nodes FOR UPDATE");
    atomic_store(&wall_is_ahead_s, -HOUR_S);
    bool is_over = loses_lease(store);
    ask("COMMIT");
    atomic_store(&wall_is_ahead_s, 0);
    assert_true(is_over);
    store->ops->close(store);
}

/* Waits until the writer thread, which makes its connection anew, stands at the barrier. */
static void wait_for_lock(PGconn *conn)
{
    int waiting = 0;
    for (int i = 0; i < 5000 && waiting == 0; i++) {
        usleep(2000);
        PGresult *result =
            PQexec(conn, "SELECT FROM pg_stat_activity WHERE"
                         " application_name = 'parlour' AND wait_event_type = 'Lock'");
        waiting = PQntuples(result);
        PQclear(result);
    }
    assert_int_equal(waiting, 1);
}

/* The lease thread learns it while the writer thread connects, which has joined long ago. */
static void who_is_fenced_while_it_connects_joins_again(void **state)
{
    (void)state;
    struct store *store = open_node("n1");
    int64_t before = store->ops->epoch(store);
    ask("BEGIN");
    ask("UPDATE meta SET value = value WHERE key = 'barrier'");
    PGconn *second = PQconnectdb(getenv("POSTGRES_URL"));
    PQclear(PQexec(second, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                           " WHERE application_name = 'parlour'"));
    wait_for_lock(second);

    PQclear(PQexec(second, "UPDATE nodes SET epoch = epoch + 1,"
                           " until = clock_timestamp() - interval '1 second'"));
    for (int i = 0; i < 50000 && store->ops->epoch(store) != 0; i++)
        usleep(200);
    assert_int_equal(store->ops->epoch(store), 0);
    ask("COMMIT");

    for (int i = 0; i < 50000 && store->ops->epoch(store) == 0; i++)
        usleep(200);
    assert_true(store->ops->epoch(store) > before);
    wait_until_healthy(store);
    assert_int_equal(finish(store, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);
    PQfinish(second);
    store->ops->close(store);
}

static void the_older_of_two_servers_with_one_name_is_fenced(void **state)
{
    (void)state;
    struct store *older = open_node("n1");
    assert_int_equal(finish(older, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);

    struct store *newer = open_node("n1");

    enum error_kind result = finish(older, batch_after(NULL, ROOM, 1, "[2]"));
    assert_true(result == ERROR_FENCED || result == ERROR_IO);
    assert_int_equal(older->ops->epoch(older), 0);
    assert_int_equal(finish(newer, next_batch(newer, ROOM, "[3]")), ERROR_NONE);
    assert_int_equal(finish(older, batch_after(NULL, ROOM, 2, "[4]")),
                     ERROR_IO); /* and stays out */
    newer->ops->close(newer);
    older->ops->close(older);
}

static void a_room_of_a_living_server_is_not_swept(void **state)
{
    (void)state;
    struct store_room room[2];
    struct store *first = open_node("n1"), *second = open_node("n2");
    assert_int_equal(finish(first, batch_after(NULL, ROOM, 0, "[1]")), ERROR_NONE);

    assert_int_equal(second->ops->list_rooms(second, INT64_MAX, 0, room, 2), 0);

    struct store_write removal = { .kind = STORE_REMOVE_ROOM, .room = ROOM };
    assert_int_equal(finish(second, removal), ERROR_MISSING);
    assert_int_equal(first->ops->list_rooms(first, INT64_MAX, 0, room, 2), 1);
    assert_int_equal(finish(first, removal), ERROR_NONE);
    first->ops->close(first);
    second->ops->close(second);
}

static void sessions_that_are_over_are_found(void **state)
{
    (void)state;
    struct store *store = open_store();
    uint8_t hash[3][32] = { { 1 }, { 2 }, { 3 } };
    bool is_over[3];
    for (int i = 0; i < 2; i++) {
        struct store_write write = { .kind = STORE_PUT_SESSION,
                                     .player = ALICE,
                                     .name = "Alice",
                                     .expires_ms = 1000 * (i + 1) };
        memcpy(write.token_hash, hash[i], sizeof write.token_hash);
        assert_int_equal(finish(store, write), ERROR_NONE);
    }

    assert_int_equal(store->ops->find_ended(store, hash, 3, 1000, is_over), 2);

    assert_true(is_over[0]); /* its time is over */
    assert_false(is_over[1]);
    assert_true(is_over[2]); /* never was */
    store->ops->close(store);
}

/* The check, and migrations */

static void note_problem(void *context, const char *problem)
{
    snprintf(context, 200, "%s", problem);
}

static void the_check_finds_an_altered_batch(void **state)
{
    (void)state;
    char problem[200] = "";
    struct error error = { 0 };
    struct store *store = open_store();
    for (int i = 0; i < 3; i++)
        assert_int_equal(finish(store, next_batch(store, ROOM, "[\"as it was\"]")), ERROR_NONE);
    store->ops->close(store);
    /* Without fsync, as this server runs, doctor complains. */
    assert_false(store_check_postgres(getenv("POSTGRES_URL"), NULL, note_problem, problem, &error));
    assert_non_null(strstr(problem, "fsync is off") ? problem : strstr(problem, "full_page"));
    assert_string_equal(error.text, "the check found 1 problems");

    ask("UPDATE log SET events = '[]' WHERE seq = 2");

    assert_false(store_check_postgres(getenv("POSTGRES_URL"), NULL, note_problem, problem, &error));
    assert_non_null(strstr(problem, "batch 2: the hash chain is broken"));
    assert_string_equal(error.text, "the check found 2 problems");
}

static void a_migration_leaves_a_new_database_ready(void **state)
{
    (void)state;
    int from = -1, to = -1;
    assert_true(store_migrate_postgres(getenv("POSTGRES_URL"), NULL, &from, &to, NULL));
    assert_int_equal(from, 0);
    assert_true(store_migrate_postgres(getenv("POSTGRES_URL"), NULL, &from, &to, NULL));
    assert_int_equal(from, to);
    struct store *store = open_store();
    store->ops->close(store);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* With a name: only that test. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        EACH(what_is_no_address_is_refused),
        EACH(another_encoding_is_refused),
        EACH(commits_that_are_not_waited_for_are_refused),
        EACH(a_read_only_standby_is_refused),
        EACH(a_database_without_connections_left_is_refused),
        EACH(a_newer_schema_is_refused),
        EACH(an_older_schema_is_refused_until_it_is_migrated),
        EACH(tables_of_somebody_else_are_refused),
        EACH(a_password_file_must_hold_something),
        EACH(an_unreachable_database_is_waited_for),
        EACH(lost_connections_are_made_again),
        EACH(a_warning_at_the_commit_is_no_acknowledgement),
        EACH(closing_does_not_wait_for_a_standby),
        EACH(while_one_commit_waits_other_rooms_go_on),
        EACH(nothing_overtakes_its_own_room),
        EACH(a_connection_that_breaks_takes_the_other_with_it),
        EACH(of_two_writers_one_is_stale),
        EACH(many_rooms_share_a_commit),
        EACH(text_that_the_database_refuses_is_refused_alone),
        EACH(a_room_has_one_owner),
        EACH(a_warning_at_a_claim_gives_no_room),
        EACH(a_warning_at_claims_gives_no_rooms),
        EACH(reads_asked_together_are_answered_as_alone),
        EACH(claims_asked_together_wait_for_nobody),
        EACH(the_dead_are_taken_over_together),
        EACH(the_dead_are_taken_over_after_a_grace),
        EACH(who_was_taken_over_writes_nothing_more),
        EACH(the_wall_clock_is_none_of_the_leases_business),
        EACH(who_is_fenced_while_it_connects_joins_again),
        EACH(the_older_of_two_servers_with_one_name_is_fenced),
        EACH(a_room_of_a_living_server_is_not_swept),
        EACH(sessions_that_are_over_are_found),
        EACH(the_check_finds_an_altered_batch),
        EACH(a_migration_leaves_a_new_database_ready),
    };
    if (argc == 2)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
