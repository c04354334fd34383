/* The one gate: whose ability works. Everything that acts on an ability asks here. */
#include "effects/effect.h"
#include "roles/role.h"

/* Poisoners may poison each other. `asked` are those whose abilities are in doubt already, `via` is the
 * effect that raised the last doubt: in a circle the older of two effects stands. An effect of a player on
 * themselves stands, unless the question is about that effect. */
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

/* One's own character keeps one sober if it says so. */
static bool is_immune(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && grimoire_effects[token->effect]->is_immune &&
            (token->source == seat || is_active(s, token, asked, via)))
            return true;
    }
    return false;
}

/* A player who is drunk by their own character has no ability that could be made to work. */
static bool is_innate(const struct grimoire_token *token)
{
    return token->source == token->holder && token->expiry == 0;
}

static bool is_impaired(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    asked |= seat_bit(seat);
    bool immune = is_immune(s, seat, asked, via);
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_own_doing = token->source == seat && token->id != via;
        if (grimoire_is_impaired_by(s, token, seat) && (!immune || is_innate(token)) &&
            (is_own_doing || is_active(s, token, asked, via)))
            return true;
    }
    return false;
}

/* What an effect leaves the dead counts as long as the ability behind it works. */
static bool is_there(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    if (grimoire_lives(s, seat))
        return true;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        if (token->holder == seat && effect->keeps_ability && effect->keeps_ability(s, token) &&
            is_active(s, token, asked | seat_bit(seat), via))
            return true;
    }
    return false;
}

static bool works(const struct grimoire_state *s, int seat, seat_set asked, int via)
{
    bool acts_when_dead = grimoire_role_of(grimoire_acting_character(s, seat))->acts_when_dead;
    return (acts_when_dead || is_there(s, seat, asked, via)) && !is_impaired(s, seat, asked, via);
}

bool grimoire_is_there(const struct grimoire_state *s, int seat)
{
    return is_there(s, seat, SEATS_NONE, INT16_MAX);
}

bool grimoire_is_impaired_by(const struct grimoire_state *s, const struct grimoire_token *token,
                             int seat)
{
    const struct effect *effect = grimoire_effects[token->effect];
    return effect->malfunction &&
           (effect->covers ? effect->covers(s, token, seat) : token->holder == seat);
}

bool grimoire_is_falsified(const struct grimoire_state *s, int seat)
{
    bool is_townsfolk =
        grimoire_team_of(&s->script, grimoire_acting_character(s, seat)) == GRIMOIRE_TOWNSFOLK;
    bool is_at_risk = is_townsfolk && !grimoire_sees_true(s, seat);
    for (int i = 0; i < s->secrets.token_count && is_at_risk; i++)
        if (grimoire_effects[s->secrets.token[i].effect]->falsifies &&
            grimoire_token_is_active(s, &s->secrets.token[i]))
            return true;
    return false;
}

bool ability_works(const struct grimoire_state *s, int seat)
{
    return works(s, seat, SEATS_NONE, INT16_MAX);
}

bool grimoire_token_is_active(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return is_active(s, token, SEATS_NONE, INT16_MAX);
}
