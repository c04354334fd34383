/* Fool. The first time he would die, he does not. */
#include "role.h"

const struct role role_fool = {
    .id = "fool",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Survives the first death.",
    .starts_with = { EFFECT_SPARE_LIFE },
};
