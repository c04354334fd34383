/* What the tests of the SQLite back end share: files that are filled, tampered with, asked and checked. */
#ifndef PARLOUR_SQLITE_TEST_H
#define PARLOUR_SQLITE_TEST_H

#include <sqlite3.h>

#include "store_test.h"
#include "sqlite_store.h"

static inline struct store *open_file(const char *path, bool is_threaded, struct error *error)
{
    return store_open_sqlite(&(struct store_config){ .path = path, .is_threaded = is_threaded },
                             error);
}

static inline struct store *must_open(const char *path)
{
    struct error error = { 0 };
    struct store *store = open_file(path, true, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

static inline int set_up(void **state)
{
    (void)state;
    make_folder();
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    remove_folder();
    return 0;
}

/* Runs SQL on a file behind the store's back. */
static inline void tamper(const char *path, const char *sql)
{
    sqlite3 *db;
    char *problem = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &problem);
    if (problem)
        fail_msg("%s", problem);
    sqlite3_close(db);
}

static inline int64_t ask(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    int64_t answer = sqlite_int(db, sql, -99);
    sqlite3_close(db);
    return answer;
}

/* Rooms 1 … 3 with three batches each, and a session. */
static inline void fill(struct store *store)
{
    for (int room = 1; room <= 3; room++)
        for (int i = 0; i < 3; i++)
            assert_int_equal(finish(store, next_batch(store, room, "[{\"type\":\"made\"}]")),
                             ERROR_NONE);
    assert_int_equal(finish(store, session(ALICE, "Alice", 1)), ERROR_NONE);
}

static inline void make_filled(const char *path)
{
    struct store *store = must_open(path);
    fill(store);
    store->ops->close(store);
}

static int problem_count;
static char problem_text[2000];

static inline void note_problem(void *context, const char *problem)
{
    (void)context;
    problem_count++;
    strncat(problem_text, problem, sizeof problem_text - strlen(problem_text) - 1);
}

static inline bool check(const char *path)
{
    problem_count = 0;
    problem_text[0] = '\0';
    return store_check(path, note_problem, NULL, NULL);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
