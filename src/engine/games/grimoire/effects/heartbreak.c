/* Heartbreak. When the holder dies, one player is drunk from then on; the storyteller says who. The
 * question comes after the death is told, so that no pause before it tells anything. */
#include "effect.h"

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    if (intent->target == token->holder)
        grimoire_intend_next(turn, (struct intent){ .kind = INTENT_AFFECT,
                                                    .effect = EFFECT_HEARTBREAK,
                                                    .source = token->holder,
                                                    .target = token->holder });
    return ALLOW;
}

static enum verdict somebody_drinks(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || grimoire_is_alive(s, token->holder))
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, grimoire_seats_all(s) & ~seat_bit(token->holder), false);
    grimoire_add_effect_until(turn, intent->answer, EFFECT_DRUNK, token->holder, 0);
    return ALLOW;
}

const struct effect effect_heartbreak = {
    .id = "heartbreak",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, holder_dies },
                  { INTENT_AFFECT, STAGE_OBSERVE, somebody_drinks } },
};
