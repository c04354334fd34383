/* Lunatic. Takes himself for a Demon of the script, and chooses players like one; nothing comes of it. The
 * Demon knows who he is and whom he chooses. */
#include "role.h"

const struct role role_lunatic = {
    .id = "lunatic",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "Takes themselves for the Demon. The Demon knows who they are and whom they choose.",
    .first_night = 21,
    .other_nights = 34,
    .starts_with = { EFFECT_DELUDED },
    .is_deceived = true,
    .believes_demon = true,
    .muddle = 1,
};
