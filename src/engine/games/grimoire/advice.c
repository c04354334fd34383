/* Warnings: what a storyteller may have overlooked. Never walls. */
#include "effects/effect.h"
#include "roles/role.h"

#include <stddef.h>

struct notes {
    struct grimoire_warning_note *note;
    int count;
};

static void add_note(struct notes *notes, enum grimoire_warning kind, int seat, int value)
{
    if (notes->count < GRIMOIRE_WARNINGS_MAX)
        notes->note[notes->count++] =
            (struct grimoire_warning_note){ (int8_t)kind, (int8_t)seat, (uint8_t)value };
}

static void look_at_bag(const struct grimoire_state *s, struct notes *notes)
{
    int8_t needed[GRIMOIRE_TEAMS];
    grimoire_bag_needs(s, s->secrets.bag, needed);
    for (int team = GRIMOIRE_TOWNSFOLK; team <= GRIMOIRE_DEMON; team++) {
        grimoire_characters chosen = characters_both(
            s->secrets.bag, grimoire_characters_of_team(&s->script, (enum grimoire_team)team));
        if (characters_count(chosen) != needed[team])
            add_note(notes, GRIMOIRE_WRONG_TEAM_COUNT, GRIMOIRE_NOBODY, team);
    }
    if (characters_count(s->secrets.bag) != grimoire_dealt_count(s))
        add_note(notes, GRIMOIRE_WRONG_BAG_SIZE, GRIMOIRE_NOBODY, 0);
    for (int i = 0; i < s->script.custom_count; i++)
        if (s->script.custom[i].changes_setup &&
            characters_has(s->secrets.bag, GRIMOIRE_CUSTOM_FIRST + i))
            add_note(notes, GRIMOIRE_CUSTOM_CHANGES_SETUP, GRIMOIRE_NOBODY,
                     GRIMOIRE_CUSTOM_FIRST + i);
}

static void look_at_seat(const struct grimoire_state *s, int seat, struct notes *notes)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    if (!who->character)
        add_note(notes, GRIMOIRE_SEAT_WITHOUT_CHARACTER, seat, 0);
    if (grimoire_role_of(who->character)->is_deceived && !who->belief)
        add_note(notes, GRIMOIRE_BELIEF_MISSING, seat, 0);
    if (who->belief && !grimoire_role_of(who->character)->believes_demon &&
        characters_has(grimoire_characters_in_play(s), who->belief))
        add_note(notes, GRIMOIRE_BELIEF_IN_PLAY, seat, 0);
}

/* Travellers bring their own. */
static bool is_dealt(const struct grimoire_state *s)
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(grimoire_seats_dealt(s), seat) && s->secrets.seat[seat].character)
            return true;
    return false;
}

static void look_at_deal(const struct grimoire_state *s, struct notes *notes)
{
    if (!is_dealt(s))
        return;
    if (!grimoire_seats_of_team(s, GRIMOIRE_DEMON))
        add_note(notes, GRIMOIRE_NO_DEMON, GRIMOIRE_NOBODY, 0);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (!seat_in(s->table.travellers, seat))
            look_at_seat(s, seat, notes);
}

static void look_at_preparation(const struct grimoire_state *s, struct notes *notes)
{
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_prepare_is_missing(s, seat))
            add_note(notes, GRIMOIRE_PREPARATION_MISSING, seat,
                     grimoire_role_of(grimoire_acting_character(s, seat))->prepares);
    int bluff =
        characters_first(characters_both(s->secrets.bluffs, grimoire_characters_in_play(s)));
    if (bluff)
        add_note(notes, GRIMOIRE_BLUFF_IN_PLAY, GRIMOIRE_NOBODY, bluff);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (!s->own[seat].has_seen && !seat_in(s->table.travellers, seat)) {
            add_note(notes, GRIMOIRE_TOKENS_UNSEEN, GRIMOIRE_NOBODY, 0);
            return;
        }
}

static void look_at_night(const struct grimoire_state *s, struct notes *notes)
{
    for (int seat = 0; seat < s->table.seat_count; seat++) /* whoever has just become somebody */
        if (grimoire_is_alive(s, seat) && grimoire_prepare_is_missing(s, seat))
            add_note(notes, GRIMOIRE_PREPARATION_MISSING, seat,
                     grimoire_role_of(grimoire_acting_character(s, seat))->prepares);
    for (int i = 0; i < s->secrets.step_count; i++)
        if (s->secrets.step[i].status == GRIMOIRE_STEP_WAITS &&
            grimoire_step_is_due(s, &s->secrets.step[i])) {
            add_note(notes, GRIMOIRE_STEPS_LEFT, GRIMOIRE_NOBODY, 0);
            return;
        }
}

static void look_at_duties(const struct grimoire_state *s, struct notes *notes)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        if (effect->is_missing && grimoire_token_is_active(s, token) &&
            effect->is_missing(s, token))
            add_note(notes, effect->warning, token->holder, 0);
    }
}

static bool rules_day(const struct role *role)
{
    for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++) {
        const struct effect *effect = grimoire_effects[role->starts_with[i]];
        if (effect && effect->rule_day)
            return true;
    }
    return false;
}

/* Everybody lives by a Traveller's rule whether the ability works or not: only the storyteller may know. */
static void look_at_rules(const struct grimoire_state *s, struct notes *notes)
{
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int traveller = s->table.traveller[seat];
        bool works = grimoire_acting_character(s, seat) == traveller && ability_works(s, seat);
        bool is_in_force = !seat_in(s->table.dead, seat);
        if (works != is_in_force && rules_day(grimoire_role_of(traveller)))
            add_note(notes, works ? GRIMOIRE_RULE_IS_KEPT : GRIMOIRE_RULE_IS_VOID, seat, 0);
    }
}

static void look_at_day(const struct grimoire_state *s, struct notes *notes)
{
    look_at_duties(s, notes);
    look_at_rules(s, notes);
    if (s->table.block != GRIMOIRE_NOBODY && !s->table.has_executed)
        add_note(notes, GRIMOIRE_BLOCK_NOT_EXECUTED, s->table.block, 0);
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        bool is_due = !effect->is_for_the_dead || !grimoire_is_alive(s, token->holder);
        if (effect->day_note && is_due && grimoire_token_is_active(s, token))
            add_note(notes, effect->day_note, token->holder, token->character);
    }
    if (s->secrets.warning >= 0)
        add_note(notes, (enum grimoire_warning)s->secrets.warning, s->secrets.warned_seat, 0);
}

int grimoire_warnings(const struct grimoire_state *s, struct grimoire_warning_note note[])
{
    struct notes notes = { .note = note };
    switch ((enum grimoire_phase)s->table.phase) {
    case GRIMOIRE_SETUP:
        look_at_bag(s, &notes);
        look_at_deal(s, &notes);
        break;
    case GRIMOIRE_PREPARATION:
        look_at_deal(s, &notes);
        look_at_preparation(s, &notes);
        break;
    case GRIMOIRE_NIGHT: look_at_night(s, &notes); break;
    case GRIMOIRE_DAY:
    case GRIMOIRE_VOTE: look_at_day(s, &notes); break;
    case GRIMOIRE_ENDED: break;
    }
    return notes.count;
}
