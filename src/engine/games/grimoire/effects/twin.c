/* Twin. The holder and the source are on opposing sides and know each other. If the good one of them is
 * executed, evil wins, even if that one lives; good cannot win while both are alive. */
#include "effect.h"

static bool are_opposed(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return token->source != GRIMOIRE_NOBODY &&
           s->secrets.seat[token->holder].is_evil != s->secrets.seat[token->source].is_evil;
}

static bool both_live(const struct grimoire_state *s, const struct grimoire_token *token,
                      enum grimoire_side side)
{
    return side == GRIMOIRE_GOOD && are_opposed(s, token) && grimoire_is_alive(s, token->holder) &&
           grimoire_is_alive(s, token->source);
}

static enum verdict twin_is_executed(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    bool is_twin = intent->target == token->holder || intent->target == token->source;
    if (!is_twin || !are_opposed(s, token) || s->secrets.seat[intent->target].is_evil ||
        !grimoire_is_alive(s, intent->target))
        return ALLOW;
    intent->victory = GRIMOIRE_EVIL;
    intent->victory_reason = GRIMOIRE_TWIN_WAS_EXECUTED;
    return ALLOW;
}

const struct effect effect_twin = {
    .id = "twin",
    .expiry = GRIMOIRE_WITH_SOURCE,
    .forbids_victory = both_live,
    .handlers = { { INTENT_EXECUTE, STAGE_OBSERVE, twin_is_executed } },
};
