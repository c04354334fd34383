/* Wrong. The player of a pair who is not what was told of them: a reminder of whoever learnt it. */
#include "effect.h"

const struct effect effect_wrong = { .id = "wrong" };
