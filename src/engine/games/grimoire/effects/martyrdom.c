/* Martyrdom. If the holder dies by execution, the holder's side loses. */
#include "effect.h"

static enum verdict martyr_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                       struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->target != token->holder || !grimoire_is_executed(intent))
        return ALLOW;
    intent->victory = s->secrets.seat[token->holder].is_evil ? GRIMOIRE_GOOD : GRIMOIRE_EVIL;
    intent->victory_reason = GRIMOIRE_MARTYR_WAS_EXECUTED;
    return ALLOW;
}

const struct effect effect_martyrdom = {
    .id = "martyrdom",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, martyr_is_executed } },
};
