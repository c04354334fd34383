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
           step == ONENIGHT_STEP_REPORT || step == ONENIGHT_STEP_COPY_MINION ||
           step == ONENIGHT_STEP_COPY_INSOMNIAC;
}

static int64_t window_ms(const struct onenight_state *s, int step)
{
    bool is_blind = step == ONENIGHT_STEP_CHOICE || step == ONENIGHT_STEP_CHOICE_AGAIN;
    if (is_for_looking(step))
        return s->step_ms * LOOK_NUMERATOR / LOOK_DENOMINATOR;
    return is_blind ? s->step_ms * BLIND_FACTOR : s->step_ms;
}

/* The windows of the night in their order. */
static const int8_t order[] = {
    ONENIGHT_DOPPELGANGER,
    ONENIGHT_STEP_COPY_ACTS,
    ONENIGHT_STEP_COPY_ACTS_AGAIN,
    ONENIGHT_STEP_COPY_MINION,
    ONENIGHT_SENTINEL,
    ONENIGHT_WEREWOLF,
    ONENIGHT_ALPHA_WOLF,
    ONENIGHT_MYSTIC_WOLF,
    ONENIGHT_MINION,
    ONENIGHT_MASON,
    ONENIGHT_SEER,
    ONENIGHT_APPRENTICE_SEER,
    ONENIGHT_INVESTIGATOR,
    ONENIGHT_STEP_INVESTIGATOR_AGAIN,
    ONENIGHT_ROBBER,
    ONENIGHT_WITCH,
    ONENIGHT_STEP_WITCH_AGAIN,
    ONENIGHT_TROUBLEMAKER,
    ONENIGHT_VILLAGE_IDIOT,
    ONENIGHT_DRUNK,
    ONENIGHT_INSOMNIAC,
    ONENIGHT_STEP_COPY_INSOMNIAC,
    ONENIGHT_REVEALER,
    ONENIGHT_STEP_COPY_REVEALER,
};
enum { STEP_COUNT = sizeof order };

int onenight_role_of_step(int step)
{
    if (step <= ONENIGHT_STEP_LAST)
        return step;
    if (step == ONENIGHT_STEP_INVESTIGATOR_AGAIN)
        return ONENIGHT_INVESTIGATOR;
    if (step >= ONENIGHT_STEP_COPY_ACTS)
        return ONENIGHT_DOPPELGANGER;
    return step == ONENIGHT_STEP_WITCH_AGAIN ? ONENIGHT_WITCH : ONENIGHT_NO_ROLE;
}

int onenight_rank_of_step(int step)
{
    int at = 0;
    while (at < STEP_COUNT && order[at] != step)
        at++;
    return at;
}

static int next_blind_step(const struct onenight_table *table)
{
    if (table->step == ONENIGHT_NO_STEP)
        return ONENIGHT_STEP_CHOICE;
    if (table->step == ONENIGHT_STEP_CHOICE && onenight_has_second_choice(table))
        return ONENIGHT_STEP_CHOICE_AGAIN;
    return table->step == ONENIGHT_STEP_REPORT ? ONENIGHT_NO_STEP : ONENIGHT_STEP_REPORT;
}

/* The step after the one that is open; NO_STEP at the end of the night. */
static int next_step(const struct onenight_state *s)
{
    int at = 0;
    if (s->table.pace == ONENIGHT_SIMULTANEOUS)
        return next_blind_step(&s->table);
    while (s->table.step != ONENIGHT_NO_STEP && order[at++] != s->table.step)
        ;
    for (; at < STEP_COUNT; at++)
        if (onenight_has_step(&s->table, order[at]))
            return order[at];
    return ONENIGHT_NO_STEP;
}

/* Whether a wolf will be alone when they wake; before it, nobody knows. */
static bool has_lone_wolf(const struct onenight_state *s)
{
    int awake = 0, wolves = 0;
    for (int seat = 0; seat < s->table.seat_count; seat++) {
        awake += onenight_wakes(&s->seat[seat], ONENIGHT_WEREWOLF);
        wolves += onenight_is_wolf(onenight_waking_role(&s->seat[seat]));
    }
    return awake == 1 && wolves == 1;
}

/* Whether the eager pace has somebody to wait for: a seat that has a choice, or the Insomniac until she has
 * looked. */
