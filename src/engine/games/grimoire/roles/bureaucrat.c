/* Bureaucrat. Each night chooses another player, whose votes count three times tomorrow. */
#include "role.h"

static seat_set bureaucrat_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~seat_bit(seat);
}

static void bureaucrat_act(struct night *night)
{
    grimoire_add_effect(night->turn, grimoire_chosen(night), EFFECT_THREE_VOTES, night->seat);
}

const struct role role_bureaucrat = {
    .id = "bureaucrat",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Every night chooses another player, whose votes count three times the next day.",
    .first_night = 10,
    .other_nights = 6,
    .choices = 1,
    .targets = bureaucrat_targets,
    .act = bureaucrat_act,
};
