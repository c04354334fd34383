/* The SQLite back end on a disk that fails: full, or EIO, at every operation in turn, once and for good.
 *
 * A shim over the default VFS counts writes, syncs, truncations and reads and fails the one it is told to.
 * It also watches the rule that matters most: after a failed sync nothing is written through that handle
 * again. */
#include <sqlite3.h>
#include <stdatomic.h>

#include "store_test.h"

/* The shim */

enum operation { OP_WRITE = 1, OP_SYNC = 2, OP_TRUNCATE = 4, OP_READ = 8 };

static struct {
    atomic_int operations;        /* which ones may fail; 0: none */
    atomic_int countdown;         /* the one that reaches 0 fails */
    atomic_bool is_sticky;        /* and all after it */
    atomic_bool is_for_data_file; /* only; not for the write-ahead log */
    atomic_int code;
    atomic_int hit_count;
    atomic_int used_after_failure; /* handles used after a failed sync */
} disk;

static void break_disk(int operations, int nth, bool is_sticky, int code)
{
    disk.countdown = nth;
    disk.is_sticky = is_sticky;
    disk.code = code;
    disk.hit_count = 0;
    disk.is_for_data_file = false;
    disk.operations = operations;
}

static void mend_disk(void)
{
    disk.operations = 0;
}

struct fault_file {
    sqlite3_file base;
    atomic_bool has_failed_sync;
    bool is_data_file;
    sqlite3_file *real;
};

static sqlite3_file *real(sqlite3_file *file)
{
    return ((struct fault_file *)file)->real;
}

/* The code to fail with, or SQLITE_OK. */
static int fate(sqlite3_file *base, enum operation operation)
{
    struct fault_file *file = (struct fault_file *)base;
    if (file->has_failed_sync && operation != OP_READ)
        disk.used_after_failure++;
    if (!(disk.operations & (int)operation) || (disk.is_for_data_file && !file->is_data_file))
        return SQLITE_OK;
    int left = --disk.countdown;
    if (left != 0 && !(left < 0 && disk.is_sticky))
        return SQLITE_OK;
    disk.hit_count++;
    if (operation == OP_SYNC)
        file->has_failed_sync = true;
    return disk.code == SQLITE_FULL ? SQLITE_FULL
           : operation == OP_WRITE  ? SQLITE_IOERR_WRITE
           : operation == OP_SYNC   ? SQLITE_IOERR_FSYNC
           : operation == OP_READ   ? SQLITE_IOERR_READ
                                    : SQLITE_IOERR_TRUNCATE;
}

static int fault_close(sqlite3_file *file)
{
    return real(file)->pMethods->xClose(real(file));
}
static int fault_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    int code = fate(file, OP_READ);
    return code ? code : real(file)->pMethods->xRead(real(file), bytes, count, at);
}
/* A failed write may have written a part. */
static int fault_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    int code = fate(file, OP_WRITE);
    int written = real(file)->pMethods->xWrite(real(file), bytes, code ? count / 2 : count, at);
    return code ? code : written;
}
static int fault_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int code = fate(file, OP_TRUNCATE);
    return code ? code : real(file)->pMethods->xTruncate(real(file), size);
}
/* The machine does not go down in this test, so only the result of a sync matters. */
static int fault_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    return fate(file, OP_SYNC);
}
static int fault_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int fault_lock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}
static int fault_unlock(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}
static int fault_check_lock(sqlite3_file *file, int *out)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}
static int fault_control(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int fault_sector(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}
static int fault_device(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int fault_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, out);
}
static int fault_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void fault_shm_barrier(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}
static int fault_shm_unmap(sqlite3_file *file, int is_deleted)
{
    return real(file)->pMethods->xShmUnmap(real(file), is_deleted);
}

