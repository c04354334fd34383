/* Imp. Each night but the first chooses a player, who dies. If he chooses himself, he dies and a Minion
 * becomes the Imp. */
#include "role.h"

static void imp_act(struct night *night)
{
    grimoire_intend(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                  .cause = GRIMOIRE_BY_DEMON,
                                                  .source = (int8_t)night->seat,
                                                  .target = (int8_t)grimoire_chosen(night) });
}

const struct role role_imp = {
    .id = "imp",
    .team = GRIMOIRE_DEMON,
    .ability = "Every night but the first, kills a player. Choosing themselves, dies, and a Minion "
               "becomes the Imp.",
    .other_nights = 39,
    .choices = 1,
    .act = imp_act,
    .starts_with = { EFFECT_STAR_PASS },
};
