/* Seamstress. Once, at night, chooses two other players and learns whether they are on the same side. */
#include "role.h"

static seat_set seamstress_targets(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_all(s) & ~seat_bit(seat);
}

static void seamstress_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    bool may_be[2] = { false, false }, is_evil[2];
    int one = grimoire_seat_first(night->choice),
        other = grimoire_seat_first(night->choice & ~seat_bit(one));
    is_evil[0] = s->secrets.seat[one].is_evil;
    is_evil[1] = s->secrets.seat[other].is_evil;
    for (int side = GRIMOIRE_GOOD; side <= GRIMOIRE_EVIL; side++)
        for (int against = GRIMOIRE_GOOD; against <= GRIMOIRE_EVIL; against++)
            if (grimoire_may_be(s, one, night->seat, ALIGNMENT, side) &&
                grimoire_may_be(s, other, night->seat, ALIGNMENT, against))
                may_be[side == against] = true;
    grimoire_inform_number(truth, is_evil[0] == is_evil[1], !may_be[0], may_be[1], 1);
}

static bool seamstress_wakes(const struct grimoire_state *s, int seat)
{
    return grimoire_is_there(s, seat) && !grimoire_has_spent(s, seat);
}

static bool seamstress_may_wait(const struct grimoire_state *s, int seat)
{
    (void)s;
    (void)seat;
    return true;
}

const struct role role_seamstress = {
    .id = "seamstress",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Once in the game, at night, learns whether two other players are on the same side.",
    .first_night = 61,
    .other_nights = 82,
    .choices = 2,
    .may_choose_nobody = seamstress_may_wait,
    .chose = grimoire_spend_once,
    .wakes = seamstress_wakes,
    .targets = seamstress_targets,
    .tells = GRIMOIRE_TELLS_YES_OR_NO,
    .inform = seamstress_inform,
};
