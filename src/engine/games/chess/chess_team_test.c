/* What a team agrees on and keeps to itself: proposals, arrows, talk, Hand and Brain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "chess_test_table.h"

static void dance(int times)
{
    for (int i = 0; i < times; i++)
        play("g1f3 g8f6 f3g1 f6g8");
}

/* Agreement */

static void a_strict_majority_resigns(void **unused)
{
    (void)unused;
    start("AAAAB");
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_RESIGN, 2, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_PLAYING);

    assert_int_equal(send(CHESS_RESIGN, 3, true, 0), ACCEPTED);

    assert_ended(CHESS_BY_RESIGNATION, TEAM_B);
}

static void a_lone_player_resigns_alone(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_ended(CHESS_BY_RESIGNATION, TEAM_A);
}

static void a_proposal_can_be_taken_back_and_is_made_once(void **unused)
{
    (void)unused;
    start("AAB");
    assert_int_equal(send(CHESS_RESIGN, 0, false, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_RESIGN, 0, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_RESIGN, 0, true, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_RESIGN, 0, false, 0), ACCEPTED);
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_PLAYING);
}

static void a_proposal_to_resign_lapses_when_the_team_moves(void **unused)
{
    (void)unused;
    start("AAB");
    send(CHESS_RESIGN, 1, true, 0);
    play("e2e4");
    assert_int_equal(state.resign_for, SEATS_NONE);
}

static void who_slept_through_a_turn_does_not_count_for_a_majority(void **unused)
{
    (void)unused;
    start("AAB");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 2, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_ended(CHESS_BY_RESIGNATION, TEAM_B);
}

static void who_does_something_counts_again(void **unused)
{
    (void)unused;
    start("AAB");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 2, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    send(CHESS_OFFER_DRAW, 0, true, 0);
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_PLAYING);
}

static void a_draw_is_offered_and_accepted_by_majorities(void **unused)
{
    (void)unused;
    start("AAABBB");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    assert_int_equal(state.draw_offer, TEAM_NONE);
    assert_int_equal(send(CHESS_ACCEPT_DRAW, 3, true, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_OFFER_DRAW, 1, true, 0), ACCEPTED);
    assert_int_equal(state.draw_offer, TEAM_A);
    assert_int_equal(send(CHESS_OFFER_DRAW, 2, true, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_ACCEPT_DRAW, 2, true, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_ACCEPT_DRAW, 3, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_PLAYING);

    assert_int_equal(send(CHESS_ACCEPT_DRAW, 5, true, 0), ACCEPTED);

    assert_ended(CHESS_BY_AGREEMENT, TEAM_NONE);
}

static void an_offer_lapses_when_the_receiving_team_moves(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    play("e2e4");
    assert_int_equal(state.draw_offer, TEAM_A);

    play("e7e5");

    assert_int_equal(state.draw_offer, TEAM_NONE);
    assert_int_equal(send(CHESS_ACCEPT_DRAW, 1, true, 0), REFUSED_NOT_NOW);
}

static void with_a_threefold_on_the_board_an_offer_draws_at_once(void **unused)
{
    (void)unused;
    start("AABB");
    dance(2);
    assert_int_equal(send(CHESS_OFFER_DRAW, 2, true, 0), ACCEPTED);
    assert_int_equal(state.phase, CHESS_PLAYING);
    assert_int_equal(send(CHESS_OFFER_DRAW, 3, true, 0), ACCEPTED);
    assert_ended(CHESS_BY_THREEFOLD_REPETITION, TEAM_NONE);
}

static void the_creator_aborts_before_both_sides_have_moved(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    start("AB");
    play("e2e4");
    assert_int_equal(send(CHESS_ABORT, 1, 0, 0), REFUSED_NOT_NOW);

    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), ACCEPTED);

    assert_true(game_chess.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, CHESS_BY_ABORT);
    assert_int_equal(outcome.winners, SEATS_NONE);
}

static void after_both_sides_have_moved_nobody_aborts(void **unused)
{
    (void)unused;
    start("AB");
    play("e2e4 e7e5");
    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), REFUSED_NOT_NOW);
}

static void the_creator_may_sit_anywhere_or_nowhere(void **unused)
{
    (void)unused;
    sit("AB");
    setup.host = 1;
    start_with_seed(1);
    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_ABORT, 1, 0, 0), ACCEPTED);
    sit("AB");
    setup.host = -1;
    start_with_seed(1);
    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), REFUSED_NOT_NOW);
}

