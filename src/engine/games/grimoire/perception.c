/* What a player registers as. All information is gathered here, so that a character that may register as
 * another does so for everybody. */
#include "effects/effect.h"

bool grimoire_sees_true(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && grimoire_effects[token->effect]->sees_true &&
            grimoire_token_is_active(s, token))
            return true;
    }
    return false;
}

static struct perception look_at(const struct grimoire_state *s, int target, int observer)
{
    const struct grimoire_seat *who = &s->secrets.seat[target];
    struct perception seen = {
        .sides = characters_one(who->is_evil ? GRIMOIRE_EVIL : GRIMOIRE_GOOD),
        .teams =
            characters_with(characters_none(), (int)grimoire_team_of(&s->script, who->character)),
        .characters = characters_one(who->character),
    };
    if (grimoire_sees_true(s, observer))
        return seen;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        const struct effect *effect = grimoire_effects[token->effect];
        if (token->holder == target && effect->perceive && grimoire_token_is_active(s, token))
            effect->perceive(s, token, observer, &seen);
    }
    return seen;
}

grimoire_characters grimoire_perceive(const struct grimoire_state *s, int target, int observer,
                                      enum aspect aspect)
{
    struct perception seen = look_at(s, target, observer);
    switch (aspect) {
    case ALIGNMENT: return seen.sides;
    case TEAM: return seen.teams;
    case CHARACTER: return seen.characters;
    }
    return characters_none();
}

bool grimoire_may_be(const struct grimoire_state *s, int target, int observer, enum aspect aspect,
                     int value)
{
    return characters_has(grimoire_perceive(s, target, observer, aspect), value);
}

bool grimoire_must_be(const struct grimoire_state *s, int target, int observer, enum aspect aspect,
                      int value)
{
    grimoire_characters seen = grimoire_perceive(s, target, observer, aspect);
    return characters_has(seen, value) && characters_count(seen) == 1;
}

/* What is told of it */

void grimoire_inform_number(struct grimoire_truth *truth, int plain, int certain, int possible,
                            int max)
{
    truth->plain.number = (int8_t)plain;
    truth->number_max = (int8_t)max;
    for (int number = certain; number <= possible; number++)
        truth->numbers |= 1u << number;
}

void grimoire_inform_character(const struct grimoire_state *s, int observer, int target,
                               struct grimoire_truth *truth)
{
    truth->characters = grimoire_perceive(s, target, observer, CHARACTER);
    truth->plain.characters = characters_one(s->secrets.seat[target].character);
}

void grimoire_inform_deed(const struct grimoire_state *s, int observer,
                          const grimoire_character did[], enum grimoire_team team,
                          struct grimoire_truth *truth)
{
    bool plain = false, certain = false, possible = false;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        bool is_same = did[seat] == s->secrets.seat[seat].character;
        bool was = did[seat] && grimoire_team_of(&s->script, did[seat]) == team;
        plain |= was;
        if (!did[seat])
            continue;
        certain |= is_same ? grimoire_must_be(s, seat, observer, TEAM, team) : was;
        possible |= is_same ? grimoire_may_be(s, seat, observer, TEAM, team) : was;
    }
    grimoire_inform_number(truth, plain, certain, possible, 1);
}

void grimoire_inform_player(const struct grimoire_state *s, int observer, int target,
                            struct grimoire_truth *truth)
{
    int character = s->secrets.seat[target].character;
    grimoire_characters seen = grimoire_perceive(s, target, observer, CHARACTER);
    truth->kind = GRIMOIRE_TELLS_PLAYER;
    truth->plain.players = seat_bit(target);
    truth->plain.characters = characters_one(character);
    truth->characters = seen;
    for (int c = 1; c < GRIMOIRE_CHARACTERS; c++)
        if (c == character)
            truth->is[c] |= seat_bit(target);
        else if (characters_has(seen, c))
            truth->may_be[c] |= seat_bit(target);
}

/* Leaves out the observer: nobody learns about themselves. */
void grimoire_inform_pair(const struct grimoire_state *s, int observer, enum grimoire_team team,
                          struct grimoire_truth *truth)
{
    grimoire_characters of_team = grimoire_characters_of_team(&s->script, team);
    bool is_somebody = false;
    truth->team = (int8_t)team;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int character = s->secrets.seat[seat].character;
        grimoire_characters seen = grimoire_perceive(s, seat, observer, CHARACTER);
        if (seat == observer)
            continue;
        for (int c = 1; c < GRIMOIRE_CHARACTERS; c++) {
            if (!characters_has(of_team, c) || !characters_has(seen, c))
                continue;
            if (c == character)
                truth->is[c] |= seat_bit(seat);
            else
                truth->may_be[c] |= seat_bit(seat);
        }
        is_somebody |= grimoire_must_be(s, seat, observer, TEAM, team);
    }
    truth->may_be_none = !is_somebody;
}
