/* What only the SQLite back end promises: one owner of the file, losses that are noticed, kill -9. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sqlite_test.h"

/* The file */

static void only_the_owner_may_read_the_files(void **state)
{
    (void)state;
    umask(0);
    struct store *store = must_open(in_folder("db"));
    fill(store);

    struct stat about;
    static const char *const names[] = { "db", "db-wal", "db-shm", "db.lock", "db.heads" };
    for (int i = 0; i < 5; i++) {
        assert_int_equal(stat(in_folder(names[i]), &about), 0);
        assert_int_equal(about.st_mode & 0777, 0600);
    }

    store->ops->close(store);
}

static void two_servers_cannot_open_the_same_file(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct store *store = must_open(in_folder("db"));

    assert_null(open_file(in_folder("db"), true, &error));

    assert_int_equal(error.kind, ERROR_TAKEN);
    store->ops->close(store);
    store = must_open(in_folder("db"));
    store->ops->close(store);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    struct error error = { 0 };

    assert_null(open_file(in_folder("none/db"), true, &error));

    assert_int_equal(error.kind, ERROR_MISSING);
}

static void a_file_of_something_else_is_refused(void **state)
{
    (void)state;
    struct error error = { 0 };
    tamper(in_folder("other"), "CREATE TABLE notes (text)");
    int file = open(in_folder("text"), O_WRONLY | O_CREAT, 0600);
    for (int i = 0; i < 100; i++)
        assert_int_equal(write(file, "this is no database at all\n", 27), 27);
    close(file);

    assert_null(open_file(in_folder("other"), true, &error));
    assert_int_equal(error.kind, ERROR_CORRUPT);
    assert_null(open_file(in_folder("text"), true, &error));
    assert_int_equal(error.kind, ERROR_CORRUPT);
}

static void everything_is_there_after_reopening(void **state)
{
    (void)state;
    struct store_session found;
    make_filled(in_folder("db"));

    struct store *store = must_open(in_folder("db"));

    for (int room = 1; room <= 3; room++)
        assert_int_equal(log_end(store, room).seq, 3);
    assert_true(store->ops->find_player(store, ALICE, &found, NULL));
    store->ops->close(store);
}

static void a_file_that_is_removed_takes_no_more_writes(void **state)
{
    (void)state;
    struct error error = { 0 };
    make_filled(in_folder("db"));
    struct store *store = must_open(in_folder("db"));
    assert_int_equal(finish(store, next_batch(store, 1, "[1]")), ERROR_NONE);

    unlink(in_folder("db"));

    assert_int_equal(finish(store, session(BOB, "Bob", 9)), ERROR_IO);
    assert_false(store->ops->healthy(store, &error));
    assert_non_null(strstr(error.text, "gone"));
    assert_int_equal(access(in_folder("db"), F_OK), -1); /* nor is another made in its place */
    store->ops->close(store);
}

static void a_log_that_is_removed_takes_no_more_writes(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    struct store *store = must_open(in_folder("db"));
    assert_int_equal(finish(store, next_batch(store, 1, "[1]")), ERROR_NONE);

    unlink(in_folder("db-wal"));

    assert_int_equal(finish(store, next_batch(store, 1, "[2]")), ERROR_IO);
    assert_false(store->ops->healthy(store, NULL));
    store->ops->close(store);
}

/* Losses that the data file itself cannot show: the ledger does */

/* A server that dies with `count` batches of room 1 in its write-ahead log. */
static void die_with_a_log(int count)
{
    pid_t child = fork();
    if (child == 0) {
        struct store *store = must_open(in_folder("db"));
        for (int i = 0; i < count; i++)
            finish(store, next_batch(store, 1, "[\"only in the log\"]"));
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

struct problems {
    int count;
    char last[240];
};

static void note_loss(void *context, const char *problem)
{
    struct problems *problems = context;
    problems->count++;
    snprintf(problems->last, sizeof problems->last, "%s", problem);
}

static void assert_loss_is_found(void)
{
    struct error error = { 0 };
    struct problems problems = { 0 };
    assert_false(store_check(in_folder("db"), note_loss, &problems, &error));
    assert_int_equal(error.kind, ERROR_CORRUPT);
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.last, "batch 8: it was acknowledged and is missing"));
}

/* Also by the check of a file that a server has opened, and written to, since. */
static void assert_start_keeps_the_evidence(void)
{
    struct store *store = must_open(in_folder("db"));
    assert_int_equal(finish(store, next_batch(store, 1, "[\"later\"]")), ERROR_NONE);
    assert_loss_is_found();
    store->ops->close(store);
    assert_int_equal(access(in_folder("db.heads.lost"), F_OK), 0);
    assert_loss_is_found();
    unlink(in_folder("db.heads.lost"));
    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
}

