/* Used dead vote. The one vote that the dead have has been cast. */
#include "effect.h"

const struct effect effect_used_dead_vote = { .id = "used_dead_vote", .no_vote = true };
