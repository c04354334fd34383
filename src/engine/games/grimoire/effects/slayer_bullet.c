/* Slayer's bullet. Once, in public, the holder shoots: a target that is the Demon dies. Spent even if it
 * does not work. */
#include "effect.h"

static void shoot(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    if (!grimoire_token_is_active(turn->state, token)) {
        grimoire_spend_ability(turn, token);
        return;
    }
    grimoire_intend(turn, (struct intent){ .kind = INTENT_KILL,
                                           .cause = GRIMOIRE_BY_SHOT,
                                           .source = token->holder,
                                           .target = (int8_t)target });
}

static enum verdict only_demons_die(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || intent->cause != GRIMOIRE_BY_SHOT)
        return ALLOW;
    bool may_be_demon = grimoire_may_be(s, intent->target, token->holder, TEAM, GRIMOIRE_DEMON);
    bool must_be_demon = grimoire_must_be(s, intent->target, token->holder, TEAM, GRIMOIRE_DEMON);
    if (!intent->is_answered && may_be_demon && !must_be_demon &&
        grimoire_is_alive(s, intent->target))
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    bool is_demon = intent->is_answered ? intent->answer == 1 : must_be_demon;
    grimoire_spend_ability(turn, token);
    return is_demon ? ALLOW : PREVENT;
}

const struct effect effect_slayer_bullet = {
    .id = "slayer_bullet",
    .day_action = shoot,
    .handlers = { { INTENT_KILL, STAGE_PROTECT, only_demons_die } },
};
