/* The rules of coinflip. */
#include "coinflip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/view_text.h"

static struct coinflip_state state;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

static enum refusal send(int kind, int seat, int64_t arg)
{
    struct game_command command = { .kind = (uint16_t)kind, .seat = (int8_t)seat, .arg = { arg } };
    return game_decide(&turn, &game_coinflip, &state, &command, now_ms, &rng);
}

static enum refusal guess(int seat, int side)
{
    return send(COINFLIP_GUESS, seat, side);
}

static void start(int seat_count, int rounds, int guess_seconds)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 7 };
    struct game_setup setup = { .seat_count = seat_count, .option = { rounds, guess_seconds } };
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    now_ms = 1000;
    game_coinflip.init(&state, &setup);
    assert_int_equal(send(COMMAND_START, SEAT_CLOCK, 0), ACCEPTED);
}

static int wrong_side(void)
{
    return state.coin == COINFLIP_HEADS ? COINFLIP_TAILS : COINFLIP_HEADS;
}

static struct coinflip_view look(int viewer)
{
    struct coinflip_view view;
    memset(&view, 0, sizeof view);
    coinflip_view(&state, viewer, &view);
    return view;
}

static void start_bends_and_tosses_a_coin_nobody_sees(void **unused)
{
    (void)unused;
    start(3, 2, 20);

    assert_int_equal(turn.event_count, 2);
    assert_int_equal(turn.event[0].told, SEATS_NONE);
    assert_int_equal(turn.event[1].told, SEATS_NONE);
    assert_true(state.coin == COINFLIP_HEADS || state.coin == COINFLIP_TAILS);
    assert_in_range(state.heads_percent, 20, 80);
}

static void a_game_starts_once(void **unused)
{
    (void)unused;
    start(2, 1, 0);

    enum refusal refusal = send(COMMAND_START, SEAT_CLOCK, 0);

    assert_int_equal(refusal, REFUSED_WRONG_PHASE);
}

static void a_guess_is_told_to_its_owner_alone(void **unused)
{
    (void)unused;
    start(3, 1, 0);

    assert_int_equal(guess(1, COINFLIP_HEADS), ACCEPTED);

    assert_int_equal(turn.event[0].told, seat_bit(1));
    assert_int_equal(look(1).own_guess, COINFLIP_HEADS);
    assert_int_equal(look(0).own_guess, COINFLIP_NOTHING);
    assert_int_equal(look(0).guessed_count, 1);
    assert_int_equal(look(SEAT_PUBLIC).guessed_count, 1);
}

static void a_guess_stands(void **unused)
{
    (void)unused;
    start(3, 1, 0);
    guess(1, COINFLIP_HEADS);

    enum refusal refusal = guess(1, COINFLIP_TAILS);

    assert_int_equal(refusal, REFUSED_NOT_YOUR_TURN);
    assert_string_equal(turn.why, "already_guessed");
    assert_int_equal(state.guess[1], COINFLIP_HEADS);
}

static void nothing_is_no_guess(void **unused)
{
    (void)unused;
    start(3, 1, 0);

    assert_int_equal(guess(1, COINFLIP_NOTHING), REFUSED_BAD_TARGET);
    assert_int_equal(guess(1, 3), REFUSED_BAD_TARGET);
    assert_int_equal(guess(1, -1), REFUSED_BAD_TARGET);
}

static void only_seats_in_the_game_guess(void **unused)
{
    (void)unused;
    start(3, 1, 0);

    assert_int_equal(guess(3, COINFLIP_HEADS), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(guess(SEAT_NARRATOR, COINFLIP_HEADS), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(guess(SEAT_PUBLIC, COINFLIP_HEADS), REFUSED_NOT_YOUR_TURN);
}

static void the_last_guess_reveals_all_together(void **unused)
{
    (void)unused;
    start(2, 2, 0);
    int coin = state.coin;
    guess(0, coin);

    guess(1, wrong_side());

    assert_int_equal(turn.event[1].kind, COINFLIP_COIN_REVEALED);
    assert_int_equal(turn.event[1].told, SEATS_ALL);
    assert_int_equal(state.last_coin, coin);
    assert_int_equal(state.points[0], 1);
    assert_int_equal(state.points[1], 0);
    assert_int_equal(state.round, 2);
    assert_int_equal(coinflip_guessed_count(&state), 0);
}

static void time_running_out_reveals_with_guesses_missing(void **unused)
{
    (void)unused;
    start(3, 2, 20);
    guess(0, state.coin);
    now_ms = state.deadline_ms;

    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0), ACCEPTED);

    assert_int_equal(state.points[0], 1);
    assert_int_equal(state.last_guess[1], COINFLIP_NOTHING);
    assert_int_equal(state.round, 2);
    assert_int_equal(state.deadline_ms, now_ms + 20 * 1000);
}

