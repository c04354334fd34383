/* The Butler: ability, malfunction, rulings. */
#include "../grimoire_test.h"

/* The Butler on seat 0 serves seat 2. Seat 4 is nominated: 0 votes before 2. */
static void sit_down(void)
{
    SIT(ROLE_BUTLER, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 2);
    dawn();
}

static bool is_warned(void)
{
    return state.secrets.warning == GRIMOIRE_VOTE_WITHOUT_MASTER;
}

static void may_vote_if_the_masters_hand_is_up(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 2));
    assert_false(is_warned());
    assert_int_equal(state.table.nomination[0].votes, 2);
}

static void may_vote_if_the_masters_vote_is_counted(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 0));
    count_all(SEATS2(0, 2));
    assert_false(is_warned());
}

static void a_vote_without_the_master_counts_and_is_warned_of(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1));
    assert_true(is_warned());
    assert_int_equal(state.table.nomination[0].votes, 2);
}

static void a_hand_the_master_took_down_is_no_vote(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    must(tells(GRIMOIRE_SET_HAND, 2, true));
    must(tells(GRIMOIRE_SET_HAND, 2, false));
    count_all(seat_bit(0));
    assert_true(is_warned());
}

static void a_dead_butler_is_free(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_false(is_warned());
}

static void poisoned_he_is_free(void **unused)
{
    (void)unused;
    sit_down();
    give(0, EFFECT_POISONED);
    must(nominate(1, 4));
    count_all(seat_bit(0));
    assert_false(is_warned());
}

static void never_serves_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_BUTLER, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0), "");
}

static void serves_one_master_a_day(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    assert_false(grimoire_has_effect(&state, 2, EFFECT_BUTLER_MASTER));
    choose_one(0, 1);
    assert_true(grimoire_has_effect(&state, 1, EFFECT_BUTLER_MASTER));
}

RUN_TESTS(TEST(may_vote_if_the_masters_hand_is_up), TEST(may_vote_if_the_masters_vote_is_counted),
          TEST(a_vote_without_the_master_counts_and_is_warned_of),
          TEST(a_hand_the_master_took_down_is_no_vote), TEST(a_dead_butler_is_free),
          TEST(poisoned_he_is_free), TEST(never_serves_himself), TEST(serves_one_master_a_day))
