/* Accident. Each night but the first the holder may die, if the storyteller says so. */
#include "effect.h"

static bool may_happen(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return s->table.day > 1 && grimoire_is_alive(s, token->holder);
}

static void happen(struct game_turn *turn, const struct grimoire_token *token)
{
    grimoire_intend_next(turn, (struct intent){ .kind = INTENT_AFFECT,
                                                .effect = EFFECT_ACCIDENT,
                                                .source = token->holder,
                                                .target = token->holder });
}

static enum verdict holder_may_die(struct game_turn *turn, const struct grimoire_token *token,
                                   struct intent *intent)
{
    if (intent->source != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (intent->answer == 1)
        grimoire_kill_next(turn, GRIMOIRE_BY_ABILITY, token->holder, token->holder);
    return ALLOW;
}

const struct effect effect_accident = {
    .id = "accident",
    .follow_up = 70,
    .stays = true,
    .is_due = may_happen,
    .act = happen,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, holder_may_die } },
};
