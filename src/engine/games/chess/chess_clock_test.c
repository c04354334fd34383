/* Time controls, takebacks, declined offers, the team vote, and games from another position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "chess_test_table.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static void start_with_bank(const char *teams, bool is_per_player)
{
    sit(teams);
    setup.option[CHESS_TIME_CONTROL] = TIME_BANK;
    setup.option[CHESS_BANK_MINUTES] = 3;
    setup.option[CHESS_INCREMENT_SECONDS] = 2;
    setup.option[CHESS_BANK_PER_PLAYER] = is_per_player;
    start_with_seed(1);
}

static void think_and_play(int seconds, const char *uci)
{
    now_ms += (int64_t)seconds * SECOND;
    play(uci);
}

/* Bank */

static void a_move_takes_its_time_off_the_teams_bank_and_adds_the_increment(void **unused)
{
    (void)unused;
    start_with_bank("AABB", false);
    assert_int_equal(state.deadline_ms, now_ms + 3 * MINUTE);

    think_and_play(50, "e2e4");
    think_and_play(10, "e7e5");

    assert_int_equal(look(SEAT_PUBLIC).left_ms[0], 132 * SECOND);
    assert_int_equal(look(SEAT_PUBLIC).left_ms[1], 132 * SECOND);
    assert_int_equal(look(SEAT_PUBLIC).left_ms[2], 172 * SECOND);
    assert_int_equal(state.deadline_ms, now_ms + 132 * SECOND);
}

static void with_a_bank_per_player_a_teammate_keeps_their_own(void **unused)
{
    (void)unused;
    start_with_bank("AAB", true);
    think_and_play(50, "e2e4");
    assert_int_equal(look(SEAT_PUBLIC).left_ms[0], 132 * SECOND);
    assert_int_equal(look(SEAT_PUBLIC).left_ms[1], 3 * MINUTE);
    think_and_play(0, "e7e5");
    assert_int_equal(state.deadline_ms, now_ms + 3 * MINUTE);
}

static void a_fallen_flag_loses_at_once(void **unused)
{
    (void)unused;
    start_with_bank("AABB", false);
    think_and_play(1, "e2e4");
    let_time_run_out();
    assert_ended(CHESS_BY_TIMEOUT, TEAM_A);
    assert_int_equal(state.phase, CHESS_OVER);
}

static void a_fallen_flag_is_a_draw_if_the_others_offered_one_or_cannot_mate(void **unused)
{
    (void)unused;
    start_with_bank("AB", false);
    play("e2e4");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    let_time_run_out();
    assert_ended(CHESS_BY_AGREEMENT, TEAM_NONE);

    start_with_bank("AB", false);
    put("4k3/8/8/8/8/8/8/Q3K3 w - -");
    let_time_run_out();
    assert_ended(CHESS_BY_BARE_KING, TEAM_NONE);
}

static void an_empty_bank_still_falls(void **unused)
{
    (void)unused;
    start_with_bank("AB", false);
    state.increment_ms = 0;
    now_ms = state.deadline_ms;
    play("e2e4 e7e5");
    assert_int_equal(state.bank_ms[0], 0);
    assert_true(state.deadline_ms > 0);
    let_time_run_out();
    assert_ended(CHESS_BY_TIMEOUT, TEAM_B);
}

/* Days */

static void a_game_of_days_gives_days_for_the_move_the_question_and_the_vote(void **unused)
{
    const int64_t days = 3 * (int64_t)CHESS_DAY_MS;
    (void)unused;
    sit("AABB");
    setup.option[CHESS_TIME_CONTROL] = TIME_DAYS;
    setup.option[CHESS_DAYS_PER_MOVE] = 3;
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    start_with_seed(1);
    assert_int_equal(state.deadline_ms, now_ms + days);
    assert_int_equal(send(CHESS_START_FAST_MODE, 2, 0, 0), REFUSED_NOT_NOW);

    let_time_run_out();

    assert_int_equal(state.phase, CHESS_DECIDING);
    assert_int_equal(state.deadline_ms, now_ms + days);
    assert_int_equal(send(CHESS_DECIDE_TIMEOUT, 2, DECISION_END, 0), ACCEPTED);
    assert_int_equal(state.deadline_ms, now_ms + days);
}

