/* Moonstruck. A dead player has pointed at the holder, who dies tonight if good. */
#include "effect.h"

static void good_dies(struct game_turn *turn, const struct grimoire_token *token)
{
    if (grimoire_may_be(turn->state, token->holder, token->source, ALIGNMENT, GRIMOIRE_GOOD))
        grimoire_kill_next(turn, GRIMOIRE_BY_ABILITY, token->source, token->holder);
}

const struct effect effect_moonstruck = {
    .id = "moonstruck",
    .expiry = GRIMOIRE_AT_DAWN,
    .follow_up = 71,
    .act = good_dies,
};
