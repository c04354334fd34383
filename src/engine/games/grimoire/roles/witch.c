/* Witch. Each night chooses a player, who dies on nominating tomorrow. With three alive she has no
 * ability. */
#include "role.h"

enum { ALIVE_TOO_FEW = 3 };

static bool witch_wakes(const struct grimoire_state *s, int seat)
{
    int alive = grimoire_seats_count(grimoire_seats_alive(s) & grimoire_seats_dealt(s));
    return grimoire_is_there(s, seat) && alive > ALIVE_TOO_FEW;
}

static void witch_act_on(struct night *night, int target)
{
    grimoire_add_effect(night->turn, target, EFFECT_CURSED, night->seat);
}

const struct role role_witch = {
    .id = "witch",
    .team = GRIMOIRE_MINION,
    .ability =
        "Every night curses a player, who dies on nominating the next day. With three alive, "
        "has no ability.",
    .first_night = 41,
    .other_nights = 26,
    .choices = 1,
    .wakes = witch_wakes,
    .act_on = witch_act_on,
};