static void no_time_control_is_a_free_game(void **unused)
{
    (void)unused;
    sit("AB");
    setup.option[CHESS_TIME_CONTROL] = TIME_NONE;
    start_with_seed(1);
    assert_int_equal(state.deadline_ms, 0);
}

/* Takeback */

static void a_takeback_of_the_last_move_needs_both_teams(void **unused)
{
    (void)unused;
    start("AABB");
    play("e2e4");
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 2, true, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 0, true, 0), ACCEPTED);
    assert_int_equal(state.takeback_offer, TEAM_NONE);
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 1, true, 0), ACCEPTED);
    assert_int_equal(state.takeback_offer, TEAM_A);

    assert_int_equal(send(CHESS_ACCEPT_TAKEBACK, 2, true, 0), ACCEPTED);
    assert_int_equal(state.ply_count, 1);
    assert_int_equal(send(CHESS_ACCEPT_TAKEBACK, 3, true, 0), ACCEPTED);

    assert_int_equal(state.ply_count, 0);
    assert_int_equal(on_move(), 0);
    assert_int_equal(state.takeback_offer, TEAM_NONE);
    assert_int_equal(event_of(CHESS_TAKEN_BACK)->arg[0], 1);
    play("d2d4");
}

static void a_takeback_after_an_answer_takes_back_both_and_the_clocks(void **unused)
{
    (void)unused;
    start_with_bank("AAB", false);
    think_and_play(5, "e2e4");
    think_and_play(5, "e7e5");
    think_and_play(30, "g1f3");
    think_and_play(40, "b8c6");
    now_ms += 10 * SECOND;
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 0, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 1, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_ACCEPT_TAKEBACK, 2, true, 0), ACCEPTED);

    assert_int_equal(state.ply_count, 2);
    assert_int_equal(on_move(), 1);
    assert_int_equal(state.bank_ms[TEAM_A], 177 * SECOND);
    assert_int_equal(state.bank_ms[TEAM_B], 177 * SECOND);
    assert_int_equal(state.deadline_ms, now_ms + 177 * SECOND);
    assert_int_equal(look(SEAT_PUBLIC).repetition_count, 1);
}

static void an_offered_takeback_ends_with_the_own_next_move(void **unused)
{
    (void)unused;
    start("AB");
    play("e2e4");
    assert_int_equal(send(CHESS_OFFER_TAKEBACK, 0, true, 0), ACCEPTED);
    play("e7e5");
    assert_int_equal(state.takeback_offer, TEAM_A);
    play("g1f3");
    assert_int_equal(state.takeback_offer, TEAM_NONE);
    assert_int_equal(send(CHESS_ACCEPT_TAKEBACK, 1, true, 0), REFUSED_NOT_NOW);
}

/* Declining */

static void an_offer_is_declined_when_it_can_find_no_majority(void **unused)
{
    (void)unused;
    start("ABBB");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_DECLINE, 0, OFFER_DRAW, 0), REFUSED_NOT_NOW);
    assert_int_equal(send(CHESS_DECLINE, 1, OFFER_DRAW, 0), ACCEPTED);
    assert_int_equal(state.draw_offer, TEAM_A);
    assert_int_equal(send(CHESS_DECLINE, 3, OFFER_DRAW, 0), ACCEPTED);
    assert_int_equal(state.draw_offer, TEAM_NONE);
    assert_non_null(event_of(CHESS_OFFER_DECLINED));
}

static void a_declined_offer_is_not_repeated_before_the_own_move(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    assert_int_equal(send(CHESS_DECLINE, 1, OFFER_DRAW, 0), ACCEPTED);
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), REFUSED_NOT_NOW);
    play("e2e4");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
}

/* Team vote */

static void start_team_vote(const char *teams)
{
    sit(teams);
    setup.option[CHESS_TEAM_VOTE] = true;
    start_with_seed(1);
}

static enum refusal propose(int seat, const char *uci)
{
    int64_t word = 0;
    word_read(&word, uci);
    return send(CHESS_PROPOSE, seat, word, 0);
}

