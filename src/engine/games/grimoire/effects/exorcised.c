/* Exorcised. The holder does not wake for its own ability tonight, and learns who saw to that. */
#include "effect.h"

static void name_exorcist(const struct grimoire_state *s, const struct grimoire_token *token,
                          struct grimoire_truth *truth)
{
    if (token->source != GRIMOIRE_NOBODY)
        grimoire_inform_player(s, token->holder, token->source, truth);
}

const struct effect effect_exorcised = {
    .id = "exorcised",
    .no_waking = true,
    .expiry = GRIMOIRE_AT_DAWN,
    .follow_up = 35,
    .stays = true,
    .inform = name_exorcist,
};
