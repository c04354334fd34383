/* Artist. Once, by day, asks the storyteller a question of yes or no in private. */
#include "role.h"

const struct role role_artist = {
    .id = "artist",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Once in the game, by day, asks the storyteller a question of yes or no in private.",
    .starts_with = { EFFECT_INQUIRY },
};
