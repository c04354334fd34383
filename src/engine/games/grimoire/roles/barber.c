/* Barber. If he dies, the Demon may that night swap the characters of two players. */
#include "role.h"

const struct role role_barber = {
    .id = "barber",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "If they die, the Demon may that night swap the characters of two players.",
    .starts_with = { EFFECT_SCISSORS },
    .muddle = 1,
};
