/* Who sits where and who is what: small questions about seats, characters and effects. */
#include "effects/effect.h"
#include "roles/role.h"

#include <assert.h>
#include <stddef.h>

/* Seats */

seat_set grimoire_seats_all(const struct grimoire_state *s)
{
    return seat_bit(s->table.seat_count) - 1;
}

seat_set grimoire_seats_dealt(const struct grimoire_state *s)
{
    return grimoire_seats_all(s) & ~s->table.travellers;
}

int grimoire_seats_count(seat_set seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

int grimoire_seat_first(seat_set seats)
{
    assert(seats);
    int seat = 0;
    while (!seat_in(seats, seat))
        seat++;
    return seat;
}

int grimoire_seat_random(seat_set seats, struct rng *rng)
{
    for (uint64_t skip = rng_below(rng, (uint64_t)grimoire_seats_count(seats)); skip > 0; skip--)
        seats &= seats - 1;
    return grimoire_seat_first(seats);
}

int grimoire_place_of(const struct grimoire_table *table, int seat)
{
    int place = 0;
    while (table->ring[place] != seat)
        place++;
    return place;
}

int grimoire_neighbour(const struct grimoire_table *table, int seat, int by)
{
    int count = table->seat_count;
    return table->ring[(grimoire_place_of(table, seat) + by + count) % count];
}

/* Effects */

bool grimoire_is_alive(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == seat &&
            grimoire_effects[s->secrets.token[i].effect]->is_death)
            return false;
    return true;
}

bool grimoire_lives(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct effect *effect = grimoire_effects[s->secrets.token[i].effect];
        if (s->secrets.token[i].holder == seat && effect->is_death && !effect->is_sham)
            return false;
    }
    return true;
}

seat_set grimoire_seats_living(const struct grimoire_state *s)
{
    seat_set living = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_lives(s, seat))
            living |= seat_bit(seat);
    return living;
}

seat_set grimoire_died_today(const struct grimoire_state *s)
{
    int today = s->table.phase == GRIMOIRE_NIGHT ? s->table.day - 1 : s->table.day;
    seat_set died = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count && today > 0; seat++)
        if (s->secrets.seat[seat].died_on == today)
            died |= seat_bit(seat);
    return died;
}

int grimoire_living_neighbour(const struct grimoire_state *s, int seat, int by)
{
    int next = grimoire_neighbour(&s->table, seat, by);
    while (!grimoire_is_alive(s, next) && next != seat)
        next = grimoire_neighbour(&s->table, next, by);
    return next;
}

int grimoire_townsfolk_neighbour(const struct grimoire_state *s, int seat, int by)
{
    seat_set townsfolk = grimoire_seats_of_team(s, GRIMOIRE_TOWNSFOLK);
    int next = grimoire_neighbour(&s->table, seat, by);
    while (!seat_in(townsfolk, next) && next != seat)
        next = grimoire_neighbour(&s->table, next, by);
    return next;
}

seat_set grimoire_seats_alive(const struct grimoire_state *s)
{
    seat_set alive = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_is_alive(s, seat))
            alive |= seat_bit(seat);
    return alive;
}

const struct grimoire_token *grimoire_token_by_id(const struct grimoire_state *s, int64_t id)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].id == id)
            return &s->secrets.token[i];
    return NULL;
}

/* Of an effect that a character of the script begins with. */
grimoire_effect_set grimoire_day_actions(const struct grimoire_script *script)
{
    grimoire_effect_set actions = characters_none();
    for (int character = 1; character < GRIMOIRE_CUSTOM_FIRST; character++) {
        const struct role *role = grimoire_role_of(character);
        for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++)
            if (characters_has(script->characters, character) && role->starts_with[i] &&
                grimoire_effects[role->starts_with[i]]->day_action &&
                !grimoire_effects[role->starts_with[i]]->is_public)
                actions = characters_with(actions, (int)role->starts_with[i]);
    }
    return actions;
}

