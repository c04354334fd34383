/* Tinker. May die at any time, whenever the storyteller likes. */
#include "role.h"

const struct role role_tinker = {
    .id = "tinker",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "May die at any time, by day or by night.",
    .starts_with = { EFFECT_ACCIDENT },
};
