/* Fang Gu. Each night but the first kills a player. The first Outsider becomes an evil Fang Gu, and the
 * old one dies instead. There is one Outsider more. */
#include "role.h"

static void fang_gu_act_on(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                       .cause = GRIMOIRE_BY_DEMON,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target });
}

const struct role role_fang_gu = {
    .id = "fang_gu",
    .team = GRIMOIRE_DEMON,
    .ability = "Every night but the first, kills a player. The first Outsider becomes an evil Fang "
               "Gu, and the old one dies instead. One Outsider more.",
    .other_nights = 44,
    .choices = 1,
    .act_on = fang_gu_act_on,
    .starts_with = { EFFECT_JUMP },
    .outsiders = 1,
};
