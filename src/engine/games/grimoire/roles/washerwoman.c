/* Washerwoman. On the first night learns that one of two players is a certain Townsfolk. */
#include "role.h"

static void washerwoman_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_pair(night->state, night->seat, GRIMOIRE_TOWNSFOLK, truth);
}

const struct role role_washerwoman = {
    .id = "washerwoman",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns in the first night that one of two players is a certain Townsfolk.",
    .first_night = 51,
    .tells = GRIMOIRE_TELLS_PAIR,
    .inform = washerwoman_inform,
};
