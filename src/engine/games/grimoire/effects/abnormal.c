/* Abnormal. The holder's ability went wrong today or tonight because of another character; some characters
 * count these. The storyteller adds and removes such reminders by hand where the rules do not see it. */
#include "effect.h"

const struct effect effect_abnormal = { .id = "abnormal", .expiry = GRIMOIRE_AT_DAWN };
