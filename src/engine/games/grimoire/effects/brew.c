/* Brew. Somebody is sober, healthy and told the truth until dusk, or their ability works twice tonight; the
 * storyteller says which, and they are told. */
#include "effect.h"

static enum verdict somebody_drinks(struct game_turn *turn, const struct grimoire_token *token,
                                    struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder)
        return ALLOW;
    if (!intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    bool is_twice = intent->answer == 1;
    grimoire_add_effect(turn, intent->target, is_twice ? EFFECT_ACTS_TWICE : EFFECT_CLEAR_HEAD,
                        token->holder);
    if (is_twice)
        grimoire_repeat_steps(turn, intent->target);
    grimoire_send_messages(turn, seat_bit(intent->target), s->secrets.seat[token->holder].character,
                           (struct grimoire_answer){ .number = is_twice }, "");
    return ALLOW;
}

const struct effect effect_brew = {
    .id = "brew",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, somebody_drinks } },
};
