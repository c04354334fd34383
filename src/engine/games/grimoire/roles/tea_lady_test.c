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

static void by_day_with_a_traveller(bool is_evil)
{
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_SAINT, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    travel(2, ROLE_THIEF, is_evil);
    dusk();
    dawn();
}

static void good_travellers_count_and_are_not_exiled(void **unused)
{
    (void)unused;
    by_day_with_a_traveller(false);
    must(nominate(1, 2));
    count_all(SEATS2(0, 1) | SEATS2(3, 4));
    assert_false(is_dead(2));
}

static void evil_travellers_count_too(void **unused)
{
    (void)unused;
    by_day_with_a_traveller(true);
    execute(0);
    assert_true(is_dead(0));
}

static void a_buried_zombuul_is_no_neighbour(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_TEA_LADY, ROLE_ZOMBUUL, ROLE_MONK, ROLE_POISONER, ROLE_SAINT);
    dusk();
    dawn();
    execute(2);
    dusk();
    dawn();
    execute(3);
    assert_false(is_dead(3));
}

RUN_TESTS(TEST(good_neighbours_cannot_die_at_night), TEST(nor_by_execution_and_a_martyr_is_none),
          TEST(with_an_evil_neighbour_both_may_die), TEST(she_herself_may_die),
          TEST(neighbours_are_the_living_ones), TEST(an_alignment_that_changes_ends_it),
          TEST(poisoned_she_protects_nobody), TEST(good_travellers_count_and_are_not_exiled),
          TEST(evil_travellers_count_too), TEST(a_buried_zombuul_is_no_neighbour))
