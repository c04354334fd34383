/* The Oracle: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(int number)
{
    open(0);
    assert_int_equal(truth().plain.number, number);
    assert_int_equal(truth().numbers, 1u << number);
}

static void counts_the_evil_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    kill(1);
    kill(3);
    dusk();
    told(1);
}

static void tonights_deaths_count(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(4, 3);
    told(1);
}

static void counts_by_side_and_not_by_character(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    second_night();
    kill(1);
    told(1);
}

static void a_dead_recluse_may_count(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    kill(2);
    open(0);
    assert_int_equal(truth().plain.number, 0);
    assert_int_equal(truth().numbers, 3);
}

static void sleeps_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
}

static void poisoned_he_is_told_another_number(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(3, 0);
    kill(1);
    open(0);
    is_suggested_a_lie();
}

static void dead_evil_travellers_count(void **unused)
{
    (void)unused;
    SIT(ROLE_ORACLE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    travel(5, ROLE_THIEF, true);
    second_night();
    kill(5);
    told(1);
}

RUN_TESTS(TEST(counts_the_evil_dead), TEST(tonights_deaths_count),
          TEST(counts_by_side_and_not_by_character), TEST(a_dead_recluse_may_count),
          TEST(sleeps_in_the_first_night), TEST(poisoned_he_is_told_another_number),
          TEST(dead_evil_travellers_count))
