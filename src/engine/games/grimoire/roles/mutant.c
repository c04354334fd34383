/* Mutant. If mad about being an Outsider, may be executed for it; the storyteller judges. */
#include "role.h"

const struct role role_mutant = {
    .id = "mutant",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "Whoever lets it be known that they are an Outsider may be executed for it.",
    .starts_with = { EFFECT_MAD },
};
