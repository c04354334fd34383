/* Gambler. Each night but the first guesses who a player is, and dies if the guess is wrong. */
#include "role.h"

static void gambler_act(struct night *night)
{
    bool is_right = grimoire_may_be(night->state, grimoire_chosen(night), night->seat, CHARACTER,
                                    night->character);
    if (!is_right)
        grimoire_kill_next(night->turn, GRIMOIRE_BY_ABILITY, night->seat, night->seat);
}

const struct role role_gambler = {
    .id = "gambler",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Every night but the first, guesses the character of a player. Guessing wrong, dies.",
    .other_nights = 20,
    .choices = 1,
    .picks = GRIMOIRE_ANY_TEAM,
    .act = gambler_act,
};
