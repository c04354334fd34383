/* The Devil's Advocate: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_DEVILS_ADVOCATE, ROLE_MONK, ROLE_SAINT, ROLE_CHEF, ROLE_IMP, ROLE_POISONER);
}

static void executed_tomorrow_the_chosen_one_lives(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 4);
    dawn();
    execute(4);
    assert_false(is_dead(4));
    assert_true(state.table.has_executed);
    nobody_has_won();
}

static void only_tomorrow(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 3);
    dawn();
    dusk();
    choose_one(0, 1);
    dawn();
    execute(3);
    assert_true(is_dead(3));
}

static void not_from_other_deaths(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_one(0, 3);
    choose_one(4, 3);
    assert_true(is_dead(3));
}

static void never_the_same_two_nights_in_a_row(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 4);
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(4), 0), "");
    must(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0));
}

static void the_living_alone(void **unused)
{
    (void)unused;
    six();
    kill(1);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
}

static void poisoned_saves_nobody(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(5, 0);
    choose_one(0, 3);
    dawn();
    execute(3);
    assert_true(is_dead(3));
}

static void it_ends_with_the_advocate(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 3);
    kill(0);
    dawn();
    execute(3);
    assert_true(is_dead(3));
}

static void a_saint_who_lives_loses_nothing(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 2);
    dawn();
    execute(2);
    nobody_has_won();
}

static void himself_too(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(0, 0);
    dawn();
    execute(0);
    assert_false(is_dead(0));
}

RUN_TESTS(TEST(executed_tomorrow_the_chosen_one_lives), TEST(only_tomorrow),
          TEST(not_from_other_deaths), TEST(never_the_same_two_nights_in_a_row),
          TEST(the_living_alone), TEST(poisoned_saves_nobody), TEST(it_ends_with_the_advocate),
          TEST(a_saint_who_lives_loses_nothing), TEST(himself_too))
