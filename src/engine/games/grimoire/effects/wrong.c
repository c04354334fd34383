/* Wrong. The player of a pair who is not what was told of them: a reminder from the player who learnt it. */
#include "effect.h"

const struct effect effect_wrong = { .id = "wrong" };
