/* Barista. Each night the storyteller chooses a player, who is sober, healthy and told the truth until
 * dusk, or whose ability works twice. */
#include "role.h"

static void barista_act(struct night *night)
{
    grimoire_intend(night->turn, (struct intent){ .kind = INTENT_AFFECT,
                                                  .effect = EFFECT_BREW,
                                                  .source = (int8_t)night->seat,
                                                  .target = (int8_t)grimoire_chosen(night) });
}

const struct role role_barista = {
    .id = "barista",
    .team = GRIMOIRE_TRAVELLER,
    .ability =
        "Every night somebody is sober, healthy and told the truth, or acts twice, until dusk.",
    .first_night = 9,
    .other_nights = 5,
    .choices = 1,
    .act = barista_act,
    .starts_with = { EFFECT_BREW },
};
