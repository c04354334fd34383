/* Investigator. On the first night learns that one of two players is a certain Minion. */
#include "role.h"

static void investigator_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_pair(night->state, night->seat, GRIMOIRE_MINION, truth);
}

const struct role role_investigator = {
    .id = "investigator",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns in the first night that one of two players is a certain Minion.",
    .first_night = 53,
    .tells = GRIMOIRE_TELLS_PAIR,
    .inform = investigator_inform,
};
