/* Pending role reveal. The holder has become another character and is told so at night, truthfully. */
#include "effect.h"

const struct effect effect_pending_role_reveal = { .id = "pending_role_reveal", .follow_up = 32 };
