/* Goon. Each night the first player whose ability chooses him is drunk until dusk, and he takes their
 * side. */
#include "role.h"

const struct role role_goon = {
    .id = "goon",
    .team = GRIMOIRE_OUTSIDER,
    .ability =
        "Each night, the first player who chooses the Goon is drunk until dusk, and the Goon "
        "changes to their side.",
    .starts_with = { EFFECT_HIRED },
    .muddle = 1,
};
