/* Pukka. Each night chooses a player, who is poisoned. The one poisoned before dies, and is healthy then. */
#include "role.h"

static void pukka_poisons(struct night *night, int target)
{
    grimoire_add_effect(night->turn, target, EFFECT_VENOM, night->seat);
}

const struct role role_pukka = {
    .id = "pukka",
    .team = GRIMOIRE_DEMON,
    .ability = "Every night poisons a player. The one poisoned before dies, and is healthy then.",
    .first_night = 46,
    .other_nights = 41,
    .choices = 1,
    .act_on = pukka_poisons,
    .muddle = 1,
};
