/* Tests of the hash table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "base/map.h"

static void absent_keys_give_null(void **state)
{
    struct map map = { 0 };
    (void)state;
    assert_null(map_get(&map, 7));
    map_remove(&map, 7);
    assert_int_equal(map.count, 0);
}

static void agrees_with_an_array_through_random_changes(void **state)
{
    enum { KEYS = 500, STEPS = 20000 };
    static char values[KEYS];
    static void *model[KEYS];
    struct map map = { 0 };
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE] = { 1 };
    (void)state;
    rng_seed(&rng, seed, 0);
    for (int step = 0; step < STEPS; step++) {
        int key = (int)rng_below(&rng, KEYS);
        if (rng_below(&rng, 2) == 0) {
            model[key] = &values[key];
            map_put(&map, (int64_t)key * 64 + 1, &values[key]);
        } else {
            model[key] = NULL;
            map_remove(&map, (int64_t)key * 64 + 1);
        }
        int probe = (int)rng_below(&rng, KEYS);
        assert_ptr_equal(map_get(&map, (int64_t)probe * 64 + 1), model[probe]);
    }
    size_t count = 0;
    for (int key = 0; key < KEYS; key++) {
        assert_ptr_equal(map_get(&map, (int64_t)key * 64 + 1), model[key]);
        count += model[key] != NULL;
    }
    assert_int_equal(map.count, count);
    map_free(&map);
}

static void every_value_comes_once_also_while_some_are_removed(void **state)
{
    enum { KEYS = 300 };
    static int value[KEYS + 1], seen[KEYS + 1];
    struct map map = { 0 };
    int *next;
    (void)state;
    for (int key = 1; key <= KEYS; key++) {
        value[key] = key;
        map_put(&map, key, &value[key]);
    }

    for (size_t at = 0; (next = map_next(&map, &at)) != NULL;) {
        seen[*next]++;
        if (*next % 2 == 0) {
            map_remove(&map, *next);
            at--;
        }
    }

    assert_int_equal(map.count, KEYS / 2);
    for (int key = 1; key <= KEYS; key++)
        assert_true(seen[key] >= 1 && (key % 2 == 1 || seen[key] == 1));
    map_free(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(absent_keys_give_null),
        cmocka_unit_test(agrees_with_an_array_through_random_changes),
        cmocka_unit_test(every_value_comes_once_also_while_some_are_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
