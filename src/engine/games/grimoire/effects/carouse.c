/* Carouse. Of the players whom the holder's ability affects, one is drunk until dusk; the storyteller says
 * who. */
#include "effect.h"

static enum verdict somebody_drinks(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    if (intent->source != token->holder)
        return ALLOW;
    if (grimoire_seats_count(intent->players) > 1 && !intent->is_answered)
        return grimoire_ask(turn, intent, intent->players, false);
    int drunk = intent->is_answered ? intent->answer : grimoire_seat_first(intent->players);
    grimoire_add_effect_until(turn, drunk, EFFECT_DRUNK, token->holder,
                              GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE);
    return ALLOW;
}

const struct effect effect_carouse = {
    .id = "carouse",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, somebody_drinks } },
};
