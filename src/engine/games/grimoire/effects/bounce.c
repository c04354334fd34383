/* Bounce. If the holder is struck at night, by any cause, the storyteller may let another die instead. */
#include "effect.h"

static enum verdict bounce_kill(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->target != token->holder || s->table.phase != GRIMOIRE_NIGHT)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, grimoire_seats_all(s), false);
    if (intent->answer == token->holder)
        return ALLOW;
    intent->target = intent->answer;
    intent->is_redirected = true;
    return REDIRECT;
}

const struct effect effect_bounce = {
    .id = "bounce",
    .handlers = { { INTENT_KILL, STAGE_REDIRECT, bounce_kill } },
};
