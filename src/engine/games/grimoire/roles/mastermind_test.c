/* The Mastermind: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void demon_is_executed(void)
{
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP);
    dusk();
    dawn();
    execute(4);
}

static void the_game_goes_on_for_a_day(void **unused)
{
    (void)unused;
    demon_is_executed();
    assert_true(is_dead(4));
    nobody_has_won();
    dusk();
    nobody_has_won();
}

static void a_good_player_executed_then_and_evil_wins(void **unused)
{
    (void)unused;
    demon_is_executed();
    dusk();
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void a_good_one_who_survives_it_too(void **unused)
{
    (void)unused;
    demon_is_executed();
    dusk();
    dawn();
    give(1, EFFECT_DEATHLESS);
    execute(1);
    assert_false(is_dead(1));
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void an_evil_player_executed_and_good_wins(void **unused)
{
    (void)unused;
    demon_is_executed();
    dusk();
    dawn();
    execute(0);
    good_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void nobody_executed_and_good_wins_with_three_alive(void **unused)
{
    (void)unused;
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP);
    dusk();
    dawn();
    kill(3);
    execute(4);
    nobody_has_won();
    dusk();
    dawn();
    dusk();
    good_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void two_alive_do_not_end_it_that_day(void **unused)
{
    (void)unused;
    demon_is_executed();
    dusk();
    kill(2);
    kill(3);
    nobody_has_won();
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void a_demon_who_dies_otherwise_ends_it(void **unused)
{
    (void)unused;
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP);
    dusk();
    dawn();
    shoot(3, 4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void drunk_the_game_ends(void **unused)
{
    (void)unused;
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    dusk();
    dawn();
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void dead_on_the_last_day_it_goes_on(void **unused)
{
    (void)unused;
    demon_is_executed();
    dusk();
    kill(0);
    nobody_has_won();
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void a_zombuuls_first_death_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_ZOMBUUL);
    dusk();
    dawn();
    execute(4);
    nobody_has_won();
    assert_int_equal(token_on(0, EFFECT_LAST_DAY), 0);
    dusk();
    dawn();
    execute(4);
    nobody_has_won();
    assert_int_not_equal(token_on(0, EFFECT_LAST_DAY), 0);
}

RUN_TESTS(TEST(the_game_goes_on_for_a_day), TEST(a_good_player_executed_then_and_evil_wins),
          TEST(a_good_one_who_survives_it_too), TEST(an_evil_player_executed_and_good_wins),
          TEST(nobody_executed_and_good_wins_with_three_alive),
          TEST(two_alive_do_not_end_it_that_day), TEST(a_demon_who_dies_otherwise_ends_it),
          TEST(drunk_the_game_ends), TEST(dead_on_the_last_day_it_goes_on),
          TEST(a_zombuuls_first_death_is_none))
