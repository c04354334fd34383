/* The night: a list of steps in the order of the sheet. A step is opened, a choice made, an answer told;
 * or it is skipped. Whether somebody is there to be woken is worked out anew whenever it is asked. */
#include "effects/effect.h"
#include "roles/role.h"

#include <assert.h>
#include <stddef.h>

static const struct role *role_of_step(const struct grimoire_step *step)
{
    static const struct role none = { 0 };
    bool is_info = step->kind == GRIMOIRE_MINION_INFO || step->kind == GRIMOIRE_DEMON_INFO;
    return is_info || step->origin == GRIMOIRE_BY_EFFECT ? &none : grimoire_role_of(step->kind);
}

static enum grimoire_team informed_team(const struct grimoire_step *step)
{
    return step->kind == GRIMOIRE_MINION_INFO ? GRIMOIRE_MINION : GRIMOIRE_DEMON;
}

/* Looking at a step */

bool grimoire_step_is_due(const struct grimoire_state *s, const struct grimoire_step *step)
{
    const struct role *role = role_of_step(step);
    if (step->seat == GRIMOIRE_NOBODY || step->origin == GRIMOIRE_BY_HAND)
        return true;
    if (step->origin == GRIMOIRE_BY_EFFECT)
        return grimoire_token_by_id(s, step->token) != NULL;
    if (grimoire_acting_character(s, step->seat) != step->kind)
        return false;
    return role->wakes ? role->wakes(s, step->seat) : grimoire_is_alive(s, step->seat);
}

/* Minion and demon info are nobody's ability, and a change of character is always told truthfully. */
bool grimoire_step_is_by_hand(const struct grimoire_step *step)
{
    return step->kind >= GRIMOIRE_CUSTOM_FIRST && step->kind < GRIMOIRE_CHARACTERS;
}

bool grimoire_step_works(const struct grimoire_state *s, const struct grimoire_step *step)
{
    bool is_ability = step->seat != GRIMOIRE_NOBODY && step->origin != GRIMOIRE_BY_EFFECT;
    return !is_ability || ability_works(s, step->seat);
}

