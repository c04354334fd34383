/* The Assassin: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void kills_past_every_protection(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_FOOL, ROLE_TEA_LADY, ROLE_SAILOR, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(0, 3);
    assert_true(is_dead(3));
}

static void a_fool_beside_a_tea_lady_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_FOOL, ROLE_TEA_LADY, ROLE_SAILOR, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(0, 1);
    assert_true(is_dead(1));
}

static void only_once(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_FOOL, ROLE_MONK, ROLE_SAILOR, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(0, 5);
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void may_wait(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_FOOL, ROLE_MONK, ROLE_SAILOR, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void sleeps_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_FOOL, ROLE_MONK, ROLE_SAILOR, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
}

static void poisoned_it_is_spent_in_vain(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(0, 1);
    assert_false(is_dead(1));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void the_goon_stops_him(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_GOON, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    assert_false(is_dead(1));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void a_zombuul_really_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_ASSASSIN, ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_ZOMBUUL);
    second_night();
    choose_one(0, 4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

RUN_TESTS(TEST(kills_past_every_protection), TEST(a_fool_beside_a_tea_lady_dies), TEST(only_once),
          TEST(may_wait), TEST(sleeps_in_the_first_night), TEST(poisoned_it_is_spent_in_vain),
          TEST(the_goon_stops_him), TEST(a_zombuul_really_dies))
