/* No ability. A reminder that something that works once has been used. */
#include "effect.h"

const struct effect effect_no_ability = { .id = "no_ability" };
