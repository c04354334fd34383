/* The rules of team chess, one test each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "chess_test_table.h"

/* Teams and turns */

static void team_a_is_white_and_moves_first(void **unused)
{
    (void)unused;
    start("BA");
    assert_int_equal(on_move(), 1);
    assert_int_equal(move(0, "e7e5"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(move(1, "e2e4"), ACCEPTED);
    assert_int_equal(on_move(), 0);
}

static void a_team_needs_a_player(void **unused)
{
    const char *why = NULL;
    (void)unused;
    sit("AAA");
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "team_is_empty");
}

static void two_can_play_and_thirteen_cannot(void **unused)
{
    const char *why = NULL;
    (void)unused;
    sit("AB");
    assert_int_equal(game_check(&game_chess, &setup, &why), ACCEPTED);
    sit("ABABABABABABA");
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
}

static void unbalanced_teams_rotate_each_by_its_own_order(void **unused)
{
    static const int expected[] = { 0, 1, 2, 4, 3, 1, 5, 4, 0 };
    static const char *const moves[] = { "g1f3", "g8f6", "f3g1", "f6g8", "b1c3",
                                         "b8c6", "c3b1", "c6b8", "e2e4" };
    (void)unused;
    start("ABAABA");
    for (int i = 0; i < 9; i++) {
        assert_int_equal(on_move(), expected[i]);
        assert_int_equal(move(expected[i], moves[i]), ACCEPTED);
    }
}

static void the_view_names_the_mover_and_the_next(void **unused)
{
    (void)unused;
    start("AABB");
    struct chess_view view = look(SEAT_PUBLIC);
    assert_int_equal(view.on_move, 0);
    assert_int_equal(view.next[TEAM_A], 1);
    assert_int_equal(view.next[TEAM_B], 2);
}

static void only_the_player_on_move_moves(void **unused)
{
    (void)unused;
    start("AABB");
    assert_int_equal(move(1, "e2e4"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(move(2, "e7e5"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(move(19, "e2e4"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(state.ply_count, 0);
}

static void an_illegal_or_malformed_move_is_refused(void **unused)
{
    static const char *const bad[] = { "e2e5", "e7e5", "e2e4q", "e2", "E2E4", "0000", "a1a1", "" };
    (void)unused;
    start("AB");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(move(0, bad[i]), REFUSED_BAD_TARGET);
        assert_string_equal(turn.why, "illegal_move");
    }
}

static void a_move_is_written_down_in_san_with_its_author(void **unused)
{
    (void)unused;
    start("AABB");
    play("g1f3");
    const struct game_event *moved = event_of(CHESS_MOVED);
    assert_int_equal(moved->arg[0], 0);
    assert_string_equal(moved->text, "Nf3");
    play("e7e5");
    assert_int_equal(state.ply[1].seat, 2);
    assert_string_equal(state.ply[1].san, "e5");
    assert_non_null(strstr(read_view(SEAT_PUBLIC),
                           "\"moves\":[{\"uci\":\"g1f3\",\"san\":\"Nf3\",\"seat\":0},"
                           "{\"uci\":\"e7e5\",\"san\":\"e5\",\"seat\":2}]"));
}

static void the_player_on_move_alone_is_offered_the_legal_moves(void **unused)
{
    (void)unused;
    start("AABB");
    assert_non_null(strstr(read_view(0), "{\"type\":\"move\",\"uci\":[\""));
    assert_null(strstr(read_view(1), "\"type\":\"move\""));
    assert_null(strstr(read_view(2), "\"type\":\"move\""));
    assert_null(strstr(read_view(SEAT_PUBLIC), "\"type\":"));
}

/* Time */

static void a_turn_has_its_time(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(game_chess.deadline(&state), now_ms + 60 * 1000);
    now_ms += 5000;
    play("e2e4");
    assert_int_equal(game_chess.deadline(&state), now_ms + 60 * 1000);
}

static void a_free_game_has_no_clock(void **unused)
{
    (void)unused;
    sit("AB");
    setup.option[CHESS_TURN_SECONDS] = 0;
    start_with_seed(1);
    assert_int_equal(game_chess.deadline(&state), 0);
}

static void a_turn_has_ten_seconds_at_least(void **unused)
{
    const char *why = NULL;
    (void)unused;
    sit("AB");
    setup.option[CHESS_TURN_SECONDS] = 9;
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "turn_too_short");
    setup.option[CHESS_TURN_SECONDS] = 10;
    assert_int_equal(game_check(&game_chess, &setup, &why), ACCEPTED);
    setup.option[CHESS_TURN_SECONDS] = 601;
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
}

static void start_free(const char *teams)
{
    sit(teams);
    setup.option[CHESS_TURN_SECONDS] = 0;
    start_with_seed(1);
}

static void fast_mode_gives_this_turn_sixty_seconds(void **unused)
{
    (void)unused;
    start_free("AABB");
    assert_int_equal(send(CHESS_START_FAST_MODE, 3, 0, 0), ACCEPTED);
    assert_int_equal(game_chess.deadline(&state), now_ms + 60 * 1000);
    assert_int_equal(send(CHESS_START_FAST_MODE, 2, 0, 0), REFUSED_NOT_NOW);

    play("e2e4");

    assert_int_equal(game_chess.deadline(&state), 0);
}

static void fast_mode_is_started_by_the_mover_or_an_opponent(void **unused)
{
    (void)unused;
    start_free("AABB");
    assert_int_equal(send(CHESS_START_FAST_MODE, 1, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_START_FAST_MODE, 0, 0, 0), ACCEPTED);
}

static void fast_mode_never_lengthens_a_turn(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(send(CHESS_START_FAST_MODE, 1, 0, 0), REFUSED_NOT_NOW);
    sit("AB");
    setup.option[CHESS_TURN_SECONDS] = 90;
    start_with_seed(1);
    int64_t deadline_ms = state.deadline_ms;
    now_ms = deadline_ms - 10;
    assert_int_equal(send(CHESS_START_FAST_MODE, 1, 0, 0), ACCEPTED);
    assert_int_equal(state.deadline_ms, deadline_ms);
}

static void a_timeout_before_its_time_is_refused(void **unused)
{
    (void)unused;
    start("AB");
    now_ms = state.deadline_ms - 1;
    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0), REFUSED_WRONG_PHASE);
}

static void a_timeout_takes_no_ply_and_asks_the_opponents(void **unused)
{
    struct chess_board before;
    (void)unused;
    start("AABB");
    before = state.board;

    let_time_run_out();

    assert_int_equal(state.phase, CHESS_DECIDING);
    assert_int_equal(state.ply_count, 0);
    assert_memory_equal(&state.board, &before, sizeof before);
    assert_non_null(event_of(CHESS_TIMED_OUT));
    assert_int_equal(game_chess.awaited(&state), seat_bit(2) | seat_bit(3));
    assert_int_equal(move(0, "e2e4"), REFUSED_WRONG_PHASE);
}

static void opponents_may_end_the_game_after_a_timeout(void **unused)
{
    (void)unused;
    start("AABB");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 1, DECISION_END, 0), REFUSED_NOT_YOUR_TURN);

    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 3, DECISION_END, 0), ACCEPTED);

    assert_ended(CHESS_BY_TIMEOUT, TEAM_B);
}

