/* Three votes. Every vote of the holder counts three times today. */
#include "effect.h"

static enum verdict holder_votes(struct game_turn *turn, const struct grimoire_token *token,
                                 struct intent *intent)
{
    (void)turn;
    if (intent->source == token->holder)
        intent->votes = (int8_t)(intent->votes * 3);
    return ALLOW;
}

const struct effect effect_three_votes = {
    .id = "three_votes",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
    .handlers = { { INTENT_VOTE, STAGE_MODIFY, holder_votes } },
};
