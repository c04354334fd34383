/* Tea time. While both living neighbours of the holder are good, neither can die, from any cause. */
#include "effect.h"

static enum verdict neighbour_dies(struct game_turn *turn, const struct grimoire_token *token,
                                   struct intent *intent)
{
    const struct grimoire_state *s = turn->state;
    int left = grimoire_living_neighbour(s, token->holder, -1);
    int right = grimoire_living_neighbour(s, token->holder, 1);
    bool are_good = grimoire_must_be(s, left, token->holder, ALIGNMENT, GRIMOIRE_GOOD) &&
                    grimoire_must_be(s, right, token->holder, ALIGNMENT, GRIMOIRE_GOOD);
    bool is_neighbour =
        (intent->target == left || intent->target == right) && intent->target != token->holder;
    return is_neighbour && are_good ? PREVENT : ALLOW;
}

const struct effect effect_tea_time = {
    .id = "tea_time",
    .handlers = { { INTENT_DIE, STAGE_PROTECT, neighbour_dies } },
};