static void a_timeout_before_its_time_does_nothing(void **unused)
{
    (void)unused;
    start(3, 1, 20);
    now_ms = state.deadline_ms - 1;

    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0), REFUSED_WRONG_PHASE);
}

static void without_a_time_limit_there_is_no_deadline(void **unused)
{
    (void)unused;
    start(3, 1, 0);

    assert_int_equal(game_coinflip.deadline(&state), 0);
    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0), REFUSED_WRONG_PHASE);
}

static void most_points_win(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    start(3, 1, 0);
    guess(0, state.coin);
    guess(1, wrong_side());
    assert_false(game_coinflip.outcome(&state, &outcome));

    guess(2, state.coin);

    assert_true(game_coinflip.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, COINFLIP_MOST_POINTS);
    assert_int_equal(outcome.winners, seat_bit(0) | seat_bit(2));
    assert_int_equal(outcome.score[0], 1);
    assert_int_equal(outcome.score[1], 0);
}

static void nobody_wins_when_all_are_level(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    start(2, 1, 0);
    guess(0, state.coin);

    guess(1, state.coin);

    assert_true(game_coinflip.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, COINFLIP_ALL_LEVEL);
    assert_int_equal(outcome.winners, SEATS_NONE);
}

static void the_bend_is_told_at_the_end(void **unused)
{
    (void)unused;
    start(2, 1, 0);
    guess(0, COINFLIP_HEADS);
    assert_int_equal(look(0).heads_percent, 0);

    guess(1, COINFLIP_HEADS);

    assert_int_equal(look(0).heads_percent, state.heads_percent);
}

static void everybody_is_awaited_until_the_reveal(void **unused)
{
    (void)unused;
    start(3, 1, 0);

    guess(1, COINFLIP_HEADS);

    assert_int_equal(game_coinflip.awaited(&state), 7);
}

static void the_view_lists_what_its_owner_can_do(void **unused)
{
    (void)unused;
    start(2, 1, 0);

    const char *text = view_text(&game_coinflip, &state, 0);

    assert_non_null(strstr(
        text, "\"available_actions\":[{\"type\":\"guess\",\"side\":[\"heads\",\"tails\"]}]"));
}

static void a_strong_bot_follows_the_bend(void **unused)
{
    struct coinflip_view view = { .phase = COINFLIP_GUESSING, .may_guess = true };
    struct game_bot bot = { .seat = 1, .strength = BOT_STRENGTH_MAX, .rng = &rng };
    struct game_command command;
    (void)unused;
    start(2, 1, 0);
    view.seen[COINFLIP_TAILS] = 2;
    view.seen[COINFLIP_HEADS] = 1;

    for (int i = 0; i < 20; i++) {
        assert_true(coinflip_bot(&view, &bot, &command));
        assert_int_equal(command.arg[0], COINFLIP_TAILS);
        assert_int_equal(command.seat, 1);
    }
}

static void a_bot_that_has_guessed_waits(void **unused)
{
    struct coinflip_view view = { .phase = COINFLIP_GUESSING, .may_guess = false };
    struct game_bot bot = { .rng = &rng };
    struct game_command command;
    (void)unused;

    assert_false(coinflip_bot(&view, &bot, &command));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_bends_and_tosses_a_coin_nobody_sees),
        cmocka_unit_test(a_game_starts_once),
        cmocka_unit_test(a_guess_is_told_to_its_owner_alone),
        cmocka_unit_test(a_guess_stands),
        cmocka_unit_test(nothing_is_no_guess),
        cmocka_unit_test(only_seats_in_the_game_guess),
        cmocka_unit_test(the_last_guess_reveals_all_together),
        cmocka_unit_test(time_running_out_reveals_with_guesses_missing),
        cmocka_unit_test(a_timeout_before_its_time_does_nothing),
        cmocka_unit_test(without_a_time_limit_there_is_no_deadline),
        cmocka_unit_test(most_points_win),
        cmocka_unit_test(nobody_wins_when_all_are_level),
        cmocka_unit_test(the_bend_is_told_at_the_end),
        cmocka_unit_test(everybody_is_awaited_until_the_reveal),
        cmocka_unit_test(the_view_lists_what_its_owner_can_do),
        cmocka_unit_test(a_strong_bot_follows_the_bend),
        cmocka_unit_test(a_bot_that_has_guessed_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
