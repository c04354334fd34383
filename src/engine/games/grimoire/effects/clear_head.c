/* Clear head. The holder is sober and healthy and learns the truth, whatever else is, until dusk. */
#include "effect.h"

const struct effect effect_clear_head = {
    .id = "clear_head",
    .is_immune = true,
    .sees_true = true,
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
