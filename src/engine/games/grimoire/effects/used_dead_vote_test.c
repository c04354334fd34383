/* Used dead vote: one vote for the rest of the game. */
#include "../grimoire_test.h"

static void seat_zero_is_dead(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(0);
}

static void the_dead_vote_once(void **unused)
{
    (void)unused;
    seat_zero_is_dead();
    must(nominate(1, 2));
    count_all(seat_bit(0));
    assert_int_equal(state.table.nomination[0].votes, 1);
    assert_true(grimoire_has_effect(&state, 0, EFFECT_USED_DEAD_VOTE));
    must(nominate(2, 3));
    must_refuse(tells(GRIMOIRE_SET_HAND, 0, true), "no_vote_left");
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 0, true, 0, 0, NULL), "no_vote_left");
}

static void a_hand_taken_down_in_time_costs_nothing(void **unused)
{
    (void)unused;
    seat_zero_is_dead();
    must(nominate(1, 2));
    must(tells(GRIMOIRE_SET_HAND, 0, true));
    must(tells(GRIMOIRE_SET_HAND, 0, false));
    count_all(SEATS_NONE);
    assert_true(grimoire_has_vote(&state.table, 0));
}

static void the_storyteller_gives_it_back(void **unused)
{
    (void)unused;
    seat_zero_is_dead();
    give(0, EFFECT_USED_DEAD_VOTE);
    assert_false(grimoire_has_vote(&state.table, 0));
    take(0, EFFECT_USED_DEAD_VOTE);
    assert_true(grimoire_has_vote(&state.table, 0));
}

static void it_means_nothing_to_the_living(void **unused)
{
    (void)unused;
    seat_zero_is_dead();
    give(1, EFFECT_USED_DEAD_VOTE);
    assert_true(grimoire_has_vote(&state.table, 1));
}

RUN_TESTS(TEST(the_dead_vote_once), TEST(a_hand_taken_down_in_time_costs_nothing),
          TEST(the_storyteller_gives_it_back), TEST(it_means_nothing_to_the_living))
