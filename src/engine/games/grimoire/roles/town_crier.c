/* Town Crier. Each night but the first learns whether a Minion nominated today; calls for exile are no
 * nominations. Who was what when it happened counts. */
#include "role.h"

static void town_crier_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    grimoire_inform_deed(s, night->seat, s->secrets.today.nominated, GRIMOIRE_MINION, truth);
}

const struct role role_town_crier = {
    .id = "town_crier",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns every night but the first whether a Minion nominated that day.",
    .other_nights = 80,
    .tells = GRIMOIRE_TELLS_YES_OR_NO,
    .inform = town_crier_inform,
};
