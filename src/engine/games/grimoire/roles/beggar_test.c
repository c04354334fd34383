/* The Beggar: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BEGGAR, false);
    kill(0);
    dusk();
    dawn();
}

static void give_vote(int giver)
{
    must(send_command(GRIMOIRE_GIVE_VOTE, giver, 5, -1, 0, NULL));
    assert_true(is_asked(EFFECT_BEGGING));
}

static void without_a_token_cannot_vote(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    must_refuse(tells(GRIMOIRE_SET_HAND, 5, true), "no_vote_left");
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 5, true, 0, 0, NULL), "no_vote_left");
}

static void votes_once_with_a_token_that_the_dead_give(void **unused)
{
    (void)unused;
    sit_down();
    give_vote(0);
    answer_yes(false);
    assert_true(seat_in(state.table.spent, 0));
    must(nominate(1, 4));
    count_all(seat_bit(5));
    assert_int_equal(state.table.nomination[0].votes, 1);
    must(nominate(2, 3));
    must_refuse(tells(GRIMOIRE_SET_HAND, 5, true), "no_vote_left");
}

static void learns_the_givers_side(void **unused)
{
    (void)unused;
    sit_down();
    give_vote(0);
    answer_yes(false);
    const struct grimoire_message *told = &state.own[5].message[state.own[5].message_count - 1];
    assert_int_equal(told->about, ROLE_BEGGAR);
    assert_int_equal(told->answer.players, seat_bit(0));
    assert_int_equal(told->answer.number, 0);
}

static void a_recluse_may_be_told_as_evil(void **unused)
{
    (void)unused;
    SIT(ROLE_RECLUSE, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BEGGAR, false);
    kill(0);
    dusk();
    dawn();
    give_vote(0);
    answer_yes(true);
    assert_int_equal(state.own[5].message[state.own[5].message_count - 1].answer.number, 1);
}

static void several_tokens_are_several_votes(void **unused)
{
    (void)unused;
    sit_down();
    kill(1);
    give_vote(0);
    answer_yes(false);
    give_vote(1);
    answer_yes(false);
    must(nominate(2, 4));
    count_all(seat_bit(5));
    must(nominate(3, 2));
    count_all(seat_bit(5));
    assert_int_equal(state.table.nomination[1].votes, 1);
}

static void tokens_are_kept_for_another_day(void **unused)
{
    (void)unused;
    sit_down();
    give_vote(0);
    answer_yes(false);
    dusk();
    dawn();
    must(nominate(1, 4));
    count_all(seat_bit(5));
    assert_int_equal(state.table.nomination[0].votes, 1);
}

static void only_the_dead_with_a_vote_can_give_it(void **unused)
{
    (void)unused;
    sit_down();
    must_refuse(send_command(GRIMOIRE_GIVE_VOTE, 1, 5, -1, 0, NULL), "no_vote_left");
    must_refuse(send_command(GRIMOIRE_GIVE_VOTE, 0, 2, -1, 0, NULL), "");
    give_vote(0);
    answer_yes(false);
    must_refuse(send_command(GRIMOIRE_GIVE_VOTE, 0, 5, -1, 0, NULL), "no_vote_left");
}

static void is_always_sober_and_healthy(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    give(5, EFFECT_DRUNK);
    assert_true(works(5));
    must(nominate(1, 4));
    must_refuse(tells(GRIMOIRE_SET_HAND, 5, true), "no_vote_left");
}

static void supports_an_exile_without_tokens(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER, ROLE_MAYOR);
    travel(5, ROLE_BEGGAR, false);
    travel(6, ROLE_THIEF, false);
    dusk();
    dawn();
    must(nominate(1, 6));
    count_all(seat_bit(5));
    assert_int_equal(state.table.nomination[0].votes, 1);
}

static void dead_has_one_vote_like_everybody(void **unused)
{
    (void)unused;
    sit_down();
    give_vote(0);
    answer_yes(false);
    kill(5);
    assert_false(grimoire_has_effect(&state, 5, EFFECT_VOTE_TOKEN));
    must(nominate(1, 4));
    count_all(seat_bit(5));
    assert_int_equal(state.table.nomination[0].votes, 1);
    assert_true(seat_in(state.table.spent, 5));
}

static void a_gift_that_is_dismissed_is_none(void **unused)
{
    (void)unused;
    sit_down();
    give_vote(0);
    must(tells(GRIMOIRE_DISMISS_QUESTION, 0, 0));
    assert_false(seat_in(state.table.spent, 0));
    assert_false(grimoire_has_effect(&state, 5, EFFECT_VOTE_TOKEN));
}

static void a_gift_closes_the_nominations(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    give_vote(0);
    assert_false(state.table.is_open);
}

RUN_TESTS(TEST(a_gift_closes_the_nominations), TEST(without_a_token_cannot_vote),
          TEST(votes_once_with_a_token_that_the_dead_give), TEST(learns_the_givers_side),
          TEST(a_recluse_may_be_told_as_evil), TEST(several_tokens_are_several_votes),
          TEST(tokens_are_kept_for_another_day), TEST(only_the_dead_with_a_vote_can_give_it),
          TEST(is_always_sober_and_healthy), TEST(supports_an_exile_without_tokens),
          TEST(dead_has_one_vote_like_everybody), TEST(a_gift_that_is_dismissed_is_none))