static const sqlite3_io_methods fault_methods = {
    .iVersion = 2,
    .xClose = fault_close,
    .xRead = fault_read,
    .xWrite = fault_write,
    .xTruncate = fault_truncate,
    .xSync = fault_sync,
    .xFileSize = fault_size,
    .xLock = fault_lock,
    .xUnlock = fault_unlock,
    .xCheckReservedLock = fault_check_lock,
    .xFileControl = fault_control,
    .xSectorSize = fault_sector,
    .xDeviceCharacteristics = fault_device,
    .xShmMap = fault_shm_map,
    .xShmLock = fault_shm_lock,
    .xShmBarrier = fault_shm_barrier,
    .xShmUnmap = fault_shm_unmap,
};

/* Without a thread no shared memory is needed: a simulator's VFS may do without, and this one does. */
static sqlite3_io_methods plain_methods;
static bool is_threaded;

static int fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct fault_file *fault = (struct fault_file *)file;
    sqlite3_vfs *under = vfs->pAppData;
    memset(fault, 0, sizeof *fault);
    fault->real = (sqlite3_file *)(fault + 1);
    fault->is_data_file = flags & SQLITE_OPEN_MAIN_DB;
    int code = under->xOpen(under, name, fault->real, flags, out);
    if (code == SQLITE_OK)
        fault->base.pMethods = is_threaded ? &fault_methods : &plain_methods;
    return code;
}

static void register_shim(void)
{
    static sqlite3_vfs shim;
    sqlite3_vfs *under = sqlite3_vfs_find(NULL);
    plain_methods = fault_methods;
    plain_methods.iVersion = 1;
    shim = *under; /* all but opening works on names and is the same */
    shim.zName = "fault";
    shim.pNext = NULL;
    shim.pAppData = under;
    shim.szOsFile = (int)sizeof(struct fault_file) + under->szOsFile;
    shim.xOpen = fault_open;
    assert_int_equal(sqlite3_vfs_register(&shim, 0), SQLITE_OK);
}

/* The table as it stands before each try: rooms 1 … 3 have two batches each. */

enum { ROOMS = 3, TRIES_MAX = 60 };

static struct store *store;
static int shelf_arrivals;

static struct store *open_store(void)
{
    struct error error = { 0 };
    struct store_config config = { .path = in_folder("db"),
                                   .vfs = "fault",
                                   .is_threaded = is_threaded,
                                   .shelf_arrivals = shelf_arrivals };
    struct store *opened = store_open_sqlite(&config, &error);
    if (!opened)
        fail_msg("%s", error.text);
    return opened;
}

static void begin(void)
{
    make_folder();
    mend_disk();
    disk.used_after_failure = 0;
    store = open_store();
    for (int room = 1; room <= ROOMS; room++)
        for (int i = 0; i < 2; i++)
            assert_int_equal(finish(store, next_batch(store, room, "[1]")), ERROR_NONE);
}

static void end(void)
{
    store->ops->close(store);
    assert_int_equal(disk.used_after_failure, 0);
    assert_true(store_check(in_folder("db"), NULL, NULL, NULL));
    remove_folder();
}

/* Hands over one more batch per room and waits for all of them. */
static void append_to_all(struct act act[ROOMS])
{
    for (int i = 0; i < ROOMS; i++)
        act[i] = (struct act){ .write = next_batch(store, i + 1, "[2]") };
    for (int i = 0; i < ROOMS; i++)
        hand_over(store, &act[i]);
    for (int i = 0; i < ROOMS; i++)
        wait_for(store, &act[i]);
}

enum { READS = 8 };

static bool is_lost(bool is_read, const struct error *error)
{
    return !is_read && error->kind != ERROR_MISSING;
}

static void forget_bytes(void *context, const void *bytes, size_t length)
{
    (void)context, (void)bytes, (void)length;
}

