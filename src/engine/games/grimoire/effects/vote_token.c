/* Vote token. A dead player's vote, given away: the holder may vote once with it. */
#include "effect.h"

const struct effect effect_vote_token = { .id = "vote_token", .expiry = GRIMOIRE_WITH_SOURCE };
