/* The night: a list of steps in the order of the sheet. A step is opened, a choice made, an answer told;
 * or it is skipped. Whether somebody is there to be woken is worked out anew whenever it is asked. */
#include "effects/effect.h"
#include "roles/role.h"

#include <assert.h>
#include <stddef.h>

/* A follow-up with a part of its own. */
static bool has_part(const struct grimoire_step *step)
{
    return step->origin == GRIMOIRE_BY_EFFECT && step->effect != EFFECT_NONE;
}

static const struct role *role_of_step(const struct grimoire_step *step)
{
    static const struct role none = { 0 };
    bool is_info = step->kind == GRIMOIRE_MINION_INFO || step->kind == GRIMOIRE_DEMON_INFO;
    if (has_part(step))
        return grimoire_effects[step->effect]->step;
    return is_info || step->origin == GRIMOIRE_BY_EFFECT ? &none : grimoire_role_of(step->kind);
}

static enum grimoire_team informed_team(const struct grimoire_step *step)
{
    return step->kind == GRIMOIRE_MINION_INFO ? GRIMOIRE_MINION : GRIMOIRE_DEMON;
}

/* Looking at a step */

static bool effect_step_is_due(const struct grimoire_state *s, const struct grimoire_token *token)
{
    const struct effect *effect = token ? grimoire_effects[token->effect] : NULL;
    if (!effect || (effect->act && !grimoire_token_is_active(s, token)))
        return false;
    return !effect->is_due || effect->is_due(s, token);
}

static bool takes_for_demon(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    return who->belief && grimoire_role_of(who->character)->believes_demon;
}

/* An evil Traveller learns who the Demon is, and no more. */
static bool is_for_traveller(const struct grimoire_step *step)
{
    return step->seat != GRIMOIRE_NOBODY && step->kind == GRIMOIRE_MINION_INFO;
}

static bool is_evil_traveller(const struct grimoire_state *s, int seat)
{
    return seat_in(s->table.travellers, seat) && s->secrets.seat[seat].is_evil &&
           grimoire_is_alive(s, seat);
}

/* Once: messages are kept, the latest of them. */
static bool knows_demon(const struct grimoire_state *s, int seat)
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
    const struct role *role = role_of_step(step);
    if (step->seat == GRIMOIRE_NOBODY || step->origin == GRIMOIRE_BY_HAND)
        return true;
    if (step->origin == GRIMOIRE_BY_EFFECT)
        return effect_step_is_due(s, grimoire_token_by_id(s, step->token));
    if (step->kind == GRIMOIRE_DEMON_INFO)
        return grimoire_lives(s, step->seat) && takes_for_demon(s, step->seat);
    if (is_for_traveller(step))
        return is_evil_traveller(s, step->seat) && !knows_demon(s, step->seat);
    if (grimoire_acting_character(s, step->seat) != step->kind)
        return false;
    if (has_no_waking(s, step->seat))
        return false;
    return role->wakes ? role->wakes(s, step->seat) : grimoire_is_there(s, step->seat);
}

/* Minion and demon info are nobody's ability, and a change of character is always told truthfully. */
bool grimoire_step_is_by_hand(const struct grimoire_step *step)
{
    return step->kind >= GRIMOIRE_CUSTOM_FIRST && step->kind < GRIMOIRE_CHARACTERS;
}

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
    const struct role *role = role_of_step(step);
    return role->choices_now ? role->choices_now(s, step->seat) : role->choices;
}

bool grimoire_step_chooses(const struct grimoire_state *s, const struct grimoire_step *step)
{
    return grimoire_step_choice_count(s, step) > 0 || characters_any(grimoire_step_picks(s, step));
}

bool grimoire_step_may_decline(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = role_of_step(step);
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
    const struct role *role = role_of_step(step);
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
    const struct role *role = role_of_step(step);
    return role->tells_once && s->table.day > 1 ? GRIMOIRE_TELLS_NOTHING : role->tells;
}

seat_set grimoire_step_targets(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = role_of_step(step);
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
    const struct role *role = role_of_step(step);
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
    else if (step->origin == GRIMOIRE_BY_EFFECT && !has_part(step))
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

/* Making the list */

static void add_step(struct game_turn *turn, struct grimoire_step step)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.step_count < GRIMOIRE_STEPS_MAX)
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_ADDED,
                                                        .arg = { s->secrets.step_count, step.seat,
                                                                 step.kind, step.origin, step.order,
                                                                 step.token, step.effect } });
}

