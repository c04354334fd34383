/* Ballad. When a Minion dies by execution, all other players but Travellers are drunk until dusk tomorrow. */
#include "effect.h"

enum { TONIGHT = 1 }; /* a dusk that it outlives */

static void everybody_drinks(struct game_turn *turn, int holder)
{
    const struct grimoire_state *s = turn->state;
    grimoire_remove_effects_of(turn, EFFECT_DRUNK, holder);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat != holder && seat_in(grimoire_seats_dealt(s), seat))
            grimoire_add_effect_for(turn, seat, EFFECT_DRUNK, holder,
                                    GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE, TONIGHT);
}

static enum verdict minion_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                       struct intent *intent)
{
    if (grimoire_is_executed(intent) && intent->target != token->holder &&
        grimoire_must_be(turn->state, intent->target, token->holder, TEAM, GRIMOIRE_MINION))
        everybody_drinks(turn, token->holder);
    return ALLOW;
}

const struct effect effect_ballad = {
    .id = "ballad",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, minion_is_executed } },
};
