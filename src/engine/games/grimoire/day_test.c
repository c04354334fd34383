/* The day: nominations, hands, the block, execution, exile, the clock. */
#include "grimoire_test.h"

static void each_player_nominates_once_a_day_and_is_nominated_once(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL));
    count_all(SEATS_NONE);
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 2, -1, 0, NULL), "may_not_nominate");
    must_refuse(send_command(GRIMOIRE_NOMINATE, 2, 1, -1, 0, NULL), "already_nominated");
    dusk();
    dawn();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL));
}

static void the_dead_do_not_nominate_but_may_be_nominated(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL), "may_not_nominate");
    must(send_command(GRIMOIRE_NOMINATE, 1, 0, -1, 0, NULL));
}

static void phones_nominate_when_nominations_are_open(void **unused)
{
    (void)unused;
    five_by_day();
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL), "nominations_closed");
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, 2, 0, NULL), "");
}

static void votes_go_clockwise_and_the_nominee_is_last(void **unused)
{
    static const int order[] = { 3, 4, 0, 1, 2 };
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(grimoire_vote_next(&state.table), order[i]);
        must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
    }
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
}

static void a_hand_is_counted_as_it_is_when_the_clock_passes(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    must(send_command(GRIMOIRE_RAISE_HAND, 3, true, 0, 0, NULL));
    must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 3, false, 0, 0, NULL), "already_counted");
    assert_int_equal(state.table.vote.votes, 1);
}

static void half_of_the_living_rounded_up_are_needed(void **unused)
{
    (void)unused;
    five_by_day();
    assert_int_equal(grimoire_vote_needed(&state.table), 3);
    kill(0);
    assert_int_equal(grimoire_vote_needed(&state.table), 2);
    kill(1);
    assert_int_equal(grimoire_vote_needed(&state.table), 2);
}

static void two_votes_of_five_are_too_few(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1));
    assert_int_equal(state.table.nomination[0].result, GRIMOIRE_TOO_FEW);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void enough_votes_put_the_nominee_on_the_block(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1) | seat_bit(3));
    assert_int_equal(state.table.block, 2);
    assert_false(is_dead(2));
}

static void all_hands_are_counted_at_once(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    must(tells(GRIMOIRE_SET_HAND, 0, true));
    must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
    must(tells(GRIMOIRE_SET_HAND, 1, true));
    must(tells(GRIMOIRE_SET_HAND, 4, true));
    must(tells(GRIMOIRE_COUNT_ALL, -1, 0));
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
    assert_int_equal(state.table.nomination[0].votes, 3);
    assert_int_equal(state.table.block, 2);
}

static void a_total_closes_the_vote_and_uses_up_no_ghost_vote(void **unused)
{
    (void)unused;
    five_by_day();
    kill(1);
    must(nominate(0, 2));
    must(tells(GRIMOIRE_SET_HAND, 1, true));
    must(tells(GRIMOIRE_COUNT_ALL, 3, 0));
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
    assert_int_equal(state.table.nomination[0].votes, 3);
    assert_int_equal(state.table.block, 2);
    assert_false(seat_in(state.table.spent, 1));
    must(nominate(3, 0));
    must(tells(GRIMOIRE_COUNT_ALL, 3, 0));
    assert_int_equal(state.table.nomination[1].result, GRIMOIRE_TIED);
    must(nominate(2, 4));
    must(tells(GRIMOIRE_COUNT_ALL, 0, 0));
    assert_int_equal(state.table.nomination[2].result, GRIMOIRE_TOO_FEW);
}

static void a_tie_clears_the_block(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1) | seat_bit(3));
    must(nominate(1, 3));
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_int_equal(state.table.nomination[1].result, GRIMOIRE_TIED);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void after_a_tie_more_votes_are_needed(void **unused)
{
    seat_set three = SEATS2(0, 1) | seat_bit(2);
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(three);
    must(nominate(1, 3));
    count_all(three);
    assert_int_equal(grimoire_vote_needed(&state.table), 3);
    assert_int_equal(grimoire_vote_to_block(&state.table), 4);
    must(nominate(2, 4));
    count_all(three);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
    must(nominate(3, 0));
    count_all(three | seat_bit(3));
    assert_int_equal(state.table.block, 0);
}

