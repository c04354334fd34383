/* Rendezvous. Of the player whom the holder visits and the holder, both may die; the storyteller says so. */
#include "effect.h"

static void kill(struct game_turn *turn, int source, int target)
{
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_KILL,
                                                .cause = GRIMOIRE_BY_ABILITY,
                                                .source = (int8_t)source,
                                                .target = (int8_t)target });
}

static enum verdict somebody_is_visited(struct game_turn *turn, const struct grimoire_token *token,
                                        struct intent *intent)
{
    if (intent->source != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (intent->answer == 1) {
        kill(turn, token->holder, intent->target);
        kill(turn, token->holder, token->holder);
    }
    return ALLOW;
}

const struct effect effect_rendezvous = {
    .id = "rendezvous",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, somebody_is_visited } },
};