/* What a team has to itself */

static void assert_told_to_team_a_only(int kind)
{
    const struct game_event *event = event_of(kind);
    assert_non_null(event);
    assert_int_equal(event->told, seat_bit(0) | seat_bit(1));
    assert_false(game_event_reaches(&game_chess, event, 2));
    assert_false(game_event_reaches(&game_chess, event, SEAT_PUBLIC));
    assert_true(game_event_reaches(&game_chess, event, 1));
}

static void proposals_are_known_to_the_own_team_only(void **unused)
{
    (void)unused;
    start("AABB");
    send(CHESS_RESIGN, 1, true, 0);
    assert_told_to_team_a_only(CHESS_RESIGN_VOTED);
    send(CHESS_OFFER_DRAW, 1, true, 0);
    assert_told_to_team_a_only(CHESS_DRAW_VOTED);
    assert_int_equal(look(0).resign_for, seat_bit(1));
    assert_int_equal(look(0).draw_for, seat_bit(1));
    assert_int_equal(look(2).resign_for | look(2).draw_for, SEATS_NONE);
    assert_int_equal(look(SEAT_PUBLIC).resign_for | look(SEAT_PUBLIC).draw_for, SEATS_NONE);
}

static void arrows_are_seen_by_the_own_team_only(void **unused)
{
    (void)unused;
    start("AABB");
    assert_int_equal(send(CHESS_DRAW_ARROW, 1, 12, 28), ACCEPTED);
    assert_told_to_team_a_only(CHESS_ARROW_DRAWN);
    assert_non_null(strstr(read_view(0), "\"arrows\":[{\"seat\":1,\"from\":12,\"to\":28}]"));
    assert_int_equal(look(2).arrow_count[1], 0);
    assert_int_equal(look(SEAT_PUBLIC).arrow_count[1], 0);
}

static void arrows_go_with_the_position_or_by_their_owner(void **unused)
{
    (void)unused;
    start("AABB");
    send(CHESS_DRAW_ARROW, 1, 12, 28);
    assert_int_equal(send(CHESS_CLEAR_ARROWS, 0, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_CLEAR_ARROWS, 1, 0, 0), ACCEPTED);
    assert_int_equal(look(0).arrow_count[1], 0);
    send(CHESS_DRAW_ARROW, 1, 12, 28);
    play("e2e4");
    assert_int_equal(look(0).arrow_count[1], 0);
}

static void the_ninth_arrow_replaces_the_first(void **unused)
{
    (void)unused;
    start("AB");
    for (int i = 0; i < CHESS_ARROWS_MAX + 1; i++)
        assert_int_equal(send(CHESS_DRAW_ARROW, 0, i, i + 8), ACCEPTED);
    assert_int_equal(state.arrow_count[0], CHESS_ARROWS_MAX);
    assert_int_equal(chess_from(state.arrow[0][0]), 1);
    assert_int_equal(chess_from(state.arrow[0][CHESS_ARROWS_MAX - 1]), CHESS_ARROWS_MAX);
}

static void an_arrow_drawn_twice_is_one_arrow(void **unused)
{
    (void)unused;
    start("AB");
    send(CHESS_DRAW_ARROW, 0, 1, 18);
    assert_int_equal(send(CHESS_DRAW_ARROW, 0, 1, 18), ACCEPTED);
    assert_int_equal(turn.event_count, 0);
    assert_int_equal(send(CHESS_DRAW_ARROW, 0, 1, 64), REFUSED_BAD_TARGET);
}

static void a_teams_channel_is_the_teams(void **unused)
{
    (void)unused;
    start("ABAB");
    assert_int_equal(game_chess.hears(&state, 0), SEATS_ALL);
    assert_int_equal(game_chess.hears(&state, 1), seat_bit(0) | seat_bit(2));
    assert_int_equal(game_chess.hears(&state, 2), seat_bit(1) | seat_bit(3));
    assert_int_equal(game_chess.speaks(&state, 2), seat_bit(1) | seat_bit(3));
}

/* Hand and Brain */

static void start_hand_and_brain(const char *teams)
{
    sit(teams);
    setup.option[CHESS_HAND_AND_BRAIN] = true;
    start_with_seed(1);
}