/* How many of the READS cannot be answered. */
static int count_unread(void)
{
    static const uint8_t token_hash[32];
    struct store_room room[4];
    struct store_session session;
    struct store_rank rank[4];
    struct store_result result[4];
    struct log_end last = { 0 };
    struct error error = { 0 };
    int64_t id;
    return is_lost(store->ops->find_room(store, 1, room, &error), &error) +
           is_lost(store->ops->find_game(store, 1, &id, &error), &error) +
           is_lost(store->ops->load(store, 1, 0, note_end, &last, &error), &error) +
           is_lost(store->ops->load_snapshot(store, 1, &id, forget_bytes, NULL, &error), &error) +
           is_lost(store->ops->find_session(store, token_hash, &session, &error), &error) +
           (store->ops->list_rooms(store, 0, 0, room, 4) < 0) +
           (store->ops->leaderboard(store, NULL, NULL, rank, 4) < 0) +
           (store->ops->history(store, ALICE, result, 4) < 0);
}

static void wait_until_healthy(void)
{
    for (int i = 0; i < 50000 && !store->ops->healthy(store, NULL); i++) {
        store_poll(store);
        usleep(200);
    }
    assert_true(store->ops->healthy(store, NULL));
}

/* Fails the nth operation while the rooms go on by a batch each, for every nth until none is hit. `after`
 * judges what became of the batches. */
static void try_each(int operations, bool is_sticky, int code, void (*after)(struct act[ROOMS]))
{
    int nth = 1;
    for (;; nth++) {
        begin();
        struct act act[ROOMS];
        break_disk(operations, nth, is_sticky, code);
        append_to_all(act);
        int hits = disk.hit_count;
        if (hits > 0)
            after(act);
        mend_disk();
        end();
        if (hits == 0)
            break;
        assert_true(nth < TRIES_MAX);
    }
    assert_true(nth > 1);
}

/* The writer thread may have taken the three batches as two groups, one of which got through. */
static void some_were_refused(const struct act act[ROOMS], enum error_kind kind)
{
    int count = 0;
    for (int i = 0; i < ROOMS; i++) {
        assert_true(act[i].write.result == kind || act[i].write.result == ERROR_NONE);
        count += act[i].write.result == kind;
    }
    assert_in_range(count, is_threaded ? 1 : ROOMS, ROOMS);
}

/* A batch that was answered with success is in the log; every room can go on. */
static void nothing_acknowledged_is_lost(struct act act[ROOMS])
{
    mend_disk();
    wait_until_healthy();
    for (int i = 0; i < ROOMS; i++)
        assert_in_range(log_end(store, i + 1).seq, act[i].write.result == ERROR_NONE ? 3 : 2, 3);
    append_to_all(act);
    for (int i = 0; i < ROOMS; i++)
        assert_int_equal(act[i].write.result, ERROR_NONE);
}

static void shelving_that_fails_at_any_operation_loses_nothing(void **state)
{
    (void)state;
    shelf_arrivals = 2;
    for (int is_sticky = 0; is_sticky <= 1; is_sticky++) {
        try_each(OP_WRITE, is_sticky, SQLITE_FULL, nothing_acknowledged_is_lost);
        try_each(OP_WRITE | OP_SYNC, is_sticky, SQLITE_IOERR, nothing_acknowledged_is_lost);
    }
    shelf_arrivals = 0;
}

static void all_were_refused_and_can_be_tried_again(struct act act[ROOMS])
{
    some_were_refused(act, ERROR_FULL);
    for (int i = 0; i < ROOMS; i++)
        assert_int_equal(log_end(store, i + 1).seq, act[i].write.result == ERROR_NONE ? 3 : 2);
    assert_true(store->ops->healthy(store, NULL));
    mend_disk();
    append_to_all(act);
    for (int i = 0; i < ROOMS; i++)
        assert_int_equal(act[i].write.result, ERROR_NONE);
}

static void a_full_disk_refuses_the_group_and_goes_on_when_there_is_room(void **state)
{
    (void)state;
    try_each(OP_WRITE, false, SQLITE_FULL, all_were_refused_and_can_be_tried_again);
    try_each(OP_WRITE, true, SQLITE_FULL, all_were_refused_and_can_be_tried_again);
}

