/* Swallowed. The holder was chosen by a Demon who may bring one of its victims back the night after. */
#include "effect.h"

enum { NEXT_NIGHT = 1 };

const struct effect effect_swallowed = {
    .id = "swallowed",
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
    .dusks = NEXT_NIGHT,
};
