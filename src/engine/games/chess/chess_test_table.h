/* A table for the tests of team chess: one game, one clock, and words for what players do.
 * Include it after cmocka.h. */
#ifndef PARLOUR_CHESS_TEST_TABLE_H
#define PARLOUR_CHESS_TEST_TABLE_H

#include <string.h>

#include "base/text.h"
#include "chess.h"
#include "engine/message.h"
#include "engine/view_text.h"

static struct chess_state state;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;
static struct game_setup setup;

/* A letter per seat says its team: "AABB". Options are the presets. */
static inline void sit(const char *teams)
{
    memset(&setup, 0, sizeof setup);
    setup.seat_count = (int)strlen(teams);
    game_presets(&game_chess, setup.seat_count, setup.option);
    for (int seat = 0; seat < setup.seat_count; seat++)
        setup.side[seat] = teams[seat] == 'A' ? TEAM_A : TEAM_B;
}

static inline enum refusal send(int kind, int seat, int64_t a, int64_t b)
{
    static struct chess_state draft;
    struct game_command command = { .kind = (uint16_t)kind, .seat = (int8_t)seat, .arg = { a, b } };
    draft = state;
    enum refusal refusal = game_decide(&turn, &game_chess, &draft, &command, now_ms, &rng);
    if (refusal == ACCEPTED)
        state = draft;
    else
        assert_memory_equal(&draft, &state, sizeof state);
    return refusal;
}

/* Up to where everybody is shown their role. */
static inline void deal_with_seed(uint8_t first_byte)
{
    const uint8_t seed[RNG_SEED_SIZE] = { first_byte };
    const char *why = NULL;
    rng_seed(&rng, seed, 0);
    now_ms = 1000;
    memset(&state, 0, sizeof state);
    assert_int_equal(game_check(&game_chess, &setup, &why), ACCEPTED);
    game_chess.init(&state, &setup);
    assert_int_equal(send(COMMAND_START, SEAT_CLOCK, 0, 0), ACCEPTED);
}

static inline void start_with_seed(uint8_t first_byte)
{
    deal_with_seed(first_byte);
    for (int seat = 0; state.phase == CHESS_REVEALING; seat++)
        assert_int_equal(send(CHESS_ACKNOWLEDGE, seat, 0, 0), ACCEPTED);
}

static inline void start(const char *teams)
{
    sit(teams);
    start_with_seed(1);
}

static inline void put(const char *fen)
{
    assert_true(chess_read_fen(&state.board, fen, NULL));
    state.key_count = 1;
    state.key[0] = state.board.key;
}

static inline enum refusal move(int seat, const char *uci)
{
    int64_t word = 0;
    word_read(&word, uci);
    return send(CHESS_MOVE, seat, word, 0);
}

static inline int on_move(void)
{
    struct chess_view view = { 0 };
    chess_view(&state, SEAT_PUBLIC, &view);
    return view.on_move;
}

/* Moves of the team on move, separated by spaces. */
static inline void play(const char *moves)
{
    char copy[400];
    assert_true(text_copy(copy, sizeof copy, moves));
    for (char *at = copy, *uci; (uci = strtok(at, " ")); at = NULL)
        assert_int_equal(move(on_move(), uci), ACCEPTED);
}

static inline void let_time_run_out(void)
{
    assert_true(state.deadline_ms > 0);
    now_ms = state.deadline_ms;
    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0), ACCEPTED);
}

static inline struct chess_view look(int viewer)
{
    struct chess_view view;
    memset(&view, 0, sizeof view);
    chess_view(&state, viewer, &view);
    return view;
}

static inline const char *read_view(int viewer)
{
    return view_text(&game_chess, &state, viewer);
}

/* The last event of a kind that the last command caused, or NULL. */
static inline const struct game_event *event_of(int kind)
{
    for (int i = turn.event_count - 1; i >= 0; i--)
        if (turn.event[i].kind == kind)
            return &turn.event[i];
    return NULL;
}

static inline void assert_ended(enum chess_reason reason, int winner)
{
    const struct game_event *ended = event_of(CHESS_GAME_ENDED);
    assert_non_null(ended);
    assert_int_equal(ended->arg[0], reason);
    assert_int_equal(ended->arg[1], winner);
}

#endif
