/* Zombuul. Each night but the first, if nobody died by day, chooses a player, who dies. Its first death is
 * a sham. */
#include "role.h"

static bool zombuul_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_lives(s, seat) && grimoire_died_today(s) == SEATS_NONE;
}

const struct role role_zombuul = {
    .id = "zombuul",
    .team = GRIMOIRE_DEMON,
    .ability =
        "Every night but the first, if nobody died that day, kills a player. The first time it "
        "dies it only seems dead.",
    .other_nights = 40,
    .wakes = zombuul_wakes,
    .choices = 1,
    .act_on = grimoire_demon_kills,
    .starts_with = { EFFECT_SHAM_DEATH },
};
