/* Drunk. The holder has no ability that works. */
#include "effect.h"

const struct effect effect_drunk = { .id = "drunk", .malfunction = true };
