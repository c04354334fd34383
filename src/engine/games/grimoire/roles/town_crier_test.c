/* The Town Crier: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(uint32_t numbers)
{
    dusk();
    open(0);
    assert_int_equal(truth().numbers, numbers);
}

static void learns_that_a_minion_nominated(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(3, 2));
    count_all(SEATS_NONE);
    told(1 << 1);
}

static void or_that_none_did(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(4, 2));
    count_all(SEATS_NONE);
    told(1 << 0);
}

static void a_nomination_taken_back_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(3, 2));
    must(tells(GRIMOIRE_CANCEL_VOTE, 0, 0));
    told(1 << 0);
}

static void calls_for_exile_do_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    must(nominate(3, 5));
    count_all(SEATS_NONE);
    told(1 << 0);
}

static void a_spy_who_nominated_need_not_seem_to_be_one(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(3, 2));
    count_all(SEATS_NONE);
    told(3);
    assert_int_equal(truth().plain.number, 1);
}

static void poisoned_he_is_told_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_TOWN_CRIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(learns_that_a_minion_nominated), TEST(or_that_none_did),
          TEST(a_nomination_taken_back_is_none), TEST(calls_for_exile_do_not_count),
          TEST(a_spy_who_nominated_need_not_seem_to_be_one), TEST(poisoned_he_is_told_a_lie))
