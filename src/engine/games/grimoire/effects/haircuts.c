/* Haircuts. Tonight the holder, a Demon, may choose two players, dead or alive, perhaps itself but no
 * other Demon: their characters change places, their sides stay. */
#include "effect.h"

#include "../roles/role.h"

static seat_set customers(const struct grimoire_state *s, int seat)
{
    return grimoire_seats_dealt(s) & ~(grimoire_seats_of_team(s, GRIMOIRE_DEMON) & ~seat_bit(seat));
}

static bool may_be_nobody(const struct grimoire_state *s, int seat)
{
    (void)s;
    (void)seat;
    return true;
}

static void cut(struct night *night)
{
    int first = grimoire_seat_first(night->choice);
    grimoire_swap_characters(night->turn, first,
                             grimoire_seat_first(night->choice & ~seat_bit(first)));
    victory_check(night->turn, GRIMOIRE_BY_ABILITY);
}

static void cut_if_chosen(struct night *night)
{
    if (night->choice)
        cut(night);
}

static const struct role haircut = {
    .choices = 2,
    .targets = customers,
    .may_choose_nobody = may_be_nobody,
    .act = cut_if_chosen,
};

const struct effect effect_haircuts = {
    .id = "haircuts",
    .expiry = GRIMOIRE_AT_DAWN,
    .follow_up = 59,
    .step = &haircut,
};
