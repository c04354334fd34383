/* Matron. Up to three times a day has two players change seats. Nobody may leave their seat to talk. */
#include "role.h"

const struct role role_matron = {
    .id = "matron",
    .team = GRIMOIRE_TRAVELLER,
    .ability =
        "Up to three times a day has two players change seats. Nobody leaves theirs to talk.",
    .starts_with = { EFFECT_SEATING },
};
