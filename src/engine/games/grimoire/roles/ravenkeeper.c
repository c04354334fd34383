/* Ravenkeeper. If he dies at night he is woken, chooses a player and learns that player's character. */
#include "role.h"

static bool ravenkeeper_wakes(const struct grimoire_state *s, int seat)
{
    return !grimoire_is_alive(s, seat) && s->secrets.seat[seat].died_in == s->table.day;
}

static void ravenkeeper_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_character(night->state, night->seat, grimoire_chosen(night), truth);
}

const struct role role_ravenkeeper = {
    .id = "ravenkeeper",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Dying at night, points at a player and learns their character.",
    .other_nights = 74,
    .acts_when_dead = true,
    .wakes = ravenkeeper_wakes,
    .choices = 1,
    .tells = GRIMOIRE_TELLS_CHARACTER,
    .inform = ravenkeeper_inform,
};
