/* Philosopher. Once, at night, names a good character and has its ability from then on; the player of that
 * character is drunk as long as his ability works. */
#include "role.h"

static bool philosopher_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_spent(s, seat);
}

static bool philosopher_may_wait(const struct grimoire_state *s, int seat)
{
    (void)s;
    (void)seat;
    return true;
}

/* While it works nothing is spent: the gained ability may be one that works once. */
static void philosopher_chose(struct night *night)
{
    if (!ability_works(night->state, night->seat))
        grimoire_spend_once(night);
}

static void philosopher_act(struct night *night)
{
    const struct grimoire_state *s = night->state;
    int holder = grimoire_holder_of(s, night->character);
    if (night->character == GRIMOIRE_NO_CHARACTER)
        return;
    grimoire_gain_ability(night->turn, night->seat, night->character);
    if (holder != GRIMOIRE_NOBODY && holder != night->seat)
        grimoire_add_effect_until(night->turn, holder, EFFECT_DRUNK, night->seat,
                                  GRIMOIRE_WITH_SOURCE);
}

const struct role role_philosopher = {
    .id = "philosopher",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Once in the game, at night, gains the ability of a good character. Whoever is it is "
        "drunk.",
    .first_night = 13,
    .other_nights = 10,
    .picks = 1 << GRIMOIRE_TOWNSFOLK | 1 << GRIMOIRE_OUTSIDER,
    .may_choose_nobody = philosopher_may_wait,
    .wakes = philosopher_wakes,
    .chose = philosopher_chose,
    .act = philosopher_act,
    .muddle = 1,
};
