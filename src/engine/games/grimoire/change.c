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
                      int character, int expiry, int dusks)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.token_count == GRIMOIRE_TOKENS_MAX || s->secrets.token_next == INT16_MAX)
        return;
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_EFFECT_ADDED,
                                                    .arg = { s->secrets.token_next, seat, effect,
                                                             source, character, expiry, 0, dusks },
                                                    .text = "" });
}

void grimoire_add_effect_until(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int expiry)
{
    add_token(turn, seat, effect, source, GRIMOIRE_NO_CHARACTER, expiry, 0);
}

void grimoire_add_effect_about(struct game_turn *turn, int seat, enum effect_id effect, int source,
                               int character)
{
    add_token(turn, seat, effect, source, character, grimoire_effects[effect]->expiry, 0);
}

void grimoire_add_effect_for(struct game_turn *turn, int seat, enum effect_id effect, int source,
                             int expiry, int dusks)
{
    add_token(turn, seat, effect, source, GRIMOIRE_NO_CHARACTER, expiry, dusks);
}

void grimoire_add_effect(struct game_turn *turn, int seat, enum effect_id effect, int source)
{
    grimoire_add_effect_for(turn, seat, effect, source, grimoire_effects[effect]->expiry,
                            grimoire_effects[effect]->dusks);
}

void grimoire_add_effect_now(struct game_turn *turn, int seat, enum effect_id effect, int source)
{
    const struct grimoire_state *s = turn->state;
    int id = s->secrets.token_next;
    grimoire_add_effect(turn, seat, effect, source);
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (!token || s->table.phase != GRIMOIRE_NIGHT)
        return;
    const struct grimoire_token copy = *token;
    grimoire_add_follow_up(turn, &copy);
}

void grimoire_remove_effect(struct game_turn *turn, int64_t id)
{
    const struct grimoire_token *token = grimoire_token_by_id(turn->state, id);
    if (token)
        grimoire_emit_secret(turn,
                             (struct game_event){ .kind = GRIMOIRE_EFFECT_REMOVED,
                                                  .arg = { id, token->holder, token->effect } });
}

void grimoire_remove_effects_of(struct game_turn *turn, enum effect_id effect, int source)
{
    const struct grimoire_state *s = turn->state;
    for (int i = s->secrets.token_count - 1; i >= 0; i--)
        if (s->secrets.token[i].effect == effect && s->secrets.token[i].source == source)
            grimoire_remove_effect(turn, s->secrets.token[i].id);
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

void grimoire_start_seat(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    grimoire_start_ability(turn, seat, s->secrets.seat[seat].character);
    if (s->secrets.seat[seat].belief)
        grimoire_start_ability(turn, seat, s->secrets.seat[seat].belief);
}

/* Life and death */

void grimoire_bury(struct game_turn *turn, const struct intent *intent)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_DIED,
                                                    .arg = { intent->target, intent->cause } });
    grimoire_add_effect(turn, intent->target, EFFECT_BURIED, GRIMOIRE_NOBODY);
    grimoire_announce(turn);
}

/* A player who comes back has their vote again. */
static void raise_seat(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    for (int i = s->secrets.token_count - 1; i >= 0; i--) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        if (token->holder == seat && (effect->is_death || effect->no_vote))
            grimoire_remove_effect(turn, token->id);
    }
}

void grimoire_revive(struct game_turn *turn, int seat)
{
    raise_seat(turn, seat);
    grimoire_emit_secret(turn,
                         (struct game_event){ .kind = GRIMOIRE_ABILITY_LOST, .arg = { seat } });
    grimoire_start_seat(turn, seat);
    grimoire_prepare_at_random(turn, seat);
    grimoire_add_own_step(turn, seat);
    grimoire_announce(turn);
}

/* Characters and sides */

/* A step that tells the player goes into the running night, or into the next one. */
static void reveal_later(struct game_turn *turn, int seat, int character, int source)
{
    const struct grimoire_state *s = turn->state;
    int id = s->secrets.token_next;
    add_token(turn, seat, EFFECT_PENDING_ROLE_REVEAL, source, character, 0, 0);
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (token && s->table.phase == GRIMOIRE_NIGHT)
        grimoire_add_follow_up(turn, token);
}

void grimoire_become_on_side(struct game_turn *turn, int seat, int character, bool is_evil,
                             bool is_told)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_CHARACTER_CHANGED,
                                                    .arg = { seat, character, is_evil } });
    grimoire_start_ability(turn, seat, character);
    if (is_told)
        reveal_later(turn, seat, character, GRIMOIRE_NOBODY);
    grimoire_add_own_step(turn, seat);
}