static void a_truncated_log_is_noticed(void **state)
{
    (void)state;
    struct stat log;
    make_filled(in_folder("db"));
    die_with_a_log(5);
    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
    assert_int_equal(stat(in_folder("db-wal"), &log), 0);

    assert_int_equal(truncate(in_folder("db-wal"), log.st_size / 2), 0);

    assert_loss_is_found();
    assert_start_keeps_the_evidence();
}

static void a_removed_log_is_noticed_at_the_start(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    die_with_a_log(5);

    unlink(in_folder("db-wal"));

    assert_loss_is_found();
    assert_start_keeps_the_evidence();
}

static void a_flipped_bit_in_the_log_is_noticed_wherever_it_is(void **state)
{
    (void)state;
    struct stat log;
    char byte;
    make_filled(in_folder("db"));
    die_with_a_log(5);
    assert_int_equal(stat(in_folder("db-wal"), &log), 0);
    int file = open(in_folder("db-wal"), O_RDWR);
    for (off_t at = 40; at < log.st_size; at += 1009) {
        assert_int_equal(pread(file, &byte, 1, at), 1);
        byte ^= 4;
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        assert_loss_is_found();
        byte ^= 4;
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
    }
    close(file);
    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
}

static void a_data_file_that_is_gone_is_noticed(void **state)
{
    (void)state;
    struct error error = { 0 };
    struct problems problems = { 0 };
    make_filled(in_folder("db"));

    unlink(in_folder("db"));

    assert_false(store_check(in_folder("db"), note_loss, &problems, &error));
    assert_int_equal(error.kind, ERROR_CORRUPT);
    assert_int_equal(problems.count, 3);
    struct store *store = must_open(in_folder("db"));
    store->ops->close(store);
    assert_int_equal(access(in_folder("db.heads.lost"), F_OK), 0);
}

static void a_removed_room_is_no_loss(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    struct store *store = must_open(in_folder("db"));
    struct store_write removal = { .kind = STORE_REMOVE_ROOM, .room = 2 };

    assert_int_equal(finish(store, removal), ERROR_NONE);

    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
    store->ops->close(store);
    store = must_open(in_folder("db"));
    store->ops->close(store);
    assert_int_equal(access(in_folder("db.heads.lost"), F_OK), -1);
}

static void a_torn_ledger_is_no_loss(void **state)
{
    (void)state;
    struct stat ledger;
    make_filled(in_folder("db"));
    assert_int_equal(stat(in_folder("db.heads"), &ledger), 0);
    assert_int_equal(ledger.st_size, 9 * 64);
    int file = open(in_folder("db.heads"), O_RDWR);
    assert_int_equal(pwrite(file, "torn", 4, 8 * 64 + 3), 4);
    assert_int_equal(pwrite(file, "and more", 8, 9 * 64), 8);
    close(file);

    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));

    /* Records go on at a whole place. */
    die_with_a_log(5);
    unlink(in_folder("db-wal"));
    assert_loss_is_found();
}

static void the_ledger_does_not_grow_for_ever(void **state)
{
    (void)state;
    enum { BATCHES = 40000, GROUP = 500 };
    static struct act act[GROUP];
    struct stat ledger;
    struct store *store = must_open(in_folder("db"));
    struct log_end end = { 0 };
    for (int i = 0; i < BATCHES / GROUP; i++) {
        for (int k = 0; k < GROUP; k++) {
            act[k] = (struct act){ .write = batch_after(end.hash, 1, end.seq, "[1]") };
            memcpy(end.hash, act[k].write.hash, sizeof end.hash);
            end.seq++;
        }
        hand_over_together(store, act, GROUP);
        wait_for(store, &act[GROUP - 1]);
    }
    store->ops->close(store);

    assert_int_equal(stat(in_folder("db.heads"), &ledger), 0);
    assert_in_range(ledger.st_size, 64, 2 * 16384 * 64);
    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
}