static void the_move_with_most_voices_is_played_when_all_have_proposed(void **unused)
{
    (void)unused;
    start_team_vote("AAAB");
    assert_int_equal(move(0, "e2e4"), REFUSED_NOT_NOW);
    assert_int_equal(propose(3, "e7e5"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(propose(0, "e2e5"), REFUSED_BAD_TARGET);
    assert_int_equal(propose(0, "e2e4"), ACCEPTED);
    assert_int_equal(propose(1, "g1f3"), ACCEPTED);
    assert_int_equal(propose(1, "d2d4"), ACCEPTED);
    assert_int_equal(propose(2, "d2d4"), ACCEPTED);
    assert_string_equal(state.ply[0].san, "d4");
    assert_int_equal(state.ply[0].seat, 0);
}

static void among_equals_the_player_on_move_decides(void **unused)
{
    (void)unused;
    start_team_vote("AABB");
    assert_int_equal(propose(1, "d2d4"), ACCEPTED);
    assert_int_equal(propose(0, "e2e4"), ACCEPTED);
    assert_string_equal(state.ply[0].san, "e4");
}

static void who_is_away_is_not_waited_for_in_a_team_vote(void **unused)
{
    (void)unused;
    start_team_vote("AAB");
    turn.present = seat_bit(1) | seat_bit(2);
    assert_int_equal(propose(1, "d2d4"), ACCEPTED);
    turn.present = SEATS_NONE;
    assert_string_equal(state.ply[0].san, "d4");
}

static void time_up_plays_what_was_proposed_and_asks_if_nothing_was(void **unused)
{
    (void)unused;
    start_team_vote("AABB");
    assert_int_equal(propose(1, "d2d4"), ACCEPTED);
    let_time_run_out();
    assert_string_equal(state.ply[0].san, "d4");
    let_time_run_out();
    assert_int_equal(state.phase, CHESS_DECIDING);
}

static void proposals_are_the_teams_own(void **unused)
{
    (void)unused;
    start_team_vote("AABB");
    assert_int_equal(propose(1, "d2d4"), ACCEPTED);
    assert_non_null(strstr(read_view(0), "\"proposals\":[{\"seat\":1,\"uci\":\"d2d4\"}]"));
    assert_null(strstr(read_view(2), "\"uci\":\"d2d4\""));
    assert_int_equal(game_chess.awaited(&state), seat_bit(0) | seat_bit(1));
}

static void hand_and_brain_and_team_vote_exclude_each_other(void **unused)
{
    const char *why = NULL;
    (void)unused;
    sit("AABB");
    setup.option[CHESS_TEAM_VOTE] = setup.option[CHESS_HAND_AND_BRAIN] = true;
    assert_int_equal(game_check(&game_chess, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "hand_and_brain_or_team_vote");
}

/* Start position */

static enum refusal set_position(int seat, const char *fen)
{
    static struct chess_state draft;
    struct game_command command = { .kind = CHESS_SET_POSITION, .seat = (int8_t)seat, .text = fen };
    draft = state;
    enum refusal refusal = game_decide(&turn, &game_chess, &draft, &command, now_ms, &rng);
    if (refusal == ACCEPTED)
        state = draft;
    return refusal;
}

static void the_creator_sets_another_position_before_the_first_move(void **unused)
{
    static struct pgn_game pgn;
    const char *const name[] = { "Ana", "Bob" };
    const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    (void)unused;
    start("AB");
    assert_int_equal(set_position(1, fen), REFUSED_NOT_NOW);
    assert_int_equal(set_position(0, fen), ACCEPTED);
    assert_int_equal(on_move(), 1);
    play("e8d7 e2e4");
    assert_int_equal(set_position(0, fen), REFUSED_NOT_NOW);

    struct chess_view view = look(SEAT_PUBLIC);
    chess_to_pgn(&view, name, &pgn);
    char text[2000];
    assert_true(pgn_write(&pgn, text, sizeof text) > 0);
    assert_non_null(strstr(text, fen));
}

static void a_position_that_cannot_be_played_is_refused_with_the_reason(void **unused)
{
    (void)unused;
    start("AB");
    assert_int_equal(set_position(0, "4k3/8/8/8/8/8/8/8 w - - 0 1"), REFUSED_BAD_TARGET);
    assert_string_equal(turn.why, "bad_men");
    assert_int_equal(set_position(0, "nonsense"), REFUSED_BAD_TARGET);
    assert_int_equal(set_position(0, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), REFUSED_BAD_TARGET);
    assert_string_equal(turn.why, "position_is_over");
}

static const char *exported(int64_t started_ms)
{
    static char out[8192];
    static _Alignas(16) unsigned char memory[EXPORT_MEMORY_SIZE];
    static const char *const names[] = { "Ana", "Bob" };
    struct game_facts facts = {
        .name = names, .option = setup.option, .started_ms = started_ms, .number = 3
    };
    struct chess_view view = look(SEAT_PUBLIC);
    assert_true(chess_exports[0].write(&view, &facts, memory, sizeof memory, out, sizeof out) > 0);
    return out;
}

static void a_file_says_when_it_was_played_and_with_what_clock(void **unused)
{
    (void)unused;
    sit("AB");
    setup.option[CHESS_TIME_CONTROL] = TIME_BANK;
    setup.option[CHESS_BANK_MINUTES] = 10;
    setup.option[CHESS_INCREMENT_SECONDS] = 5;
    start_with_seed(1);
    const char *pgn = exported(1709164800000); /* a leap day */
    assert_non_null(strstr(pgn,
                           "[Event \"Team chess\"]\n[Site \"Parlour\"]\n[Date \"2024.02.29\"]\n"
                           "[Round \"3\"]\n[White \"Ana\"]\n[Black \"Bob\"]\n"));
    assert_non_null(strstr(pgn, "[TimeControl \"600+5\"]"));

    setup.option[CHESS_TIME_CONTROL] = TIME_DAYS;
    setup.option[CHESS_DAYS_PER_MOVE] = 2;
    assert_non_null(strstr(exported(1), "[Date \"1970.01.01\"]"));
    assert_non_null(strstr(exported(1), "[TimeControl \"1/172800\"]"));
    setup.option[CHESS_TIME_CONTROL] = TIME_NONE;
    assert_non_null(strstr(exported(0), "[Date \"????.??.??\"]"));
    assert_non_null(strstr(exported(0), "[TimeControl \"-\"]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_its_time_off_the_teams_bank_and_adds_the_increment),
        cmocka_unit_test(with_a_bank_per_player_a_teammate_keeps_their_own),
        cmocka_unit_test(a_fallen_flag_loses_at_once),
        cmocka_unit_test(a_fallen_flag_is_a_draw_if_the_others_offered_one_or_cannot_mate),
        cmocka_unit_test(an_empty_bank_still_falls),
        cmocka_unit_test(a_game_of_days_gives_days_for_the_move_the_question_and_the_vote),
        cmocka_unit_test(no_time_control_is_a_free_game),
        cmocka_unit_test(a_takeback_of_the_last_move_needs_both_teams),
        cmocka_unit_test(a_takeback_after_an_answer_takes_back_both_and_the_clocks),
        cmocka_unit_test(an_offered_takeback_ends_with_the_own_next_move),
        cmocka_unit_test(an_offer_is_declined_when_it_can_find_no_majority),
        cmocka_unit_test(a_declined_offer_is_not_repeated_before_the_own_move),
        cmocka_unit_test(the_move_with_most_voices_is_played_when_all_have_proposed),
        cmocka_unit_test(among_equals_the_player_on_move_decides),
        cmocka_unit_test(who_is_away_is_not_waited_for_in_a_team_vote),
        cmocka_unit_test(time_up_plays_what_was_proposed_and_asks_if_nothing_was),
        cmocka_unit_test(proposals_are_the_teams_own),
        cmocka_unit_test(hand_and_brain_and_team_vote_exclude_each_other),
        cmocka_unit_test(the_creator_sets_another_position_before_the_first_move),
        cmocka_unit_test(a_position_that_cannot_be_played_is_refused_with_the_reason),
        cmocka_unit_test(a_file_says_when_it_was_played_and_with_what_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
