/* Flowergirl. Each night but the first learns whether a Demon voted today; calls for exile are no votes.
 * Who was what when it happened counts. */
#include "role.h"

static void flowergirl_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    grimoire_inform_deed(s, night->seat, s->secrets.today.voted, GRIMOIRE_DEMON, truth);
}

const struct role role_flowergirl = {
    .id = "flowergirl",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns every night but the first whether a Demon voted that day.",
    .other_nights = 79,
    .tells = GRIMOIRE_TELLS_YES_OR_NO,
    .inform = flowergirl_inform,
};
