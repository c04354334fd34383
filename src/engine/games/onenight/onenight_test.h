/* A table with the cards on it, for the tests of One Night. */
#ifndef PARLOUR_ONENIGHT_TEST_H
#define PARLOUR_ONENIGHT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "onenight.h"
#include "engine/view_text.h"

enum {
    DG = ONENIGHT_DOPPELGANGER,
    SENTINEL = ONENIGHT_SENTINEL,
    W = ONENIGHT_WEREWOLF,
    ALPHA = ONENIGHT_ALPHA_WOLF,
    INVESTIGATOR = ONENIGHT_INVESTIGATOR,
    WITCH = ONENIGHT_WITCH,
    IDIOT = ONENIGHT_VILLAGE_IDIOT,
    REVEALER = ONENIGHT_REVEALER,
    MYSTIC = ONENIGHT_MYSTIC_WOLF,
    MINION = ONENIGHT_MINION,
    MASON = ONENIGHT_MASON,
    SEER = ONENIGHT_SEER,
    APPRENTICE = ONENIGHT_APPRENTICE_SEER,
    ROBBER = ONENIGHT_ROBBER,
    TROUBLEMAKER = ONENIGHT_TROUBLEMAKER,
    DRUNK = ONENIGHT_DRUNK,
    INSOMNIAC = ONENIGHT_INSOMNIAC,
    HUNTER = ONENIGHT_HUNTER,
    TANNER = ONENIGHT_TANNER,
    BODYGUARD = ONENIGHT_BODYGUARD,
    DREAM = ONENIGHT_DREAM_WOLF,
    V = ONENIGHT_VILLAGER,
};

static struct onenight_state state;
static struct game_setup setup;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

static inline enum refusal command(int kind, int seat, int64_t first, int64_t second)
{
    struct game_command sent = { .kind = (uint16_t)kind,
                                 .seat = (int8_t)seat,
                                 .arg = { first, second } };
    return game_decide(&turn, &game_onenight, &state, &sent, now_ms, &rng);
}

/* Seats and centre cards as bit sets. */
static inline enum refusal act(int seat, int64_t players, int64_t center)
{
    return command(ONENIGHT_ACT, seat, players, center);
}

static inline enum refusal timeout(void)
{
    now_ms = state.deadline_ms;
    return command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0);
}

static inline void prepare(int seat_count)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 11 };
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    memset(&setup, 0, sizeof setup);
    setup.seat_count = seat_count;
    game_presets(&game_onenight, seat_count, setup.option);
    now_ms = 1000;
}

static inline void apply(int kind, int64_t first, int64_t second, int64_t third)
{
    struct game_event event = { .kind = (uint16_t)kind, .arg = { first, second, third } };
    game_onenight.apply(&state, &event);
}

/* These cards lie before the seats and, the last three, in the centre. The card list is what they are. */
static inline void lay(int pace, int card_count, const int card[])
{
    prepare(card_count - ONENIGHT_CENTER_CARDS);
    memset(setup.option, 0, (ONENIGHT_COUNT_LAST + 1) * sizeof *setup.option);
    for (int i = 0; i < card_count; i++)
        setup.option[ONENIGHT_COUNT_FIRST + card[i] - 1]++;
    setup.option[ONENIGHT_NIGHT_PACE] = pace;
    game_onenight.init(&state, &setup);
    for (int seat = 0; seat < setup.seat_count; seat++)
        apply(ONENIGHT_ROLE_DEALT, seat, card[seat], 0);
    for (int i = 0; i < ONENIGHT_CENTER_CARDS; i++)
        apply(ONENIGHT_CENTER_DEALT, i, card[setup.seat_count + i], 0);
    if (state.table.deck[ONENIGHT_ALPHA_WOLF] > 0)
        apply(ONENIGHT_CENTER_DEALT, ONENIGHT_CENTER_CARDS, ONENIGHT_WEREWOLF, 0);
    apply(ONENIGHT_REVEAL_BEGAN, now_ms + 60000, 0, 0);
}
#define LAY(pace, ...) \
    lay(pace, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int), (const int[]){ __VA_ARGS__ })

static inline void everybody_acknowledges(void)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        assert_int_equal(command(ONENIGHT_ACKNOWLEDGE, seat, 0, 0), ACCEPTED);
}

/* Lets the windows before this one pass. */
static inline void go_to_step(int step)
{
    if (state.table.phase == ONENIGHT_REVEAL)
        everybody_acknowledges();
    while (state.table.phase == ONENIGHT_NIGHT && state.table.step != step)
        assert_int_equal(timeout(), ACCEPTED);
    assert_int_equal(state.table.step, step);
}

static inline void go_to_discussion(void)
{
    if (state.table.phase == ONENIGHT_REVEAL)
        everybody_acknowledges();
    while (state.table.phase == ONENIGHT_NIGHT)
        assert_int_equal(timeout(), ACCEPTED);
}

static inline void go_to_vote(void)
{
    go_to_discussion();
    assert_int_equal(timeout(), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_VOTING);
}

static inline struct onenight_view look(int viewer)
{
    struct onenight_view view;
    memset(&view, 0, sizeof view);
    onenight_view(&state, viewer, &view);
    return view;
}

static inline const char *text_of(int viewer)
{
    return view_text(&game_onenight, &state, viewer);
}

static inline void assert_shows(int viewer, const char *part)
{
    const char *text = text_of(viewer);
    if (!strstr(text, part))
        fail_msg("%s is not in %s", part, text);
}

static inline void assert_hides(int viewer, const char *part)
{
    const char *text = text_of(viewer);
    if (strstr(text, part))
        fail_msg("%s is in %s", part, text);
}

#endif