/* Acknowledged batches are there; the store reports that it is not healthy until it has recovered; then it
 * goes on. */
static void nothing_done_is_lost_and_it_goes_on(struct act act[ROOMS])
{
    wait_until_healthy();
    for (int i = 0; i < ROOMS; i++) {
        int64_t seq = log_end(store, i + 1).seq;
        if (act[i].write.result == ERROR_NONE)
            assert_int_equal(seq, 3);
        else
            assert_int_equal(act[i].write.result, ERROR_IO);
        assert_in_range(seq, 2, 3);
    }
    struct store_stats stats;
    store->ops->stats(store, &stats);
    assert_true(stats.recoveries >= 1);
    append_to_all(act);
    for (int i = 0; i < ROOMS; i++)
        assert_int_equal(act[i].write.result, ERROR_NONE);
}

static void an_io_error_at_any_operation_is_recovered_from(void **state)
{
    (void)state;
    try_each(OP_WRITE, false, SQLITE_IOERR, nothing_done_is_lost_and_it_goes_on);
    try_each(OP_SYNC, false, SQLITE_IOERR, nothing_done_is_lost_and_it_goes_on);
    try_each(OP_WRITE | OP_SYNC | OP_TRUNCATE, false, SQLITE_IOERR,
             nothing_done_is_lost_and_it_goes_on);
}

static void it_stays_ill_until_the_disk_is_mended(struct act act[ROOMS])
{
    struct error error = { 0 };
    some_were_refused(act, ERROR_IO);
    for (int i = 0; i < 5; i++) {
        store_poll(store);
        assert_false(store->ops->healthy(store, &error));
    }
    assert_int_equal(error.kind, ERROR_IO);
    assert_int_equal(finish(store, (struct store_write){ .kind = STORE_ALIVE, .time_ms = 1 }),
                     ERROR_IO);
    mend_disk();
    nothing_done_is_lost_and_it_goes_on(act);
}

static void a_disk_that_stays_broken_stops_the_store(void **state)
{
    (void)state;
    try_each(OP_SYNC, true, SQLITE_IOERR, it_stays_ill_until_the_disk_is_mended);
    try_each(OP_WRITE | OP_SYNC, true, SQLITE_IOERR, it_stays_ill_until_the_disk_is_mended);
}

/* Batches of several pages, so that the disk fails between them, too. */
static void append_together(struct act act[ROOMS])
{
    static char events[6000];
    struct log_end last = log_end(store, 1);
    memset(events, ' ', sizeof events - 1);
    for (int i = 0; i < ROOMS; i++) {
        act[i] = (struct act){ .write = batch_after(last.hash, 1, last.seq + i, events) };
        memcpy(last.hash, act[i].write.hash, SHA256_SIZE);
    }
    hand_over_together(store, act, ROOMS);
    wait_for(store, &act[ROOMS - 1]);
}

static void what_is_handed_over_together_is_kept_together(void **state)
{
    (void)state;
    int nth = 1;
    for (bool was_hit = true; was_hit; nth++) {
        begin();
        struct act act[ROOMS];
        break_disk(OP_WRITE | OP_SYNC, nth, false, nth % 2 ? SQLITE_IOERR : SQLITE_FULL);
        append_together(act);
        was_hit = disk.hit_count > 0;
        mend_disk();
        wait_until_healthy();
        int64_t seq = log_end(store, 1).seq;
        assert_true(seq == 2 + ROOMS || (seq == 2 && act[0].write.result != ERROR_NONE));
        for (int i = 1; i < ROOMS; i++)
            assert_int_equal(act[i].write.result, act[0].write.result);
        append_together(act);
        assert_int_equal(act[ROOMS - 1].write.result, ERROR_NONE);
        end();
    }
    assert_true(nth > ROOMS);
}