static void commits_are_synced_in_full(void **state)
{
    (void)state;
    struct store *store = must_open(in_folder("db"));
    sqlite3 *writer = ((struct sqlite_store *)store)->writer;

    assert_int_equal(sqlite_int(writer, "PRAGMA synchronous", -1), 2);
    assert_int_equal(sqlite_int(writer, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", 0),
                     1);

    store->ops->close(store);
}

static void the_unsafe_variant_is_told_apart(void **state)
{
    (void)state;
    struct store_config config = { .path = in_folder("db"), .is_unsafe = true };
    struct store *store = store_open_sqlite(&config, NULL);

    assert_int_equal(sqlite_int(((struct sqlite_store *)store)->writer, "PRAGMA synchronous", -1),
                     1);

    store->ops->close(store);
}

/* While another program holds the file, a group gathers behind the first write. */
static void what_waits_together_is_committed_together(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    static struct act act[COUNT];
    struct store *store = must_open(in_folder("db"));
    sqlite3 *other;
    assert_int_equal(sqlite3_open(in_folder("db"), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct store_stats before, after;
    store->ops->stats(store, &before);

    for (int i = 0; i < COUNT; i++) {
        act[i] = (struct act){ .write = batch_after(NULL, i + 1, 0, "[]") };
        hand_over(store, &act[i]);
    }
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    wait_for(store, &act[COUNT - 1]);

    store->ops->stats(store, &after);
    assert_int_equal(after.writes - before.writes, COUNT);
    assert_in_range(after.commits - before.commits, 1, 2);
    assert_true(after.largest_group >= COUNT / 2);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(act[i].write.result, ERROR_NONE);
    sqlite3_close(other);
    store->ops->close(store);
}

static void the_log_is_copied_into_the_file_now_and_then(void **state)
{
    (void)state;
    static char events[4000];
    memset(events, ' ', sizeof events - 1);
    struct store_stats stats;
    struct stat about;
    struct store *store = must_open(in_folder("db"));

    for (int i = 0; i < 2000; i++)
        assert_int_equal(finish(store, batch_after(NULL, 1, i, events)), ERROR_NONE);

    store->ops->stats(store, &stats);
    assert_true(stats.checkpoints >= 1);
    assert_int_equal(stat(in_folder("db-wal"), &about), 0);
    assert_true(about.st_size < 5000 * 4096);
    store->ops->close(store);
}

/* The shelf */

static struct store *open_with_shelf(int arrivals)
{
    struct store_config config = { .path = in_folder("db"), .shelf_arrivals = arrivals };
    return store_open_sqlite(&config, NULL);
}

/* A room's batches, one digit each, in the order in which they are read. */
static bool note_digit(void *context, const struct store_batch *batch)
{
    char *digits = context;
    size_t length = strlen(digits);
    digits[length] = (char)('0' + batch->seq);
    digits[length + 1] = '\0';
    return true;
}

static void arrivals_are_shelved_in_groups_and_read_as_one_log(void **state)
{
    (void)state;
    struct store *store = open_with_shelf(4);

    for (int i = 0; i < 9; i++)
        assert_int_equal(finish(store, next_batch(store, 1 + i % 2, "[]")), ERROR_NONE);

    char digits[20] = "";
    sqlite3 *writer = ((struct sqlite_store *)store)->writer;
    assert_int_equal(sqlite_int(writer, "SELECT count(*) FROM shelf", -1), 8);
    assert_int_equal(sqlite_int(writer, "SELECT count(*) FROM arrivals", -1), 1);
    assert_true(store->ops->load(store, 1, 1, note_digit, digits, NULL));
    assert_string_equal(digits, "2345");
    store->ops->close(store);
    assert_true(check(in_folder("db")));
}

static void arrivals_of_a_former_run_are_shelved_with_the_first_group(void **state)
{
    (void)state;
    make_filled(in_folder("db"));
    struct store *store = open_with_shelf(100);

    assert_int_equal(finish(store, next_batch(store, 1, "[]")), ERROR_NONE);

    sqlite3 *writer = ((struct sqlite_store *)store)->writer;
    assert_int_equal(sqlite_int(writer, "SELECT count(*) FROM shelf", -1), 10);
    assert_int_equal(finish(store, next_batch(store, 1, "[]")), ERROR_NONE);
    assert_int_equal(sqlite_int(writer, "SELECT count(*) FROM shelf", -1), 10);
    store->ops->close(store);
}

static void a_removed_room_leaves_shelf_and_arrivals(void **state)
{
    (void)state;
    struct store *store = open_with_shelf(3);
    for (int i = 0; i < 4; i++)
        assert_int_equal(finish(store, next_batch(store, 1, "[]")), ERROR_NONE);

    assert_int_equal(finish(store, (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = 1 }),
                     ERROR_NONE);

    assert_int_equal(log_end(store, 1).seq, 0);
    assert_int_equal(finish(store, batch_after(NULL, 1, 4, "[]")), ERROR_STALE);
    assert_int_equal(finish(store, batch_after(NULL, 1, 0, "[]")), ERROR_NONE);
    store->ops->close(store);
}

/* Two rooms that take each other's place in what the writer remembers. */
static void rooms_that_share_a_place_in_memory_do_not_mix(void **state)
{
    (void)state;
    struct store *store = open_with_shelf(3);
    int64_t one = 7, other = 7 + HEADS_MAX;

    for (int i = 0; i < 4; i++) {
        assert_int_equal(finish(store, batch_after(NULL, one, i, "[]")), ERROR_NONE);
        assert_int_equal(finish(store, batch_after(NULL, other, i, "[]")), ERROR_NONE);
        assert_int_equal(finish(store, batch_after(NULL, one, i, "[]")), ERROR_STALE);
    }

    assert_int_equal(log_end(store, one).seq, 4);
    assert_int_equal(log_end(store, other).seq, 4);
    store->ops->close(store);
}

/* kill -9 */

enum { VICTIM_ROOMS = 10, KILLS = 8 };

struct said {
    int64_t room, seq;
};

struct victim_room {
    struct store_write write;
    struct log_end end;
};

static struct store *victim;
static int report_pipe;

/* Not called `write`, which is what a callback's argument is called here. */
static ssize_t (*const write_pipe)(int, const void *, size_t) = write;

/* Says that the batch is on disk, and hands over the room's next one. */
static void report_and_go_on(struct store_write *write)
{
    struct victim_room *room = write->owner;
    struct said said = { write->room, write->expected_seq + 1 };
    if (write->result != ERROR_NONE || write_pipe(report_pipe, &said, sizeof said) != sizeof said)
        _exit(1);
    room->write = batch_after(write->hash, write->room, said.seq, "[{\"type\":\"moved\"}]");
    room->write.done = report_and_go_on;
    room->write.owner = room;
    store_write(victim, &room->write);
}

static void live(const char *path)
{
    static struct victim_room rooms[VICTIM_ROOMS];
    victim = must_open(path);
    for (int i = 0; i < VICTIM_ROOMS; i++) {
        rooms[i].write = next_batch(victim, i + 1, "[{\"type\":\"moved\"}]");
        rooms[i].write.done = report_and_go_on;
        rooms[i].write.owner = &rooms[i];
        store_write(victim, &rooms[i].write);
    }
    for (;;) {
        store_poll(victim);
        usleep(50);
    }
}

/* Lets a child write for a while, kills it, and notes the latest it said about each room. */
static int kill_one(const char *path, int after_ms, int64_t said_seq[VICTIM_ROOMS + 1])
{
    int ends[2], count = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        report_pipe = ends[1];
        live(path);
    }
    close(ends[1]);
    struct said said;
    /* The time counts from the first sign of life: opening may take long under a sanitizer. */
    assert_int_equal(read(ends[0], &said, sizeof said), sizeof said);
    do {
        said_seq[said.room] = said.seq;
        count++;
        struct pollfd readable = { .fd = ends[0], .events = POLLIN };
        if (count == 1 + after_ms * 3 || poll(&readable, 1, after_ms) == 0)
            kill(child, SIGKILL);
    } while (read(ends[0], &said, sizeof said) == sizeof said);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    return count;
}

static void what_was_acknowledged_survives_kill_9(void **state)
{
    (void)state;
    int64_t said_seq[VICTIM_ROOMS + 1] = { 0 };
    int total = 0;
    for (int i = 0; i < KILLS; i++) {
        total += kill_one(in_folder("db"), 1 + 37 * i % 60, said_seq);

        struct store *store = must_open(in_folder("db"));
        for (int room = 1; room <= VICTIM_ROOMS; room++)
            assert_true(log_end(store, room).seq >= said_seq[room]);
        store->ops->close(store);
        assert_true(check(in_folder("db")));
    }
    assert_true(total >= KILLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(what_was_acknowledged_survives_kill_9),
        EACH(only_the_owner_may_read_the_files),
        EACH(two_servers_cannot_open_the_same_file),
        EACH(a_folder_that_is_not_there_is_an_error),
        EACH(a_file_of_something_else_is_refused),
        EACH(everything_is_there_after_reopening),
        EACH(a_file_that_is_removed_takes_no_more_writes),
        EACH(a_log_that_is_removed_takes_no_more_writes),
        EACH(a_truncated_log_is_noticed),
        EACH(a_removed_log_is_noticed_at_the_start),
        EACH(a_flipped_bit_in_the_log_is_noticed_wherever_it_is),
        EACH(a_data_file_that_is_gone_is_noticed),
        EACH(a_removed_room_is_no_loss),
        EACH(a_torn_ledger_is_no_loss),
        EACH(the_ledger_does_not_grow_for_ever),
        EACH(commits_are_synced_in_full),
        EACH(the_unsafe_variant_is_told_apart),
        EACH(what_waits_together_is_committed_together),
        EACH(the_log_is_copied_into_the_file_now_and_then),
        EACH(arrivals_are_shelved_in_groups_and_read_as_one_log),
        EACH(arrivals_of_a_former_run_are_shelved_with_the_first_group),
        EACH(a_removed_room_leaves_shelf_and_arrivals),
        EACH(rooms_that_share_a_place_in_memory_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
