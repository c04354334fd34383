/* Poisoner. Each night chooses a player, who is poisoned tonight and tomorrow. */
#include "role.h"

static void poisoner_act(struct night *night)
{
    grimoire_add_effect(night->turn, grimoire_chosen(night), EFFECT_POISONED, night->seat);
}

const struct role role_poisoner = {
    .id = "poisoner",
    .team = GRIMOIRE_MINION,
    .ability = "Every night poisons a player for that night and the next day.",
    .first_night = 32,
    .other_nights = 16,
    .choices = 1,
    .act = poisoner_act,
    .muddle = 1,
};
