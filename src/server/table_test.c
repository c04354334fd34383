/* Tests of the hash table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "server/table.h"

static void absent_keys_give_null(void **state)
{
    struct table table = { 0 };
    (void)state;
    assert_null(table_get(&table, 7));
    table_remove(&table, 7);
    assert_int_equal(table.count, 0);
}

static void agrees_with_an_array_through_random_changes(void **state)
{
    enum { KEYS = 500, STEPS = 20000 };
    static char values[KEYS];
    static void *model[KEYS];
    struct table table = { 0 };
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE] = { 1 };
    (void)state;
    rng_seed(&rng, seed, 0);
    for (int step = 0; step < STEPS; step++) {
        int key = (int)rng_below(&rng, KEYS);
        if (rng_below(&rng, 2) == 0) {
            model[key] = &values[key];
            table_put(&table, (int64_t)key * 64 + 1, &values[key]);
        } else {
            model[key] = NULL;
            table_remove(&table, (int64_t)key * 64 + 1);
        }
        int probe = (int)rng_below(&rng, KEYS);
        assert_ptr_equal(table_get(&table, (int64_t)probe * 64 + 1), model[probe]);
    }
    size_t count = 0;
    for (int key = 0; key < KEYS; key++) {
        assert_ptr_equal(table_get(&table, (int64_t)key * 64 + 1), model[key]);
        count += model[key] != NULL;
    }
    assert_int_equal(table.count, count);
    table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(absent_keys_give_null),
        cmocka_unit_test(agrees_with_an_array_through_random_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
