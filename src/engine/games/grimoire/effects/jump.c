/* Jump. Once in a game, the first Outsider whom the holder would kill lives, turns evil and into what the
 * holder is, and the holder dies instead. An Outsider whom another effect saves does not turn. If the holder
 * cannot die, the Outsider does. */
#include "effect.h"

/* A player who gained the ability through the jump does not have this effect. */
static void spend_of(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token token = s->secrets.token[i];
        if (token.holder == seat && token.effect == EFFECT_JUMP) {
            grimoire_spend_ability(turn, &token);
            return;
        }
    }
}

static enum verdict outsider_dies(struct game_turn *turn, const struct grimoire_token *token,
                                  struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    int victim = intent->target;
    bool may_be = grimoire_may_be(s, victim, token->holder, TEAM, GRIMOIRE_OUTSIDER);
    bool must_be = grimoire_must_be(s, victim, token->holder, TEAM, GRIMOIRE_OUTSIDER);
    if (intent->source != token->holder || intent->cause != GRIMOIRE_BY_DEMON ||
        victim == token->holder || !may_be)
        return ALLOW;
    if (!must_be && !intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (!must_be && intent->answer != 1)
        return ALLOW;
    struct intent instead = *intent;
    instead.target = token->holder;
    if (pipeline_protects(turn, instead))
        return ALLOW;
    grimoire_spend_ability(turn, token);
    grimoire_become_on_side(turn, victim, s->secrets.seat[token->holder].character, true, true);
    spend_of(turn, victim);
    intent->target = token->holder;
    intent->has_heir = true;
    intent->is_redirected = true;
    return REDIRECT;
}

const struct effect effect_jump = {
    .id = "jump",
    .handlers = { { INTENT_DIE, STAGE_LAST, outsider_dies } },
};