static int place_in_night(const struct grimoire_state *s, int kind)
{
    return s->table.day == 1 ? s->script.first[kind] : s->script.other[kind];
}

static bool evil_is_informed(const struct grimoire_state *s)
{
    switch ((enum grimoire_evil_info)s->evil_info) {
    case GRIMOIRE_FROM_SEVEN: return grimoire_dealt_count(s) >= GRIMOIRE_EVIL_INFO_MIN;
    case GRIMOIRE_ALWAYS: return true;
    case GRIMOIRE_NEVER: return false;
    }
    return false;
}

static void add_info_steps(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int kind = GRIMOIRE_MINION_INFO; kind <= GRIMOIRE_DEMON_INFO; kind++) {
        struct grimoire_step step = { .seat = GRIMOIRE_NOBODY,
                                      .kind = (grimoire_character)kind,
                                      .order = (int16_t)place_in_night(s, kind) };
        if (step.order > 0 && evil_is_informed(s) &&
            grimoire_seats_of_team(s, informed_team(&step)))
            add_step(turn, step);
    }
}

static void add_traveller_steps(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (is_evil_traveller(s, seat) && !knows_demon(s, seat) && s->evil_info != GRIMOIRE_NEVER)
            add_step(turn,
                     (struct grimoire_step){ .seat = (int8_t)seat,
                                             .kind = GRIMOIRE_MINION_INFO,
                                             .order = s->script.first[GRIMOIRE_MINION_INFO] });
}

/* Of what they take themselves for; but those who are mistaken about it may have a place of their own. */
static int place_of_seat(const struct grimoire_state *s, int seat)
{
    const struct grimoire_seat *who = &s->secrets.seat[seat];
    int order = place_in_night(s, grimoire_acting_character(s, seat));
    int own = who->belief ? place_in_night(s, who->character) : 0;
    return order > 0 && own > 0 ? own : order;
}

/* Who takes themselves for a Demon learns what a Demon learns; none of it need be true. */
static void add_sham_info(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    int order = place_in_night(s, s->secrets.seat[seat].character);
    if (s->table.day == 1 && order > 0 && takes_for_demon(s, seat) && evil_is_informed(s))
        add_step(turn, (struct grimoire_step){ .seat = (int8_t)seat,
                                               .kind = GRIMOIRE_DEMON_INFO,
                                               .order = (int16_t)order });
}

static void add_seat_steps(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int kind = grimoire_acting_character(s, seat), order = place_of_seat(s, seat);
        if (grimoire_is_there(s, seat))
            add_sham_info(turn, seat);
        if (order > 0 && grimoire_is_there(s, seat))
            add_step(turn, (struct grimoire_step){ .seat = (int8_t)seat,
                                                   .kind = (grimoire_character)kind,
                                                   .order = (int16_t)order });
    }
}

/* How far the night has come. */
static int place_now(const struct grimoire_state *s)
{
    int place = 0;
    for (int i = 0; i < s->secrets.step_count; i++)
        if (s->secrets.step[i].status == GRIMOIRE_STEP_IS_DONE && s->secrets.step[i].order > place)
            place = s->secrets.step[i].order;
    return place;
}

/* Whose ability an effect is. */
static int character_behind(const struct grimoire_state *s, const struct grimoire_token *token)
{
    return s->secrets.seat[token->source == GRIMOIRE_NOBODY ? token->holder : token->source]
        .character;
}

void grimoire_add_follow_up(struct game_turn *turn, const struct grimoire_token *token)
{
    const struct grimoire_state *s = turn->state;
    const struct effect *effect = grimoire_effects[token->effect];
    bool has_other_place = s->table.day == 1 && effect->first_follow_up > 0;
    int order = has_other_place ? effect->first_follow_up : effect->follow_up, now = place_now(s);
    int kind = token->character ? token->character : character_behind(s, token);
    seat_set told = effect->tells ? effect->tells(s, token) : seat_bit(token->holder);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(told, seat))
            add_step(turn, (struct grimoire_step){ .seat = (int8_t)seat,
                                                   .kind = (grimoire_character)kind,
                                                   .origin = GRIMOIRE_BY_EFFECT,
                                                   .order = (int16_t)(order > now ? order : now),
                                                   .token = token->id,
                                                   .effect = effect->step ? token->effect
                                                                          : EFFECT_NONE });
}

