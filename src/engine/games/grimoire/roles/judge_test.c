/* The Judge: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_JUDGE, false);
    dusk();
    dawn();
}

static void a_nomination_passes_and_the_nominee_is_executed(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 3);
    assert_true(is_asked(EFFECT_VERDICT));
    answer_yes(true);
    assert_true(is_dead(3));
    assert_int_equal(state.table.executed, 3);
    assert_int_equal(state.table.claim.seat, GRIMOIRE_NOBODY);
    assert_false(state.table.is_open);
}

static void it_fails_and_the_vote_counts_nothing(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(SEATS2(0, 1) | seat_bit(2));
    act_by_day(5, EFFECT_VERDICT, 3);
    answer_yes(false);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
    assert_int_equal(state.table.nomination[0].votes, 0);
}

static void the_earlier_block_is_back(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1) | seat_bit(2));
    must(nominate(2, 3));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_int_equal(state.table.block, 3);
    act_by_day(5, EFFECT_VERDICT, 3);
    answer_yes(false);
    assert_int_equal(state.table.block, 4);
    assert_int_equal(state.table.block_votes, 3);
}

static void once_in_the_game(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 3);
    answer_yes(false);
    must(nominate(2, 4));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 4);
    assert_false(state.secrets.question.is_open);
    assert_true(grimoire_has_effect(&state, 5, EFFECT_NO_ABILITY));
}

static void not_on_the_judges_own_nomination(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(5, 3));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 3);
    assert_false(state.secrets.question.is_open);
    assert_false(grimoire_has_effect(&state, 5, EFFECT_NO_ABILITY));
}

static void not_on_somebody_who_was_not_nominated(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 2);
    assert_false(state.secrets.question.is_open);
}

static void a_poisoned_judge_is_not_heard_and_spent(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    must(nominate(1, 3));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 3);
    assert_false(is_dead(3));
    assert_true(grimoire_has_effect(&state, 5, EFFECT_NO_ABILITY));
}

static void who_cannot_die_is_executed_and_lives(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_JUDGE, false);
    dusk();
    dawn();
    must(nominate(1, 0));
    count_all(SEATS_NONE);
    act_by_day(5, EFFECT_VERDICT, 0);
    answer_yes(true);
    assert_false(is_dead(0));
    assert_true(state.table.has_executed);
}

RUN_TESTS(TEST(a_nomination_passes_and_the_nominee_is_executed),
          TEST(it_fails_and_the_vote_counts_nothing), TEST(the_earlier_block_is_back),
          TEST(once_in_the_game), TEST(not_on_the_judges_own_nomination),
          TEST(not_on_somebody_who_was_not_nominated),
          TEST(a_poisoned_judge_is_not_heard_and_spent), TEST(who_cannot_die_is_executed_and_lives))
