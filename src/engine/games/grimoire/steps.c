/* Questions about a step of the night: is it due, what may be chosen in it, what is true. Whether somebody
 * is there to be woken is worked out anew whenever it is asked. */
#include "effects/effect.h"
#include "roles/role.h"

/* A follow-up with a part of its own. */
bool grimoire_step_has_part(const struct grimoire_step *step)
{
    return step->origin == GRIMOIRE_BY_EFFECT && step->effect != EFFECT_NONE;
}

const struct role *grimoire_step_role(const struct grimoire_step *step)
{
    static const struct role none = { 0 };
    bool is_info = step->kind == GRIMOIRE_MINION_INFO || step->kind == GRIMOIRE_DEMON_INFO;
    if (grimoire_step_has_part(step))
        return grimoire_effects[step->effect]->step;
    return is_info || step->origin == GRIMOIRE_BY_EFFECT ? &none : grimoire_role_of(step->kind);
}

enum grimoire_team grimoire_step_team(const struct grimoire_step *step)
{
    return step->kind == GRIMOIRE_MINION_INFO ? GRIMOIRE_MINION : GRIMOIRE_DEMON;
}

static bool effect_step_is_due(const struct grimoire_state *s, const struct grimoire_token *token)
{
    const struct effect *effect = token ? grimoire_effects[token->effect] : NULL;
    if (!effect || (effect->act && !grimoire_token_is_active(s, token)))
        return false;
    return !effect->is_due || effect->is_due(s, token);
}

bool grimoire_takes_for_demon(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    return who->belief && grimoire_role_of(who->character)->believes_demon;
}

/* An evil Traveller learns who the Demon is, and no more. */
static bool is_for_traveller(const struct grimoire_step *step)
{
    return step->seat != GRIMOIRE_NOBODY && step->kind == GRIMOIRE_MINION_INFO;
}

bool grimoire_is_evil_traveller(const struct grimoire_state *s, int seat)
{
    return seat_in(s->table.travellers, seat) && s->secrets.seat[seat].is_evil &&
           grimoire_is_alive(s, seat);
}

/* Once: messages are kept, the latest of them. */
bool grimoire_knows_demon(const struct grimoire_state *s, int seat)
{
    const struct grimoire_own *own = &s->own[seat];
    for (int i = 0; i < own->message_count; i++)
        if (own->message[i].about == GRIMOIRE_MINION_INFO)
            return true;
    return own->message_count == GRIMOIRE_MESSAGES_MAX;
}

static bool has_no_waking(const struct grimoire_state *s, int seat)
{
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder == seat && grimoire_effects[token->effect]->no_waking &&
            grimoire_token_is_active(s, token))
            return true;
    }
    return false;
}

bool grimoire_step_is_due(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    if (step->seat == GRIMOIRE_NOBODY || step->origin == GRIMOIRE_BY_HAND)
        return true;
    if (step->origin == GRIMOIRE_BY_EFFECT)
        return effect_step_is_due(s, grimoire_token_by_id(s, step->token));
    if (step->kind == GRIMOIRE_DEMON_INFO)
        return grimoire_lives(s, step->seat) && grimoire_takes_for_demon(s, step->seat);
    if (is_for_traveller(step))
        return grimoire_is_evil_traveller(s, step->seat) && !grimoire_knows_demon(s, step->seat);
    if (grimoire_acting_character(s, step->seat) != step->kind)
        return false;
    if (has_no_waking(s, step->seat))
        return false;
    return role->wakes ? role->wakes(s, step->seat) : grimoire_is_there(s, step->seat);
}

bool grimoire_step_is_by_hand(const struct grimoire_step *step)
{
    return step->kind >= GRIMOIRE_CUSTOM_FIRST && step->kind < GRIMOIRE_CHARACTERS;
}

/* Minion and demon info are nobody's ability, and a change of character is always told truthfully. */
bool grimoire_step_works(const struct grimoire_state *s, const struct grimoire_step *step)
{
    bool is_ability = step->seat != GRIMOIRE_NOBODY && step->origin != GRIMOIRE_BY_EFFECT &&
                      !is_for_traveller(step);
    return !is_ability || ability_works(s, step->seat);
}

/* Told of what their own ability brought about. */
static bool is_own_news(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, step->token);
    return step->origin == GRIMOIRE_BY_EFFECT && token && token->source == step->seat &&
           !grimoire_effects[token->effect]->act;
}

seat_set grimoire_seats_woken(const struct grimoire_state *s)
{
    seat_set woken = SEATS_NONE;
    for (int i = 0; i < s->secrets.step_count; i++) {
        const struct grimoire_step *step = &s->secrets.step[i];
        bool is_own = step->seat != GRIMOIRE_NOBODY && step->kind < GRIMOIRE_CHARACTERS &&
                      (step->origin == GRIMOIRE_BY_SHEET || is_own_news(s, step));
        bool wakes = step->status == GRIMOIRE_STEP_IS_DONE ||
                     (step->status == GRIMOIRE_STEP_WAITS && grimoire_step_is_due(s, step));
        if (is_own && wakes)
            woken |= seat_bit(step->seat);
    }
    return woken;
}

