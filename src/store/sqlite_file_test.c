/* SQLite files: their versions, check, backup and restore. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sqlite_test.h"

/* Versions */

static void make_version_1(const char *path)
{
    tamper(path, sql_schema_1);
    tamper(path, "INSERT INTO meta VALUES ('schema_version', 1), ('alive_ms', 12);"
                 "INSERT INTO rooms VALUES (77, '000000000002d', 4711, 'coinflip', 1, 2);"
                 "INSERT INTO people VALUES (1001, '00000000000z9', 'Alice', 1);"
                 "INSERT INTO game_directory VALUES (5, '0000000000005', 77, 1, 'coinflip', 1, 1);"
                 "INSERT INTO log VALUES (77, 1, 1000, 1001, 5, 2, '[{\"type\":\"point_scored\","
                 "\"seat\":1,\"reason\":\"found_werewolf\"},{\"type\":\"scored\",\"seat\":1,"
                 "\"player\":\"00000000000z9\",\"score\":4,\"won\":true}]', zeroblob(32));"
                 "CREATE VIEW results AS SELECT 1 AS old");
}

static void a_file_of_version_1_is_brought_up_to_date(void **state)
{
    (void)state;
    struct store_room room;
    struct store_rank rank;
    make_version_1(in_folder("db"));

    struct store *store = must_open(in_folder("db"));

    assert_true(store->ops->find_code(store, 4711, &room, NULL));
    assert_int_equal(room.seq, 1);
    assert_int_equal(store->ops->alive_ms(store), 12);
    static const char *const points[] = { "found_werewolf", NULL };
    assert_int_equal(store->ops->leaderboard(store, NULL, points, &rank, 1), 1);
    assert_int_equal(rank.score, 4);
    assert_int_equal(rank.points[0], 1);
    assert_int_equal(finish(store, next_batch(store, 77, "[]")), ERROR_NONE);
    store->ops->close(store);
    assert_int_equal(ask(in_folder("db"), "SELECT value FROM meta WHERE key = 'schema_version'"),
                     sqlite_schema_newest());
}

static void a_file_of_an_older_version_is_kept_before_it_changes(void **state)
{
    (void)state;
    struct error error = { 0 };
    char copy[200];
    assert_true(store_keep_old_version(in_folder("absent"), copy, sizeof copy, &error));
    assert_string_equal(copy, "");
    make_filled(in_folder("db"));
    assert_true(store_keep_old_version(in_folder("db"), copy, sizeof copy, &error));
    assert_string_equal(copy, "");
    tamper(in_folder("db"), "UPDATE meta SET value = 4 WHERE key = 'schema_version'");

    assert_true(store_keep_old_version(in_folder("db"), copy, sizeof copy, &error));

    assert_string_equal(copy, in_folder("db.before-4"));
    assert_int_equal(ask(copy, "SELECT count(*) FROM log"), 9);
    tamper(copy, "UPDATE meta SET value = 3 WHERE key = 'schema_version'");
    assert_true(store_keep_old_version(in_folder("db"), copy, sizeof copy, &error));
    assert_int_equal(ask(copy, "SELECT value FROM meta WHERE key = 'schema_version'"), 3);
}

static void write_over_a_page(const char *path)
{
    char garbage[4096];
    struct stat about;
    memset(garbage, 0xa5, sizeof garbage);
    assert_int_equal(stat(path, &about), 0);
    int file = open(path, O_WRONLY);
    off_t at = about.st_size / 2 / 4096 * 4096;
    assert_int_equal(pwrite(file, garbage, sizeof garbage, at), sizeof garbage);
    close(file);
}

static void a_damaged_old_file_is_not_upgraded(void **state)
{
    (void)state;
    struct error error = { 0 };
    char copy[200];
    make_filled(in_folder("db"));
    tamper(in_folder("db"), "UPDATE meta SET value = 4 WHERE key = 'schema_version';"
                            "PRAGMA wal_checkpoint(TRUNCATE)");
    write_over_a_page(in_folder("db"));

    assert_false(store_keep_old_version(in_folder("db"), copy, sizeof copy, &error));

    assert_int_equal(access(copy, F_OK), -1);
    assert_non_null(strstr(error.text, "is damaged"));
}

static void a_file_of_a_newer_version_is_left_alone(void **state)
{
    (void)state;
    struct error error = { 0 };
    make_filled(in_folder("db"));
    tamper(in_folder("db"), "UPDATE meta SET value = 99 WHERE key = 'schema_version'");

    assert_null(open_file(in_folder("db"), true, &error));

    assert_int_equal(error.kind, ERROR_USAGE);
    assert_non_null(strstr(error.text, "99"));
    assert_int_equal(ask(in_folder("db"), "SELECT count(*) FROM log"), 9);
}

static void opening_writes_nothing_when_all_is_up_to_date(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    int64_t before = ask(in_folder("db"), "PRAGMA schema_version");

    struct store *store = must_open(in_folder("db"));
    store->ops->close(store);

    assert_int_equal(ask(in_folder("db"), "PRAGMA schema_version"), before);
}