static bool has_step(const struct grimoire_state *s, int seat, int kind)
{
    for (int i = 0; i < s->secrets.step_count; i++)
        if (s->secrets.step[i].seat == seat && s->secrets.step[i].kind == kind &&
            s->secrets.step[i].origin == GRIMOIRE_BY_SHEET &&
            s->secrets.step[i].status == GRIMOIRE_STEP_WAITS)
            return true;
    return false;
}

void grimoire_add_own_step(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    int kind = grimoire_acting_character(s, seat), order = place_of_seat(s, seat),
        now = place_now(s);
    if (s->table.phase != GRIMOIRE_NIGHT || !grimoire_is_there(s, seat) || has_step(s, seat, kind))
        return;
    if (s->script.other[kind] == 0 && s->script.first[kind] > 0) /* once, as soon as it is there */
        order = s->script.first[kind] > now ? s->script.first[kind] : now + 1;
    if (order > now)
        add_step(turn, (struct grimoire_step){ .seat = (int8_t)seat,
                                               .kind = (grimoire_character)kind,
                                               .order = (int16_t)order });
}

void grimoire_repeat_steps(struct game_turn *turn, int seat)
{
    const struct grimoire_state *s = turn->state;
    int count = s->secrets.step_count;
    for (int i = 0; i < count; i++) {
        const struct grimoire_step step = s->secrets.step[i];
        if (step.seat == seat && step.origin == GRIMOIRE_BY_SHEET &&
            step.status == GRIMOIRE_STEP_WAITS)
            add_step(turn, (struct grimoire_step){
                               .seat = step.seat, .kind = step.kind, .order = step.order });
    }
}

static void add_follow_ups(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token token = s->secrets.token[i];
        if (grimoire_effects[token.effect]->follow_up > 0)
            grimoire_add_follow_up(turn, &token);
    }
}

enum refusal grimoire_decide_begin_night(struct game_turn *turn, const struct game_command *command)
{
    enum { NIGHTS_MAX = 99 };
    const struct grimoire_state *s = turn->state;
    (void)command;
    if (s->table.day == NIGHTS_MAX)
        return game_refuse(turn, REFUSED_NOT_NOW, "too_many_nights");
    if (s->table.phase == GRIMOIRE_DAY)
        victory_at_dusk(turn);
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_EFFECTS_EXPIRED, .arg = { GRIMOIRE_AT_DUSK } });
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_NIGHT_BEGAN, .arg = { s->table.day + 1 } });
    add_info_steps(turn);
    add_traveller_steps(turn);
    add_seat_steps(turn);
    add_follow_ups(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_begin_day(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    (void)command;
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_EFFECTS_EXPIRED, .arg = { GRIMOIRE_AT_DAWN } });
    grimoire_emit_public(
        turn, (struct game_event){ .kind = GRIMOIRE_DAY_BEGAN, .arg = { s->table.day } });
    grimoire_announce(turn);
    return ACCEPTED;
}

/* Going through it */

static const struct grimoire_step *open_step(const struct grimoire_state *s)
{
    return s->secrets.open_step < 0 ? NULL : &s->secrets.step[s->secrets.open_step];
}

static const struct grimoire_step *step_at(const struct grimoire_state *s, int64_t index)
{
    return index < s->secrets.step_count ? &s->secrets.step[index] : NULL;
}

enum refusal grimoire_decide_open_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_step *step = step_at(s, command->arg[0]);
    if (!step || step->status != GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    struct grimoire_answer answer = grimoire_suggest(s, step, turn->rng);
    grimoire_emit_secret(
        turn, event_with_characters((struct game_event){ .kind = GRIMOIRE_STEP_OPENED,
                                                         .arg = { command->arg[0], answer.players,
                                                                  0, answer.number } },
                                    2, answer.characters));
    return ACCEPTED;
}

static enum refusal no_step_open(struct game_turn *turn)
{
    return game_refuse(turn, REFUSED_NOT_NOW, "no_step_open");
}