static void opponents_may_allow_the_next_teammate(void **unused)
{
    (void)unused;
    start("AABB");
    let_time_run_out();

    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 2, DECISION_ALLOW_NEXT, 0), ACCEPTED);

    assert_int_equal(on_move(), 1);
    assert_int_equal(state.deadline_ms, now_ms + 60 * 1000);
    play("e2e4 e7e5");
    assert_int_equal(on_move(), 0);
}

static void the_first_answer_counts(void **unused)
{
    (void)unused;
    start("AABB");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 2, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 3, DECISION_END, 0), REFUSED_WRONG_PHASE);
}

static void a_lone_player_is_allowed_on_as_the_next(void **unused)
{
    (void)unused;
    start("AB");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 1, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    assert_int_equal(on_move(), 0);
}

static void silence_allows_the_next_until_the_third_timeout_ends(void **unused)
{
    (void)unused;
    start("AB");
    for (int i = 0; i < 2; i++) {
        let_time_run_out();
        let_time_run_out();
        assert_int_equal(state.phase, CHESS_PLAYING);
    }
    let_time_run_out();
    let_time_run_out();
    assert_ended(CHESS_BY_TIMEOUT, TEAM_B);
}

static void sleep_through_turns(int count)
{
    for (int i = 0; i < count; i++) {
        int opponent = state.side[on_move()] == TEAM_A ? 1 : 0;
        let_time_run_out();
        assert_int_equal(send(CHESS_DECIDE_TIMEOUT, opponent, DECISION_ALLOW_NEXT, 0), ACCEPTED);
    }
}

static void three_timeouts_in_a_row_can_be_claimed(void **unused)
{
    (void)unused;
    start("ABAB");
    sleep_through_turns(2);
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 3, 0, 0), REFUSED_NOT_NOW);
    sleep_through_turns(1);
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 0, 0, 0), REFUSED_NOT_NOW);

    assert_int_equal(send(CHESS_CLAIM_VICTORY, 3, 0, 0), ACCEPTED);

    assert_ended(CHESS_BY_CLAIM, TEAM_B);
}

