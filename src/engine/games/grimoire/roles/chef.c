/* Chef. On the first night learns how many pairs of evil neighbours there are round the circle. Three in
 * a row are two pairs. A character that may register differently may do so in each pair. */
#include "role.h"

struct pairs {
    int plain, certain, possible;
};

static bool is_evil(const struct grimoire_state *s, int seat)
{
    return s->secrets.seat[seat].is_evil;
}

static struct pairs count_pairs(const struct grimoire_state *s, int observer)
{
    struct pairs pairs = { 0 };
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int next = grimoire_neighbour(&s->table, seat, 1);
        pairs.plain += is_evil(s, seat) && is_evil(s, next);
        pairs.certain += grimoire_must_be(s, seat, observer, ALIGNMENT, GRIMOIRE_EVIL) &&
                         grimoire_must_be(s, next, observer, ALIGNMENT, GRIMOIRE_EVIL);
        pairs.possible += grimoire_may_be(s, seat, observer, ALIGNMENT, GRIMOIRE_EVIL) &&
                          grimoire_may_be(s, next, observer, ALIGNMENT, GRIMOIRE_EVIL);
    }
    return pairs;
}

static void chef_inform(const struct night *night, struct grimoire_truth *truth)
{
    struct pairs pairs = count_pairs(night->state, night->seat);
    int evil_max = grimoire_seats_count(grimoire_seats_of_team(night->state, GRIMOIRE_MINION)) + 1;
    int max = pairs.possible > evil_max ? pairs.possible : evil_max;
    grimoire_inform_number(truth, pairs.plain, pairs.certain, pairs.possible, max);
}

const struct role role_chef = {
    .id = "chef",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns in the first night how many pairs of neighbours are both evil.",
    .first_night = 54,
    .tells = GRIMOIRE_TELLS_NUMBER,
    .inform = chef_inform,
};
