/* Slayer. Once, by day and in public, chooses a player: if it is the Demon, it dies. */
#include "role.h"

const struct role role_slayer = {
    .id = "slayer",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Once in the game, by day, aims at a player before all: a Demon dies.",
    .starts_with = { EFFECT_SLAYER_BULLET },
};
