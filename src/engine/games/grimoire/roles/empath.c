/* Empath. Each night learns how many of the two nearest living neighbours are evil; after the Demon has
 * struck. */
#include "role.h"

static void empath_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    int left = grimoire_living_neighbour(s, night->seat, -1),
        right = grimoire_living_neighbour(s, night->seat, 1);
    int plain = 0, certain = 0, possible = 0;
    seat_set both = seat_bit(left) | seat_bit(right);
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (!seat_in(both, seat) || seat == night->seat)
            continue;
        plain += s->secrets.seat[seat].is_evil;
        certain += grimoire_must_be(s, seat, night->seat, ALIGNMENT, GRIMOIRE_EVIL);
        possible += grimoire_may_be(s, seat, night->seat, ALIGNMENT, GRIMOIRE_EVIL);
    }
    grimoire_inform_number(truth, plain, certain, possible, 2);
}

const struct role role_empath = {
    .id = "empath",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns every night how many of the two nearest living neighbours are evil.",
    .first_night = 55,
    .other_nights = 75,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = empath_inform,
};
