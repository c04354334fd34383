/* Evil Twin. She and a player of the other side know each other. If the good one is executed, evil wins;
 * good cannot win while both live. */
#include "role.h"

static seat_set twins(const struct grimoire_state *s, int seat)
{
    seat_set opposed = SEATS_NONE;
    for (int other = 0; other < s->table.seat_count; other++)
        if (s->secrets.seat[other].is_evil != s->secrets.seat[seat].is_evil)
            opposed |= seat_bit(other);
    return opposed & grimoire_seats_dealt(s);
}

static seat_set twin_of(const struct grimoire_state *s, int seat)
{
    seat_set seats = SEATS_NONE;
    for (int other = 0; other < s->table.seat_count; other++)
        if (grimoire_has_effect_of(s, other, EFFECT_TWIN, seat))
            seats |= seat_bit(other);
    return seats & twins(s, seat);
}

/* Both are told the same: who they are, and which character the other one is. */
static void evil_twin_inform(const struct night *night, struct grimoire_truth *truth)
{
    seat_set twin = twin_of(night->state, night->seat);
    if (!twin)
        return;
    int character = night->state->secrets.seat[grimoire_seat_first(twin)].character;
    truth->plain.players = truth->players = twin | seat_bit(night->seat);
    truth->characters = truth->plain.characters = characters_one(character);
}

const struct role role_evil_twin = {
    .id = "evil_twin",
    .team = GRIMOIRE_MINION,
    .ability = "Knows a player of the other side, and is known. If the good one is executed, evil "
               "wins. Good cannot win while both live.",
    .first_night = 40,
    .tells = GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER,
    .inform = evil_twin_inform,
    .tells_also = twin_of,
    .prepares = EFFECT_TWIN,
    .prepares_on = twins,
    .prepares_anew = true,
};