enum refusal grimoire_decide_close_step(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    if (!open_step(turn->state))
        return no_step_open(turn);
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_CLOSED });
    return ACCEPTED;
}

/* What happens until the step is settled is its doing, and goes when it is done again. */
static void step_acts(struct game_turn *turn, int step)
{
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_ACTED, .arg = { step } });
}

void grimoire_settle_step(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    if (s->secrets.acting_step != GRIMOIRE_NOBODY && !s->secrets.question.is_open)
        step_acts(turn, GRIMOIRE_NOBODY);
}

/* An effect that asked for a step acts now, if it does, and goes with the step unless it stays. */
static void end_open_step(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    int index = s->secrets.open_step;
    const struct grimoire_step step = *open_step(s);
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_DONE, .arg = { index } });
    if (step.origin != GRIMOIRE_BY_EFFECT)
        return;
    const struct grimoire_token *found = grimoire_token_by_id(s, step.token);
    if (!found)
        return;
    const struct grimoire_token token = *found;
    const struct effect *effect = grimoire_effects[token.effect];
    step_acts(turn, index);
    if (!effect->stays)
        grimoire_remove_effect(turn, token.id);
    if (effect->act && grimoire_token_is_active(s, &token))
        effect->act(turn, &token);
    pipeline_drain(turn);
    grimoire_settle_step(turn);
}

/* Woken and chose as ever, and nothing comes of it: for the log, with what keeps it from working. */
static void fail_step(struct game_turn *turn, int index, int seat)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        bool is_dead = token->holder == seat && !grimoire_lives(s, seat) &&
                       grimoire_effects[token->effect]->is_death;
        if (!is_dead &&
            !(grimoire_is_impaired_by(s, token, seat) && grimoire_token_is_active(s, token)))
            continue;
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_FAILED,
                                                        .arg = { index, token->effect } });
        return;
    }
}

/* Choosing */

/* As the rules say: the right number, out of those who may be, with a character where one is asked for; or
 * nobody at all. */
static bool choice_fits(const struct grimoire_state *s, const struct grimoire_step *step,
                        seat_set players, grimoire_characters characters)
{
    bool picks = characters_any(grimoire_step_picks(s, step)); /* a script may have none */
    if (!players && !characters_any(characters) && grimoire_step_may_decline(s, step))
        return true;
    return grimoire_seats_count(players) == grimoire_step_choice_count(s, step) &&
           !(players & ~grimoire_step_targets(s, step)) &&
           characters_count(characters) == (picks ? 1 : 0) &&
           !characters_any(characters_except(characters, grimoire_step_picks(s, step)));
}

void grimoire_order_choice(struct grimoire_step *step, int first, int second)
{
    seat_set left = step->choice;
    int wish[] = { first, second };
    for (int i = 0; i < GRIMOIRE_CHOICES_MAX; i++) {
        bool is_wished = i < 2 && wish[i] >= 0 && seat_in(left, wish[i]);
        int next = is_wished ? wish[i] : left ? grimoire_seat_first(left) : GRIMOIRE_NOBODY;
        step->chosen[i] = (int8_t)next;
        if (next != GRIMOIRE_NOBODY)
            left &= ~seat_bit(next);
    }
}

int grimoire_holder_of(const struct grimoire_state *s, int character)
{
    for (int seat = 0; seat < s->table.seat_count && character != GRIMOIRE_NO_CHARACTER; seat++)
        if (s->secrets.seat[seat].character == character)
            return seat;
    return GRIMOIRE_NOBODY;
}

static void is_chosen(struct game_turn *turn, int by, int target)
{
    grimoire_intend(
        turn,
        (struct intent){ .kind = INTENT_CHOOSE, .source = (int8_t)by, .target = (int8_t)target });
}

/* Each player is chosen, in order, and then struck by it if the ability still works: to choose somebody may
 * cost it. Who names a character and no player has chosen its player. */
static void act_on_chosen(struct night *night, const struct grimoire_step *step)
{
    const struct role *role = role_of_step(step);
    int named = step->choice ? GRIMOIRE_NOBODY : grimoire_holder_of(night->state, step->character);
    if (named != GRIMOIRE_NOBODY)
        is_chosen(night->turn, step->seat, named);
    for (int i = 0; i < GRIMOIRE_CHOICES_MAX && step->chosen[i] != GRIMOIRE_NOBODY; i++) {
        is_chosen(night->turn, step->seat, step->chosen[i]);
        if (role->act_on && grimoire_step_works(night->state, step))
            role->act_on(night, step->chosen[i]);
    }
}

