/* Resurrection. A dead player whom the holder's ability affects lives again, if a Townsfolk. One who may only
 * register as a Townsfolk lives again if the storyteller says so. */
#include "effect.h"

static enum verdict townsfolk_returns(struct game_turn *turn, const struct grimoire_token *token,
                                      struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || grimoire_lives(s, intent->target))
        return ALLOW; /* who brought themselves back has the ability anew, and is not asked again */
    bool must = grimoire_must_be(s, intent->target, token->holder, TEAM, GRIMOIRE_TOWNSFOLK);
    if (!must && !intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (must || intent->answer == 1)
        grimoire_revive(turn, intent->target);
    return ALLOW;
}

const struct effect effect_resurrection = {
    .id = "resurrection",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, townsfolk_returns } },
};
