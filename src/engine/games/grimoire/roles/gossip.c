/* Gossip. Each day says something in public. If it is true, somebody of the storyteller's choice dies
 * tonight. */
#include "role.h"

const struct role role_gossip = {
    .id = "gossip",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "May say something in public each day. If it is true, a player dies tonight.",
    .starts_with = { EFFECT_GOSSIP },
};
