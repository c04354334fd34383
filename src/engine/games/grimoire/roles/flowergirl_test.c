/* The Flowergirl: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void vote_of(int seat)
{
    must(nominate(1, 2));
    count_all(seat_bit(seat));
}

static void told(uint32_t numbers)
{
    open(0);
    assert_int_equal(truth().numbers, numbers);
}

static void learns_that_a_demon_voted(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    vote_of(4);
    dusk();
    told(1 << 1);
}

static void or_that_none_did(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    vote_of(3);
    dusk();
    told(1 << 0);
}

static void yesterdays_votes_are_forgotten(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    vote_of(4);
    dusk();
    dawn();
    dusk();
    told(1 << 0);
}

static void who_was_the_demon_when_voting_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    vote_of(3);
    dusk();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 3, ROLE_IMP));
    told(1 << 0);
}

static void votes_for_an_exile_do_not_count(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    must(nominate(1, 5));
    count_all(seat_bit(4));
    dusk();
    told(1 << 0);
}

static void a_recluse_who_voted_may_seem_to_be_one(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    vote_of(2);
    dusk();
    told(3);
}

static void drunk_by_day_and_sober_at_night_she_learns_the_truth(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    vote_of(4);
    dusk();
    open(0);
    assert_int_equal(state.secrets.suggestion.number, 1);
}

static void poisoned_she_is_told_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_FLOWERGIRL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(learns_that_a_demon_voted), TEST(or_that_none_did),
          TEST(yesterdays_votes_are_forgotten), TEST(who_was_the_demon_when_voting_counts),
          TEST(votes_for_an_exile_do_not_count), TEST(a_recluse_who_voted_may_seem_to_be_one),
          TEST(drunk_by_day_and_sober_at_night_she_learns_the_truth),
          TEST(poisoned_she_is_told_a_lie))
