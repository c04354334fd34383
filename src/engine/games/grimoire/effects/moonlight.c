/* Moonlight. Once dead, the holder chooses a living player in public, who may die of it at night. */
#include "effect.h"

static void point(struct game_turn *turn, const struct grimoire_token *token, int target)
{
    const struct grimoire_state *s = turn->state;
    if (grimoire_is_alive(s, token->holder) || !grimoire_is_alive(s, target))
        return;
    grimoire_spend_ability(turn, token);
    grimoire_add_effect(turn, target, EFFECT_MOONSTRUCK, token->holder);
}

const struct effect effect_moonlight = {
    .id = "moonlight",
    .day_action = point,
    .is_for_the_dead = true,
    .day_note = GRIMOIRE_CHOICE_AWAITED,
};
