/* Soldier. The Demon cannot kill him. */
#include "role.h"

const struct role role_soldier = {
    .id = "soldier",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "The Demon cannot kill the Soldier.",
    .starts_with = { EFFECT_SAFE },
};
