/* Assassin. Once, at night, chooses a player, who dies even if protected. */
#include "role.h"

static bool assassin_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_spent(s, seat);
}

static void assassin_strikes(struct night *night, int target)
{
    grimoire_intend_next(night->turn, (struct intent){ .kind = INTENT_KILL,
                                                       .cause = GRIMOIRE_BY_ABILITY,
                                                       .source = (int8_t)night->seat,
                                                       .target = (int8_t)target,
                                                       .is_certain = true });
}

const struct role role_assassin = {
    .id = "assassin",
    .team = GRIMOIRE_MINION,
    .ability =
        "Once, at night but not in the first, chooses a player: they die, even if they could "
        "not.",
    .other_nights = 55,
    .wakes = assassin_wakes,
    .choices = 1,
    .may_choose_nobody = grimoire_always,
    .chose = grimoire_spend_once,
    .act_on = assassin_strikes,
};