static void a_failed_checkpoint_is_noticed(void **state)
{
    (void)state;
    static char events[4000];
    memset(events, ' ', sizeof events - 1);
    begin();
    struct log_end last = log_end(store, 1);
    struct store_stats stats;

    /* Only a checkpoint syncs the data file. */
    break_disk(OP_SYNC, 1, false, SQLITE_IOERR);
    disk.is_for_data_file = true;
    for (int i = 0; i < 1500 && disk.hit_count == 0; i++, last.seq++) {
        struct store_write write = batch_after(last.hash, 1, last.seq, events);
        memcpy(last.hash, write.hash, SHA256_SIZE);
        assert_int_equal(finish(store, write), ERROR_NONE);
    }

    assert_int_equal(disk.hit_count, 1);
    for (int i = 0; i < 5000; i++, usleep(200)) {
        store_poll(store);
        store->ops->stats(store, &stats);
        if (stats.recoveries == 1)
            break;
    }
    assert_int_equal(stats.recoveries, 1);
    assert_int_equal(log_end(store, 1).seq, last.seq);
    end();
}

/* Reading goes on while nothing can be written, or says that it cannot. The unthreaded store has one
 * connection only, and drops it; the server uses the threaded one. */
static void reads_go_on_while_the_disk_is_broken(void **state)
{
    (void)state;
    begin();
    struct act act[ROOMS];
    break_disk(OP_SYNC, 1, true, SQLITE_IOERR);
    append_to_all(act);
    assert_false(store->ops->healthy(store, NULL));

    assert_int_equal(count_unread(), is_threaded ? 0 : READS);

    mend_disk();
    wait_until_healthy();
    assert_int_equal(count_unread(), 0);
    end();
}

static void a_read_that_fails_is_not_taken_for_nothing_there(void **state)
{
    (void)state;
    int nth = 1, most = 0;
    for (bool was_hit = true; was_hit; nth++) {
        begin();
        store->ops->close(store);
        store = open_store();
        break_disk(OP_READ, nth, true, SQLITE_IOERR);
        int unread = count_unread();
        was_hit = disk.hit_count > 0;
        most = unread > most ? unread : most;
        assert_int_equal(unread > 0, was_hit);
        mend_disk();
        assert_int_equal(count_unread(), 0);
        end();
    }
    assert_true(most > READS / 2);
}

/* The writer must read, too: the end of a room's log, the owner of a code. */
static void a_writer_that_cannot_read_loses_nothing(void **state)
{
    (void)state;
    struct act act[ROOMS];
    bool was_hit = true;
    for (int nth = 1; was_hit; nth++) {
        begin();
        struct store_write known = next_batch(store, 1, "[2]");
        struct store_write new = batch_after(NULL, ROOM, 0, "[1]");
        new.marks = STORE_MARK_GAME_STARTED;
        new.game_id = 5;
        store->ops->close(store);
        store = open_store();
        break_disk(OP_READ, nth, false, SQLITE_IOERR);
        enum error_kind second = finish(store, new), first = finish(store, known);
        was_hit = disk.hit_count > 0;
        mend_disk();
        wait_until_healthy();
        assert_int_equal(log_end(store, 1).seq, first == ERROR_NONE ? 3 : 2);
        assert_int_equal(log_end(store, ROOM).seq, second == ERROR_NONE);
        append_to_all(act);
        for (int i = 0; i < ROOMS; i++)
            assert_int_equal(act[i].write.result, ERROR_NONE);
        end();
    }
}

static void an_error_while_a_file_is_opened_again_is_told(void **state)
{
    (void)state;
    bool was_hit = true;
    for (int nth = 1; was_hit; nth++) {
        begin();
        store->ops->close(store);
        struct error error = { 0 };
        struct store_config config = { .path = in_folder("db"),
                                       .vfs = "fault",
                                       .is_threaded = is_threaded };
        break_disk(OP_READ, nth, true, SQLITE_IOERR);
        store = store_open_sqlite(&config, &error);
        was_hit = disk.hit_count > 0;
        assert_true(store || (was_hit && error.kind != ERROR_NONE));
        mend_disk();
        if (!store)
            store = open_store();
        assert_int_equal(log_end(store, 1).seq, 2);
        end();
    }
}

