/* Librarian. On the first night learns that one of two players is a certain Outsider,
 * or that there is none. */
#include "role.h"

static void librarian_inform(const struct night *night, struct grimoire_truth *truth)
{
    grimoire_inform_pair(night->state, night->seat, GRIMOIRE_OUTSIDER, truth);
}

const struct role role_librarian = {
    .id = "librarian",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Learns in the first night that one of two players is a certain Outsider, or that "
               "there is none.",
    .first_night = 52,
    .tells = GRIMOIRE_TELLS_PAIR,
    .inform = librarian_inform,
};