static void a_lower_total_leaves_the_block_alone(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(grimoire_seats_all(&state));
    must(nominate(1, 3));
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_int_equal(state.table.block, 2);
}

static void an_executed_dead_player_uses_the_days_execution(void **unused)
{
    (void)unused;
    five_by_day();
    kill(2);
    execute(2);
    assert_true(state.table.has_executed);
    assert_int_equal(grimoire_seats_count(grimoire_seats_alive(&state)), 4);
    assert_int_equal(grimoire_may_nominate(&state.table), SEATS_NONE);
}

static void both_sides_at_once_is_good(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    kill(1);
    nobody_has_won();
    execute(4);
    assert_int_equal(grimoire_seats_count(grimoire_seats_alive(&state)), 2);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void two_alive_are_evils_victory(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    kill(1);
    kill(2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void travellers_are_not_counted_among_the_living(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    kill(1);
    nobody_has_won();
    kill(2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void an_exile_needs_half_of_all_and_costs_the_dead_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    kill(1);
    must(nominate(2, 5));
    assert_int_equal(grimoire_vote_needed(&state.table), 3);
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_true(is_dead(5));
    assert_true(grimoire_has_vote(&state.table, 0));
    assert_false(state.table.has_executed);
}

static void an_exile_is_no_nomination(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 5, -1, 0, NULL));
    count_all(SEATS_NONE);
    must(send_command(GRIMOIRE_NOMINATE, 1, 5, -1, 0, NULL));
    count_all(SEATS_NONE);
    must(send_command(GRIMOIRE_NOMINATE, 1, 2, -1, 0, NULL));
    assert_false(state.table.vote.is_exile);
}

/* Time */

static void the_clock_counts_one_hand_after_the_other(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_SET_CLOCK, 20, 0));
    must(nominate(0, 2));
    assert_int_equal(game_grimoire.deadline(&state), 0);
    must(tells(GRIMOIRE_RUN_CLOCK, true, 0));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(game_grimoire.deadline(&state), now_ms + 2000);
        now_ms += 2000;
        must(send_command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0, NULL));
    }
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

static void the_clock_can_be_stopped(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    must(tells(GRIMOIRE_RUN_CLOCK, true, 0));
    must(tells(GRIMOIRE_RUN_CLOCK, false, 0));
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

static void the_timer_rings_once(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_SET_TIMER, 60, 0));
    now_ms += 60 * 1000;
    must(send_command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0, NULL));
    assert_true(happened(GRIMOIRE_TIMER_RANG));
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

static void a_good_demon_must_die_too(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH, ROLE_MAYOR);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_VORTOX));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 0, false));
    dusk();
    dawn();
    execute(4);
    nobody_has_won();
    kill(0);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void two_good_ones_alive_are_evils_victory_too(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 4, false));
    kill(0);
    kill(1);
    kill(3);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

RUN_TESTS(TEST(each_player_nominates_once_a_day_and_is_nominated_once),
          TEST(the_dead_do_not_nominate_but_may_be_nominated),
          TEST(phones_nominate_when_nominations_are_open),
          TEST(votes_go_clockwise_and_the_nominee_is_last),
          TEST(a_hand_is_counted_as_it_is_when_the_clock_passes),
          TEST(half_of_the_living_rounded_up_are_needed), TEST(two_votes_of_five_are_too_few),
          TEST(enough_votes_put_the_nominee_on_the_block), TEST(all_hands_are_counted_at_once),
          TEST(a_total_closes_the_vote_and_uses_up_no_ghost_vote), TEST(a_tie_clears_the_block),
          TEST(after_a_tie_more_votes_are_needed), TEST(a_lower_total_leaves_the_block_alone),
          TEST(an_executed_dead_player_uses_the_days_execution), TEST(both_sides_at_once_is_good),
          TEST(two_alive_are_evils_victory), TEST(travellers_are_not_counted_among_the_living),
          TEST(an_exile_needs_half_of_all_and_costs_the_dead_nothing),
          TEST(an_exile_is_no_nomination), TEST(the_clock_counts_one_hand_after_the_other),
          TEST(the_clock_can_be_stopped), TEST(the_timer_rings_once),
          TEST(a_good_demon_must_die_too), TEST(two_good_ones_alive_are_evils_victory_too))
