/* Deathless. The holder cannot die. */
#include "effect.h"

static enum verdict holder_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    (void)turn;
    return intent->target == token->holder ? PREVENT : ALLOW;
}

const struct effect effect_deathless = {
    .id = "deathless",
    .handlers = { { INTENT_DIE, STAGE_PROTECT, holder_dies } },
};
