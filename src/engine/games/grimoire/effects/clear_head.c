/* Clear head. Until dusk the holder is sober and healthy and learns the truth, in spite of all other
 * effects. */
#include "effect.h"

const struct effect effect_clear_head = {
    .id = "clear_head",
    .is_immune = true,
    .sees_true = true,
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
