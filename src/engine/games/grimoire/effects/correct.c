/* Correct. Somebody guessed in public that the holder is the character, which the holder was. */
#include "effect.h"

const struct effect effect_correct = { .id = "correct", .expiry = GRIMOIRE_AT_DAWN };
