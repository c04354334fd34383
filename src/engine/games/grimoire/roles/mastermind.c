/* Mastermind. If the Demon dies by execution and the game would end, it goes on for a day, and the side of
 * the player executed then loses. */
#include "role.h"

const struct role role_mastermind = {
    .id = "mastermind",
    .team = GRIMOIRE_MINION,
    .ability = "If the Demon dies by execution, play goes on for another day: whoever is executed "
               "then, their side loses.",
    .starts_with = { EFFECT_MASTER_PLAN },
};
