/* Guess. Somebody guessed in public that the holder is the character, which the holder was not. */
#include "effect.h"

const struct effect effect_guess = { .id = "guess", .expiry = GRIMOIRE_AT_DAWN };