/* SQLite writes the copy through its default VFS. */
static void a_backup_that_fails_at_any_operation_leaves_the_former_one(void **state)
{
    (void)state;
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    begin();
    assert_true(store->ops->backup(store, in_folder("copy"), NULL));
    sqlite3_vfs_register(sqlite3_vfs_find("fault"), 1);
    int nth = 1;
    for (bool was_hit = true; was_hit; nth++) {
        struct error error = { 0 };
        break_disk(OP_WRITE | OP_SYNC | OP_TRUNCATE, nth, true, SQLITE_FULL);
        bool is_made = store->ops->backup(store, in_folder("copy"), &error);
        was_hit = disk.hit_count > 0;
        mend_disk();
        disk.used_after_failure = 0; /* by SQLite's own rollback of the copy */
        assert_true(is_made ? !was_hit : error.kind != ERROR_NONE);
        assert_true(store_check(in_folder("copy"), NULL, NULL, NULL));
    }
    sqlite3_vfs_register(usual, 1);
    assert_true(nth > 3);
    end();
}

static void a_broken_store_can_be_closed(void **state)
{
    (void)state;
    begin();
    struct act act[ROOMS];
    break_disk(OP_SYNC, 1, true, SQLITE_IOERR);
    append_to_all(act);

    store->ops->close(store);
    mend_disk();

    store = open_store();
    assert_in_range(log_end(store, 1).seq, 2, 3);
    end();
}

/* A file that could not be made is made by the next try. */
static void an_error_while_opening_leaves_a_file_that_opens(void **state)
{
    (void)state;
    int nth = 1;
    for (bool was_hit = true; was_hit; nth++) {
        make_folder();
        struct error error = { 0 };
        struct store_config config = { .path = in_folder("db"), .vfs = "fault" };
        break_disk(OP_WRITE | OP_SYNC | OP_TRUNCATE, nth, true,
                   nth % 2 ? SQLITE_IOERR : SQLITE_FULL);
        store = store_open_sqlite(&config, &error);
        was_hit = disk.hit_count > 0;
        if (store)
            store->ops->close(store);
        else
            assert_true(was_hit && error.kind != ERROR_NONE);
        mend_disk();
        disk.used_after_failure = 0; /* by SQLite's own rollback of what was never acknowledged */

        store = open_store();
        assert_int_equal(finish(store, next_batch(store, 1, "[1]")), ERROR_NONE);
        end();
    }
    assert_true(nth > 5);
}

static const struct CMUnitTest fault_tests[] = {
    cmocka_unit_test(a_full_disk_refuses_the_group_and_goes_on_when_there_is_room),
    cmocka_unit_test(shelving_that_fails_at_any_operation_loses_nothing),
    cmocka_unit_test(an_io_error_at_any_operation_is_recovered_from),
    cmocka_unit_test(a_disk_that_stays_broken_stops_the_store),
    cmocka_unit_test(what_is_handed_over_together_is_kept_together),
    cmocka_unit_test(a_failed_checkpoint_is_noticed),
    cmocka_unit_test(reads_go_on_while_the_disk_is_broken),
    cmocka_unit_test(a_read_that_fails_is_not_taken_for_nothing_there),
    cmocka_unit_test(a_writer_that_cannot_read_loses_nothing),
    cmocka_unit_test(an_error_while_a_file_is_opened_again_is_told),
    cmocka_unit_test(a_backup_that_fails_at_any_operation_leaves_the_former_one),
    cmocka_unit_test(a_broken_store_can_be_closed),
    cmocka_unit_test(an_error_while_opening_leaves_a_file_that_opens),
};

int main(void)
{
    register_shim();
    int failed = cmocka_run_group_tests_name("faults", fault_tests, NULL, NULL);
    is_threaded = true;
    failed += cmocka_run_group_tests_name("faults, threaded", fault_tests, NULL, NULL);
    return failed;
}