static void the_hand_waits_for_the_brain_and_obeys(void **unused)
{
    (void)unused;
    start_hand_and_brain("AABB");
    assert_int_equal(look(0).brain, 1);
    assert_int_equal(move(0, "e2e4"), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_NAME_PIECE, 0, PAWN, 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(send(CHESS_NAME_PIECE, 2, PAWN, 0), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(send(CHESS_NAME_PIECE, 1, PAWN, 0), ACCEPTED);
    assert_int_equal(move(0, "g1f3"), REFUSED_BAD_TARGET);
    assert_int_equal(move(0, "e2e4"), ACCEPTED);
    assert_int_equal(state.ply[0].brain, 1);
    assert_int_equal(look(0).brain, 3);
}

static void the_brain_names_a_piece_that_can_move(void **unused)
{
    (void)unused;
    start_hand_and_brain("AABB");
    assert_int_equal(send(CHESS_NAME_PIECE, 1, QUEEN, 0), REFUSED_BAD_TARGET);
    assert_string_equal(turn.why, "piece_cannot_move");
    assert_non_null(
        strstr(read_view(1), "{\"type\":\"name_piece\",\"piece\":[\"pawn\",\"knight\"]}"));
}

static void the_brain_may_think_again_until_the_hand_moves(void **unused)
{
    (void)unused;
    start_hand_and_brain("AABB");
    send(CHESS_NAME_PIECE, 1, PAWN, 0);
    assert_int_equal(send(CHESS_NAME_PIECE, 1, KNIGHT, 0), ACCEPTED);
    assert_int_equal(move(0, "e2e4"), REFUSED_BAD_TARGET);
    assert_int_equal(move(0, "g1f3"), ACCEPTED);
}

static void the_named_piece_is_hidden_from_opponents_and_spectators(void **unused)
{
    (void)unused;
    start_hand_and_brain("AABB");
    seat_set awaited = game_chess.awaited(&state);
    send(CHESS_NAME_PIECE, 1, KNIGHT, 0);
    assert_told_to_team_a_only(CHESS_PIECE_NAMED);
    assert_int_equal(look(0).named_piece, KNIGHT);
    assert_int_equal(look(2).named_piece, NO_PIECE);
    assert_int_equal(look(SEAT_PUBLIC).named_piece, NO_PIECE);
    assert_int_equal(game_chess.awaited(&state), awaited);
}

static void a_lone_player_is_hand_and_brain(void **unused)
{
    (void)unused;
    start_hand_and_brain("ABB");
    assert_int_equal(look(0).brain, -1);
    assert_int_equal(move(0, "e2e4"), ACCEPTED);
    assert_int_equal(look(0).brain, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_strict_majority_resigns),
        cmocka_unit_test(a_lone_player_resigns_alone),
        cmocka_unit_test(a_proposal_can_be_taken_back_and_is_made_once),
        cmocka_unit_test(a_proposal_to_resign_lapses_when_the_team_moves),
        cmocka_unit_test(who_slept_through_a_turn_does_not_count_for_a_majority),
        cmocka_unit_test(who_does_something_counts_again),
        cmocka_unit_test(a_draw_is_offered_and_accepted_by_majorities),
        cmocka_unit_test(an_offer_lapses_when_the_receiving_team_moves),
        cmocka_unit_test(with_a_threefold_on_the_board_an_offer_draws_at_once),
        cmocka_unit_test(the_creator_aborts_before_both_sides_have_moved),
        cmocka_unit_test(after_both_sides_have_moved_nobody_aborts),
        cmocka_unit_test(the_creator_may_sit_anywhere_or_nowhere),
        cmocka_unit_test(proposals_are_known_to_the_own_team_only),
        cmocka_unit_test(arrows_are_seen_by_the_own_team_only),
        cmocka_unit_test(arrows_go_with_the_position_or_by_their_owner),
        cmocka_unit_test(the_ninth_arrow_replaces_the_first),
        cmocka_unit_test(an_arrow_drawn_twice_is_one_arrow),
        cmocka_unit_test(a_teams_channel_is_the_teams),
        cmocka_unit_test(the_hand_waits_for_the_brain_and_obeys),
        cmocka_unit_test(the_brain_names_a_piece_that_can_move),
        cmocka_unit_test(the_brain_may_think_again_until_the_hand_moves),
        cmocka_unit_test(the_named_piece_is_hidden_from_opponents_and_spectators),
        cmocka_unit_test(a_lone_player_is_hand_and_brain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
