/* Monk. Each night but the first chooses another player, who is safe from the Demon tonight. */
#include "role.h"

static seat_set monk_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~seat_bit(seat);
}

static void monk_act(struct night *night)
{
    grimoire_add_effect_until(night->turn, grimoire_chosen(night), EFFECT_SAFE, night->seat,
                              GRIMOIRE_AT_DAWN);
}

const struct role role_monk = {
    .id = "monk",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night but the first, guards another player from the Demon.",
    .other_nights = 23,
    .choices = 1,
    .targets = monk_targets,
    .act = monk_act,
};
