/* The one gate: whose ability works. Everything that acts on an ability asks here. */
#include "effects/effect.h"
#include "roles/role.h"

static bool works(const struct grimoire_state *s, int seat, seat_set asked);

/* Two poisoners may poison each other. `asked` are those whose abilities are in doubt already; the circle
 * is broken in favour of the poison. Whoever is drunk by nature does not sober up by it. */
static bool is_active(const struct grimoire_state *s, const struct grimoire_token *token,
                      seat_set asked)
{
    bool is_beyond_doubt = token->source == GRIMOIRE_NOBODY || seat_in(asked, token->source);
    return is_beyond_doubt || works(s, token->source, asked);
}

static bool is_impaired(const struct grimoire_state *s, int seat, seat_set asked)
{
    asked |= seat_bit(seat);
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && grimoire_effects[token->effect]->malfunction &&
            is_active(s, token, asked))
            return true;
    }
    return false;
}

static bool works(const struct grimoire_state *s, int seat, seat_set asked)
{
    bool is_there = is_alive(s, seat) || role_of(acting_character(s, seat))->acts_when_dead;
    return is_there && !is_impaired(s, seat, asked);
}

bool ability_works(const struct grimoire_state *s, int seat)
{
    return works(s, seat, SEATS_NONE);
}

bool malfunctions(const struct grimoire_state *s, int seat)
{
    return is_impaired(s, seat, SEATS_NONE);
}

bool token_is_active(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return is_active(s, token, SEATS_NONE);
}
