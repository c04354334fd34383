/* A table of the Grimoire for tests: known characters, and the steps of an evening in one call each. */
#ifndef PARLOUR_GRIMOIRE_TEST_H
#define PARLOUR_GRIMOIRE_TEST_H

#include "effects/effect.h"
#include "roles/role.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SEATS2(a, b) (seat_bit(a) | seat_bit(b))
#define TEST(name)   cmocka_unit_test(name)

static struct grimoire_state state;
static struct game_setup setup;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

/* Sets of characters */

/* A set of this one as an argument; characters beyond the 64th need more words. */
static inline int64_t first_word(int character)
{
    assert_true(character < 64);
    return (int64_t)((uint64_t)1 << character);
}

static inline void is_only(grimoire_characters set, int character)
{
    assert_true(characters_has(set, character));
    assert_int_equal(characters_count(set), 1);
}

/* Sending */

static inline enum refusal send_command(int kind, int seat, int64_t a, int64_t b, int64_t c,
                                        const char *text)
{
    struct game_command command = {
        .kind = (uint16_t)kind, .seat = (int8_t)seat, .arg = { a, b, c }, .text = text
    };
    return game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng);
}

/* The storyteller, with what is left out of optional arguments. */
static inline enum refusal tells(int kind, int64_t a, int64_t b)
{
    int64_t third = kind == GRIMOIRE_ADD_EFFECT || kind == GRIMOIRE_CLAIM_ACTION ? -1 : 0;
    return send_command(kind, SEAT_NARRATOR, a, b, third, "");
}

static inline void must(enum refusal refusal)
{
    if (refusal != ACCEPTED)
        fail_msg("%s %s", refusal_name(refusal), turn.why ? turn.why : "");
}

static inline void must_refuse(enum refusal refusal, const char *why)
{
    assert_int_not_equal(refusal, ACCEPTED);
    assert_string_equal(turn.why ? turn.why : "", why);
    assert_int_equal(turn.event_count, 0);
}

static inline bool happened(enum grimoire_event kind)
{
    for (int i = 0; i < turn.event_count; i++)
        if (turn.event[i].kind == kind)
            return true;
    return false;
}

/* Set-up */

static inline void begin(int seat_count)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 7 };
    memset(&setup, 0, sizeof setup);
    setup.seat_count = seat_count;
    game_presets(&game_grimoire, seat_count, setup.option);
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    now_ms = 1000;
    game_grimoire.init(&state, &setup);
    must(send_command(COMMAND_START, SEAT_CLOCK, 0, 0, 0, NULL));
}

static inline void assign_all(const enum role_id roles[])
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        must(tells(GRIMOIRE_ASSIGN, seat, roles[seat]));
}

/* Hands out these characters; everybody sits in the order of the list. */
static inline void sit(int seat_count, const enum role_id roles[])
{
    begin(seat_count);
    assign_all(roles);
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
}

#define SIT(...)                                        \
    do {                                                \
        const enum role_id sitting[] = { __VA_ARGS__ }; \
        sit(sizeof sitting / sizeof *sitting, sitting); \
    } while (0)

/* Whom the storyteller's token on `seat` is of this effect; 0: none. */
static inline int token_on(int seat, enum effect_id effect)
{
    for (int i = 0; i < state.secrets.token_count; i++)
        if (state.secrets.token[i].holder == seat && state.secrets.token[i].effect == effect)
            return state.secrets.token[i].id;
    return 0;
}

static inline void give(int seat, enum effect_id effect)
{
    must(tells(GRIMOIRE_ADD_EFFECT, seat, effect));
}

static inline void take(int seat, enum effect_id effect)
{
    must(tells(GRIMOIRE_REMOVE_EFFECT, token_on(seat, effect), 0));
}

static inline bool is_dead(int seat)
{
    return !grimoire_is_alive(&state, seat);
}

static inline int character_of(int seat)
{
    return state.secrets.seat[seat].character;
}

/* Arrives after the tokens were handed out. */
static inline void travel(int seat, enum role_id role, bool is_evil)
{
    must(send_command(GRIMOIRE_SET_TRAVELLER, SEAT_NARRATOR, seat, true, role, ""));
    must(tells(GRIMOIRE_SET_ALIGNMENT, seat, is_evil));
}

/* Night */

static inline void dusk(void)
{
    must(tells(GRIMOIRE_BEGIN_NIGHT, 0, 0));
}

static inline void dawn(void)
{
    must(tells(GRIMOIRE_BEGIN_DAY, 0, 0));
}

/* Straight to the night in which everybody acts. */
static inline void second_night(void)
{
    dusk();
    dawn();
    dusk();
}

/* The next step of a seat, in the order of the night; -1: it sleeps. */
static inline int step_of(int seat)
{
    int8_t index[GRIMOIRE_STEPS_MAX];
    grimoire_steps_in_order(&state.secrets, index);
    for (int i = 0; i < state.secrets.step_count; i++) {
        const struct grimoire_step *step = &state.secrets.step[index[i]];
        if (step->seat == seat && step->status == GRIMOIRE_STEP_WAITS &&
            grimoire_step_is_due(&state, step))
            return index[i];
    }
    return -1;
}

