/* The Bureaucrat: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BUREAUCRAT, false);
}

static void the_chosen_player_has_three_votes_tomorrow(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_int_equal(state.table.block, 4);
    assert_int_equal(state.table.block_votes, 3);
}

static void every_vote_of_that_day_counts_three(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(seat_bit(0));
    must(nominate(2, 3));
    count_all(SEATS2(0, 1));
    assert_int_equal(state.table.block, 3);
    assert_int_equal(state.table.block_votes, 4);
}

static void it_is_over_at_dusk(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    assert_true(grimoire_has_effect(&state, 0, EFFECT_THREE_VOTES));
    dusk();
    assert_false(grimoire_has_effect(&state, 0, EFFECT_THREE_VOTES));
}

static void a_ghost_too_has_three_votes(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_int_equal(state.table.block_votes, 3);
    assert_true(seat_in(state.table.spent, 0));
}

static void an_exile_is_voted_as_ever(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 5));
    count_all(seat_bit(0));
    assert_int_equal(state.table.nomination[0].votes, 1);
    assert_false(is_dead(5));
}

static void never_the_bureaucrat(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(5), 0), "");
}

static void a_poisoned_bureaucrat_gives_nothing(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    second_night();
    give(5, EFFECT_POISONED);
    choose_one(5, 0);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_THREE_VOTES));
}

static void poisoned_by_day_the_votes_pause(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    give(5, EFFECT_POISONED);
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_int_equal(state.table.nomination[0].votes, 1);
}

static void exiled_the_votes_are_gone(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    kill(5);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_THREE_VOTES));
}

RUN_TESTS(TEST(the_chosen_player_has_three_votes_tomorrow),
          TEST(every_vote_of_that_day_counts_three), TEST(it_is_over_at_dusk),
          TEST(a_ghost_too_has_three_votes), TEST(an_exile_is_voted_as_ever),
          TEST(never_the_bureaucrat), TEST(a_poisoned_bureaucrat_gives_nothing),
          TEST(poisoned_by_day_the_votes_pause), TEST(exiled_the_votes_are_gone))
