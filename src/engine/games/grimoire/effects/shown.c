/* Shown. The player of a pair who is what was told of them: a reminder from the player who learnt it. */
#include "effect.h"

const struct effect effect_shown = { .id = "shown" };
