/* The Barber: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void dies_by_day(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARBER, ROLE_POISONER, ROLE_IMP, ROLE_MAYOR, ROLE_SAINT);
    dusk();
    dawn();
    execute(2);
    dusk();
    choose_one(4, 6);
}

static void the_demon_may_swap_two_characters(void **unused)
{
    (void)unused;
    dies_by_day();
    choose(4, SEATS2(0, 3));
    assert_int_equal(character_of(0), ROLE_POISONER);
    assert_int_equal(character_of(3), ROLE_CHEF);
}

static void sides_stay(void **unused)
{
    (void)unused;
    dies_by_day();
    choose(4, SEATS2(0, 3));
    assert_false(state.secrets.seat[0].is_evil);
    assert_true(state.secrets.seat[3].is_evil);
}

static void both_are_told(void **unused)
{
    (void)unused;
    dies_by_day();
    choose(4, SEATS2(0, 5));
    open(0);
    is_only(state.secrets.suggestion.characters, ROLE_MAYOR);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    open(5);
    is_only(state.secrets.suggestion.characters, ROLE_CHEF);
}

static void or_it_may_not(void **unused)
{
    (void)unused;
    dies_by_day();
    choose(4, SEATS_NONE);
    assert_false(wakes(4));
    assert_int_equal(character_of(0), ROLE_CHEF);
}

static void the_step_is_the_barbers(void **unused)
{
    (void)unused;
    dies_by_day();
    open(4);
    assert_int_equal(state.secrets.step[state.secrets.open_step].kind, ROLE_BARBER);
}

static void died_at_night_it_is_that_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARBER, ROLE_POISONER, ROLE_IMP, ROLE_MAYOR);
    second_night();
    choose_one(4, 2);
    assert_true(wakes(4));
    choose(4, SEATS2(0, 5));
    assert_int_equal(character_of(0), ROLE_MAYOR);
}

static void one_chance_only(void **unused)
{
    (void)unused;
    dies_by_day();
    dawn();
    dusk();
    choose_one(4, 5);
    assert_false(wakes(4));
}

static void the_dead_and_itself_too(void **unused)
{
    (void)unused;
    dies_by_day();
    choose(4, SEATS2(2, 4));
    assert_int_equal(character_of(2), ROLE_IMP);
    assert_int_equal(character_of(4), ROLE_BARBER);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void no_other_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARBER, ROLE_POISONER, ROLE_IMP, ROLE_MAYOR);
    second_night();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 3, ROLE_IMP));
    choose_one(4, 2);
    open(4);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(0, 3), 0), "");
}

static void poisoned_at_his_death_there_is_no_haircut(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_BARBER, ROLE_POISONER, ROLE_IMP, ROLE_MAYOR);
    second_night();
    choose_one(3, 2);
    choose_one(4, 2);
    assert_false(wakes(4));
}

RUN_TESTS(TEST(the_demon_may_swap_two_characters), TEST(sides_stay), TEST(both_are_told),
          TEST(or_it_may_not), TEST(the_step_is_the_barbers), TEST(died_at_night_it_is_that_night),
          TEST(one_chance_only), TEST(the_dead_and_itself_too), TEST(no_other_demon),
          TEST(poisoned_at_his_death_there_is_no_haircut))