int grimoire_step_choice_count(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    return role->choices_now ? role->choices_now(s, step->seat) : role->choices;
}

bool grimoire_step_chooses(const struct grimoire_state *s, const struct grimoire_step *step)
{
    return grimoire_step_choice_count(s, step) > 0 || characters_any(grimoire_step_picks(s, step));
}

bool grimoire_step_may_decline(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    return role->may_choose_nobody ? role->may_choose_nobody(s, step->seat) : false;
}

/* What Travellers are is public, and they come whatever the script. */
static grimoire_characters travellers_here(const struct grimoire_state *s)
{
    grimoire_characters characters = characters_none();
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(s->table.travellers, seat) && s->secrets.seat[seat].character)
            characters = characters_with(characters, s->secrets.seat[seat].character);
    return characters;
}

grimoire_characters grimoire_step_picks(const struct grimoire_state *s,
                                        const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    int teams = role->picks_now ? role->picks_now(s, step->seat) : role->picks;
    bool with_travellers = teams >> GRIMOIRE_TRAVELLER & 1;
    grimoire_characters characters = with_travellers ? travellers_here(s) : characters_none();
    for (int team = GRIMOIRE_TOWNSFOLK; team < GRIMOIRE_TEAMS; team++)
        if (teams >> team & 1)
            characters = characters_either(
                characters, grimoire_characters_of_team(&s->script, (enum grimoire_team)team));
    return characters;
}

enum grimoire_answer_kind grimoire_step_tells(const struct grimoire_state *s,
                                              const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    return role->tells_once && s->table.day > 1 ? GRIMOIRE_TELLS_NOTHING : role->tells;
}

seat_set grimoire_step_targets(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = grimoire_step_role(step);
    return role->targets ? role->targets(s, step->seat) : grimoire_seats_all(s);
}

static void inform_team(const struct grimoire_state *s, const struct grimoire_step *step,
                        struct grimoire_truth *truth)
{
    seat_set demons = grimoire_seats_of_team(s, GRIMOIRE_DEMON);
    truth->kind = GRIMOIRE_TELLS_TEAM;
    if (!is_for_traveller(step))
        truth->plain.players = grimoire_seats_of_team(s, GRIMOIRE_MINION);
    if (step->kind == GRIMOIRE_DEMON_INFO)
        truth->plain.characters = s->secrets.bluffs;
    else if (demons)
        truth->plain.number = (int8_t)grimoire_seat_first(demons);
}

static void inform_change(const struct grimoire_state *s, const struct grimoire_step *step,
                          struct grimoire_truth *truth)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, step->token);
    int character = token ? token->character : s->secrets.seat[step->seat].character;
    truth->kind = GRIMOIRE_TELLS_CHARACTER;
    truth->characters = truth->plain.characters = characters_one(character);
    truth->plain.number = s->secrets.seat[step->seat].is_evil;
}

/* An effect tells what it says, or nothing if it only acts; preset: a change of character. */
static void inform_by_effect(const struct grimoire_state *s, const struct grimoire_step *step,
                             struct grimoire_truth *truth)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, step->token);
    const struct effect *effect = token ? grimoire_effects[token->effect] : NULL;
    if (effect && effect->inform)
        effect->inform(s, token, truth);
    else if (!effect || !effect->act)
        inform_change(s, step, truth);
}

void grimoire_step_truth(const struct grimoire_state *s, const struct grimoire_step *step,
                         struct grimoire_truth *truth)
{
    const struct role *role = grimoire_step_role(step);
    struct night night = { .state = s,
                           .seat = step->seat,
                           .choice = step->choice,
                           .character = step->character,
                           .chosen = step->chosen };
    *truth = (struct grimoire_truth){ .kind = (int8_t)grimoire_step_tells(s, step),
                                      .plain = { .number = GRIMOIRE_NOBODY } };
    if (step->seat == GRIMOIRE_NOBODY || step->kind == GRIMOIRE_DEMON_INFO ||
        is_for_traveller(step))
        inform_team(s, step, truth);
    else if (step->origin == GRIMOIRE_BY_EFFECT && !grimoire_step_has_part(step))
        inform_by_effect(s, step, truth);
    else if (role->inform &&
             (step->has_chosen ? step->choice || step->character : !grimoire_step_chooses(s, step)))
        role->inform(&night, truth);
}

/* What an effect asks for comes after the abilities of the same place: it may be of one of them. */
static bool comes_before(const struct grimoire_step *a, const struct grimoire_step *b)
{
    bool a_follows = a->origin == GRIMOIRE_BY_EFFECT, b_follows = b->origin == GRIMOIRE_BY_EFFECT;
    if (a->order != b->order)
        return a->order < b->order;
    return a_follows != b_follows ? b_follows : a->seat < b->seat;
}

void grimoire_steps_in_order(const struct grimoire_secrets *secrets, int8_t index[])
{
    for (int i = 0; i < secrets->step_count; i++) {
        int at = i;
        for (; at > 0 && comes_before(&secrets->step[i], &secrets->step[index[at - 1]]); at--)
            index[at] = index[at - 1];
        index[at] = (int8_t)i;
    }
}
