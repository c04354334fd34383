/* The Tea Lady: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void good_neighbours_cannot_die_at_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void nor_by_execution_and_a_martyr_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(2);
    assert_false(is_dead(2));
    assert_true(state.table.has_executed);
    nobody_has_won();
}

static void with_an_evil_neighbour_both_may_die(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_POISONER, ROLE_SAINT, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void she_herself_may_die(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void neighbours_are_the_living_ones(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    kill(2); /* the storyteller's hand is stopped by nobody */
    assert_true(is_dead(2));
    second_night();
    choose_one(5, 3);
    assert_false(is_dead(3));
}

static void an_alignment_that_changes_ends_it(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 0, true));
    second_night();
    choose_one(4, 2);
    assert_true(is_dead(2));
}

static void poisoned_she_protects_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 1);
    choose_one(4, 0);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(good_neighbours_cannot_die_at_night), TEST(nor_by_execution_and_a_martyr_is_none),
          TEST(with_an_evil_neighbour_both_may_die), TEST(she_herself_may_die),
          TEST(neighbours_are_the_living_ones), TEST(an_alignment_that_changes_ends_it),
          TEST(poisoned_she_protects_nobody))
