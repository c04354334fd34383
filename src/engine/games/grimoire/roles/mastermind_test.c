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

static void an_exile_does_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP, ROLE_SAINT);
    travel(5, ROLE_THIEF, false);
    dusk();
    dawn();
    execute(4);
    dusk();
    dawn();
    must(nominate(1, 5));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_true(is_dead(5));
    nobody_has_won();
    dusk();
    good_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

/* Seats 1 and 5. */
static void demon_is_executed_beside_twins(void)
{
    SIT(ROLE_MASTERMIND, ROLE_CHEF, ROLE_MONK, ROLE_SLAYER, ROLE_IMP, ROLE_EVIL_TWIN, ROLE_BARON);
    must(tells(GRIMOIRE_PREPARE, 5, 1));
    dusk();
    dawn();
    execute(4);
    nobody_has_won();
    dusk();
    dawn();
}

static void beside_twins_a_good_player_executed_is_evils_win(void **unused)
{
    (void)unused;
    demon_is_executed_beside_twins();
    execute(2);
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void beside_twins_the_evil_one_executed_is_goods_win(void **unused)
{
    (void)unused;
    demon_is_executed_beside_twins();
    execute(5);
    good_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

static void beside_twins_the_good_one_executed_is_evils_win(void **unused)
{
    (void)unused;
    demon_is_executed_beside_twins();
    execute(1);
    assert_int_equal(state.secrets.victory, GRIMOIRE_EVIL);
}

static void beside_twins_it_goes_on_until_one_of_them_is_executed(void **unused)
{
    (void)unused;
    demon_is_executed_beside_twins();
    execute(6);
    nobody_has_won();
    dusk();
    nobody_has_won();
    dawn();
    execute(2);
    nobody_has_won();
    dusk();
    dawn();
    execute(5);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void beside_twins_a_day_without_execution_decides_nothing(void **unused)
{
    (void)unused;
    demon_is_executed_beside_twins();
    dusk();
    nobody_has_won();
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void left_with_the_ability_by_a_vigormortis_it_is_kept_beyond_its_death(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_EMPATH, ROLE_SAINT, ROLE_MASTERMIND, ROLE_VIGORMORTIS, ROLE_MAYOR);
    second_night();
    choose_one(4, 3);
    answer_player(5);
    dawn();
    execute(4);
    nobody_has_won();
    dusk();
    dawn();
    execute(0);
    evil_has_won(GRIMOIRE_LAST_DAY_WAS_LOST);
}

RUN_TESTS(TEST(the_game_goes_on_for_a_day), TEST(a_good_player_executed_then_and_evil_wins),
          TEST(a_good_one_who_survives_it_too), TEST(an_evil_player_executed_and_good_wins),
          TEST(nobody_executed_and_good_wins_with_three_alive),
          TEST(two_alive_do_not_end_it_that_day), TEST(a_demon_who_dies_otherwise_ends_it),
          TEST(drunk_the_game_ends), TEST(dead_on_the_last_day_it_goes_on),
          TEST(a_zombuuls_first_death_is_none), TEST(an_exile_does_not_count),
          TEST(beside_twins_a_good_player_executed_is_evils_win),
          TEST(beside_twins_the_evil_one_executed_is_goods_win),
          TEST(beside_twins_the_good_one_executed_is_evils_win),
          TEST(beside_twins_it_goes_on_until_one_of_them_is_executed),
          TEST(beside_twins_a_day_without_execution_decides_nothing),
          TEST(left_with_the_ability_by_a_vigormortis_it_is_kept_beyond_its_death))
