/* The Empath: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_how_many_of_two_neighbours_are_evil(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_POISONER, ROLE_CHEF, ROLE_SAINT, ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 2);
}

static void the_dead_are_no_neighbours(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_CHEF, ROLE_POISONER, ROLE_SAINT, ROLE_MONK, ROLE_IMP);
    kill(1);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 2);
}

static void learns_after_the_kill_of_the_same_night(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_CHEF, ROLE_POISONER, ROLE_SAINT, ROLE_MONK, ROLE_IMP);
    second_night();
    assert_true(state.script.other[ROLE_EMPATH] > state.script.other[ROLE_IMP]);
    choose_one(5, 1);
    open(0);
    assert_int_equal(truth().plain.number, 2);
}

static void a_recluse_may_register_as_evil(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    open(0);
    assert_int_equal(truth().numbers, 1 << 0 | 1 << 1);
}

static void killed_by_the_demon_does_not_wake(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_CHEF, ROLE_POISONER, ROLE_SAINT, ROLE_MONK, ROLE_IMP);
    second_night();
    choose_one(5, 0);
    assert_false(wakes(0));
}

static void poisoned_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_POISONER, ROLE_CHEF, ROLE_SAINT, ROLE_IMP);
    dusk();
    choose_one(1, 0);
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(learns_how_many_of_two_neighbours_are_evil), TEST(the_dead_are_no_neighbours),
          TEST(learns_after_the_kill_of_the_same_night), TEST(a_recluse_may_register_as_evil),
          TEST(killed_by_the_demon_does_not_wake), TEST(poisoned_is_suggested_a_lie))