static bool has_somebody_to_wait_for(const struct onenight_state *s, int step)
{
    if (step == ONENIGHT_WEREWOLF)
        return has_lone_wolf(s);
    bool shows_card = step == ONENIGHT_INSOMNIAC || step == ONENIGHT_STEP_COPY_INSOMNIAC;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (shows_card ? onenight_wakes(&s->seat[seat], step) : onenight_would_act(s, seat, step))
            return true;
    return false;
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

/* What a Revealer turned, or a Doppelganger who copied one; NO_ROLE where nothing lies open. */
static int opened_by(const struct onenight_knowledge *own, int place)
{
    if (onenight_waking_role(own) != ONENIGHT_REVEALER || own->record_count == 0)
        return ONENIGHT_NO_ROLE;
    struct onenight_record last = own->record[own->record_count - 1];
    bool is_open = last.action == ONENIGHT_VIEW_CARD && last.source == place &&
                   onenight_team_of(last.role) == ONENIGHT_VILLAGE;
    return is_open ? last.role : ONENIGHT_NO_ROLE;
}

/* In the order of the table, so that nothing tells who opened which. */
static void show_turned_cards(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    for (int place = 0; place < s->table.seat_count; place++) {
        int role = ONENIGHT_NO_ROLE;
        for (int seat = 0; seat < s->table.seat_count && !role; seat++)
            role = opened_by(&s->seat[seat], place);
        if (role)
            game_emit(turn, (struct game_event){ .kind = ONENIGHT_CARD_SHOWN,
                                                 .told = SEATS_ALL,
                                                 .arg = { place, role } });
    }
}

static void begin_discussion(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    show_turned_cards(turn);
    int64_t deadline_ms = s->discussion_ms ? turn->now_ms + s->discussion_ms : 0;
    game_emit(turn, (struct game_event){ .kind = ONENIGHT_DISCUSSION_BEGAN,
                                         .told = SEATS_ALL,
                                         .arg = { deadline_ms } });
}

static void go_on(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    /* All see a shield: it is laid when the window closes, so that nothing tells when it was chosen. */
    if (s->table.step == ONENIGHT_SENTINEL)
        onenight_lay_shields(turn);
    int step = next_step(s);
    if (step == ONENIGHT_NO_STEP)
        begin_discussion(turn);
    else
        begin_step(turn, step);
}

static void perform_blind(struct game_turn *turn, int step)
{
    const struct onenight_state *s = turn->state;
    for (int seat = 0; seat < s->table.seat_count; seat++)
        if (onenight_wakes(&s->seat[seat], step))
            onenight_perform(turn, seat, step, s->seat[seat].answer);
}

static bool looks_first(int step)
{
    return step == ONENIGHT_DOPPELGANGER || step == ONENIGHT_INVESTIGATOR || step == ONENIGHT_WITCH;
}

/* A player who chooses twice has looked in the first window. */
static void resolve_blind_choices(struct game_turn *turn)
{
    for (int i = 0; i < STEP_COUNT; i++) {
        if (order[i] == ONENIGHT_SENTINEL)
            onenight_lay_shields(turn);
        onenight_inform(turn, order[i]);
        if (!looks_first(order[i]))
            perform_blind(turn, order[i]);
    }
}

static void resolve_blind_window(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    bool has_second = onenight_has_second_choice(&s->table);
    if (s->table.step == ONENIGHT_STEP_CHOICE && has_second) {
        for (int i = 0; i < STEP_COUNT; i++)
            if (looks_first(order[i]))
                perform_blind(turn, order[i]);
    } else if (s->table.step == ONENIGHT_STEP_CHOICE || s->table.step == ONENIGHT_STEP_CHOICE_AGAIN)
        resolve_blind_choices(turn);
}

/* Marks that were not confirmed count, as deed or decoy, if they are a legal answer. */
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

/* A player who let the window pass has done nothing. Doppelganger, Drunk, Alpha Wolf and a Witch with a card
 * must act, so chance acts for them. */
static void act_for_the_late(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    bool is_blind = s->table.pace == ONENIGHT_SIMULTANEOUS;
    for (int seat = 0; seat < s->table.seat_count && !is_blind; seat++)
        if (!s->seat[seat].has_answered && onenight_acts(s, seat))
            onenight_perform(turn, seat, s->table.step, (struct onenight_answer){ 0 });
}

void onenight_close_step(struct game_turn *turn)
{
    take_marks(turn);
    resolve_blind_window(turn);
    act_for_the_late(turn);
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
        if (onenight_wakes(&s->seat[seat], step) && !s->seat[seat].has_answered)
            return !has_somebody_to_wait_for(s, step);
    return true;
}

void onenight_hurry(struct game_turn *turn)
{
    const struct onenight_state *s = turn->state;
    while (s->table.pace == ONENIGHT_EAGER && s->table.phase == ONENIGHT_NIGHT && is_done(s))
        go_on(turn);
}
