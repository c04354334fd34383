/* Shabaloth. Each night but the first chooses two players, who die. One of last night's choice may come back,
 * the storyteller says so. */
#include "role.h"

static void shabaloth_eats(struct night *night, int target)
{
    grimoire_demon_kills(night, target);
    grimoire_add_effect(night->turn, target, EFFECT_SWALLOWED, night->seat);
}

const struct role role_shabaloth = {
    .id = "shabaloth",
    .team = GRIMOIRE_DEMON,
    .ability =
        "Every night but the first, kills two players. One of those it chose the night before "
        "may come back.",
    .other_nights = 42,
    .choices = 2,
    .act_on = shabaloth_eats,
    .starts_with = { EFFECT_REGURGITATION },
};
