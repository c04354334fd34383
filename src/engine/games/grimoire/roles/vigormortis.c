/* Vigormortis. Each night but the first kills a player. Minions so killed keep their ability and poison
 * one of their Townsfolk neighbours. There is one Outsider less. */
#include "role.h"

static void vigormortis_act_on(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                       .cause = GRIMOIRE_BY_DEMON,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target });
}

const struct role role_vigormortis = {
    .id = "vigormortis",
    .team = GRIMOIRE_DEMON,
    .ability =
        "Every night but the first, kills a player. Minions so killed keep their ability and "
        "poison a Townsfolk neighbour. One Outsider less.",
    .other_nights = 48,
    .choices = 1,
    .act_on = vigormortis_act_on,
    .starts_with = { EFFECT_VIGOUR },
    .outsiders = -1,
    .muddle = 1,
};
