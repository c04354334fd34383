/* Small facts, each by its events: effects come and go, characters change, deaths become known. */
#include "effects/effect.h"
#include "roles/role.h"

#include <stddef.h>

void grimoire_emit_secret(struct game_turn *turn, struct game_event event)
{
    event.told = seat_bit(SEAT_NARRATOR);
    game_emit(turn, event);
}

void grimoire_emit_own(struct game_turn *turn, int seat, struct game_event event)
{
    event.told = seat_bit(SEAT_NARRATOR) | seat_bit(seat);
    game_emit(turn, event);
}

void grimoire_emit_public(struct game_turn *turn, struct game_event event)
{
    event.told = SEATS_ALL;
    game_emit(turn, event);
}

static void add_token(struct game_turn *turn, int seat, enum effect_id effect, int source,
                      int character, int expiry)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.token_count == GRIMOIRE_TOKENS_MAX || s->secrets.token_next == INT16_MAX)
        return;
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_EFFECT_ADDED,
                                                    .arg = { s->secrets.token_next, seat, effect,
                                                             source, character, expiry },
                                                    .text = "" });
}

void grimoire_add_effect_until(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int expiry)
{
    add_token(turn, seat, effect, source, GRIMOIRE_NO_CHARACTER, expiry);
}

void grimoire_add_effect_about(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int character)
{
    add_token(turn, seat, effect, source, character, grimoire_effects[effect]->expiry);
}

void grimoire_add_effect(struct game_turn *turn, int seat, enum effect_id effect, int source)
{
    grimoire_add_effect_until(turn, seat, effect, source, grimoire_effects[effect]->expiry);
}

void grimoire_remove_effect(struct game_turn *turn, int64_t id)
{
    const struct grimoire_token *token = grimoire_token_by_id(turn->state, id);
    if (token)
        grimoire_emit_secret(turn,
                             (struct game_event){ .kind = GRIMOIRE_EFFECT_REMOVED,
                                                  .arg = { id, token->holder, token->effect } });
}

void grimoire_spend_ability(struct game_turn *turn, const struct grimoire_token *token)
{
    grimoire_remove_effect(turn, token->id);
    grimoire_add_effect(turn, token->holder, EFFECT_NO_ABILITY, token->source);
}

void grimoire_start_ability(struct game_turn *turn, int seat, int character)
{
    const struct role *role = grimoire_role_of(character);
    for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++)
        if (role->starts_with[i] != EFFECT_NONE)
            grimoire_add_effect(turn, seat, role->starts_with[i], seat);
}

/* A step that tells the player goes into the running night, or into the next one. */
static void reveal_later(struct game_turn *turn, int seat, int character)
{
    const struct grimoire_state *s = turn->state;
    int id = s->secrets.token_next;
    add_token(turn, seat, EFFECT_PENDING_ROLE_REVEAL, GRIMOIRE_NOBODY, character, 0);
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (token && s->table.phase == GRIMOIRE_NIGHT)
        grimoire_add_follow_up(turn, token);
}

void grimoire_become(struct game_turn *turn, int seat, int character, bool is_told)
{
    const struct grimoire_state *s = turn->state;
    bool is_evil = grimoire_team_is_evil(grimoire_team_of(&s->script, character));
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_CHARACTER_CHANGED,
                                                    .arg = { seat, character, is_evil } });
    grimoire_start_ability(turn, seat, character);
    if (is_told)
        reveal_later(turn, seat, character);
}

void grimoire_give_warning(struct game_turn *turn, enum grimoire_warning warning, int seat)
{
    grimoire_emit_secret(turn,
                         (struct game_event){ .kind = GRIMOIRE_WARNED, .arg = { warning, seat } });
}

static void announce_life(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    bool is_dead = !grimoire_is_alive(s, seat),
         at_night = s->secrets.seat[seat].died_in == s->table.day;
    if (is_dead == seat_in(s->table.dead, seat))
        return;
    if (is_dead)
        grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_DEATH_ANNOUNCED,
                                                        .arg = { seat, at_night } });
    else
        grimoire_emit_public(
            turn, (struct game_event){ .kind = GRIMOIRE_LIFE_ANNOUNCED, .arg = { seat } });
}

static bool has_spent_vote(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == seat &&
            grimoire_effects[s->secrets.token[i].effect]->no_vote)
            return true;
    return false;
}

/* By night the dead keep their secret. */
void grimoire_announce(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count && s->table.phase != GRIMOIRE_NIGHT; seat++) {
        announce_life(turn, seat);
        bool is_spent = has_spent_vote(s, seat);
        if (is_spent != seat_in(s->table.spent, seat))
            grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_GHOST_VOTE_SET,
                                                            .arg = { seat, is_spent } });
    }
}
