/* Mayor. If three are alive and nobody is executed, good wins. If the Demon strikes him at night, somebody
 * else may die instead. */
#include "role.h"

const struct role role_mayor = {
    .id = "mayor",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "With three alive and nobody executed, the day ends in victory for good. Attacked "
               "at night, another may die instead.",
    .starts_with = { EFFECT_BOUNCE, EFFECT_PEACE },
};