static void changed_views_are_made_anew(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    tamper(in_folder("db"), "UPDATE meta SET value = 'older' WHERE key = 'views';"
                            "DROP VIEW results; CREATE VIEW \"odd \"\" name\" AS SELECT 1");

    struct store *store = must_open(in_folder("db"));
    store->ops->close(store);

    assert_int_equal(ask(in_folder("db"), "SELECT count(*) FROM results"), 0);
    assert_int_equal(
        ask(in_folder("db"), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'odd%'"), 0);
}

/* Check */

static void a_sound_file_passes_the_check(void **state)
{
    (void)state;
    make_filled(in_folder("db"));

    assert_true(check(in_folder("db")));

    assert_int_equal(problem_count, 0);
}

static void a_file_in_use_can_be_checked(void **state)
{
    (void)state;
    struct store *store = must_open(in_folder("db"));
    fill(store);

    assert_true(check(in_folder("db")));

    store->ops->close(store);
}

static void the_check_finds_what_was_altered(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *problem;
    } cases[] = {
        { "UPDATE arrivals SET events = '[ ]' WHERE room = 2 AND seq = 2", "hash chain" },
        { "UPDATE arrivals SET hash = zeroblob(32) WHERE room = 3 AND seq = 3", "hash chain" },
        { "UPDATE arrivals SET hash = x'00' WHERE room = 3 AND seq = 3", "hash chain" },
        { "DELETE FROM arrivals WHERE room = 1 AND seq = 1", "missing" },
        { "DELETE FROM arrivals WHERE room = 1 AND seq = 2", "missing" },
        { "DELETE FROM rooms WHERE room = 2", "a log without a room" },
        { "DELETE FROM arrivals WHERE room = 2", "a room without a log" },
        { "INSERT INTO snapshots VALUES (1, 9, 'x')", "a snapshot without" },
        { "INSERT INTO game_directory VALUES (5, 'x', 1, 1, 'chess', 9, 1)", "a game without" },
        { "UPDATE meta SET value = 99 WHERE key = 'schema_version'", "newer" },
        { "DELETE FROM meta", "not a Parlour" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unlink(in_folder("db"));
        make_filled(in_folder("db"));
        tamper(in_folder("db"), cases[i].sql);

        assert_false(check(in_folder("db")));

        assert_true(problem_count >= 1);
        assert_non_null(strstr(problem_text, cases[i].problem));
    }
}

static void the_check_finds_damaged_pages(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    int file = open(in_folder("db"), O_RDWR);
    static const char rubbish[3000] = "rubbish";
    for (int page = 1; page < 8; page++)
        assert_int_equal(pwrite(file, rubbish, sizeof rubbish, page * 4096 + 10), sizeof rubbish);
    close(file);

    assert_false(check(in_folder("db")));
}

static void a_missing_file_fails_the_check(void **state)
{
    (void)state;
    struct error error = { 0 };

    assert_false(store_check(in_folder("none"), note_problem, NULL, &error));

    assert_int_equal(error.kind, ERROR_MISSING);
    assert_int_equal(access(in_folder("none"), F_OK), -1);
}

/* Backup and restore */

static void a_backup_is_made_while_the_store_is_in_use(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct stat about;
    for (int is_threaded = 0; is_threaded <= 1; is_threaded++) {
        struct store *store = open_file(in_folder("db"), is_threaded, &error);
        assert_non_null(store);
        if (!is_threaded)
            fill(store);
        struct act act = { .write = next_batch(store, 9, "[]") };
        hand_over(store, &act);

        assert_true(store->ops->backup(store, in_folder("copy"), &error));

        wait_for(store, &act);
        assert_int_equal(act.write.result, ERROR_NONE);
        assert_true(check(in_folder("copy")));
        assert_true(ask(in_folder("copy"), "SELECT count(*) FROM log") >= 9);
        assert_int_equal(access(in_folder("copy-wal"), F_OK), -1);
        assert_int_equal(stat(in_folder("copy"), &about), 0);
        assert_int_equal(about.st_mode & 0777, 0600);
        store->ops->close(store);
    }
}

static void another_process_may_back_up_a_file_in_use(void **state)
{
    (void)state;
    struct store *store = must_open(in_folder("db"));
    fill(store);

    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));

    assert_int_equal(ask(in_folder("copy"), "SELECT count(*) FROM log"), 9);
    store->ops->close(store);
}

static void a_failed_backup_leaves_the_former_one(void **state)
{
    (void)state;
    struct error error = { 0 };
    make_filled(in_folder("db"));
    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));

    assert_false(store_backup(in_folder("none"), in_folder("copy"), &error));
    assert_int_equal(error.kind, ERROR_MISSING);
    assert_false(store_backup(in_folder("db"), in_folder("none/copy"), &error));

    assert_int_equal(error.kind, ERROR_MISSING);
    assert_true(check(in_folder("copy")));
}

