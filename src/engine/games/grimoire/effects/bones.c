/* Bones. The holder has their ability until dusk, though dead. */
#include "effect.h"

static bool holder_keeps_ability(const struct grimoire_state *s, const struct grimoire_token *token)
{
    (void)s;
    (void)token;
    return true;
}

const struct effect effect_bones = {
    .id = "bones",
    .keeps_ability = holder_keeps_ability,
    .expiry = GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE,
};
