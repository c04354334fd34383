/* Tests of the token buckets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/server.h"

static void a_bucket_allows_so_many_in_a_period(void **state)
{
    struct bucket bucket = { 0 };
    (void)state;
    for (int i = 0; i < 20; i++)
        assert_true(bucket_take(&bucket, 1000, 20, 10000));
    assert_false(bucket_take(&bucket, 1000, 20, 10000));
}

static void it_fills_up_again_bit_by_bit(void **state)
{
    struct bucket bucket = { 0 };
    (void)state;
    while (bucket_take(&bucket, 1000, 20, 10000))
        ;
    assert_false(bucket_take(&bucket, 1499, 20, 10000));
    assert_true(bucket_take(&bucket, 1999, 20, 10000));
    assert_false(bucket_take(&bucket, 1999, 20, 10000));
}

static void a_clock_that_jumps_back_gives_nothing_away(void **state)
{
    struct bucket bucket = { 0 };
    (void)state;
    while (bucket_take(&bucket, 100000, 5, 60000))
        ;
    assert_false(bucket_take(&bucket, 50000, 5, 60000));
}

static void zero_means_no_limit(void **state)
{
    struct bucket bucket = { 0 };
    (void)state;
    for (int i = 0; i < 1000; i++)
        assert_true(bucket_take(&bucket, 1, 0, 10000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_allows_so_many_in_a_period),
        cmocka_unit_test(it_fills_up_again_bit_by_bit),
        cmocka_unit_test(a_clock_that_jumps_back_gives_nothing_away),
        cmocka_unit_test(zero_means_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
