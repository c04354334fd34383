/* Oracle. Each night but the first learns how many of the dead are evil; who died tonight counts. */
#include "role.h"

static void oracle_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    int plain = 0, certain = 0, possible = 0, dead = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        if (grimoire_is_alive(s, seat))
            continue;
        dead++;
        plain += s->secrets.seat[seat].is_evil;
        certain += grimoire_must_be(s, seat, night->seat, ALIGNMENT, GRIMOIRE_EVIL);
        possible += grimoire_may_be(s, seat, night->seat, ALIGNMENT, GRIMOIRE_EVIL);
    }
    grimoire_inform_number(truth, plain, certain, possible, dead ? dead : 1);
}

const struct role role_oracle = {
    .id = "oracle",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns every night but the first how many dead players are evil.",
    .other_nights = 81,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = oracle_inform,
};
