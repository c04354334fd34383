/* Lodging. The players whom the holder's ability affects cannot die tonight. One of them is drunk until dusk;
 * the storyteller says who. */
#include "effect.h"

static enum verdict guests_stay(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    const seat_set guests = intent->players;
    if (intent->source != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, guests, false);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(guests, seat))
            grimoire_add_effect_until(turn, seat, EFFECT_DEATHLESS, token->holder,
                                      GRIMOIRE_AT_DAWN | GRIMOIRE_WITH_SOURCE);
    grimoire_add_effect_until(turn, intent->answer, EFFECT_DRUNK, token->holder,
                              GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE);
    return ALLOW;
}

const struct effect effect_lodging = {
    .id = "lodging",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, guests_stay } },
};
