/* Butler. Each night chooses a master, and tomorrow may only vote if the master does. */
#include "role.h"

static seat_set butler_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~seat_bit(seat);
}

static void butler_act(struct night *night)
{
    grimoire_add_effect(night->turn, grimoire_chosen(night), EFFECT_BUTLER_MASTER, night->seat);
}

const struct role role_butler = {
    .id = "butler",
    .team = GRIMOIRE_OUTSIDER,
    .ability = "Chooses a master every night; votes the next day only along with the master.",
    .first_night = 57,
    .other_nights = 90,
    .choices = 1,
    .targets = butler_targets,
    .act = butler_act,
};
