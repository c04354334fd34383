/* Gossip. By day the holder says something in public. The storyteller says whether it is true; drunk or
 * not, that is kept until night. */
#include "effect.h"

static void speak(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    (void)target;
    if (!grimoire_has_effect_of(turn->state, token->holder, EFFECT_RUMOUR, token->holder) &&
        grimoire_is_alive(turn->state, token->holder))
        grimoire_intend(turn, (struct intent){ .kind = INTENT_AFFECT,
                                               .effect = EFFECT_GOSSIP,
                                               .source = token->holder,
                                               .target = token->holder });
}

static enum verdict is_it_true(struct game_turn *turn, const struct grimoire_token *token,
                               struct intent *intent)
{
    bool is_statement = intent->source == token->holder && intent->target == token->holder &&
                        ((const struct grimoire_state *)turn->state)->table.phase == GRIMOIRE_DAY;
    if (!is_statement)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (intent->answer == 1)
        grimoire_add_effect(turn, token->holder, EFFECT_RUMOUR, token->holder);
    return ALLOW;
}

const struct effect effect_gossip = {
    .id = "gossip",
    .day_action = speak,
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, is_it_true, .even_if_broken = true } },
};
