/* Exorcist. Each night but the first chooses a player, not the one of last night: a Demon learns who he is
 * and does not wake to act tonight. */
#include "role.h"

static seat_set exorcist_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~grimoire_remembered(s, seat);
}

static void exorcist_act(struct night *night)
{
    int target = grimoire_chosen(night);
    if (grimoire_must_be(night->state, target, night->seat, TEAM, GRIMOIRE_DEMON))
        grimoire_add_effect_now(night->turn, target, EFFECT_EXORCISED, night->seat);
}

const struct role role_exorcist = {
    .id = "exorcist",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Every night but the first chooses a player, another than last night: a Demon learns "
        "who it was and does not act tonight.",
    .other_nights = 35,
    .choices = 1,
    .targets = exorcist_targets,
    .chose = grimoire_remember_choice,
    .act = exorcist_act,
};
