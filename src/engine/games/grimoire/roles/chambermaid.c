/* Chambermaid. Each night chooses two other living players and learns how many of them wake tonight for
 * their own ability; those who come after her in the sheet count too. */
#include "role.h"

static seat_set chambermaid_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_alive(s) & ~seat_bit(seat);
}

static bool chambermaid_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && grimoire_seats_count(chambermaid_targets(s, seat)) >= 2;
}

static void chambermaid_inform(const struct night *night, struct grimoire_truth *truth)
{
    int count = grimoire_seats_count(grimoire_seats_woken(night->state) & night->choice);
    grimoire_inform_number(truth, count, count, count, 2);
}

const struct role role_chambermaid = {
    .id = "chambermaid",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Every night learns how many of two other living players wake for their ability.",
    .first_night = 75,
    .other_nights = 94,
    .wakes = chambermaid_wakes,
    .choices = 2,
    .targets = chambermaid_targets,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = chambermaid_inform,
};
