/* Clockmaker. On the first night learns how far the Demon sits from the nearest Minion, either way round.
 * */
#include "role.h"

/* The distance from a Demon to the nearest Minion, by these two tests; -1: one of them is missing. */
struct distance {
    seat_set demons, minions;
};

static int nearest(const struct grimoire_state *s, struct distance between)
{
    int count = s->table.seat_count;
    for (int by = 1; by <= count / 2; by++)
        for (int seat = 0; seat < count; seat++) {
            seat_set ends = seat_bit(grimoire_neighbour(&s->table, seat, by)) |
                            seat_bit(grimoire_neighbour(&s->table, seat, -by));
            if (seat_in(between.demons, seat) && (between.minions & ends))
                return by;
        }
    return GRIMOIRE_NOBODY;
}

static seat_set seem(const struct grimoire_state *s, int observer, enum grimoire_team team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_may_be(s, seat, observer, TEAM, team))
            seats |= seat_bit(seat);
    return seats & grimoire_seats_dealt(s);
}

static seat_set are(const struct grimoire_state *s, int observer, enum grimoire_team team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_must_be(s, seat, observer, TEAM, team))
            seats |= seat_bit(seat);
    return seats & grimoire_seats_dealt(s);
}

/* Registering as more Demons and Minions brings them nearer, as fewer farther apart. */
static void clockmaker_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    int plain = nearest(s, (struct distance){ grimoire_seats_of_team(s, GRIMOIRE_DEMON),
                                              grimoire_seats_of_team(s, GRIMOIRE_MINION) });
    int near = nearest(s, (struct distance){ seem(s, night->seat, GRIMOIRE_DEMON),
                                             seem(s, night->seat, GRIMOIRE_MINION) });
    int far = nearest(s, (struct distance){ are(s, night->seat, GRIMOIRE_DEMON),
                                            are(s, night->seat, GRIMOIRE_MINION) });
    int max = s->table.seat_count / 2;
    if (plain == GRIMOIRE_NOBODY)
        grimoire_inform_number(truth, 0, 0, 0, max);
    else
        grimoire_inform_number(truth, plain, near, far == GRIMOIRE_NOBODY ? plain : far, max);
}

const struct role role_clockmaker = {
    .id = "clockmaker",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability =
        "Learns in the first night how many places lie from the Demon to the nearest Minion.",
    .first_night = 59,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = clockmaker_inform,
};
