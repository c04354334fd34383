/* Butcher. After the first execution of a day may nominate once more. */
#include "role.h"

const struct role role_butcher = {
    .id = "butcher",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "After the first execution of a day, may nominate once more.",
    .starts_with = { EFFECT_CLEAVER },
};
