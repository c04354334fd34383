/* Minstrel. When a Minion dies by execution, everybody else is drunk until dusk tomorrow. */
#include "role.h"

const struct role role_minstrel = {
    .id = "minstrel",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "When a Minion dies by execution, everybody else is drunk until dusk tomorrow.",
    .starts_with = { EFFECT_BALLAD },
    .muddle = 1,
};
