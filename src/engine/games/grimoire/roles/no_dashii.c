/* No Dashii. Each night but the first kills a player. The nearest Townsfolk on each side are poisoned. */
#include "role.h"

static void no_dashii_act_on(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                       .cause = GRIMOIRE_BY_DEMON,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target });
}

const struct role role_no_dashii = {
    .id = "no_dashii",
    .team = GRIMOIRE_DEMON,
    .ability = "Every night but the first, kills a player. The nearest Townsfolk on each side are "
               "poisoned.",
    .other_nights = 45,
    .choices = 1,
    .act_on = no_dashii_act_on,
    .starts_with = { EFFECT_MIASMA },
    .muddle = 2,
};
