/* The Voudon: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_VOUDON, false);
    kill(0);
    dusk();
    dawn();
}

static void only_the_voudon_and_the_dead_vote(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 2, true, 0, 0, NULL), "no_vote_left");
    count_all(SEATS2(0, 5));
    assert_int_equal(state.table.nomination[0].votes, 2);
}

static void the_dead_need_no_token(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(seat_bit(0));
    assert_false(seat_in(state.table.spent, 0));
    must(nominate(2, 4));
    count_all(SEATS2(0, 5));
    assert_int_equal(state.table.block, 4);
}

static void one_vote_and_the_most_suffice(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(seat_bit(0));
    assert_int_equal(state.table.block, 3);
    assert_int_equal(state.table.block_votes, 1);
}

static void as_many_votes_tie(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 3));
    count_all(seat_bit(0));
    must(nominate(2, 4));
    count_all(seat_bit(5));
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void an_exile_is_voted_as_ever(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 5));
    count_all(SEATS2(1, 2));
    assert_false(is_dead(5));
    assert_int_equal(state.table.nomination[0].votes, 2);
}

static void that_the_voudon_is_poisoned_only_the_storyteller_sees(void **unused)
{
    (void)unused;
    sit_down();
    assert_false(is_warned_of(GRIMOIRE_RULE_IS_VOID, 5));
    give(5, EFFECT_POISONED);
    assert_false(happened(GRIMOIRE_DAY_RULES_SET));
    assert_true(is_warned_of(GRIMOIRE_RULE_IS_VOID, 5));
    must(nominate(1, 3));
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 2, true, 0, 0, NULL), "no_vote_left");
}

static void the_storyteller_raises_any_hand(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    must(nominate(1, 3));
    count_all(SEATS2(1, 2));
    assert_int_equal(state.table.nomination[0].votes, 2);
}

static void a_dead_voudon_with_the_ability_is_the_storytellers_to_announce(void **unused)
{
    (void)unused;
    sit_down();
    kill(5);
    assert_false(is_warned_of(GRIMOIRE_RULE_IS_KEPT, 5));
    give(5, EFFECT_BONES);
    assert_true(is_warned_of(GRIMOIRE_RULE_IS_KEPT, 5));
    assert_false(happened(GRIMOIRE_DAY_RULES_SET));
}

static void a_dead_voudon_changes_nothing(void **unused)
{
    (void)unused;
    sit_down();
    kill(5);
    must(nominate(1, 3));
    must(tells(GRIMOIRE_SET_HAND, 2, true));
}

static void a_buried_zombuul_votes_like_the_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_ZOMBUUL, ROLE_SLAYER);
    travel(5, ROLE_VOUDON, false);
    dusk();
    dawn();
    execute(4);
    nobody_has_won();
    dusk();
    dawn();
    must(nominate(1, 3));
    count_all(SEATS2(4, 5));
    assert_int_equal(state.table.nomination[0].votes, 2);
}

RUN_TESTS(TEST(only_the_voudon_and_the_dead_vote), TEST(the_dead_need_no_token),
          TEST(one_vote_and_the_most_suffice), TEST(as_many_votes_tie),
          TEST(an_exile_is_voted_as_ever),
          TEST(that_the_voudon_is_poisoned_only_the_storyteller_sees),
          TEST(the_storyteller_raises_any_hand),
          TEST(a_dead_voudon_with_the_ability_is_the_storytellers_to_announce),
          TEST(a_dead_voudon_changes_nothing), TEST(a_buried_zombuul_votes_like_the_dead))
