/* The night: dusk makes a list of steps in the order of the sheet, more are added as things happen, and dawn
 * ends it. */
#include "effects/effect.h"
#include "roles/role.h"

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
            grimoire_seats_of_team(s, grimoire_step_team(&step)))
            add_step(turn, step);
    }
}

static void add_traveller_steps(struct game_turn *turn)
{
    const struct grimoire_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (grimoire_is_evil_traveller(s, seat) && !grimoire_knows_demon(s, seat) &&
            s->evil_info != GRIMOIRE_NEVER)
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
    if (s->table.day == 1 && order > 0 && grimoire_takes_for_demon(s, seat) && evil_is_informed(s))
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
