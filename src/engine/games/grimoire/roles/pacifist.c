/* Pacifist. A good player who is executed may live; the storyteller decides. */
#include "role.h"

const struct role role_pacifist = {
    .id = "pacifist",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Good players who are executed may live on.",
    .starts_with = { EFFECT_MERCY },
};
