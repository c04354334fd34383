/* Grandchild. If the Demon kills the holder, the player who knows them dies too. */
#include "effect.h"

static enum verdict child_dies(struct game_turn *turn, const struct grimoire_token *token,
                               struct intent *intent)
{
    bool is_known = token->source != GRIMOIRE_NOBODY;
    if (is_known && intent->target == token->holder && intent->cause == GRIMOIRE_BY_DEMON)
        grimoire_kill_next(turn, GRIMOIRE_BY_ABILITY, token->source, token->source);
    return ALLOW;
}

const struct effect effect_grandchild = {
    .id = "grandchild",
    .expiry = GRIMOIRE_WITH_SOURCE,
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, child_dies } },
};
