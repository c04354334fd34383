/* Three attacks. The holder chose nobody the last time, and chooses three players now. */
#include "effect.h"

const struct effect effect_three_attacks = { .id = "three_attacks" };
