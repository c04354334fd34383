/* A table of Avalon for tests: known roles, and the steps of a game in one call each. */
#ifndef PARLOUR_AVALON_TEST_H
#define PARLOUR_AVALON_TEST_H

#include "avalon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/message.h"
#include "engine/view_text.h"

#define SEATS2(a, b)       (seat_bit(a) | seat_bit(b))
#define SEATS3(a, b, c)    (SEATS2(a, b) | seat_bit(c))
#define SEATS4(a, b, c, d) (SEATS3(a, b, c) | seat_bit(d))

static struct avalon_state state;
static struct game_setup setup;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

static inline enum refusal send(int kind, int seat, int64_t arg)
{
    struct game_command command = { .kind = (uint16_t)kind, .seat = (int8_t)seat, .arg = { arg } };
    if (kind == AVALON_PROPOSE_TEAM || kind == AVALON_ASSASSINATE || kind == AVALON_NAME_MERLIN)
        command.arg[1] = -1; /* nobody is named to carry Excalibur, one is shot at */
    return game_decide(&turn, &game_avalon, &state, &command, now_ms, &rng);
}

static inline void must(enum refusal refusal)
{
    assert_string_equal(refusal_name(refusal), refusal_name(ACCEPTED));
}

static inline void must_refuse(enum refusal refusal, enum refusal expected, const char *why)
{
    assert_string_equal(refusal_name(refusal), refusal_name(expected));
    assert_string_equal(turn.why ? turn.why : "", why);
    assert_int_equal(turn.event_count, 0);
}

static inline void prepare(int seat_count)
{
    memset(&setup, 0, sizeof setup);
    setup.seat_count = seat_count;
    game_presets(&game_avalon, seat_count, setup.option);
}

static inline void begin(void)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 7 };
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    now_ms = 1000;
    game_avalon.init(&state, &setup);
    must(send(COMMAND_START, SEAT_CLOCK, 0));
}

static inline void apply(int kind, int64_t a, int64_t b)
{
    game_avalon.apply(&state, &(struct game_event){ .kind = (uint16_t)kind, .arg = { a, b } });
}

/* Deals the roles of the test, and what they know of each other by the rules. */
static inline void deal(const enum avalon_role roles[])
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        apply(AVALON_ROLE_ASSIGNED, seat, roles[seat]);
    for (int seat = 0; seat < setup.seat_count; seat++) {
        seat_set known = SEATS_NONE;
        for (int other = 0; other < setup.seat_count; other++)
            if (other != seat && avalon_is_shown(&state.table, roles[seat], roles[other]))
                known |= seat_bit(other);
        apply(AVALON_ROLE_KNOWLEDGE, seat, known);
    }
}

static const enum avalon_role five[] = { AVALON_MERLIN, AVALON_PERCIVAL, AVALON_LOYAL_SERVANT,
                                         AVALON_ASSASSIN, AVALON_MORGANA };
static const enum avalon_role seven[] = { AVALON_MERLIN,        AVALON_PERCIVAL,
                                          AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                          AVALON_ASSASSIN,      AVALON_MORGANA,
                                          AVALON_OBERON };

static inline void acknowledge_all(void)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        must(send(AVALON_ACKNOWLEDGE_ROLE, seat, 0));
}

/* A table with known roles and seat 0 as the leader, about to build the first team. */
static inline void start_with(const enum avalon_role roles[])
{
    begin();
    deal(roles);
    acknowledge_all();
    apply(AVALON_LEADER_CHANGED, 0, 0);
}

static inline void start_five(void)
{
    prepare(5);
    start_with(five);
}

static inline void start_seven(void)
{
    prepare(7);
    start_with(seven);
}

static inline enum refusal propose(seat_set team)
{
    return send(AVALON_PROPOSE_TEAM, state.table.leader, team);
}

/* Everybody votes; the result is on the table. */
static inline void cast_all(seat_set approving)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        must(send(AVALON_CAST_VOTE, seat,
                  seat_in(approving, seat) ? AVALON_APPROVE : AVALON_REJECT));
}

static inline enum refusal time_passes(void)
{
    assert_true(state.deadline_ms > 0);
    if (now_ms < state.deadline_ms)
        now_ms = state.deadline_ms;
    return send(COMMAND_TIMEOUT, SEAT_CLOCK, 0);
}

/* Everybody has seen the results of a vote or a quest. */
static inline void go_on(void)
{
    must(time_passes());
    for (int seat = 0; seat < setup.seat_count; seat++)
        must(send(AVALON_CONTINUE, seat, 0));
}

static inline void vote_all(seat_set approving)
{
    cast_all(approving);
    assert_int_equal(state.table.phase, AVALON_VOTE_RESULTS);
    go_on();
}

static inline void send_team(seat_set team)
{
    must(propose(team));
    vote_all(SEATS_ALL);
}

static inline void play_all(seat_set failing)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        if (seat_in(avalon_proposal(&state.table)->team, seat))
            must(send(AVALON_PLAY_CARD, seat,
                      seat_in(failing, seat) ? AVALON_FAIL : AVALON_SUCCESS));
}

/* A whole quest up to its results. */
static inline void quest(seat_set team, seat_set failing)
{
    send_team(team);
    play_all(failing);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
}

/* The first seats, enough for the quest, with `with` among them. */
static inline seat_set team_with(seat_set with)
{
    seat_set team = with;
    for (int seat = 0;
         avalon_seats_count(team) < avalon_team_size(setup.seat_count, state.table.quest); seat++)
        team |= seat_bit(seat);
    return team;
}

static inline void win_three_quests(void)
{
    for (int i = 0; i < 3; i++) {
        quest(team_with(SEATS_NONE), SEATS_NONE);
        go_on();
    }
}

static inline struct avalon_view look(int viewer)
{
    struct avalon_view view;
    memset(&view, 0, sizeof view);
    avalon_view(&state, viewer, &view);
    return view;
}

static inline const char *text_of(int viewer)
{
    return view_text(&game_avalon, &state, viewer);
}

static inline void view_has(int viewer, const char *part)
{
    if (!strstr(text_of(viewer), part))
        fail_msg("%s is not in %s", part, text_of(viewer));
}

static inline void view_lacks(int viewer, const char *part)
{
    if (strstr(text_of(viewer), part))
        fail_msg("%s is in %s", part, text_of(viewer));
}

static inline const struct game_event *event_of(enum avalon_event kind)
{
    for (int i = 0; i < turn.event_count; i++)
        if (turn.event[i].kind == (int)kind)
            return &turn.event[i];
    return NULL;
}

static inline struct game_outcome outcome(void)
{
    struct game_outcome result = { .reason = -1 };
    assert_true(game_avalon.outcome(&state, &result));
    return result;
}

#endif