static void a_real_move_resets_the_count(void **unused)
{
    (void)unused;
    start("AB");
    sleep_through_turns(2);
    play("e2e4 e7e5");
    sleep_through_turns(2);
    assert_int_equal(state.timeout_count[TEAM_A], 2);
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 1, 0, 0), REFUSED_NOT_NOW);
}

static void the_other_teams_moves_do_not_reset_the_count(void **unused)
{
    (void)unused;
    start("AB");
    play("e2e4");
    sleep_through_turns(3);
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 0, 0, 0), ACCEPTED);
    assert_ended(CHESS_BY_CLAIM, TEAM_A);
}

static void a_timeout_against_a_bare_king_is_a_draw(void **unused)
{
    (void)unused;
    start("AB");
    put("4k3/8/8/8/8/8/8/Q3K3 w - -");
    let_time_run_out();
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 1, DECISION_END, 0), ACCEPTED);
    assert_ended(CHESS_BY_BARE_KING, TEAM_NONE);
}

static void a_claim_with_a_bare_king_is_a_draw(void **unused)
{
    (void)unused;
    start("AB");
    put("4k3/8/8/8/8/8/8/Q3K3 w - -");
    sleep_through_turns(3);
    assert_int_equal(send(CHESS_CLAIM_VICTORY, 1, 0, 0), ACCEPTED);
    assert_ended(CHESS_BY_BARE_KING, TEAM_NONE);
}

/* Endings on the board */

static void mate_ends_the_game_at_once(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    start("ABAB");
    play("f2f3 e7e5 g2g4 d8h4");
    assert_ended(CHESS_BY_CHECKMATE, TEAM_B);
    assert_true(game_chess.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, CHESS_BY_CHECKMATE);
    assert_int_equal(outcome.winners, seat_bit(1) | seat_bit(3));
    assert_int_equal(outcome.score[1], 1);
    assert_int_equal(outcome.score[0], 0);
    assert_int_equal(move(0, "e2e4"), REFUSED_WRONG_PHASE);
}

static void stalemate_is_a_draw(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    start("AB");
    put("7k/8/8/6Q1/8/8/8/K7 w - -");
    play("g5g6");
    assert_ended(CHESS_BY_STALEMATE, TEAM_NONE);
    assert_true(game_chess.outcome(&state, &outcome));
    assert_int_equal(outcome.winners, SEATS_NONE);
}

static void insufficient_material_is_an_immediate_draw(void **unused)
{
    (void)unused;
    start("AB");
    put("4k3/8/8/8/8/8/4q3/4KB2 w - -");
    play("f1e2");
    assert_ended(CHESS_BY_INSUFFICIENT_MATERIAL, TEAM_NONE);
}

