/* Dreamer. Each night chooses another player, no Traveller, and learns a good and an evil character, of which
 * one is that player's. Good and evil mean the characters, not the side of the player. */
#include "role.h"

static seat_set dreamer_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_dealt(s) & ~seat_bit(seat);
}

static void dreamer_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_character(night->state, night->seat, grimoire_chosen(night), truth);
}

const struct role role_dreamer = {
    .id = "dreamer",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night learns a good and an evil character of another player: one is right.",
    .first_night = 60,
    .other_nights = 78,
    .choices = 1,
    .targets = dreamer_targets,
    .tells = GRIMOIRE_TELLS_TWO_CHARACTERS,
    .inform = dreamer_inform,
};
