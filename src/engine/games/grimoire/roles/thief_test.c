/* The Thief: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_THIEF, false);
}

static void the_chosen_players_vote_takes_one_away(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_int_equal(state.table.nomination[0].votes, 2);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void a_vote_may_end_below_nothing(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_int_equal(state.table.nomination[0].votes, -1);
    assert_int_equal(state.table.nomination[0].result, GRIMOIRE_TOO_FEW);
}

static void with_both_marks_three_are_taken_away(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER, ROLE_MAYOR);
    travel(5, ROLE_THIEF, false);
    travel(6, ROLE_BUREAUCRAT, true);
    dusk();
    choose_one(6, 0);
    choose_one(5, 0);
    dawn();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    assert_int_equal(state.table.nomination[0].votes, -2);
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
}

static void never_the_thief(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(5), 0), "");
}

static void a_drunk_thief_takes_nothing(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    dusk();
    choose_one(5, 0);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_NEGATIVE_VOTE));
}

RUN_TESTS(TEST(the_chosen_players_vote_takes_one_away), TEST(a_vote_may_end_below_nothing),
          TEST(with_both_marks_three_are_taken_away), TEST(an_exile_is_voted_as_ever),
          TEST(never_the_thief), TEST(a_drunk_thief_takes_nothing))
