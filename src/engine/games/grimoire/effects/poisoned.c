/* Poisoned. The holder's ability does not work, until dusk or until the poisoner's is lost. */
#include "effect.h"

const struct effect effect_poisoned = {
    .id = "poisoned",
    .malfunction = true,
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