/* A reminder of what went wrong is the step's doing. */
static void note_malfunction(struct game_turn *turn, int index, int seat, bool is_certain)
{
    step_acts(turn, index);
    grimoire_note_malfunction(turn, seat, is_certain);
    grimoire_settle_step(turn);
}

static void act_out(struct game_turn *turn, int index, const struct grimoire_step *step)
{
    const struct grimoire_state *s = turn->state;
    const struct role *role = role_of_step(step);
    struct night night = { turn, s, step->seat, step->choice, step->character, step->chosen };
    bool works = grimoire_step_works(s, step), acts = role->act || role->act_on;
    if (!works)
        fail_step(turn, index, step->seat);
    if (!works && acts)
        note_malfunction(turn, index, step->seat, false);
    if (!role->chose && !(works && acts) && !pipeline_listens(s, INTENT_CHOOSE))
        return;
    step_acts(turn, index);
    if (role->chose)
        role->chose(&night);
    act_on_chosen(&night, step);
    if (works && !grimoire_step_works(s, step))
        fail_step(turn, index, step->seat);
    else if (works && role->act)
        role->act(&night);
    pipeline_drain(turn);
    grimoire_settle_step(turn);
}

enum refusal grimoire_decide_choose(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    if (!open_step(s))
        return no_step_open(turn);
    struct grimoire_step step = *open_step(s);
    const struct role *role = role_of_step(&step);
    grimoire_characters characters = characters_of_arg(command->arg, 1);
    bool is_free = grimoire_step_is_by_hand(&step); /* whom and how often is the storyteller's */
    if (!is_free && (!grimoire_step_chooses(s, &step) || step.has_chosen))
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    if (!is_free && !choice_fits(s, &step, (seat_set)command->arg[0], characters))
        return REFUSED_BAD_TARGET;
    int index = s->secrets.open_step;
    step.has_chosen = true;
    step.choice = (seat_set)command->arg[0];
    grimoire_order_choice(&step, (int)command->arg[2], (int)command->arg[3]);
    if (!is_free)
        step.character = (grimoire_character)characters_first(characters);
    struct grimoire_answer answer = grimoire_suggest(s, &step, turn->rng);
    if (is_free || role->picks)
        answer.characters = characters;
    grimoire_emit_secret(
        turn, event_with_characters(
                  (struct game_event){ .kind = GRIMOIRE_CHOICE_MADE,
                                       .arg = { index, step.choice, answer.players, 0,
                                                answer.number, step.chosen[0], step.chosen[1] } },
                  3, answer.characters));
    bool is_declined = !is_free && !step.choice && !step.character;
    if (grimoire_step_tells(s, &step) == GRIMOIRE_TELLS_NOTHING || is_declined)
        end_open_step(turn);
    act_out(turn, index, &step);
    return ACCEPTED;
}

void grimoire_choose_partly(struct game_turn *turn, int player)
{
    const struct grimoire_state *s = turn->state;
    struct grimoire_step step = *open_step(s);
    int index = s->secrets.open_step;
    step.has_chosen = true;
    step.choice = seat_bit(player);
    grimoire_order_choice(&step, player, GRIMOIRE_NOBODY);
    end_open_step(turn);
    act_out(turn, index, &step);
}

/* What a choice leaves behind, whether the ability works or not. */

void grimoire_remember_choice(struct night *night)
{
    const struct grimoire_state *s = night->state;
    grimoire_remove_effects_of(night->turn, EFFECT_LAST_CHOICE, night->seat);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(night->choice, seat))
            grimoire_add_effect_for(night->turn, seat, EFFECT_LAST_CHOICE, night->seat,
                                    GRIMOIRE_AT_DUSK | GRIMOIRE_WITH_SOURCE, 1);
}

seat_set grimoire_remembered(const struct grimoire_state *s, int seat)
{
    seat_set seats = SEATS_NONE;
    for (int i = 0; i < s->secrets.token_count; i++)
        if (s->secrets.token[i].effect == EFFECT_LAST_CHOICE && s->secrets.token[i].source == seat)
            seats |= seat_bit(s->secrets.token[i].holder);
    return seats;
}