void grimoire_become(struct game_turn *turn, int seat, int character, bool is_told)
{
    const struct grimoire_state *s = turn->state;
    bool is_evil = grimoire_team_is_evil(grimoire_team_of(&s->script, character));
    grimoire_become_on_side(turn, seat, character, is_evil, is_told);
}

void grimoire_swap_characters(struct game_turn *turn, int first, int second)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_seat one = s->secrets.seat[first], other = s->secrets.seat[second];
    grimoire_become_on_side(turn, first, other.character, one.is_evil, true);
    grimoire_become_on_side(turn, second, one.character, other.is_evil, true);
}

void grimoire_advise_on_visit(struct game_turn *turn, const struct grimoire_token *token)
{
    const struct grimoire_state *s = turn->state;
    grimoire_give_warning(turn,
                          grimoire_is_falsified(s, token->holder) ? GRIMOIRE_VISIT_IS_FALSE
                          : grimoire_token_is_active(s, token)    ? GRIMOIRE_VISIT_IS_TRUE
                                                                  : GRIMOIRE_VISIT_IS_ANYTHING,
                          token->holder);
}

/* Of the holder's own making it is none: the Drunk has no ability that could go wrong. */
static bool is_impaired_by_another(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->source != seat && grimoire_is_impaired_by(s, token, seat) &&
            grimoire_token_is_active(s, token))
            return true;
    }
    return grimoire_is_falsified(s, seat);
}

static bool are_malfunctions_counted(const struct grimoire_state *s)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (grimoire_effects[s->secrets.token[i].effect]->counts_malfunctions)
            return true;
    return false;
}

void grimoire_note_malfunction(struct game_turn *turn, int seat, bool is_certain)
{
    const struct grimoire_state *s = turn->state;
    if (are_malfunctions_counted(s) && !grimoire_has_effect(s, seat, EFFECT_ABNORMAL) &&
        (is_certain || is_impaired_by_another(s, seat)))
        grimoire_add_effect(turn, seat, EFFECT_ABNORMAL, GRIMOIRE_NOBODY);
}

void grimoire_gain_ability(struct game_turn *turn, int seat, int character)
{
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_ABILITY_GAINED, .arg = { seat, character } });
    grimoire_start_ability(turn, seat, character);
    grimoire_add_own_step(turn, seat);
}

void grimoire_tell_also(struct game_turn *turn, int seat, int source)
{
    const struct grimoire_state *s = turn->state;
    int id = s->secrets.token_next;
    add_token(turn, seat, EFFECT_PENDING_WORD, source, GRIMOIRE_NO_CHARACTER, GRIMOIRE_AT_DAWN, 0);
    const struct grimoire_token *token = grimoire_token_by_id(s, id);
    if (token && s->table.phase == GRIMOIRE_NIGHT)
        grimoire_add_follow_up(turn, token);
}

void grimoire_turn_side(struct game_turn *turn, int seat, bool is_evil, int source)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.seat[seat].is_evil == is_evil)
        return;
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_ALIGNMENT_SET, .arg = { seat, is_evil } });
    reveal_later(turn, seat, grimoire_acting_character(s, seat), source);
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
    if (is_dead) {
        grimoire_emit_public(turn, (struct game_event){ .kind = GRIMOIRE_DEATH_ANNOUNCED,
                                                        .arg = { seat, at_night } });
        grimoire_close_nominations(turn); /* nobody may learn whether a rule asks about it */
    } else
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

static bool are_equal(const struct grimoire_day_rules *a, const struct grimoire_day_rules *b)
{
    return a->no_vote == b->no_vote && a->no_nomination == b->no_nomination &&
           a->again == b->again && a->is_dead_free == b->is_dead_free &&
           a->needs_no_half == b->needs_no_half;
}

/* By what everybody knows: which Travellers are alive. Players must not learn whether an ability works. */
static void add_rules_of(const struct grimoire_state *s, int seat, struct grimoire_day_rules *rules)
{
    const struct role *role = grimoire_role_of(s->table.traveller[seat]);
    for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++) {
        const struct effect *effect = grimoire_effects[role->starts_with[i]];
        if (effect && effect->rule_day)
            effect->rule_day(s, seat, rules);
    }
}

void grimoire_announce_rules(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    struct grimoire_day_rules rules = { 0 };
    if (s->table.phase != GRIMOIRE_DAY && s->table.phase != GRIMOIRE_VOTE)
        return;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(s->table.travellers & ~s->table.dead, seat))
            add_rules_of(s, seat, &rules);
    if (!are_equal(&rules, &s->table.rules))
        grimoire_emit_public(
            turn, (struct game_event){ .kind = GRIMOIRE_DAY_RULES_SET,
                                       .arg = { rules.no_vote, rules.no_nomination, rules.again,
                                                rules.is_dead_free, rules.needs_no_half } });
}

/* Deaths at night stay secret until dawn. */
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
