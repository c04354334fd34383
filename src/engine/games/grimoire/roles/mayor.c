/* Mayor. If three are alive and nobody is executed, good wins. If the Demon strikes him at night, somebody
 * else may die instead. */
#include "role.h"

const struct role role_mayor = {
    .id = "mayor",
    .team = GRIMOIRE_TOWNSFOLK,
    .starts_with = { EFFECT_BOUNCE, EFFECT_PEACE },
};