void grimoire_spend_once(struct night *night)
{
    if (night->choice || night->character != GRIMOIRE_NO_CHARACTER)
        grimoire_add_effect(night->turn, night->seat, EFFECT_NO_ABILITY, night->seat);
}

bool grimoire_has_spent(const struct grimoire_state *s, int seat)
{
    return grimoire_has_effect_of(s, seat, EFFECT_NO_ABILITY, seat);
}

/* Who of a pair it is, and who not, as far as the storyteller has said so. */
static void remind_of_pair(struct game_turn *turn, const struct grimoire_step *step,
                           const struct grimoire_answer *answer)
{
    const struct grimoire_state *s = turn->state;
    int character = characters_first(answer->characters);
    if (role_of_step(step)->tells != GRIMOIRE_TELLS_PAIR || character == GRIMOIRE_NO_CHARACTER)
        return;
    step_acts(turn, s->secrets.open_step);
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (seat_in(answer->players, seat))
            grimoire_add_effect_about(turn, seat,
                                      grimoire_may_be(s, seat, step->seat, CHARACTER, character)
                                          ? EFFECT_SHOWN
                                          : EFFECT_WRONG,
                                      step->seat, character);
    grimoire_settle_step(turn);
}

/* A change of character; what other effects tell is about the character behind them. */
static bool step_is_about_you(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct grimoire_token *token = grimoire_token_by_id(s, step->token);
    return step->origin == GRIMOIRE_BY_EFFECT && !has_part(step) &&
           !(token && grimoire_effects[token->effect]->inform);
}

static bool has_player(const struct grimoire_step *step)
{
    return step->seat != GRIMOIRE_NOBODY;
}

/* For the storyteller alone: whether what was told is true, with the truth. */
static void weigh(struct game_turn *turn, const struct grimoire_step *step,
                  const struct grimoire_truth *truth, const struct grimoire_answer *answer,
                  seat_set to)
{
    enum grimoire_verdict verdict = grimoire_weigh(turn->state, step, truth, answer);
    for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
        if (seat_in(to, seat) && verdict != GRIMOIRE_NOT_JUDGED)
            grimoire_emit_secret(
                turn,
                event_with_characters(
                    (struct game_event){ .kind = GRIMOIRE_STATEMENT_JUDGED,
                                         .arg = { seat, verdict == GRIMOIRE_WAS_TRUE,
                                                  truth->plain.players, 0, truth->plain.number } },
                    3, truth->plain.characters));
}

static bool is_plain(const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    switch ((enum grimoire_answer_kind)truth->kind) {
    case GRIMOIRE_TELLS_NUMBER:
    case GRIMOIRE_TELLS_YES_OR_NO: return answer->number == truth->plain.number;
    case GRIMOIRE_TELLS_CHARACTER:
    case GRIMOIRE_TELLS_PLAYER:
    case GRIMOIRE_TELLS_CHARACTERS:
        return characters_equal(answer->characters, truth->plain.characters);
    case GRIMOIRE_TELLS_NOTHING:
    case GRIMOIRE_TELLS_PAIR:
    case GRIMOIRE_TELLS_TEAM:
    case GRIMOIRE_TELLS_GRIMOIRE:
    case GRIMOIRE_TELLS_ANYTHING:
    case GRIMOIRE_TELLS_TWO_CHARACTERS:
    case GRIMOIRE_TELLS_TWO_PLAYERS:
    case GRIMOIRE_TELLS_PLAYERS_AND_CHARACTER: break;
    }
    return true;
}

/* False by another's doing, or true only because somebody registers as what they are not. */
static void note_statement(struct game_turn *turn, const struct grimoire_step *step,
                           const struct grimoire_truth *truth, const struct grimoire_answer *answer)
{
    const struct grimoire_state *s = turn->state;
    enum grimoire_verdict verdict = grimoire_weigh(s, step, truth, answer);
    bool is_registration = verdict == GRIMOIRE_WAS_TRUE && !is_plain(truth, answer);
    if (verdict == GRIMOIRE_WAS_FALSE || is_registration)
        note_malfunction(turn, s->secrets.open_step, step->seat, is_registration);
}

