/* Fortune Teller. Each night chooses two players, dead ones and himself too, and learns whether one of
 * them is a Demon. One good player, perhaps himself, is a red herring and always seems to be one. */
#include "role.h"

static seat_set herrings(const struct grimoire_state *s, int seat)
{
    seat_set good = SEATS_NONE;
    (void)seat;
    for (int other = 0; other < s->table.seat_count; other++)
        if (!s->secrets.seat[other].is_evil)
            good |= seat_bit(other);
    return good;
}

static void fortune_teller_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    bool plain = false, certain = false, possible = false;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (!seat_in(night->choice, seat))
            continue;
        bool is_herring = grimoire_has_effect_of(s, seat, EFFECT_RED_HERRING, night->seat);
        plain |= is_herring || seat_in(grimoire_seats_of_team(s, GRIMOIRE_DEMON), seat);
        certain |= is_herring || grimoire_must_be(s, seat, night->seat, TEAM, GRIMOIRE_DEMON);
        possible |= is_herring || grimoire_may_be(s, seat, night->seat, TEAM, GRIMOIRE_DEMON);
    }
    grimoire_inform_number(truth, plain, certain, possible, 1);
}

const struct role role_fortune_teller = {
    .id = "fortune_teller",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Points at two players every night and learns whether a Demon is among them. One "
               "good player always looks like a Demon.",
    .first_night = 56,
    .other_nights = 76,
    .choices = 2,
    .tells = GRIMOIRE_TELLS_YES_OR_NO,
    .inform = fortune_teller_inform,
    .prepares = EFFECT_RED_HERRING,
    .prepares_on = herrings,
};