grimoire_effect_set grimoire_actions_brought(const struct grimoire_table *table, int viewer)
{
    grimoire_effect_set actions = characters_none();
    for (int seat = 0; seat < table->seat_count; seat++) {
        const struct role *role = grimoire_role_of(table->traveller[seat]);
        bool is_meant = viewer == SEAT_NARRATOR || (viewer == seat && !seat_in(table->dead, seat));
        for (size_t i = 0; i < sizeof role->starts_with / sizeof *role->starts_with; i++)
            if (is_meant && role->starts_with[i] &&
                grimoire_effects[role->starts_with[i]]->is_public)
                actions = characters_with(actions, (int)role->starts_with[i]);
    }
    return actions;
}

grimoire_effect_set grimoire_day_actions_of(const struct grimoire_table *table,
                                            const struct grimoire_script *script, int viewer)
{
    grimoire_effect_set actions = grimoire_day_actions(script);
    for (int effect = 1; effect < EFFECT_COUNT && viewer != SEAT_NARRATOR; effect++)
        if (grimoire_effects[effect]->is_for_the_dead != seat_in(table->dead, viewer))
            actions = characters_without(actions, effect);
    return characters_either(actions, grimoire_actions_brought(table, viewer));
}

bool grimoire_has_effect(const struct grimoire_state *s, int seat, enum effect_id effect)
{
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].holder == seat && s->secrets.token[i].effect == effect)
            return true;
    return false;
}

bool grimoire_has_effect_of(const struct grimoire_state *s, int seat, enum effect_id effect,
                            int source)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && token->effect == effect && token->source == source)
            return true;
    }
    return false;
}

/* Characters */

const struct role *grimoire_role_of(int character)
{
    static const struct role manual = { .tells = GRIMOIRE_TELLS_ANYTHING };
    bool is_known = character > GRIMOIRE_NO_CHARACTER && character < GRIMOIRE_CUSTOM_FIRST;
    return is_known ? grimoire_roles[character] : &manual;
}

enum grimoire_team grimoire_team_of(const struct grimoire_script *script, int character)
{
    if (character >= GRIMOIRE_CUSTOM_FIRST)
        return script->custom[character - GRIMOIRE_CUSTOM_FIRST].team;
    return grimoire_role_of(character)->team;
}

bool grimoire_team_is_evil(enum grimoire_team team)
{
    return team == GRIMOIRE_MINION || team == GRIMOIRE_DEMON;
}

int grimoire_acting_character(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    return who->belief ? who->belief : who->gained ? who->gained : who->character;
}

seat_set grimoire_seats_of_team(const struct grimoire_state *s, enum grimoire_team team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_team_of(&s->script, s->secrets.seat[seat].character) == team)
            seats |= seat_bit(seat);
    return seats;
}

grimoire_characters grimoire_characters_of_team(const struct grimoire_script *script,
                                                enum grimoire_team team)
{
    grimoire_characters characters = characters_none();
    for (int character = 1; character < GRIMOIRE_CHARACTERS; character++)
        if (characters_has(script->characters, character) &&
            grimoire_team_of(script, character) == team)
            characters = characters_with(characters, character);
    return characters;
}

grimoire_characters grimoire_characters_in_play(const struct grimoire_state *s)
{
    grimoire_characters characters = characters_none();
    for (int seat = 0; seat < s->table.seat_count; seat++)
        characters = characters_with(characters, s->secrets.seat[seat].character);
    return characters_without(characters, GRIMOIRE_NO_CHARACTER);
}

int grimoire_character_random(grimoire_characters characters, struct rng *rng)
{
    if (!characters_any(characters))
        return GRIMOIRE_NO_CHARACTER;
    for (uint64_t skip = rng_below(rng, (uint64_t)characters_count(characters)); skip > 0; skip--)
        characters = characters_without(characters, characters_first(characters));
    return characters_first(characters);
}

int grimoire_chosen(const struct night *night)
{
    return grimoire_seat_first(night->choice);
}

void grimoire_demon_kills(struct night *night, int target)
{
    grimoire_kill_next(night->turn, GRIMOIRE_BY_DEMON, night->seat, target);
}

bool grimoire_always(const struct grimoire_state *s, int seat)
{
    (void)s;
    (void)seat;
    return true;
}
