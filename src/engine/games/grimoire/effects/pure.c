/* Pure. The first nomination of the holder uses this up, even without a consequence. If the nominator is a
 * Townsfolk and the ability works, the nominator is executed at once. */
#include "effect.h"

static enum verdict execute_nominator(struct intent *intent)
{
    *intent = (struct intent){ .kind = INTENT_EXECUTE,
                               .cause = GRIMOIRE_BY_PURITY,
                               .source = intent->target,
                               .target = intent->source };
    return REDIRECT;
}

static enum verdict pure_is_nominated(struct game_turn *turn, const struct grimoire_token *token,
                                      struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->target != token->holder || !grimoire_is_alive(s, token->holder))
        return ALLOW;
    bool may_be_townsfolk =
        grimoire_may_be(s, intent->source, token->holder, TEAM, GRIMOIRE_TOWNSFOLK);
    bool must_be_townsfolk =
        grimoire_must_be(s, intent->source, token->holder, TEAM, GRIMOIRE_TOWNSFOLK);
    bool works = grimoire_token_is_active(s, token);
    if (works && !intent->is_answered && may_be_townsfolk && !must_be_townsfolk)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    bool is_townsfolk = intent->is_answered ? intent->answer == 1 : must_be_townsfolk;
    grimoire_spend_ability(turn, token);
    return works && is_townsfolk ? execute_nominator(intent) : ALLOW;
}

const struct effect effect_pure = {
    .id = "pure",
    .handlers = { { INTENT_NOMINATE, STAGE_MODIFY, pure_is_nominated, .even_if_broken = true } },
};