static void fifty_moves_draw_by_themselves(void **unused)
{
    (void)unused;
    start("AB");
    put("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
    play("a1a2");
    assert_ended(CHESS_BY_FIFTY_MOVES, TEAM_NONE);
}

static void dance(int times)
{
    for (int i = 0; i < times; i++)
        play("g1f3 g8f6 f3g1 f6g8");
}

static void threefold_is_claimed_by_the_side_to_move(void **unused)
{
    (void)unused;
    start("AABB");
    dance(1);
    assert_int_equal(send(CHESS_CLAIM_DRAW, 0, 0, 0), REFUSED_NOT_NOW);
    dance(1);
    assert_int_equal(look(0).repetition_count, 3);
    assert_int_equal(send(CHESS_CLAIM_DRAW, 2, 0, 0), REFUSED_NOT_NOW);

    assert_int_equal(send(CHESS_CLAIM_DRAW, 1, 0, 0), ACCEPTED);

    assert_ended(CHESS_BY_THREEFOLD_REPETITION, TEAM_NONE);
}

static void threefold_does_not_end_the_game_by_itself(void **unused)
{
    (void)unused;
    start("AB");
    dance(3);
    assert_int_equal(state.phase, CHESS_PLAYING);
}

static void fivefold_ends_the_game_by_itself(void **unused)
{
    (void)unused;
    start("AB");
    dance(4);
    assert_ended(CHESS_BY_FIVEFOLD_REPETITION, TEAM_NONE);
}

static void a_game_as_long_as_the_sheet_is_a_draw(void **unused)
{
    (void)unused;
    start("AB");
    state.ply_count = CHESS_PLIES_MAX - 1;
    play("e2e4");
    assert_ended(CHESS_BY_MOVE_LIMIT, TEAM_NONE);
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
    setup.creator = 1;
    start_with_seed(1);
    assert_int_equal(send(CHESS_ABORT, 0, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_ABORT, 1, 0, 0), ACCEPTED);
    sit("AB");
    setup.creator = -1;
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

/* Export */

static void a_finished_game_reads_back_from_its_pgn(void **unused)
{
    static const char *const names[] = { "Ana", "Bo", "Cem", "D{r}ew" };
    static struct pgn_game written, read;
    char text[4096];
    const char *problem = NULL;
    (void)unused;
    start("ABAB");
    play("f2f3 e7e5 g2g4 d8h4");
    struct chess_view view = look(SEAT_PUBLIC);

    chess_to_pgn(&view, names, &written);
    size_t length = pgn_write(&written, text, sizeof text);

    assert_true(pgn_read(&read, text, length, &problem));
    assert_int_equal(read.ply_count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(read.ply[i].move, state.ply[i].move);
    assert_int_equal(read.result, PGN_BLACK_WINS);
    assert_string_equal(pgn_get(&read, "White"), "Ana:Cem");
    assert_string_equal(pgn_get(&read, "Termination"), "checkmate");
    assert_memory_equal(read.ply[2].comment, "Cem", 3);
}

static void the_position_is_known_at_any_ply(void **unused)
{
    struct chess_board board;
    char fen[CHESS_FEN_SIZE];
    (void)unused;
    start("AB");
    play("e2e4 e7e5");
    struct chess_view view = look(0);
    assert_true(chess_board_after(&view, 1, &board));
    chess_write_fen(&board, fen);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_false(chess_board_after(&view, 3, &board));
    assert_false(chess_board_after(&view, -1, &board));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(team_a_is_white_and_moves_first),
        cmocka_unit_test(a_team_needs_a_player),
        cmocka_unit_test(two_can_play_and_thirteen_cannot),
        cmocka_unit_test(unbalanced_teams_rotate_each_by_its_own_order),
        cmocka_unit_test(the_view_names_the_mover_and_the_next),
        cmocka_unit_test(only_the_player_on_move_moves),
        cmocka_unit_test(an_illegal_or_malformed_move_is_refused),
        cmocka_unit_test(a_move_is_written_down_in_san_with_its_author),
        cmocka_unit_test(the_player_on_move_alone_is_offered_the_legal_moves),
        cmocka_unit_test(a_turn_has_its_time),
        cmocka_unit_test(a_free_game_has_no_clock),
        cmocka_unit_test(a_turn_has_ten_seconds_at_least),
        cmocka_unit_test(fast_mode_gives_this_turn_sixty_seconds),
        cmocka_unit_test(fast_mode_is_started_by_the_mover_or_an_opponent),
        cmocka_unit_test(fast_mode_never_lengthens_a_turn),
        cmocka_unit_test(a_timeout_before_its_time_is_refused),
        cmocka_unit_test(a_timeout_takes_no_ply_and_asks_the_opponents),
        cmocka_unit_test(opponents_may_end_the_game_after_a_timeout),
        cmocka_unit_test(opponents_may_allow_the_next_teammate),
        cmocka_unit_test(the_first_answer_counts),
        cmocka_unit_test(a_lone_player_is_allowed_on_as_the_next),
        cmocka_unit_test(silence_allows_the_next_until_the_third_timeout_ends),
        cmocka_unit_test(three_timeouts_in_a_row_can_be_claimed),
        cmocka_unit_test(a_real_move_resets_the_count),
        cmocka_unit_test(the_other_teams_moves_do_not_reset_the_count),
        cmocka_unit_test(a_timeout_against_a_bare_king_is_a_draw),
        cmocka_unit_test(a_claim_with_a_bare_king_is_a_draw),
        cmocka_unit_test(mate_ends_the_game_at_once),
        cmocka_unit_test(stalemate_is_a_draw),
        cmocka_unit_test(insufficient_material_is_an_immediate_draw),
        cmocka_unit_test(fifty_moves_draw_by_themselves),
        cmocka_unit_test(threefold_is_claimed_by_the_side_to_move),
        cmocka_unit_test(threefold_does_not_end_the_game_by_itself),
        cmocka_unit_test(fivefold_ends_the_game_by_itself),
        cmocka_unit_test(a_game_as_long_as_the_sheet_is_a_draw),
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
        cmocka_unit_test(a_finished_game_reads_back_from_its_pgn),
        cmocka_unit_test(the_position_is_known_at_any_ply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
