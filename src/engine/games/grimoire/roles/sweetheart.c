/* Sweetheart. When she dies, from any cause, one player is drunk from then on. */
#include "role.h"

const struct role role_sweetheart = {
    .id = "sweetheart",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "When they die, one player is drunk from then on.",
    .starts_with = { EFFECT_HEARTBREAK },
    .acts_when_dead = true,
    .muddle = 1,
};
