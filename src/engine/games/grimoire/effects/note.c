/* Note. A reminder in the storyteller's own words, for characters that the engine does not know. */
#include "effect.h"

const struct effect effect_note = { .id = "note" };
