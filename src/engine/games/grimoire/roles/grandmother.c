/* Grandmother. Knows a good player and their character. If the Demon kills that player, she dies too. */
#include "role.h"

static seat_set grandchildren(const struct grimoire_state *s, int seat)
{
    seat_set good = SEATS_NONE;
    for (int other = 0; other < s->table.seat_count; other++)
        if (other != seat && !s->secrets.seat[other].is_evil)
            good |= seat_bit(other);
    return good & grimoire_seats_dealt(s);
}

static void grandmother_inform(const struct night *night, struct grimoire_truth *truth)
{
    const struct grimoire_state *s = night->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->effect == EFFECT_GRANDCHILD && token->source == night->seat)
            grimoire_inform_player(s, night->seat, token->holder, truth);
    }
}

const struct role role_grandmother = {
    .id = "grandmother",
    .team = GRIMOIRE_TOWNSFOLK,
    .ability = "Knows who a good player is, and dies if the Demon kills them.",
    .first_night = 58,
    .tells = GRIMOIRE_TELLS_PLAYER,
    .inform = grandmother_inform,
    .prepares = EFFECT_GRANDCHILD,
    .prepares_on = grandchildren,
};
