/* For tests that every back end must pass: an open, empty store of each in turn. */
#ifndef PARLOUR_EVERY_STORE_TEST_H
#define PARLOUR_EVERY_STORE_TEST_H

#include <stdatomic.h>

#include "base/text.h"
#include "store_test.h"

/* The back end under test, and the table as it stands before each test: an open, empty store. */
static bool is_memory, is_postgres, is_threaded;
static struct store *store;
static atomic_int wake_count;

static inline void count_wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wake_count, 1);
}

static inline struct store *open_store(void)
{
    struct store_config config = { .path = in_folder("parlour.db"),
                                   .wake = count_wake,
                                   .is_threaded = is_threaded,
                                   .shelf_arrivals = is_threaded ? 0 : 2 };
    struct error error = { 0 };
    if (is_postgres)
        config.path = getenv("POSTGRES_URL");
    struct store *opened = is_memory     ? store_open_memory(&config)
                           : is_postgres ? store_open_postgres(&config, &error)
                                         : store_open_sqlite(&config, &error);
    if (!opened)
        fail_msg("%s", error.text);
    return opened;
}

static inline int set_up(void **state)
{
    (void)state;
    make_folder();
    if (is_postgres)
        assert_int_equal(
            system("psql -qX -d \"$POSTGRES_URL\" -c 'SET client_min_messages = warning;"
                   " DROP SCHEMA public CASCADE; CREATE SCHEMA public'"),
            0);
    store = open_store();
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    if (store)
        store->ops->close(store);
    remove_folder();
    return 0;
}

static inline struct store_write batch(int64_t room, int64_t expected_seq, const char *events)
{
    struct store_write write = batch_after(NULL, room, expected_seq, events);
    memset(write.hash, (int)expected_seq + 1, sizeof write.hash);
    return write;
}

static inline enum error_kind append(int64_t room, int64_t expected_seq, const char *events)
{
    return finish(store, batch(room, expected_seq, events));
}

/* Collects the sequence numbers and texts of a load. */
struct loaded {
    int count, limit;
    int64_t seq[16];
    char events[16][64];
    uint8_t first_hash_byte[16];
    struct store_batch last;
};

static inline bool collect(void *context, const struct store_batch *batch_read)
{
    struct loaded *loaded = context;
    loaded->seq[loaded->count] = batch_read->seq;
    assert_true(batch_read->length < sizeof loaded->events[0]);
    memcpy(loaded->events[loaded->count], batch_read->events, batch_read->length);
    loaded->first_hash_byte[loaded->count] = batch_read->hash[0];
    loaded->last = *batch_read;
    loaded->count++;
    return loaded->count != loaded->limit;
}

static inline struct loaded load(int64_t room, int64_t after_seq)
{
    struct loaded loaded = { 0 };
    assert_true(store->ops->load(store, room, after_seq, collect, &loaded, NULL));
    return loaded;
}

static inline struct store_write about_room(enum store_kind kind, int64_t room)
{
    return (struct store_write){ .kind = kind, .room = room, .expires_ms = 12345 };
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* With an argument: on the PostgreSQL that tests/e2e/postgres.py has started. */
static inline int run_on_every_store(int argc, const struct CMUnitTest *tests, size_t count)
{
    if (argc > 1) {
        is_postgres = is_threaded = true;
        return _cmocka_run_group_tests("postgres", tests, count, NULL, NULL);
    }
    is_memory = true;
    int failed = _cmocka_run_group_tests("memory", tests, count, NULL, NULL);
    is_memory = false;
    failed += _cmocka_run_group_tests("sqlite", tests, count, NULL, NULL);
    is_threaded = true;
    failed += _cmocka_run_group_tests("sqlite, threaded", tests, count, NULL, NULL);
    return failed;
}

#endif