enum refusal grimoire_decide_tell(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_answer answer = { .players = (seat_set)command->arg[0],
                                            .characters = characters_of_arg(command->arg, 1),
                                            .number = (int8_t)command->arg[2] };
    if (!open_step(s))
        return no_step_open(turn);
    const struct grimoire_step step = *open_step(s);
    seat_set to =
        has_player(&step) ? seat_bit(step.seat) : grimoire_seats_of_team(s, informed_team(&step));
    int about = step_is_about_you(s, &step)          ? GRIMOIRE_ABOUT_YOU
                : step.kind == GRIMOIRE_NO_CHARACTER ? GRIMOIRE_ABOUT_TEXT
                                                     : step.kind;
    if (has_player(&step) && role_of_step(&step)->tells_also)
        to |= role_of_step(&step)->tells_also(s, step.seat);
    if (role_of_step(&step)->tells == GRIMOIRE_TELLS_GRIMOIRE && grimoire_step_works(s, &step))
        grimoire_show_grimoire(turn, step.seat);
    struct grimoire_truth truth;
    grimoire_step_truth(s, &step, &truth);
    grimoire_send_messages(turn, to, about, answer, command->text);
    weigh(turn, &step, &truth, &answer, to);
    if (has_player(&step) && step.origin == GRIMOIRE_BY_SHEET)
        note_statement(turn, &step, &truth, &answer);
    remind_of_pair(turn, &step, &answer);
    end_open_step(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_finish_step(struct game_turn *turn, const struct game_command *command)
{
    (void)command;
    if (!open_step(turn->state))
        return no_step_open(turn);
    end_open_step(turn);
    return ACCEPTED;
}

enum refusal grimoire_decide_skip_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_step *step = step_at(turn->state, command->arg[0]);
    if (!step || step->status != GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_STEP_SKIPPED, .arg = { command->arg[0] } });
    return ACCEPTED;
}

enum refusal grimoire_decide_redo_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_step *step = step_at(turn->state, command->arg[0]);
    if (!step || step->status == GRIMOIRE_STEP_WAITS)
        return REFUSED_BAD_TARGET;
    if (step->status == GRIMOIRE_STEP_IS_DONE)
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_TAKEN_BACK,
                                                        .arg = { command->arg[0] } });
    grimoire_emit_secret(
        turn, (struct game_event){ .kind = GRIMOIRE_STEP_REDONE, .arg = { command->arg[0] } });
    victory_check(turn, GRIMOIRE_BY_STORYTELLER);
    return ACCEPTED;
}

enum refusal grimoire_decide_add_step(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    int seat = (int)command->arg[0];
    if (s->secrets.step_count == GRIMOIRE_STEPS_MAX)
        return game_refuse(turn, REFUSED_NOT_NOW, "too_many_steps");
    add_step(turn,
             (struct grimoire_step){ .seat = (int8_t)seat,
                                     .kind = (grimoire_character)grimoire_acting_character(s, seat),
                                     .origin = GRIMOIRE_BY_HAND,
                                     .order = (int16_t)place_now(s) });
    return ACCEPTED;
}

/* What evil learns at the beginning, whatever the size of the town and the night. */
enum refusal grimoire_decide_add_info(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    struct grimoire_step step = { .seat = GRIMOIRE_NOBODY,
                                  .kind = (grimoire_character)command->arg[0],
                                  .origin = GRIMOIRE_BY_HAND,
                                  .order = (int16_t)place_now(s) };
    if (s->secrets.step_count == GRIMOIRE_STEPS_MAX)
        return game_refuse(turn, REFUSED_NOT_NOW, "too_many_steps");
    add_step(turn, step);
    return ACCEPTED;
}

enum refusal grimoire_decide_send_prompt(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    const struct grimoire_step *step = open_step(s);
    (void)command;
    if (!step)
        return no_step_open(turn);
    int count = grimoire_step_choice_count(s, step);
    bool is_plain =
        !characters_any(grimoire_step_picks(s, step)) && !grimoire_step_may_decline(s, step);
    if (count == 0 || step->has_chosen || !is_plain)
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    grimoire_send_prompt(turn, step->seat, step->kind, count, grimoire_step_targets(s, step));
    return ACCEPTED;
}
