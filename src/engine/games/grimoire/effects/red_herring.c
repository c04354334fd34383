/* Red herring. Seems to be a Demon to the one whose ability it is; who looks for it, asks. */
#include "effect.h"

const struct effect effect_red_herring = { .id = "red_herring" };
