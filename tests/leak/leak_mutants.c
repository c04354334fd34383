/* The planted leaks. Each mutant is coinflip with one function wrapped; the state and the view of
 * coinflip come first in the mutants' own, so that all other functions work on them unchanged. */
#include "harness/mutants.h"

#include <assert.h>
#include <string.h>

#include "engine/games/coinflip/coinflip.h"

struct mutant_state {
    struct coinflip_state base;
    int8_t arrived[COINFLIP_SEATS_MAX];
    int8_t arrived_count;
};

struct mutant_view {
    struct coinflip_view base;
    int8_t extra[COINFLIP_SEATS_MAX];
    int8_t extra_count;
};

static_assert(sizeof(struct mutant_state) <= sizeof(struct coinflip_state) + MUTANT_EXTRA, "state");
static_assert(sizeof(struct mutant_view) <= sizeof(struct coinflip_view) + MUTANT_EXTRA, "view");

static void encode_extra(const void *in, struct json *out)
{
    const struct mutant_view *view = in;
    coinflip_encode(&view->base, out);
    json_array(out, "extra");
    for (int i = 0; i < view->extra_count; i++)
        json_int(out, NULL, view->extra[i]);
    json_end(out);
}

static void view_with_coin(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct mutant_view *view = out;
    coinflip_view(state, viewer, view);
    view->extra[view->extra_count++] = s->coin;
}

/* Shows the sum of the coin and everything else that is shown, from which the coin can be computed. */
static void view_with_checksum(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct mutant_view *view = out;
    coinflip_view(state, viewer, view);
    view->extra[view->extra_count++] = (int8_t)((s->heads_percent + s->round) % 7);
}

static void view_with_length(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct mutant_view *view = out;
    coinflip_view(state, viewer, view);
    view->extra_count = s->coin;
}

/* You may not guess what your neighbour guessed. */
static void view_with_hidden_targets(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct coinflip_view *view = out;
    coinflip_view(state, viewer, view);
    if (view->may_guess && s->guess[(viewer + 1) % s->seat_count] == COINFLIP_TAILS)
        view->may_guess = false;
}

static void view_with_telling_count(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct coinflip_view *view = out;
    coinflip_view(state, viewer, view);
    view->guessed_count = 0;
    for (int seat = 0; seat < s->seat_count; seat++)
        view->guessed_count = (int8_t)(view->guessed_count + (s->guess[seat] == COINFLIP_HEADS));
}

static void apply_in_order(void *state, const struct game_event *event)
{
    struct mutant_state *s = state;
    game_coinflip.apply(&s->base, event);
    if (event->kind == COINFLIP_COIN_TOSSED)
        s->arrived_count = 0;
    if (event->kind == COINFLIP_GUESS_MADE && s->arrived_count < COINFLIP_SEATS_MAX)
        s->arrived[s->arrived_count++] = (int8_t)event->arg[0];
}

static void view_in_order(const void *state, int viewer, void *out)
{
    const struct mutant_state *s = state;
    struct mutant_view *view = out;
    coinflip_view(&s->base, viewer, &view->base);
    memcpy(view->extra, s->arrived, sizeof view->extra);
    view->extra_count = s->arrived_count;
}

static enum refusal decide_with_a_hint(struct game_turn *turn, const struct game_command *command)
{
    const struct coinflip_state *s = turn->state;
    if (command->kind == COINFLIP_GUESS && command->seat < s->seat_count &&
        s->guess[command->seat] == s->coin)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_right");
    return game_coinflip.decide(turn, command);
}

static int64_t deadline_that_tells(const void *state)
{
    const struct coinflip_state *s = state;
    return s->deadline_ms ? s->deadline_ms - s->coin : 0;
}

static seat_set awaited_that_tells(const void *state)
{
    const struct coinflip_state *s = state;
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->phase == COINFLIP_GUESSING && s->guess[seat] == COINFLIP_NOTHING)
            seats |= seat_bit(seat);
    return seats;
}

const struct mutant leak_mutants[] = {
    { "the coin is in the view", { .view = view_with_coin, .encode = encode_extra } },
    { "a checksum of the bend is in the view",
      { .view = view_with_checksum, .encode = encode_extra } },
    { "a list is as long as the coin says", { .view = view_with_length, .encode = encode_extra } },
    { "actions depend on a neighbour's guess", { .view = view_with_hidden_targets } },
    { "the count counts heads only", { .view = view_with_telling_count } },
    { "guesses are listed as they arrive",
      { .apply = apply_in_order, .view = view_in_order, .encode = encode_extra } },
    { "a refusal tells the coin", { .decide = decide_with_a_hint } },
    { "the deadline tells the coin", { .deadline = deadline_that_tells } },
    { "the awaited are those who have not guessed", { .awaited = awaited_that_tells } },
    { 0 },
};
