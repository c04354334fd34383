/* The Minstrel: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void poisoner_is_executed(void)
{
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_BARON);
    dusk();
    dawn();
    execute(3);
}

static void an_executed_minion_makes_everybody_else_drunk_till_tomorrows_dusk(void **unused)
{
    (void)unused;
    poisoner_is_executed();
    assert_true(is_dead(3));
    assert_true(works(0));
    assert_false(works(1));
    dusk();
    assert_false(works(1));
    choose_one(4, 1);
    assert_false(is_dead(1));
    dawn();
    assert_false(works(1));
    dusk();
    assert_true(works(1));
    assert_true(works(4));
}

static void others_who_are_executed_do_not(void **unused)
{
    (void)unused;
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SLAYER, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(2);
    assert_true(works(1));
}

static void a_minion_who_dies_otherwise_does_not(void **unused)
{
    (void)unused;
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SLAYER, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(3);
    assert_true(works(1));
}

static void a_second_minion_renews_it(void **unused)
{
    (void)unused;
    poisoner_is_executed();
    dusk();
    dawn();
    execute(5);
    dusk();
    dawn();
    assert_false(works(1));
    dusk();
    assert_true(works(1));
}

static void it_ends_with_the_minstrel(void **unused)
{
    (void)unused;
    poisoner_is_executed();
    kill(0);
    assert_true(works(1));
}

static void drunk_he_misses_it_for_good(void **unused)
{
    (void)unused;
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_BARON);
    give(0, EFFECT_DRUNK);
    dusk();
    dawn();
    execute(3);
    take(0, EFFECT_DRUNK);
    assert_true(works(1));
}

static void a_zombuul_is_drunk_too_and_really_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_ZOMBUUL, ROLE_BARON);
    dusk();
    dawn();
    execute(3);
    dusk();
    dawn();
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void travellers_stay_sober(void **unused)
{
    (void)unused;
    SIT(ROLE_MINSTREL, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_BARON);
    travel(5, ROLE_THIEF, true);
    dusk();
    dawn();
    execute(3);
    assert_false(works(1));
    assert_true(works(5));
}

RUN_TESTS(TEST(an_executed_minion_makes_everybody_else_drunk_till_tomorrows_dusk),
          TEST(others_who_are_executed_do_not), TEST(a_minion_who_dies_otherwise_does_not),
          TEST(a_second_minion_renews_it), TEST(it_ends_with_the_minstrel),
          TEST(drunk_he_misses_it_for_good), TEST(a_zombuul_is_drunk_too_and_really_dies),
          TEST(travellers_stay_sober))
