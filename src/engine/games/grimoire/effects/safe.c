/* Safe. The Demon cannot kill the holder. */
#include "effect.h"

static enum verdict safe_from_demon(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    (void)turn;
    bool is_struck = intent->target == token->holder && intent->cause == GRIMOIRE_BY_DEMON;
    return is_struck ? PREVENT : ALLOW;
}

const struct effect effect_safe = {
    .id = "safe",
    .handlers = { { INTENT_KILL, STAGE_PROTECT, safe_from_demon } },
};
