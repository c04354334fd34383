/* Mercy. A good player who is executed may live, if the storyteller says so. Asked before the execution is
 * told, so that no pause between it and a death says that somebody was asked. */
#include "effect.h"

static enum verdict good_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->is_spared || !grimoire_is_alive(s, intent->target) ||
        !grimoire_may_be(s, intent->target, token->holder, ALIGNMENT, GRIMOIRE_GOOD))
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    intent->is_spared = intent->answer == 1;
    return ALLOW;
}

static enum verdict spared_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    (void)turn;
    (void)token;
    return intent->is_spared ? PREVENT : ALLOW;
}

const struct effect effect_mercy = {
    .id = "mercy",
    .handlers = { { INTENT_EXECUTE, STAGE_MODIFY, good_is_executed },
                  { INTENT_DIE, STAGE_MODIFY, spared_dies } },
};
