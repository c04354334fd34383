/* Hired. The first player each night whose ability chooses the holder is drunk at once, until dusk, and
 * the holder takes their side. */
#include "effect.h"

static bool was_chosen(const struct grimoire_state *s, int holder)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].effect == EFFECT_DRUNK && s->secrets.token[i].source == holder)
            return true;
    return false;
}

static enum verdict holder_is_chosen(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->target != token->holder || intent->source == token->holder ||
        was_chosen(s, token->holder) || !grimoire_is_alive(s, token->holder))
        return ALLOW;
    grimoire_add_effect_until(turn, intent->source, EFFECT_DRUNK, token->holder,
                              GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE);
    grimoire_turn_side(turn, token->holder, s->secrets.seat[intent->source].is_evil, token->holder);
    return ALLOW;
}

const struct effect effect_hired = {
    .id = "hired",
    .handlers = { { INTENT_CHOOSE, STAGE_PROTECT, holder_is_chosen } },
};
