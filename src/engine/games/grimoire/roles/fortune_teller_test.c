/* The Fortune Teller: ability, malfunction, rulings. */
#include "../grimoire_test.h"

/* The red herring on seat 2. */
static void sit_down(void)
{
    SIT(ROLE_FORTUNE_TELLER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_RECLUSE);
    must(tells(GRIMOIRE_PREPARE, 0, 2));
    dusk();
}

static void learns_whether_one_of_two_is_the_demon(void **unused)
{
    (void)unused;
    sit_down();
    choose(0, SEATS2(1, 4));
    assert_int_equal(truth().numbers, 1 << 1);
}

static void a_minion_is_no_demon(void **unused)
{
    (void)unused;
    sit_down();
    choose(0, SEATS2(1, 3));
    assert_int_equal(truth().numbers, 1 << 0);
}

static void the_red_herring_seems_to_be_a_demon(void **unused)
{
    (void)unused;
    sit_down();
    choose(0, SEATS2(1, 2));
    assert_int_equal(truth().numbers, 1 << 1);
}

static void the_red_herring_may_be_the_fortune_teller_himself(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_PREPARE, 0, 0));
    choose(0, SEATS2(0, 1));
    assert_int_equal(truth().numbers, 1 << 1);
    assert_false(grimoire_has_effect(&state, 2, EFFECT_RED_HERRING));
}

static void the_red_herring_is_good(void **unused)
{
    (void)unused;
    sit_down();
    must_refuse(tells(GRIMOIRE_PREPARE, 0, 3), "");
    must_refuse(tells(GRIMOIRE_PREPARE, 0, 4), "");
}

static void somebody_is_the_red_herring_from_the_start(void **unused)
{
    (void)unused;
    SIT(ROLE_FORTUNE_TELLER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    int herrings = 0;
    for (int seat = 0; seat < 5; seat++)
        herrings += grimoire_has_effect_of(&state, seat, EFFECT_RED_HERRING, 0);
    assert_int_equal(herrings, 1);
}

static void a_dead_demon_is_a_demon(void **unused)
{
    (void)unused;
    sit_down();
    give(4, EFFECT_DEAD);
    choose(0, SEATS2(1, 4));
    assert_int_equal(truth().numbers, 1 << 1);
}

static void may_choose_himself_and_the_dead(void **unused)
{
    (void)unused;
    sit_down();
    give(1, EFFECT_DEAD);
    choose(0, SEATS2(0, 1));
    assert_int_equal(truth().numbers, 1 << 0);
}

static void a_recluse_may_register_as_a_demon(void **unused)
{
    (void)unused;
    sit_down();
    choose(0, SEATS2(1, 5));
    assert_int_equal(truth().numbers, 1 << 0 | 1 << 1);
    assert_int_equal(truth().plain.number, 0);
}

static void chooses_exactly_two(void **unused)
{
    (void)unused;
    sit_down();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(1, 2) | seat_bit(3), 0), "");
}

static void poisoned_is_suggested_a_lie(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(3, 0);
    choose(0, SEATS2(1, 4));
    assert_int_equal(state.secrets.suggestion.number, 0);
}

RUN_TESTS(TEST(learns_whether_one_of_two_is_the_demon), TEST(a_minion_is_no_demon),
          TEST(the_red_herring_seems_to_be_a_demon),
          TEST(the_red_herring_may_be_the_fortune_teller_himself), TEST(the_red_herring_is_good),
          TEST(somebody_is_the_red_herring_from_the_start), TEST(a_dead_demon_is_a_demon),
          TEST(may_choose_himself_and_the_dead), TEST(a_recluse_may_register_as_a_demon),
          TEST(chooses_exactly_two), TEST(poisoned_is_suggested_a_lie))
