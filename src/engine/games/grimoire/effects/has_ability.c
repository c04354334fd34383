/* Has ability. The holder is a Minion who keeps the ability though dead, as long as they are one and the
 * source's ability works. */
#include "effect.h"

static bool is_minion(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return seat_in(grimoire_seats_of_team(s, GRIMOIRE_MINION), token->holder);
}

const struct effect effect_has_ability = {
    .id = "has_ability",
    .expiry = GRIMOIRE_WITH_SOURCE,
    .keeps_ability = is_minion,
};
