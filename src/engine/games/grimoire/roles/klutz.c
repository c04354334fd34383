/* Klutz. On learning of his death chooses a living player in public: if that one is evil, his side loses.
 * */
#include "role.h"

const struct role role_klutz = {
    .id = "klutz",
    .team = GRIMOIRE_OUTSIDER,
    .ability =
        "When dead, chooses a living player before all: if that one is evil, the Klutz's side "
        "loses.",
    .starts_with = { EFFECT_DEATHBED_CHOICE },
    .acts_when_dead = true,
};
