/* Beggar. Votes only with votes that the dead give away, and learns their side. Always sober and healthy. */
#include "role.h"

const struct role role_beggar = {
    .id = "beggar",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Votes only with votes given by the dead, and learns the giver's side. Sober and "
               "healthy.",
    .starts_with = { EFFECT_BEGGING },
};
