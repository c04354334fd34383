/* Voudon. Only the Voudon and the dead vote, without tokens, and the most votes suffice. */
#include "role.h"

const struct role role_voudon = {
    .id = "voudon",
    .team = GRIMOIRE_TRAVELLER,
    .ability = "Only the Voudon and the dead vote, without spending anything. No half is needed.",
    .starts_with = { EFFECT_SEANCE },
};
