/* Tea Lady. While both her living neighbours are good, they cannot die. */
#include "role.h"

const struct role role_tea_lady = {
    .id = "tea_lady",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "While both living neighbours are good, neither of them can die.",
    .starts_with = { EFFECT_TEA_TIME },
};
