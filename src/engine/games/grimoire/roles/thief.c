/* Thief. Each night chooses another player, whose votes count against the others tomorrow. */
#include "role.h"

static seat_set thief_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~seat_bit(seat);
}

static void thief_act(struct night *night)
{
    grimoire_add_effect(night->turn, grimoire_chosen(night), EFFECT_NEGATIVE_VOTE, night->seat);
}

const struct role role_thief = {
    .id = "thief",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Every night chooses another player, whose votes take one away the next day.",
    .first_night = 11,
    .other_nights = 7,
    .choices = 1,
    .targets = thief_targets,
    .act = thief_act,
};
