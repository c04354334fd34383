/* Vortex. While the holder's ability works, Townsfolk learn only false things by theirs, and a day without
 * an execution is evil's win. */
#include "effect.h"

static enum grimoire_side nobody_was_executed(const struct grimoire_state *s, int holder)
{
    (void)s;
    (void)holder;
    return GRIMOIRE_EVIL;
}

const struct effect effect_vortex = {
    .id = "vortex",
    .falsifies = true,
    .wins_at_dusk = nobody_was_executed,
    .dusk_reason = GRIMOIRE_NOBODY_WAS_EXECUTED,
};
