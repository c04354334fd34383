/* Scarlet Woman. If the Demon dies while five or more are alive, she becomes the Demon; she learns it at
 * night. */
#include "role.h"

const struct role role_scarlet_woman = {
    .id = "scarlet_woman",
    .team = GRIMOIRE_MINION,
    .ability = "Becomes the Demon if the Demon dies with five or more alive.",
    .starts_with = { EFFECT_SCARLET_WOMAN },
};
