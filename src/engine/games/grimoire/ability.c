/* The one gate: whose ability works. Everything that acts on an ability asks here. */
#include "effects/effect.h"
#include "roles/role.h"

/* Poisoners may poison each other. `asked` are those whose abilities are in doubt already, `via` is the
 * effect that raised the last doubt: in a circle the older of two effects stands. */
static bool works(const struct grimoire_state *s, int seat, seat_set asked, int via);

static bool is_active(const struct grimoire_state *s, const struct grimoire_token *token,
                      seat_set asked, int via)
{
    if (token->source == GRIMOIRE_NOBODY)
        return true;
    if (seat_in(asked, token->source))
        return token->id < via;
    return works(s, token->source, asked, token->id);
}

static bool is_impaired(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    asked |= seat_bit(seat);
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && grimoire_effects[token->effect]->malfunction &&
            is_active(s, token, asked, via))
            return true;
    }
    return false;
}

static bool works(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    bool is_there = grimoire_is_alive(s, seat) ||
                    grimoire_role_of(grimoire_acting_character(s, seat))->acts_when_dead;
    return is_there && !is_impaired(s, seat, asked, via);
}

bool ability_works(const struct grimoire_state *s, int seat)
{
    return works(s, seat, SEATS_NONE, INT16_MAX);
}

bool grimoire_token_is_active(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return is_active(s, token, SEATS_NONE, INT16_MAX);
}
