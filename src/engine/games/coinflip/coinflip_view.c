/* Coinflip: the only file that says who sees what. A view starts empty and receives what its viewer may
 * know; the coin is not among it, nor anybody else's guess of this round. */
#include "coinflip.h"

#include <string.h>

static void view_own(const struct coinflip_state *s, int seat, struct coinflip_view *view)
{
    view->own_guess = s->guess[seat];
    view->may_guess = s->phase == COINFLIP_GUESSING && s->guess[seat] == COINFLIP_NOTHING;
}

void coinflip_view(const void *state, int viewer, void *out)
{
    const struct coinflip_state *s = state;
    struct coinflip_view *view = out;
    view->seat_count = s->seat_count;
    view->rounds = s->rounds;
    view->phase = s->phase;
    view->round = s->round;
    view->guessed_count = (int8_t)coinflip_guessed_count(s);
    view->last_coin = s->last_coin;
    memcpy(view->points, s->points, sizeof view->points);
    memcpy(view->seen, s->seen, sizeof view->seen);
    memcpy(view->last_guess, s->last_guess, sizeof view->last_guess);
    if (viewer >= 0 && viewer < s->seat_count)
        view_own(s, viewer, view);
    if (s->phase == COINFLIP_OVER)
        view->heads_percent = s->heads_percent;
}

static void encode_side(struct json *out, const char *key, int side)
{
    if (side == COINFLIP_NOTHING)
        json_null(out, key);
    else
        json_text(out, key, coinflip_side_names[side]);
}

static void encode_last_round(const struct coinflip_view *view, struct json *out)
{
    json_object(out, "last_round");
    encode_side(out, "coin", view->last_coin);
    json_array(out, "guesses");
    for (int seat = 0; seat < view->seat_count; seat++)
        encode_side(out, NULL, view->last_guess[seat]);
    json_end(out);
    json_end(out);
}

static void encode_points(const struct coinflip_view *view, struct json *out)
{
    json_array(out, "points");
    for (int seat = 0; seat < view->seat_count; seat++)
        json_int(out, NULL, view->points[seat]);
    json_end(out);
}

static void encode_actions(const struct coinflip_view *view, struct json *out)
{
    json_array(out, "available_actions");
    if (view->may_guess) {
        json_object(out, NULL);
        json_text(out, "type", "guess");
        json_array(out, "side");
        json_text(out, NULL, coinflip_side_names[COINFLIP_HEADS]);
        json_text(out, NULL, coinflip_side_names[COINFLIP_TAILS]);
        json_end(out);
        json_end(out);
    }
    json_end(out);
}

void coinflip_encode(const void *in, struct json *out)
{
    const struct coinflip_view *view = in;
    json_text(out, "phase", coinflip_phase_names[view->phase]);
    json_int(out, "round", view->round);
    json_int(out, "rounds", view->rounds);
    json_int(out, "guessed_count", view->guessed_count);
    encode_side(out, "own_guess", view->own_guess);
    encode_points(view, out);
    json_int(out, "heads_seen", view->seen[COINFLIP_HEADS]);
    json_int(out, "tails_seen", view->seen[COINFLIP_TAILS]);
    if (view->last_coin != COINFLIP_NOTHING)
        encode_last_round(view, out);
    if (view->phase == COINFLIP_OVER)
        json_int(out, "heads_percent", view->heads_percent);
    encode_actions(view, out);
}