static inline bool wakes(int seat)
{
    return step_of(seat) >= 0;
}

static inline void open(int seat)
{
    assert_true(wakes(seat));
    must(tells(GRIMOIRE_OPEN_STEP, step_of(seat), 0));
}

static inline void choose(int seat, seat_set players)
{
    open(seat);
    must(tells(GRIMOIRE_CHOOSE, players, 0));
}

static inline void choose_one(int seat, int target)
{
    choose(seat, seat_bit(target));
}

/* Players and a character, or a character alone. */
static inline enum refusal choose_with(int seat, seat_set players, int character)
{
    struct game_command command = { .kind = GRIMOIRE_CHOOSE, .seat = SEAT_NARRATOR, .text = "" };
    open(seat);
    command.arg[0] = players;
    command.arg[2] = command.arg[3] = GRIMOIRE_NOBODY;
    characters_to_arg(characters_one(character), command.arg, 1);
    return game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng);
}

/* In this order. */
static inline void choose_two(int seat, int first, int second)
{
    open(seat);
    struct game_command command = { .kind = GRIMOIRE_CHOOSE,
                                    .seat = SEAT_NARRATOR,
                                    .arg = { SEATS2(first, second), 0, first, second } };
    must(game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng));
}

static inline void choose_nobody(int seat)
{
    choose(seat, SEATS_NONE);
}

/* A character, and players where the role asks for them. */
static inline enum refusal try_character(seat_set players, int character)
{
    struct game_command command = { .kind = GRIMOIRE_CHOOSE,
                                    .seat = SEAT_NARRATOR,
                                    .arg = { players, 0, -1, -1 } };
    characters_to_arg(characters_one(character), command.arg, 1);
    return game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng);
}

static inline void choose_character(int seat, seat_set players, int character)
{
    open(seat);
    must(try_character(players, character));
}

/* The step of a seat in which nobody chooses and nobody is told anything. */
static inline void let_happen(int seat)
{
    open(seat);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
}

/* The open step. */
static inline struct grimoire_truth truth(void)
{
    struct grimoire_truth told;
    grimoire_step_truth(&state, &state.secrets.step[state.secrets.open_step], &told);
    return told;
}

static inline bool works(int seat)
{
    return ability_works(&state, seat);
}

static inline void is_suggested_a_lie(void)
{
    struct grimoire_truth told = truth();
    assert_int_equal(told.numbers >> state.secrets.suggestion.number & 1, 0);
}

/* Day */

static inline enum refusal nominate(int nominator, int nominee)
{
    return tells(GRIMOIRE_NOMINATE, nominee, nominator);
}

static inline void count_all(seat_set hands)
{
    for (int seat = 0; seat < setup.seat_count; seat++)
        if (seat_in(hands, seat))
            must(tells(GRIMOIRE_SET_HAND, seat, true));
    while (state.table.phase == GRIMOIRE_VOTE)
        must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
}

static inline void execute(int seat)
{
    must(tells(GRIMOIRE_EXECUTE, seat, 0));
}

static inline void kill(int seat)
{
    must(tells(GRIMOIRE_KILL, seat, 0));
}

static inline void act_by_day(int seat, enum effect_id action, int target)
{
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, action, target, seat, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
}

static inline void shoot(int seat, int target)
{
    act_by_day(seat, EFFECT_SLAYER_BULLET, target);
}

static inline bool is_warned_of(enum grimoire_warning warning, int seat)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    int count = grimoire_warnings(&state, note);
    for (int i = 0; i < count; i++)
        if (note[i].kind == (int8_t)warning && note[i].seat == seat)
            return true;
    return false;
}

static inline bool is_asked(enum effect_id effect)
{
    const struct grimoire_token *token = grimoire_token_by_id(&state, state.secrets.question.token);
    return state.secrets.question.is_open && token && token->effect == effect;
}

static inline void answer_yes(bool is_yes)
{
    must(tells(GRIMOIRE_ANSWER, -1, is_yes));
}

static inline void answer_player(int seat)
{
    must(tells(GRIMOIRE_ANSWER, seat, 0));
}

static inline void good_has_won(enum grimoire_reason reason)
{
    assert_int_equal(state.secrets.victory, GRIMOIRE_GOOD);
    assert_int_equal(state.secrets.victory_reason, reason);
}

static inline void evil_has_won(enum grimoire_reason reason)
{
    assert_int_equal(state.secrets.victory, GRIMOIRE_EVIL);
    assert_int_equal(state.secrets.victory_reason, reason);
}

static inline void nobody_has_won(void)
{
    assert_int_equal(state.secrets.victory, GRIMOIRE_NO_SIDE);
}

/* Tables for tests that care for no character in particular. */

static inline void five(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
}

static inline void seven(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SLAYER, ROLE_WASHERWOMAN, ROLE_POISONER, ROLE_IMP);
}

static inline void five_by_day(void)
{
    five();
    dusk();
    dawn();
}

#define RUN_TESTS(...)                                     \
    int main(void)                                         \
    {                                                      \
        const struct CMUnitTest tests[] = { __VA_ARGS__ }; \
        return cmocka_run_group_tests(tests, NULL, NULL);  \
    }

#endif
