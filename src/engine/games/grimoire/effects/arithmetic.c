/* Arithmetic. While somebody holds this, it is noted whose ability goes wrong. */
#include "effect.h"

const struct effect effect_arithmetic = { .id = "arithmetic", .counts_malfunctions = true };
