/* Vortox. Each night but the first kills a player. Townsfolk learn only false things by their abilities. If
 * nobody is executed by day, evil wins. */
#include "role.h"

static void vortox_act_on(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                       .cause = GRIMOIRE_BY_DEMON,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target });
}

const struct role role_vortox = {
    .id = "vortox",
    .team = GRIMOIRE_DEMON,
    .ability =
        "Every night but the first, kills a player. Townsfolk learn only false things. A day "
        "without an execution is evil's win.",
    .other_nights = 46,
    .choices = 1,
    .act_on = vortox_act_on,
    .starts_with = { EFFECT_VORTEX },
    .muddle = 2,
};
