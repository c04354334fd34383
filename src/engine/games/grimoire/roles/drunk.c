/* Drunk. Takes himself for a Townsfolk who is not in play, and has no ability. He is woken, chooses and
 * is told things like the one he thinks he is. */
#include "role.h"

const struct role role_drunk = {
    .id = "drunk",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "Takes themselves for a Townsfolk, and has no ability at all.",
    .starts_with = { EFFECT_DRUNK },
    .is_deceived = true,
    .muddle = 2,
};
