/* Vigour. A Minion whom the holder kills at night keeps the ability, and one of the nearest Townsfolk on
 * either side of that Minion is poisoned; the storyteller says which. Who plays on after the Demon's death
 * (master_plan) keeps the ability beyond it: the jinx of the two. */
#include "effect.h"

static bool is_victim(const struct grimoire_state *s, const struct grimoire_token *token,
                      const struct intent *intent)
{
    return intent->source == token->holder && intent->target != token->holder &&
           intent->cause == GRIMOIRE_BY_DEMON &&
           seat_in(grimoire_seats_of_team(s, GRIMOIRE_MINION), intent->target);
}

static enum verdict minion_dies(struct game_turn *turn, const struct grimoire_token *token,
                                struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    if (!is_victim(s, token, intent))
        return ALLOW;
    seat_set sides = seat_bit(grimoire_townsfolk_neighbour(s, intent->target, 1)) |
                     seat_bit(grimoire_townsfolk_neighbour(s, intent->target, -1));
    sides &= ~seat_bit(intent->target);
    if (grimoire_seats_count(sides) > 1 && !intent->is_answered)
        return grimoire_ask(turn, intent, sides, false);
    bool outlives = grimoire_has_effect(s, intent->target, EFFECT_MASTER_PLAN);
    grimoire_add_effect(turn, intent->target, EFFECT_HAS_ABILITY,
                        outlives ? GRIMOIRE_NOBODY : token->holder);
    if (sides)
        grimoire_add_effect_until(turn,
                                  intent->is_answered ? intent->answer : grimoire_seat_first(sides),
                                  EFFECT_POISONED, intent->target, GRIMOIRE_WITH_SOURCE);
    return ALLOW;
}

const struct effect effect_vigour = {
    .id = "vigour",
    .handlers = { { INTENT_DIE, STAGE_OBSERVE, minion_dies } },
};
