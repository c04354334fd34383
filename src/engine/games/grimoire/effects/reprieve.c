/* Reprieve. Executed, the holder does not die. */
#include "effect.h"

static enum verdict holder_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                       struct intent *intent)
{
    (void)turn;
    return intent->target == token->holder && grimoire_is_executed(intent) ? PREVENT : ALLOW;
}

const struct effect effect_reprieve = {
    .id = "reprieve",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
    .handlers = { { INTENT_DIE, STAGE_PROTECT, holder_is_executed } },
};
