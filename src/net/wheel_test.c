/* The wheel of deadlines. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/wheel.h"

enum { TICK_MS = 100, START_MS = 123456 };

static struct wheel wheel;
static struct wheel_entry entry;
static int64_t now_ms, seen_ms, next_ms;
static int seen_count;

static int64_t look(struct wheel_entry *seen)
{
    seen_count++;
    seen_ms = now_ms;
    return next_ms ? next_ms : seen->due_ms > now_ms ? seen->due_ms : now_ms + 1000000;
}

static int start(void **state)
{
    (void)state;
    now_ms = START_MS;
    seen_count = 0;
    next_ms = 0;
    entry = (struct wheel_entry){ 0 };
    wheel_init(&wheel, TICK_MS, now_ms);
    return 0;
}

static void run_until(int64_t end_ms)
{
    for (; now_ms <= end_ms; now_ms += 7)
        wheel_turn(&wheel, now_ms, look);
}

static void a_deadline_is_seen_within_a_tick_and_never_early(void **state)
{
    for (int64_t in_ms = 0; in_ms < (WHEEL_BUCKETS - 2) * TICK_MS; in_ms += 37) {
        start(state);
        wheel_set(&wheel, &entry, START_MS + in_ms);

        run_until(START_MS + in_ms + 2 * TICK_MS);

        assert_int_equal(seen_count, 1);
        assert_true(seen_ms >= START_MS + in_ms);
        assert_true(seen_ms <= START_MS + in_ms + TICK_MS + 7);
    }
}

static void a_distant_deadline_is_looked_at_once_per_turn(void **state)
{
    (void)state;
    int64_t due_ms = START_MS + 10 * WHEEL_BUCKETS * TICK_MS;
    wheel_set(&wheel, &entry, due_ms);
    next_ms = due_ms;

    run_until(due_ms - TICK_MS);

    assert_true(seen_count >= 9 && seen_count <= 11);
}

static void a_nearer_deadline_replaces_the_old_one(void **state)
{
    (void)state;
    wheel_set(&wheel, &entry, START_MS + 3000);
    wheel_set(&wheel, &entry, START_MS + 500);

    run_until(START_MS + 3500);

    assert_int_equal(seen_count, 1);
    assert_true(seen_ms < START_MS + 700);
}

static void a_removed_entry_is_not_seen(void **state)
{
    (void)state;
    wheel_set(&wheel, &entry, START_MS + 500);
    wheel_remove(&entry);
    wheel_remove(&entry);

    run_until(START_MS + 10000);

    assert_int_equal(seen_count, 0);
}

static void a_long_sleep_skips_nobody(void **state)
{
    (void)state;
    static struct wheel_entry entries[200];
    for (int i = 0; i < 200; i++)
        wheel_set(&wheel, &entries[i], START_MS + i * 20);

    now_ms = START_MS + 100 * WHEEL_BUCKETS * TICK_MS;
    wheel_turn(&wheel, now_ms, look);

    assert_true(seen_count >= 200);
}

static void a_deadline_in_the_past_is_seen_at_the_next_tick_only(void **state)
{
    (void)state;
    wheel_set(&wheel, &entry, START_MS - 1000);
    next_ms = START_MS - 1000;

    now_ms = START_MS + TICK_MS;
    wheel_turn(&wheel, now_ms, look);

    assert_int_equal(seen_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_deadline_is_seen_within_a_tick_and_never_early, start),
        cmocka_unit_test_setup(a_distant_deadline_is_looked_at_once_per_turn, start),
        cmocka_unit_test_setup(a_nearer_deadline_replaces_the_old_one, start),
        cmocka_unit_test_setup(a_removed_entry_is_not_seen, start),
        cmocka_unit_test_setup(a_long_sleep_skips_nobody, start),
        cmocka_unit_test_setup(a_deadline_in_the_past_is_seen_at_the_next_tick_only, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