static void a_path_that_is_too_long_is_refused(void **state)
{
    (void)state;
    static char path[1100];
    struct error error = { 0 };
    make_filled(in_folder("db"));
    memset(path, 'x', sizeof path - 1);
    path[0] = '/';

    assert_null(open_file(path, false, &error));
    assert_int_equal(error.kind, ERROR_USAGE);
    error = (struct error){ 0 };
    assert_false(store_backup(in_folder("db"), path, &error));
    assert_int_equal(error.kind, ERROR_USAGE);
    error = (struct error){ 0 };
    assert_false(store_restore(in_folder("db"), path, &error));
    assert_int_equal(error.kind, ERROR_USAGE);
}

static void a_folder_is_not_written_over_by_a_backup(void **state)
{
    (void)state;
    struct error error = { 0 };
    make_filled(in_folder("db"));
    assert_int_equal(mkdir(in_folder("copy"), 0700), 0);

    assert_false(store_backup(in_folder("db"), in_folder("copy"), &error));

    assert_int_equal(error.kind, ERROR_IO);
    assert_int_equal(access(in_folder("copy.part"), F_OK), -1);
}

static void a_backup_is_restored(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));
    struct store *store = must_open(in_folder("db"));
    finish(store, next_batch(store, 1, "[\"after the backup\"]"));
    store->ops->close(store);

    assert_true(store_restore(in_folder("copy"), in_folder("db"), NULL));

    store = must_open(in_folder("db"));
    assert_int_equal(log_end(store, 1).seq, 3);
    assert_int_equal(finish(store, next_batch(store, 1, "[]")), ERROR_NONE);
    store->ops->close(store);
    assert_true(check(in_folder("db")));
    assert_int_equal(ask(in_folder("db.before-restore"), "SELECT count(*) FROM log"), 10);
}

static void a_backup_is_restored_where_nothing_was(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));

    assert_true(store_restore(in_folder("copy"), in_folder("new"), NULL));

    assert_true(check(in_folder("new")));
}

/* A log that lies beside a damaged file must not be played into the restored one. */
static void a_damaged_file_and_its_log_are_set_aside(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));
    pid_t child = fork();
    if (child == 0) {
        struct store *store = must_open(in_folder("db"));
        finish(store, next_batch(store, 1, "[\"only in the log\"]"));
        _exit(0);
    }
    waitpid(child, NULL, 0);
    int file = open(in_folder("db"), O_WRONLY);
    assert_int_equal(write(file, "damaged", 7), 7);
    close(file);

    assert_true(store_restore(in_folder("copy"), in_folder("db"), NULL));

    assert_int_equal(access(in_folder("db-wal"), F_OK), -1);
    assert_true(check(in_folder("db")));
    assert_int_equal(ask(in_folder("db"), "SELECT count(*) FROM log"), 9);
    assert_int_equal(access(in_folder("db.before-restore"), F_OK), 0);
}

static void a_file_in_use_is_not_overwritten(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct store *store = must_open(in_folder("db"));
    fill(store);
    assert_true(store->ops->backup(store, in_folder("copy"), NULL));

    assert_false(store_restore(in_folder("copy"), in_folder("db"), &error));

    assert_int_equal(error.kind, ERROR_TAKEN);
    assert_int_equal(finish(store, next_batch(store, 1, "[]")), ERROR_NONE);
    store->ops->close(store);
}

static void an_altered_backup_is_not_restored(void **state)
{
    (void)state;
    struct error error = { 0 };
    make_filled(in_folder("db"));
    assert_true(store_backup(in_folder("db"), in_folder("copy"), NULL));
    tamper(in_folder("copy"), "UPDATE arrivals SET events = '[1]' WHERE room = 1 AND seq = 1");

    assert_false(store_restore(in_folder("copy"), in_folder("db"), &error));

    assert_int_equal(error.kind, ERROR_CORRUPT);
    assert_int_equal(ask(in_folder("db"), "SELECT count(*) FROM log"), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(a_file_of_version_1_is_brought_up_to_date),
        EACH(a_file_of_an_older_version_is_kept_before_it_changes),
        EACH(a_damaged_old_file_is_not_upgraded),
        EACH(a_file_of_a_newer_version_is_left_alone),
        EACH(opening_writes_nothing_when_all_is_up_to_date),
        EACH(changed_views_are_made_anew),
        EACH(a_sound_file_passes_the_check),
        EACH(a_file_in_use_can_be_checked),
        EACH(the_check_finds_what_was_altered),
        EACH(the_check_finds_damaged_pages),
        EACH(a_missing_file_fails_the_check),
        EACH(a_backup_is_made_while_the_store_is_in_use),
        EACH(another_process_may_back_up_a_file_in_use),
        EACH(a_failed_backup_leaves_the_former_one),
        EACH(a_path_that_is_too_long_is_refused),
        EACH(a_folder_is_not_written_over_by_a_backup),
        EACH(a_backup_is_restored),
        EACH(a_backup_is_restored_where_nothing_was),
        EACH(a_damaged_file_and_its_log_are_set_aside),
        EACH(a_file_in_use_is_not_overwritten),
        EACH(an_altered_backup_is_not_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
