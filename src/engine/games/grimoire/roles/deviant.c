/* Deviant. If they were funny today, they do not die by exile. */
#include "role.h"

const struct role role_deviant = {
    .id = "deviant",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Having been funny today, does not die by exile.",
    .starts_with = { EFFECT_JOKE },
};
