/* Gunslinger. Each day, after the first vote, may shoot one of those who voted. */
#include "role.h"

const struct role role_gunslinger = {
    .id = "gunslinger",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Every day, after the first vote was counted, may kill somebody who voted.",
    .starts_with = { EFFECT_GUN },
};
