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

static void fast_mode_is_started_by_anybody_where_there_is_no_clock(void **unused)
{
    (void)unused;
    sit("AABB");
    setup.option[CHESS_TURN_SECONDS] = 90;
    start_with_seed(1);
    assert_int_equal(send(CHESS_START_FAST_MODE, 1, 0, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_START_FAST_MODE, 0, 0, 0), ACCEPTED);

    start_free("AABB");
    assert_int_equal(send(CHESS_START_FAST_MODE, 1, 0, 0), ACCEPTED);
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

static void the_view_says_who_slept_and_who_answered_until_the_next_move(void **unused)
{
    (void)unused;
    start("AABB");
    let_time_run_out();
    assert_non_null(strstr(read_view(1),
                           "\"last_timeout\":{\"seat\":0,\"decision\":null,\"decided_by\":null}"));
    send(CHESS_DECIDE_TIMEOUT, 3, DECISION_ALLOW_NEXT, 0);
    assert_non_null(
        strstr(read_view(1),
               "\"last_timeout\":{\"seat\":0,\"decision\":\"allow_next\",\"decided_by\":3}"));

    play("e2e4");

    assert_non_null(strstr(read_view(1), "\"last_timeout\":null"));
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
        cmocka_unit_test(fast_mode_is_started_by_anybody_where_there_is_no_clock),
        cmocka_unit_test(fast_mode_never_lengthens_a_turn),
        cmocka_unit_test(a_timeout_before_its_time_is_refused),
        cmocka_unit_test(a_timeout_takes_no_ply_and_asks_the_opponents),
        cmocka_unit_test(opponents_may_end_the_game_after_a_timeout),
        cmocka_unit_test(opponents_may_allow_the_next_teammate),
        cmocka_unit_test(the_first_answer_counts),
        cmocka_unit_test(the_view_says_who_slept_and_who_answered_until_the_next_move),
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
        cmocka_unit_test(a_finished_game_reads_back_from_its_pgn),
        cmocka_unit_test(the_position_is_known_at_any_ply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
