/* Free deaths. A Demon was made tonight: the storyteller decides who dies, and the deaths count as kills of
 * the player who made the Demon. */
#include "effect.h"

static enum verdict demon_kills(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    (void)token;
    if (intent->cause != GRIMOIRE_BY_DEMON)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (intent->answer != 1)
        return PREVENT;
    intent->cause = GRIMOIRE_BY_ABILITY;
    return ALLOW;
}

const struct effect effect_free_deaths = {
    .id = "free_deaths",
    .expiry = GRIMOIRE_AT_DAWN,
    .handlers = { { INTENT_KILL, STAGE_PROTECT, demon_kills } },
};
