/* The Clockmaker: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(int number)
{
    open(0);
    assert_int_equal(truth().plain.number, number);
    assert_int_equal(truth().numbers, 1u << number);
}

static void next_to_each_other_is_one(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    told(1);
}

static void counts_the_shorter_way_round(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_IMP, ROLE_SAINT, ROLE_MONK, ROLE_CHEF, ROLE_SLAYER, ROLE_POISONER);
    dusk();
    told(2);
}

static void counts_to_the_nearest_minion(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_IMP, ROLE_SAINT, ROLE_MONK, ROLE_POISONER, ROLE_SLAYER, ROLE_BARON);
    dusk();
    told(2);
}

static void a_recluse_may_bring_them_nearer(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_IMP, ROLE_RECLUSE, ROLE_MONK, ROLE_POISONER, ROLE_SLAYER, ROLE_CHEF);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 3);
    assert_int_equal(truth().numbers, 1u << 1 | 1u << 2 | 1u << 3);
}

static void sleeps_after_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    assert_false(wakes(0));
}

static void whoever_becomes_one_learns_it_that_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_CLOCKMAKER));
    assert_true(wakes(0));
}

static void poisoned_she_is_told_another_number(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    open(0);
    is_suggested_a_lie();
}

static void travellers_are_seats_and_never_minions(void **unused)
{
    (void)unused;
    SIT(ROLE_CLOCKMAKER, ROLE_IMP, ROLE_SLAYER, ROLE_POISONER, ROLE_CHEF, ROLE_MONK, ROLE_SAINT);
    travel(2, ROLE_APPRENTICE, true);
    dusk();
    told(2);
}

RUN_TESTS(TEST(next_to_each_other_is_one), TEST(counts_the_shorter_way_round),
          TEST(counts_to_the_nearest_minion), TEST(a_recluse_may_bring_them_nearer),
          TEST(sleeps_after_the_first_night), TEST(whoever_becomes_one_learns_it_that_night),
          TEST(poisoned_she_is_told_another_number), TEST(travellers_are_seats_and_never_minions))
