/* Shown. The player of a pair who is what was told of them: a reminder of whoever learnt it. */
#include "effect.h"

const struct effect effect_shown = { .id = "shown" };
