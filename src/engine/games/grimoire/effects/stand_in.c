/* Stand-in. When somebody of the holder's side is executed, the storyteller may have the holder executed
 * instead. Asked before the execution is told. */
#include "effect.h"

static enum verdict fellow_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                       struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    int side = s->secrets.seat[token->holder].is_evil ? GRIMOIRE_EVIL : GRIMOIRE_GOOD;
    if (intent->target == token->holder ||
        !grimoire_may_be(s, intent->target, token->holder, ALIGNMENT, side))
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (intent->answer != 1)
        return ALLOW;
    intent->target = token->holder;
    intent->is_redirected = true;
    return REDIRECT;
}

const struct effect effect_stand_in = {
    .id = "stand_in",
    .handlers = { { INTENT_EXECUTE, STAGE_REDIRECT, fellow_is_executed } },
};
