/* Virgin. The first time she is nominated, a nominator who is a Townsfolk is executed at once. */
#include "role.h"

const struct role role_virgin = {
    .id = "virgin",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "The first to nominate the Virgin is executed at once, if a Townsfolk.",
    .starts_with = { EFFECT_PURE },
};
