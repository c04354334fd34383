/* Spy. Each night sees the Grimoire. May register as good, and as a Townsfolk or Outsider, even when
 * dead. */
#include "role.h"

const struct role role_spy = {
    .id = "spy",
    .team = GRIMOIRE_MINION,
    .ability =
        "Sees the Grimoire every night. May seem good, a Townsfolk or an Outsider, dead or alive.",
    .first_night = 71,
    .other_nights = 91,
    .tells = GRIMOIRE_TELLS_GRIMOIRE,
    .starts_with = { EFFECT_MISREGISTER },
    .acts_when_dead = true,
    .muddle = 1,
};
