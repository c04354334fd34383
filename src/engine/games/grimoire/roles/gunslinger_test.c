/* The Gunslinger: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_GUNSLINGER, false);
    dusk();
    dawn();
}

static void after_the_first_vote_shoots_somebody_who_voted(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    act_by_day(5, EFFECT_GUN, 0);
    assert_true(is_dead(0));
    assert_true(seat_in(state.table.dead, 0));
}

static void who_did_not_vote_lives(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    act_by_day(5, EFFECT_GUN, 2);
    assert_false(is_dead(2));
    act_by_day(5, EFFECT_GUN, 1);
    assert_true(is_dead(1));
}

static void not_before_a_vote_was_counted(void **unused)
{
    (void)unused;
    sit_down();
    act_by_day(5, EFFECT_GUN, 0);
    assert_false(is_dead(0));
}

static void only_the_first_vote_counts(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    must(nominate(2, 3));
    count_all(SEATS2(2, 3));
    act_by_day(5, EFFECT_GUN, 2);
    assert_false(is_dead(2));
    act_by_day(5, EFFECT_GUN, 0);
    assert_true(is_dead(0));
}

static void once_a_day_and_every_day(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    act_by_day(5, EFFECT_GUN, 0);
    act_by_day(5, EFFECT_GUN, 1);
    assert_false(is_dead(1));
    dusk();
    dawn();
    must(nominate(2, 3));
    count_all(SEATS2(1, 2));
    act_by_day(5, EFFECT_GUN, 1);
    assert_true(is_dead(1));
}

static void an_exile_vote_is_no_vote(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 5));
    count_all(SEATS2(0, 1));
    act_by_day(5, EFFECT_GUN, 0);
    assert_false(is_dead(0));
}

static void the_block_stands(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1) | seat_bit(2));
    act_by_day(5, EFFECT_GUN, 0);
    assert_int_equal(state.table.block, 4);
}

static void of_a_total_the_storyteller_knows_who_voted(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    must(tells(GRIMOIRE_COUNT_ALL, 3, 0));
    act_by_day(5, EFFECT_GUN, 0);
    assert_true(is_dead(0));
}

static void a_poisoned_gunslinger_shoots_in_vain(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    act_by_day(5, EFFECT_GUN, 0);
    assert_false(is_dead(0));
    take(5, EFFECT_POISONED);
    act_by_day(5, EFFECT_GUN, 0);
    assert_false(is_dead(0));
}

static void nobody_else_may_pretend(void **unused)
{
    (void)unused;
    sit_down();
    must_refuse(send_command(GRIMOIRE_CLAIM_ACTION, 1, EFFECT_GUN, 4, -1, NULL), "no_action");
    must(send_command(GRIMOIRE_CLAIM_ACTION, 5, EFFECT_GUN, 4, -1, NULL));
}

RUN_TESTS(TEST(after_the_first_vote_shoots_somebody_who_voted), TEST(who_did_not_vote_lives),
          TEST(not_before_a_vote_was_counted), TEST(only_the_first_vote_counts),
          TEST(once_a_day_and_every_day), TEST(an_exile_vote_is_no_vote), TEST(the_block_stands),
          TEST(of_a_total_the_storyteller_knows_who_voted),
          TEST(a_poisoned_gunslinger_shoots_in_vain), TEST(nobody_else_may_pretend))
