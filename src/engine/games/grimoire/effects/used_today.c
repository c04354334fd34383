/* Used today. A reminder that something that works once a day has been used. */
#include "effect.h"

const struct effect effect_used_today = { .id = "used_today", .expiry = GRIMOIRE_AT_DUSK };
