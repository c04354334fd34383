/* One Night: the windows of the night. Every role of the card list has its window, wherever its cards lie; it
 * is as long as its kind says and a little chance adds, and nothing that is done in it changes that. Only the
 * eager pace lets a step end when it is done. */
#include "onenight.h"

enum { JITTER_MS = 2000, BLIND_FACTOR = 2 };

/* Looking takes less time than choosing: 8 seconds where a choice has 14. */
enum { LOOK_NUMERATOR = 4, LOOK_DENOMINATOR = 7 };

static bool is_for_looking(int step)
{
    return step == ONENIGHT_MINION || step == ONENIGHT_MASON || step == ONENIGHT_INSOMNIAC ||
           step == ONENIGHT_STEP_REPORT;
}

static int64_t window_ms(const struct onenight_state *s, int step)
{
    if (is_for_looking(step))
        return s->step_ms * LOOK_NUMERATOR / LOOK_DENOMINATOR;
    return step == ONENIGHT_STEP_CHOICE ? s->step_ms * BLIND_FACTOR : s->step_ms;
}

/* The step after the one that is open; NO_STEP at the end of the night. */
static int next_step(const struct onenight_state *s)
{
    if (s->table.pace == ONENIGHT_SIMULTANEOUS) {
        if (s->table.step == ONENIGHT_NO_STEP)
            return ONENIGHT_STEP_CHOICE;
        return s->table.step == ONENIGHT_STEP_CHOICE ? ONENIGHT_STEP_REPORT : ONENIGHT_NO_STEP;
    }
    for (int role = s->table.step + 1; role <= ONENIGHT_STEP_LAST; role++)
        if (onenight_has_step(&s->table, role))
            return role;
    return ONENIGHT_NO_STEP;
}

/* Whether the eager pace has somebody to wait for: a seat that has a choice, or the Insomniac until she has
 * looked. */
static bool has_somebody_to_wait_for(const struct onenight_state *s, int role)
{
    uint16_t holders = onenight_dealt(s, role), wolves = holders;
    if (role == ONENIGHT_WEREWOLF) {
        wolves |= onenight_dealt(s, ONENIGHT_MYSTIC_WOLF);
        bool is_one = wolves && !(wolves & (wolves - 1));
        return is_one && !onenight_dealt(s, ONENIGHT_DREAM_WOLF);
    }
    return holders && role != ONENIGHT_MINION && role != ONENIGHT_MASON;
}

/* A step that is over at once takes no time and no chance. */
static bool is_over_at_once(const struct onenight_state *s, int step)
{
    return s->table.pace == ONENIGHT_EAGER && !has_somebody_to_wait_for(s, step);
}

static void begin_step(struct game_turn *turn, int step)
{
    const struct onenight_state *s = turn->state;
    int64_t question = 0, deadline_ms = turn->now_ms;
    if (!is_over_at_once(s, step)) {
        deadline_ms += window_ms(s, step) + (int64_t)rng_below(turn->rng, JITTER_MS + 1);
        question = (int64_t)rng_below(turn->rng, ONENIGHT_QUESTIONS);
    }
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_STEP_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { step, question, deadline_ms } });
    if (s->table.pace != ONENIGHT_SIMULTANEOUS)
        onenight_inform(turn, step);
}

static void begin_discussion(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    int64_t deadline_ms = s->discussion_ms ? turn->now_ms + s->discussion_ms : 0;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_DISCUSSION_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { deadline_ms } });
}

static void go_on(struct game_turn *turn)
{
    int step = next_step(turn->state);
    if (step == ONENIGHT_NO_STEP)
        begin_discussion(turn);
    else
        begin_step(turn, step);
}

static void resolve_blind_choices(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    for (int role = ONENIGHT_WEREWOLF; role <= ONENIGHT_STEP_LAST; role++) {
        onenight_inform(turn, role);
        for (int seat = 0; seat < s->table.seat_count; seat++)
            if (onenight_wakes(s->seat[seat].dealt, role))
                onenight_perform(turn, seat, role, s->seat[seat].answer);
    }
}

/* What was marked and not confirmed counts, deed or decoy, if it is an answer as it stands. */
static void take_marks(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        struct onenight_answer mark = s->seat[seat].mark;
        bool has_marked = mark.players || mark.center;
        if (!s->seat[seat].has_answered && has_marked && onenight_answer_fits(s, seat, mark))
            onenight_answer_with(turn, seat, mark);
    }
}

/* Who let the window pass has done nothing; but a Drunk must. */
static void move_late_drunks(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (s->seat[seat].dealt == ONENIGHT_DRUNK && !s->seat[seat].has_answered)
            onenight_perform(turn, seat, ONENIGHT_DRUNK, (struct onenight_answer){ 0 });
}

void onenight_close_step(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    take_marks(turn);
    if (s->table.step == ONENIGHT_STEP_CHOICE)
        resolve_blind_choices(turn);
    if (s->table.step == ONENIGHT_DRUNK)
        move_late_drunks(turn);
    go_on(turn);
    onenight_hurry(turn);
}

void onenight_begin_night(struct game_turn *turn)
{
    go_on(turn);
    onenight_hurry(turn);
}

/* All who have a choice have made it, and the Insomniac has looked. */
static bool is_done(const struct onenight_state *s)
{
    int step = s->table.step;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (onenight_wakes(s->seat[seat].dealt, step) && !s->seat[seat].has_answered)
            return !has_somebody_to_wait_for(s, step);
    return true;
}

void onenight_hurry(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    while (s->table.pace == ONENIGHT_EAGER && s->table.phase == ONENIGHT_NIGHT && is_done(s))
        go_on(turn);
}
