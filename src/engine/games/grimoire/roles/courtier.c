/* Courtier. Once, at night, names a character: its player is drunk for three nights and three days. */
#include "role.h"

enum { DUSKS_OUTLIVED = 2 }; /* it ends at the third */

static bool courtier_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_spent(s, seat);
}

static void courtier_act(struct night *night)
{
    int drunk = grimoire_holder_of(night->state, night->character);
    if (drunk != GRIMOIRE_NOBODY)
        grimoire_add_effect_for(night->turn, drunk, EFFECT_DRUNK, night->seat,
                                GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE, DUSKS_OUTLIVED);
}

const struct role role_courtier = {
    .id = "courtier",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Once, at night, names a character: its player is drunk for three nights and days.",
    .first_night = 34,
    .other_nights = 17,
    .wakes = courtier_wakes,
    .may_choose_nobody = grimoire_always,
    .picks = GRIMOIRE_ANY_TEAM,
    .chose = grimoire_spend_once,
    .act = courtier_act,
    .muddle = 1,
};
