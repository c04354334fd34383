/* Acts twice. A reminder that the holder's ability works twice until dusk; its steps are there twice. */
#include "effect.h"

const struct effect effect_acts_twice = {
    .id = "acts_twice",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
