/* The Sage: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void killed_by_the_demon_she_learns_two_of_whom_one_it_is(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    open(0);
    assert_int_equal(grimoire_seats_count(state.secrets.suggestion.players), 2);
    assert_true(seat_in(state.secrets.suggestion.players, 4));
    assert_false(seat_in(state.secrets.suggestion.players, 0));
}

static void alive_she_sleeps(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    assert_false(wakes(0));
}

static void executed_she_learns_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    execute(0);
    dusk();
    assert_false(wakes(0));
}

static void a_death_of_the_storytellers_making_is_not_the_demons(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    kill(0);
    assert_false(wakes(0));
}

static void a_recluse_may_be_shown(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    open(0);
    assert_int_equal(truth().players, SEATS2(2, 4));
}

static void poisoned_she_is_shown_two_others(void **unused)
{
    (void)unused;
    SIT(ROLE_SAGE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    open(0);
    assert_int_equal(grimoire_seats_count(state.secrets.suggestion.players), 2);
    assert_false(seat_in(state.secrets.suggestion.players, 4));
}

RUN_TESTS(TEST(killed_by_the_demon_she_learns_two_of_whom_one_it_is), TEST(alive_she_sleeps),
          TEST(executed_she_learns_nothing),
          TEST(a_death_of_the_storytellers_making_is_not_the_demons), TEST(a_recluse_may_be_shown),
          TEST(poisoned_she_is_shown_two_others))