int grimoire_step_choice_count(const struct grimoire_step *step)
{
    return role_of_step(step)->choices;
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

void grimoire_step_truth(const struct grimoire_state *s, const struct grimoire_step *step,
                         struct grimoire_truth *truth)
{
    const struct role *role = role_of_step(step);
    struct night night = { .state = s, .seat = step->seat, .choice = step->choice };
    *truth = (struct grimoire_truth){ .kind = (int8_t)role->tells,
                                      .plain = { .number = GRIMOIRE_NOBODY } };
    if (step->seat == GRIMOIRE_NOBODY)
        inform_team(s, step, truth);
    else if (step->origin == GRIMOIRE_BY_EFFECT)
        inform_change(s, step, truth);
    else if (role->inform && (role->choices == 0 || step->has_chosen))
        role->inform(&night, truth);
}

static bool comes_before(const struct grimoire_step *a, const struct grimoire_step *b)
{
    return a->order != b->order ? a->order < b->order : a->seat < b->seat;
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
        grimoire_emit_secret(
            turn, (struct game_event){ .kind = GRIMOIRE_STEP_ADDED,
                                       .arg = { s->secrets.step_count, step.seat, step.kind,
                                                step.origin, step.order, step.token } });
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

static void add_seat_steps(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        int kind = grimoire_acting_character(s, seat), order = place_in_night(s, kind);
        if (order > 0 && grimoire_is_alive(s, seat))
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

void grimoire_add_follow_up(struct game_turn *turn, const struct grimoire_token *token)
{
    const struct grimoire_state *s = turn->state;
    int order = grimoire_effects[token->effect]->follow_up, now = place_now(s);
    add_step(turn, (struct grimoire_step){ .seat = token->holder,
                                           .kind = token->character,
                                           .origin = GRIMOIRE_BY_EFFECT,
                                           .order = (int16_t)(order > now ? order : now),
                                           .token = token->id });
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

/* An effect that asked for a step goes with it. */
static void end_open_step(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    int index = s->secrets.open_step;
    const struct grimoire_step step = *open_step(s);
    grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_DONE, .arg = { index } });
    if (step.origin != GRIMOIRE_BY_EFFECT)
        return;
    step_acts(turn, index);
    grimoire_remove_effect(turn, step.token);
    grimoire_settle_step(turn);
}

/* Woken and chose as ever, and nothing comes of it: for the log, with what keeps it from working. */
static void fail_step(struct game_turn *turn, int index, int seat)
{
    const struct grimoire_state *s = turn->state;
    for (int i = 0; i < s->secrets.token_count; i++) {
        const struct grimoire_token *token = &s->secrets.token[i];
        if (token->holder != seat || !grimoire_impairs(token->effect))
            continue;
        grimoire_emit_secret(turn, (struct game_event){ .kind = GRIMOIRE_STEP_FAILED,
                                                        .arg = { index, token->effect } });
        return;
    }
}

enum refusal grimoire_decide_choose(struct game_turn *turn, const struct game_command *command)
{
    const struct grimoire_state *s = turn->state;
    seat_set choice = (seat_set)command->arg[0];
    if (!open_step(s))
        return no_step_open(turn);
    struct grimoire_step step = *open_step(s);
    const struct role *role = role_of_step(&step);
    bool is_free = grimoire_step_is_by_hand(&step); /* whom and how often is the storyteller's */
    if (!is_free && (role->choices == 0 || step.has_chosen))
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    if (!is_free && (grimoire_seats_count(choice) != role->choices ||
                     choice & ~grimoire_step_targets(s, &step)))
        return REFUSED_BAD_TARGET;
    grimoire_characters characters = characters_of_arg(command->arg, 1);
    if (!is_free && characters_any(characters)) /* no rule that we know asks for one */
        return REFUSED_BAD_TARGET;
    int index = s->secrets.open_step;
    bool works = grimoire_step_works(s, &step);
    step.has_chosen = true;
    step.choice = choice;
    struct grimoire_answer answer = grimoire_suggest(s, &step, turn->rng);
    if (is_free)
        answer.characters = characters;
    grimoire_emit_secret(
        turn, event_with_characters(
                  (struct game_event){ .kind = GRIMOIRE_CHOICE_MADE,
                                       .arg = { index, choice, answer.players, 0, answer.number } },
                  3, answer.characters));
    if (role->tells == GRIMOIRE_TELLS_NOTHING)
        end_open_step(turn);
    if (!works)
        fail_step(turn, index, step.seat);
    if (!works || !role->act)
        return ACCEPTED;
    step_acts(turn, index);
    role->act(&(struct night){ turn, s, step.seat, choice });
    grimoire_settle_step(turn);
    return ACCEPTED;
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

static bool has_player(const struct grimoire_step *step)
{
    return step->seat != GRIMOIRE_NOBODY;
}

/* For the storyteller alone: whether what was told is true, with the truth. */
static void judge(struct game_turn *turn, const struct grimoire_step *step,
                  const struct grimoire_truth *truth, const struct grimoire_answer *answer,
                  seat_set to)
{
    enum grimoire_verdict verdict = grimoire_judge(turn->state, step, truth, answer);
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
    int about = step.origin == GRIMOIRE_BY_EFFECT    ? GRIMOIRE_ABOUT_YOU
                : step.kind == GRIMOIRE_NO_CHARACTER ? GRIMOIRE_ABOUT_TEXT
                                                     : step.kind;
    if (role_of_step(&step)->tells == GRIMOIRE_TELLS_GRIMOIRE && grimoire_step_works(s, &step))
        grimoire_show_grimoire(turn, step.seat);
    struct grimoire_truth truth;
    grimoire_step_truth(s, &step, &truth);
    grimoire_send_messages(turn, to, about, answer, command->text);
    judge(turn, &step, &truth, &answer, to);
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
    victory_check(turn);
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
    if (grimoire_step_choice_count(step) == 0 || step->has_chosen)
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_to_choose");
    grimoire_send_prompt(turn, step->seat, step->kind, grimoire_step_choice_count(step),
                         grimoire_step_targets(s, step));
    return ACCEPTED;
}
