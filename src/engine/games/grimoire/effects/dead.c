/* Dead. The holder is dead. */
#include "effect.h"

const struct effect effect_dead = { .id = "dead", .is_death = true };
