/* Recluse. May register as evil, and as a Minion or Demon, even when dead. */
#include "role.h"

const struct role role_recluse = {
    .id = "recluse",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "May seem evil, a Minion or a Demon, dead or alive.",
    .starts_with = { EFFECT_MISREGISTER },
    .acts_when_dead = true,
    .muddle = 1,
};
