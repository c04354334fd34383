/* Sham death. The first time the holder dies, the holder lives and is buried: dead to everybody at the
 * table. */
#include "effect.h"

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    if (intent->target != token->holder)
        return ALLOW;
    grimoire_spend_ability(turn, token);
    grimoire_bury(turn, intent);
    return PREVENT;
}

const struct effect effect_sham_death = {
    .id = "sham_death",
    .handlers = { { INTENT_DIE, STAGE_LAST, holder_dies } },
};
