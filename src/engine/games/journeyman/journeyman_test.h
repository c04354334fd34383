/* A game of Journeyman and Weather, for its tests. */
#ifndef PARLOUR_JOURNEYMAN_TEST_H
#define PARLOUR_JOURNEYMAN_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "journeyman.h"
#include "engine/message.h"
#include "engine/view_text.h"

/* Seat 1 walks, so that a seat is never mistaken for a side. */
enum { WEATHER_SEAT, WALKER_SEAT, NO_SEAT };

static struct journeyman_state state;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

static inline enum refusal send(int kind, int seat, int64_t a, int64_t b, int64_t c)
{
    struct game_command command = { .kind = (uint16_t)kind,
                                    .seat = (int8_t)seat,
                                    .arg = { a, b, c } };
    return game_decide(&turn, &game_journeyman, &state, &command, now_ms, &rng);
}

static inline enum refusal configure(int seat, int size, int width, int height)
{
    return send(JOURNEYMAN_CONFIGURE_GRID, seat, size, width, height);
}

static inline enum refusal move(int seat, int x, int y)
{
    return send(JOURNEYMAN_MOVE, seat, field_pack(x, y), 0, 0);
}

static inline enum refusal flood(int seat, int64_t fields)
{
    return send(JOURNEYMAN_FLOOD, seat, fields, 0, 0);
}

static inline enum refusal end_turn(int seat)
{
    return send(JOURNEYMAN_END_TURN, seat, 0, 0, 0);
}

static inline enum refusal let_time_run_out(void)
{
    now_ms = state.deadline_ms;
    return send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0);
}

static inline int64_t one(int x, int y)
{
    return fields_add(0, field_pack(x, y));
}

static inline int64_t two(int x1, int y1, int x2, int y2)
{
    return fields_add(one(x1, y1), field_pack(x2, y2));
}

static inline struct game_setup presets(void)
{
    struct game_setup setup = { .seat_count = 2, .side = { SIDE_WEATHER, SIDE_JOURNEYMAN } };
    game_presets(&game_journeyman, 2, setup.option);
    return setup;
}

static inline void fill_roles(struct game_setup setup)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 11 };
    const char *why;
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    now_ms = 5000;
    assert_int_equal(game_check(&game_journeyman, &setup, &why), ACCEPTED);
    game_journeyman.init(&state, &setup);
    assert_int_equal(send(COMMAND_START, SEAT_CLOCK, 0, 0, 0), ACCEPTED);
}

static inline void begin_with(struct game_setup setup, int size)
{
    fill_roles(setup);
    assert_int_equal(configure(WALKER_SEAT, size, 0, 0), ACCEPTED);
}

static inline void begin(int size)
{
    begin_with(presets(), size);
}

static inline void walk(int x, int y)
{
    assert_int_equal(move(WALKER_SEAT, x, y), ACCEPTED);
    assert_int_equal(end_turn(WALKER_SEAT), ACCEPTED);
}

static inline void rain(int64_t fields)
{
    assert_int_equal(flood(WEATHER_SEAT, fields), ACCEPTED);
    assert_int_equal(end_turn(WEATHER_SEAT), ACCEPTED);
}

static inline struct journeyman_view look(int viewer)
{
    struct journeyman_view view;
    memset(&view, 0, sizeof view);
    journeyman_view(&state, viewer, &view);
    return view;
}

static inline const char *shown(int viewer)
{
    return view_text(&game_journeyman, &state, viewer);
}

static inline void assert_refused(enum refusal refusal, enum refusal expected, const char *why)
{
    assert_int_equal(refusal, expected);
    assert_non_null(turn.why);
    assert_string_equal(turn.why, why);
}

/* The quickest trap: the Journeyman walks along the edge into the corner it came from. */
static inline void walk_into_the_trap(void)
{
    begin(4);
    walk(0, 1);
    rain(two(2, 0, 2, 1));
    walk(0, 2);
    rain(two(1, 0, 3, 3));
    walk(0, 1);
    rain(two(1, 1, 0, 2));
    walk(0, 0);
    rain(two(1, 0, 0, 1));
}

#endif
