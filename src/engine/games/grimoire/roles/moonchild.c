/* Moonchild. Having died, chooses a living player in public: a good one dies tonight. */
#include "role.h"

const struct role role_moonchild = {
    .id = "moonchild",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "Having died, chooses a living player in public. A good one dies tonight.",
    .acts_when_dead = true,
    .starts_with = { EFFECT_MOONLIGHT },
};
