/* Bishop. Only the storyteller nominates, every day at least one player of the other side. */
#include "role.h"

const struct role role_bishop = {
    .id = "bishop",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Only the storyteller nominates, every day at least one player of the other side.",
    .starts_with = { EFFECT_ONLY_STORYTELLER },
};
