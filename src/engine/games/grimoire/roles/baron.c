/* Baron. There are two more Outsiders and two Townsfolk less, even if the Baron dies or changes. */
#include "role.h"

const struct role role_baron = {
    .id = "baron",
    .team = GRIMOIRE_MINION,
    .ability = "Two more Outsiders are in play, in place of Townsfolk.",
    .outsiders = 2,
    .muddle = 1,
};
