/* Scapegoat. When somebody of the same side is executed, may be executed instead. */
#include "role.h"

const struct role role_scapegoat = {
    .id = "scapegoat",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "May be executed in place of somebody of the same side.",
    .starts_with = { EFFECT_STAND_IN },
};
