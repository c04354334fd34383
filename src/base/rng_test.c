/* The generator against the vectors of RFC 8439 and draws computed with another implementation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"

static const char ZERO_KEY[] = "0000000000000000000000000000000000000000000000000000000000000000";
static const char COUNTING_KEY[] =
    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

static struct rng seeded(const char *key, uint64_t stream)
{
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE];
    assert_true(hex_read(seed, sizeof seed, key));
    rng_seed(&rng, seed, stream);
    return rng;
}

static void assert_next_block(struct rng *rng, const char *expected)
{
    uint8_t bytes[64];
    char hex[2 * sizeof bytes + 1];
    for (size_t i = 0; i < sizeof bytes; i += 8) {
        uint64_t draw = rng_next(rng);
        for (size_t j = 0; j < 8; j++)
            bytes[i + j] = (uint8_t)(draw >> (8 * j));
    }
    hex_write(hex, bytes, sizeof bytes);
    assert_string_equal(hex, expected);
}

static void skip_blocks(struct rng *rng, int count)
{
    for (int i = 0; i < 8 * count; i++)
        rng_next(rng);
}

static void draws_are_the_key_stream_of_rfc_8439(void **unused)
{
    (void)unused;
    struct rng rng = seeded(ZERO_KEY, 0);
    assert_next_block(&rng, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
    assert_next_block(&rng, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
}

static void the_seed_is_the_key(void **unused)
{
    (void)unused;
    struct rng rng = seeded("0000000000000000000000000000000000000000000000000000000000000001", 0);
    skip_blocks(&rng, 1);
    assert_next_block(&rng, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0");

    rng = seeded("00ff000000000000000000000000000000000000000000000000000000000000", 0);
    skip_blocks(&rng, 2);
    assert_next_block(&rng, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096");
}

static void the_stream_is_the_end_of_the_nonce(void **unused)
{
    (void)unused;
    struct rng rng = seeded(ZERO_KEY, (uint64_t)2 << 56);
    assert_next_block(&rng, "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
                            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d");
}

/* The vector of section 2.3.2 uses a nonce and a counter that rng_seed never sets. */
static void the_block_function_takes_any_nonce_and_counter(void **unused)
{
    (void)unused;
    struct rng rng = seeded(COUNTING_KEY, 0x4a000000);
    rng.state[12] = 1;
    rng.state[13] = 0x09000000;
    assert_next_block(&rng, "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

static void draws_below_n_are_remainders_of_the_key_stream(void **unused)
{
    (void)unused;
    static const uint64_t expected[] = { 4, 4, 4, 1, 1, 2, 4, 5, 1, 2, 2, 2 };
    struct rng rng = seeded(COUNTING_KEY, 7);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(rng_below(&rng, 6), expected[i]);
}

static void draws_above_the_largest_multiple_are_thrown_away(void **unused)
{
    (void)unused;
    /* Of the first seven draws of this stream, three are 2^63 + 1 or more. */
    static const uint64_t expected[] = { 3654912892446445384u, 6824675583838790893u,
                                         2378195242157165498u, 6134076975223264u };
    struct rng rng = seeded(COUNTING_KEY, 7);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(rng_below(&rng, ((uint64_t)1 << 63) + 1) == expected[i]);
}

static void a_divisor_of_two_to_the_64_throws_nothing_away(void **unused)
{
    (void)unused;
    struct rng drawn = seeded(COUNTING_KEY, 7), expected = drawn;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(rng_below(&drawn, 1), 0);
        rng_next(&expected);
        assert_true(rng_below(&drawn, (uint64_t)1 << 63) == rng_next(&expected) << 1 >> 1);
    }
}

static void the_largest_bound_is_in_reach(void **unused)
{
    (void)unused;
    struct rng drawn = seeded(COUNTING_KEY, 7), expected = drawn;
    assert_true(rng_below(&drawn, UINT64_MAX) == rng_next(&expected));
}

static void a_shuffle_goes_from_the_last_element_down(void **unused)
{
    (void)unused;
    static const int expected[] = { 7, 5, 2, 6, 3, 8, 0, 9, 1, 4 };
    int values[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    struct rng rng = seeded(COUNTING_KEY, 7);
    rng_shuffle(&rng, values, 10);
    assert_memory_equal(values, expected, sizeof values);
}

static void a_shuffle_of_one_or_none_draws_nothing(void **unused)
{
    (void)unused;
    struct rng rng = seeded(COUNTING_KEY, 7), before = rng;
    int value = 5;
    rng_shuffle(&rng, &value, 1);
    rng_shuffle(&rng, &value, 0);
    assert_int_equal(value, 5);
    assert_memory_equal(&rng, &before, sizeof rng);
}

/* 24 orders of four cards, 1000 expected each. The bound is chi-square with 23 degrees of freedom
 * at about one in a million; the seed is fixed, so the test gives the same answer every time. */
static void every_order_is_equally_likely(void **unused)
{
    (void)unused;
    enum { ORDERS = 24, EACH = 1000, CHI_SQUARE_MAX = 72 };
    int seen[256] = { 0 };
    struct rng rng = seeded(COUNTING_KEY, 1);
    for (int i = 0; i < ORDERS * EACH; i++) {
        int v[] = { 0, 1, 2, 3 };
        rng_shuffle(&rng, v, 4);
        seen[v[0] << 6 | v[1] << 4 | v[2] << 2 | v[3]]++;
    }
    int64_t orders = 0, squares = 0;
    for (int i = 0; i < 256; i++)
        if (seen[i] > 0) {
            orders++;
            squares += (int64_t)(seen[i] - EACH) * (seen[i] - EACH);
        }
    assert_int_equal(orders, ORDERS);
    assert_true(squares / EACH < CHI_SQUARE_MAX);
}

static void streams_of_one_seed_differ(void **unused)
{
    (void)unused;
    struct rng a = seeded(COUNTING_KEY, 1), b = seeded(COUNTING_KEY, (uint64_t)1 << 32),
               c = seeded(COUNTING_KEY, 0);
    uint64_t x = rng_next(&a), y = rng_next(&b), z = rng_next(&c);
    assert_true(x != y && y != z && x != z);
}

int main(void)
{
    const struct CMUnitTest rng_tests[] = {
        cmocka_unit_test(draws_are_the_key_stream_of_rfc_8439),
        cmocka_unit_test(the_seed_is_the_key),
        cmocka_unit_test(the_stream_is_the_end_of_the_nonce),
        cmocka_unit_test(the_block_function_takes_any_nonce_and_counter),
        cmocka_unit_test(draws_below_n_are_remainders_of_the_key_stream),
        cmocka_unit_test(draws_above_the_largest_multiple_are_thrown_away),
        cmocka_unit_test(a_divisor_of_two_to_the_64_throws_nothing_away),
        cmocka_unit_test(the_largest_bound_is_in_reach),
        cmocka_unit_test(a_shuffle_goes_from_the_last_element_down),
        cmocka_unit_test(a_shuffle_of_one_or_none_draws_nothing),
        cmocka_unit_test(every_order_is_equally_likely),
        cmocka_unit_test(streams_of_one_seed_differ),
    };
    return cmocka_run_group_tests(rng_tests, NULL, NULL);
}
