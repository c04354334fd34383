/* Red herring. The holder seems to be a Demon to the player with that ability. The ability asks for this
 * effect. */
#include "effect.h"

const struct effect effect_red_herring = { .id = "red_herring" };
