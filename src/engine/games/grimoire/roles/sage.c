/* Sage. If the Demon kills her at night, learns two players, of whom one is the Demon. */
#include "role.h"

static bool sage_wakes(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    return !grimoire_is_alive(s, seat) && who->died_in == s->table.day &&
           who->died_by == GRIMOIRE_BY_DEMON;
}

static void sage_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    truth->plain.players = grimoire_seats_of_team(s, GRIMOIRE_DEMON) & ~seat_bit(night->seat);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat != night->seat && grimoire_may_be(s, seat, night->seat, TEAM, GRIMOIRE_DEMON))
            truth->players |= seat_bit(seat);
}

const struct role role_sage = {
    .id = "sage",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Killed by the Demon, learns two players, one of whom it is.",
    .other_nights = 62,
    .acts_when_dead = true,
    .wakes = sage_wakes,
    .tells = GRIMOIRE_TELLS_TWO_PLAYERS,
    .inform = sage_inform,
};
