/* Spare life. The holder's first death does not happen. Spent only if nothing else saved the holder. */
#include "effect.h"

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    if (intent->target != token->holder)
        return ALLOW;
    grimoire_spend_ability(turn, token);
    return PREVENT;
}

const struct effect effect_spare_life = {
    .id = "spare_life",
    .handlers = { { INTENT_DIE, STAGE_LAST, holder_dies } },
};
