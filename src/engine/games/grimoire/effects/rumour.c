/* Rumour. What the holder said by day is true: tonight somebody dies, the storyteller says who. */
#include "effect.h"

static void somebody_dies(struct game_turn *turn, const struct grimoire_token *token)
{
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_AFFECT,
                                                .effect = EFFECT_RUMOUR,
                                                .source = token->holder,
                                                .target = token->holder });
}

static enum verdict who_dies(struct game_turn *turn, const struct grimoire_token *token,
                             struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || s->table.phase != GRIMOIRE_NIGHT ||
        !grimoire_seats_alive(s))
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, grimoire_seats_alive(s), false);
    grimoire_remove_effect(turn, token->id);
    grimoire_kill_next(turn, GRIMOIRE_BY_ABILITY, token->holder, intent->answer);
    return ALLOW;
}

const struct effect effect_rumour = {
    .id = "rumour",
    .expiry = GRIMOIRE_AT_DAWN | GRIMOIRE_WITH_SOURCE,
    .follow_up = 57,
    .stays = true,
    .act = somebody_dies,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, who_dies } },
};
