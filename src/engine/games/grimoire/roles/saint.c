/* Saint. If he dies by execution, his team loses. */
#include "role.h"

const struct role role_saint = {
    .id = "saint",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "If executed, the Saint's side loses.",
    .starts_with = { EFFECT_MARTYRDOM },
};
