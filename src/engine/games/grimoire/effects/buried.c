/* Buried. The holder seems dead, votes like the dead and is nobody's living neighbour, but lives. */
#include "effect.h"

const struct effect effect_buried = { .id = "buried", .is_death = true, .is_sham = true };
