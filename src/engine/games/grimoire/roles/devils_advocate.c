/* Devil's Advocate. Each night chooses a living player, not the one of last night: executed tomorrow, they do
 * not die. */
#include "role.h"

static seat_set devils_advocate_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_alive(s) & ~grimoire_remembered(s, seat);
}

static void devils_advocate_act(struct night *night)
{
    grimoire_add_effect(night->turn, grimoire_chosen(night), EFFECT_REPRIEVE, night->seat);
}

const struct role role_devils_advocate = {
    .id = "devils_advocate",
    .team = GRIMOIRE_MINION,
    .ability = "Every night chooses a living player, another than last night: executed tomorrow, "
               "they live.",
    .first_night = 39,
    .other_nights = 25,
    .choices = 1,
    .targets = devils_advocate_targets,
    .chose = grimoire_remember_choice,
    .act = devils_advocate_act,
};
