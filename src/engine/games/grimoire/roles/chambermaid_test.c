/* The Chambermaid: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(seat_set players, int number)
{
    choose(0, players);
    assert_int_equal(truth().plain.number, number);
    assert_int_equal(truth().numbers, 1u << number);
}

static void counts_who_wakes_for_their_own_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    told(SEATS2(1, 3), 2);
}

static void who_sleeps_does_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    told(SEATS2(1, 2), 1);
}

static void evil_info_does_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_CHEF, ROLE_SAINT, ROLE_BARON, ROLE_IMP, ROLE_MONK, ROLE_MAYOR);
    dusk();
    told(SEATS2(3, 4), 0);
}

static void a_drunk_waker_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(1, EFFECT_DRUNK);
    dusk();
    told(SEATS2(1, 2), 1);
}

static void being_told_of_a_change_does_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_SOLDIER, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 1, ROLE_MAYOR));
    told(SEATS2(1, 2), 0);
}

static void never_herself_nor_the_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(2);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(0, 1), 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(1, 2), 0), "");
}

static void sleeps_if_two_others_are_not_alive(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(1);
    kill(2);
    kill(3);
    dusk();
    assert_false(wakes(0));
}

static void poisoned_she_is_told_something_else(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    choose(0, SEATS2(1, 3));
    is_suggested_a_lie();
}

static void a_mathematician_to_come_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_MATHEMATICIAN, ROLE_SAINT, ROLE_BARON, ROLE_IMP);
    dusk();
    told(SEATS2(1, 2), 1);
}

static void a_waker_who_declines_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_CHAMBERMAID, ROLE_COURTIER, ROLE_SAINT, ROLE_BARON, ROLE_IMP);
    dusk();
    choose(1, SEATS_NONE);
    told(SEATS2(1, 2), 1);
}

RUN_TESTS(TEST(counts_who_wakes_for_their_own_ability), TEST(who_sleeps_does_not_count),
          TEST(evil_info_does_not_count), TEST(a_drunk_waker_counts),
          TEST(being_told_of_a_change_does_not_count), TEST(never_herself_nor_the_dead),
          TEST(sleeps_if_two_others_are_not_alive), TEST(poisoned_she_is_told_something_else),
          TEST(a_mathematician_to_come_counts), TEST(a_waker_who_declines_counts))
