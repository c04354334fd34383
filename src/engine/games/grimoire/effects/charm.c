/* Charm. A Demon whom the holder chooses changes character and side with the holder, and is poisoned for
 * good, even if the holder dies. */
#include "effect.h"

static void change_places(struct game_turn *turn, int holder, int demon)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_seat one = s->secrets.seat[holder], other = s->secrets.seat[demon];
    grimoire_become_on_side(turn, holder, other.character, other.is_evil, true);
    grimoire_become_on_side(turn, demon, one.character, one.is_evil, true);
    grimoire_add_effect_until(turn, demon, EFFECT_POISONED, GRIMOIRE_NOBODY, 0);
}

static enum verdict demon_is_charmed(struct game_turn *turn, const struct grimoire_token *token,
                                     struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (intent->source != token->holder || intent->target == token->holder)
        return ALLOW;
    bool may_be = grimoire_may_be(s, intent->target, token->holder, TEAM, GRIMOIRE_DEMON);
    bool must_be = grimoire_must_be(s, intent->target, token->holder, TEAM, GRIMOIRE_DEMON);
    if (may_be && !must_be && !intent->is_answered)
        return grimoire_ask(turn, intent, SEATS_NONE, false);
    if (must_be || (intent->is_answered && intent->answer == 1))
        change_places(turn, token->holder, intent->target);
    return ALLOW;
}

const struct effect effect_charm = {
    .id = "charm",
    .handlers = { { INTENT_AFFECT, STAGE_OBSERVE, demon_is_charmed } },
};
