/* Tests of the histograms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "server/durations.h"

enum { PERIOD = DURATIONS_REFRESH_US };

static char text[16 * 1024];

static void write_at(struct durations *durations, int64_t now_us)
{
    size_t length = durations_write(durations, now_us, text, sizeof text);
    assert_true(length > 0);
    assert_int_equal(length, strlen(text));
}

static void a_bound_is_four_times_the_one_before(void **state)
{
    struct durations durations = { 0 };
    (void)state;
    durations_add(&durations, DURATION_COMMIT, 1000, 1000);
    durations_add(&durations, DURATION_COMMIT, 1064, 1000);
    durations_add(&durations, DURATION_COMMIT, 1065, 1000);
    durations_add(&durations, DURATION_COMMIT, 9000000, 0);
    write_at(&durations, PERIOD);
    assert_non_null(strstr(text, "parlour_commit_seconds_bucket{le=\"0.000064\"} 2\n"));
    assert_non_null(strstr(text, "parlour_commit_seconds_bucket{le=\"0.000256\"} 3\n"));
    assert_non_null(strstr(text, "parlour_commit_seconds_bucket{le=\"4.194304\"} 3\n"));
    assert_non_null(strstr(text, "parlour_commit_seconds_bucket{le=\"+Inf\"} 4\n"));
    assert_non_null(strstr(text, "parlour_commit_seconds_count 4\n"));
    assert_non_null(strstr(text, "parlour_decide_seconds_count 0\n"));
}

static void the_sum_says_no_more_than_the_buckets(void **state)
{
    struct durations one = { 0 }, other = { 0 };
    char kept[sizeof text];
    (void)state;
    durations_add(&one, DURATION_SEND, 70, 0);
    durations_add(&other, DURATION_SEND, 250, 0);
    write_at(&one, PERIOD);
    memcpy(kept, text, sizeof kept);
    write_at(&other, PERIOD);
    assert_string_equal(kept, text);
    assert_non_null(strstr(text, "parlour_send_seconds_sum 0.000256\n"));
}

static void the_figures_change_every_ten_seconds(void **state)
{
    struct durations durations = { 0 };
    (void)state;
    durations_add(&durations, DURATION_DECIDE, PERIOD / 2, 0);
    write_at(&durations, PERIOD - 1);
    assert_non_null(strstr(text, "parlour_decide_seconds_count 0\n"));
    durations_add(&durations, DURATION_DECIDE, PERIOD, 0);
    write_at(&durations, 2 * PERIOD - 1);
    assert_non_null(strstr(text, "parlour_decide_seconds_count 1\n"));
    write_at(&durations, 2 * PERIOD);
    assert_non_null(strstr(text, "parlour_decide_seconds_count 2\n"));
}

static void what_does_not_fit_is_not_shown(void **state)
{
    struct durations durations = { 0 };
    (void)state;
    assert_int_equal(durations_write(&durations, 0, text, 100), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bound_is_four_times_the_one_before),
        cmocka_unit_test(the_sum_says_no_more_than_the_buckets),
        cmocka_unit_test(the_figures_change_every_ten_seconds),
        cmocka_unit_test(what_does_not_fit_is_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
