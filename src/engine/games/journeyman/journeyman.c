/* Journeyman and Weather: tables, decide and apply. The struct game is at the end; start reading there. */
#include "journeyman.h"

#include <assert.h>

#include "engine/message.h"

const char *const journeyman_side_names[] = { "journeyman", "weather", NULL };
const char *const journeyman_phase_names[] = { "waiting", "configuring", "active", "ended", NULL };
static const char *const reasons[] = { "year_survived", "trapped", NULL };

static const struct game_option options[] = {
    [JOURNEYMAN_WIDTH] = { { "width", ARG_INT, .min = GRID_SIDE_MIN, .max = GRID_SIDE_MAX },
                           .preset = 6 },
    [JOURNEYMAN_HEIGHT] = { { "height", ARG_INT, .min = GRID_SIDE_MIN, .max = GRID_SIDE_MAX },
                            .preset = 6 },
    [JOURNEYMAN_FLOODS] = { { "floods", ARG_INT, .min = 1, .max = JOURNEYMAN_FLOODS_MAX },
                            .preset = 2 },
    [JOURNEYMAN_DAYS] = { { "days", ARG_INT, .min = 1, .max = JOURNEYMAN_DAYS_MAX },
                          .preset = JOURNEYMAN_DAYS_MAX },
    [JOURNEYMAN_FLOOD_BUDGET] = { { "flood_budget", ARG_INT, .max = JOURNEYMAN_BUDGET_MAX } },
    [JOURNEYMAN_TURN_SECONDS] = { { "turn_seconds", ARG_INT, .max = JOURNEYMAN_TURN_SECONDS_MAX } },
    { 0 },
};

/* Of a size that is left out the option stands; 0 says so. */
#define SIZE_ARG(name)                                                              \
    {                                                                               \
        name, ARG_INT, .optional = true, .min = GRID_SIDE_MIN, .max = GRID_SIDE_MAX \
    }

static const struct game_message commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [JOURNEYMAN_CONFIGURE_GRID] = { "configure_grid", .args = { SIZE_ARG("size"), SIZE_ARG("width"),
                                                                SIZE_ARG("height") } },
    [JOURNEYMAN_MOVE] = { "move", .args = { { "position", ARG_FIELD } } },
    [JOURNEYMAN_FLOOD] = { "flood", .args = { { "positions", ARG_FIELDS } } },
    [JOURNEYMAN_END_TURN] = { "end_turn" },
    { 0 },
};

/* A staged choice is told to its owner and not announced: the other side must not learn that it was made or
 * changed. */
static const struct game_message events[] = {
    [JOURNEYMAN_ROLES_FILLED] = { "roles_filled", .announced = true,
                                  .args = { { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_GRID_CONFIGURED] = { "grid_configured", .announced = true,
                                     .args = { { "width", ARG_INT, .min = GRID_SIDE_MIN,
                                                 .max = GRID_SIDE_MAX },
                                               { "height", ARG_INT, .min = GRID_SIDE_MIN,
                                                 .max = GRID_SIDE_MAX } } },
    [JOURNEYMAN_MOVE_STAGED] = { "move_staged",
                                 .args = { { "position", ARG_FIELD, .secret = true } } },
    [JOURNEYMAN_FLOOD_STAGED] = { "flood_staged",
                                  .args = { { "positions", ARG_FIELDS, .secret = true } } },
    [JOURNEYMAN_TIME_RAN_OUT] = { "time_ran_out", .announced = true,
                                  .args = { { "side", ARG_NAME,
                                              .names = journeyman_side_names } } },
    [JOURNEYMAN_MOVED] = { "moved", .announced = true, .args = { { "position", ARG_FIELD } } },
    [JOURNEYMAN_DRIED] = { "dried", .announced = true, .args = { { "positions", ARG_FIELDS } } },
    [JOURNEYMAN_NIGHT_FELL] = { "night_fell", .announced = true,
                                .args = { { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_FLOODED] = { "flooded", .announced = true,
                             .args = { { "positions", ARG_FIELDS } } },
    [JOURNEYMAN_DAY_BEGAN] = { "day_began", .announced = true,
                               .args = { { "day", ARG_INT, .min = 1, .max = JOURNEYMAN_DAYS_MAX },
                                         { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_YEAR_SURVIVED] = { "year_survived", .announced = true,
                                   .args = { { "days_survived", ARG_INT, .min = 1,
                                               .max = JOURNEYMAN_DAYS_MAX } } },
    [JOURNEYMAN_TRAPPED] = { "trapped", .announced = true,
                             .args = { { "days_survived", ARG_INT, .min = 1,
                                         .max = JOURNEYMAN_DAYS_MAX } } },
    { 0 },
};

int journeyman_floods_allowed(const struct journeyman_terms *terms,
                              const struct journeyman_stats *stats)
{
    int left = terms->flood_budget - stats->floods_used;
    return terms->flood_budget > 0 && left < terms->floods ? left : terms->floods;
}

/* Decide: each function checks everything, then emits. */

static void tell_all(struct game_turn *turn, enum journeyman_event kind, int64_t a, int64_t b)
{
    game_emit(turn,
              (struct game_event){ .kind = (uint16_t)kind, .told = SEATS_ALL, .arg = { a, b } });
}

static void tell_owner(struct game_turn *turn, enum journeyman_event kind, int64_t choice)
{
    const struct journeyman_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = (uint16_t)kind,
                                         .told = seat_bit(s->seat_of[s->to_move]),
                                         .arg = { choice } });
}

static int64_t deadline_of_turn(const struct game_turn *turn)
{
    const struct journeyman_state *s = turn->state;
    return s->terms.turn_seconds ? turn->now_ms + s->terms.turn_seconds * (int64_t)1000 : 0;
}

/* Whether `seat` may act for `side` in `phase` now. */
static enum refusal check_actor(struct game_turn *turn, int seat, enum journeyman_side side,
                                enum journeyman_phase phase)
{
    const struct journeyman_state *s = turn->state;
    if (s->phase != (int)phase)
        return REFUSED_WRONG_PHASE;
    if (seat != s->seat_of[side])
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "not_your_side");
    if (s->to_move != (int)side)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "not_your_turn");
    return ACCEPTED;
}

static enum refusal decide_start(struct game_turn *turn)
{
    const struct journeyman_state *s = turn->state;
    if (s->phase != JOURNEYMAN_WAITING)
        return REFUSED_WRONG_PHASE;
    tell_all(turn, JOURNEYMAN_ROLES_FILLED, deadline_of_turn(turn), 0);
    return ACCEPTED;
}

static void begin_year(struct game_turn *turn, int64_t width, int64_t height)
{
    tell_all(turn, JOURNEYMAN_GRID_CONFIGURED, width, height);
    tell_all(turn, JOURNEYMAN_DAY_BEGAN, 1, deadline_of_turn(turn));
}

static enum refusal decide_configure_grid(struct game_turn *turn, int seat, int64_t size,
                                          int64_t width, int64_t height)
{
    const struct journeyman_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, SIDE_JOURNEYMAN, JOURNEYMAN_CONFIGURING);
    if (refusal != ACCEPTED)
        return refusal;
    if (size && (width || height))
        return game_refuse(turn, REFUSED_BAD_OPTION, "size_given_twice");
    if (size)
        width = height = size;
    begin_year(turn, width ? width : s->grid.width, height ? height : s->grid.height);
    return ACCEPTED;
}

static enum refusal decide_move(struct game_turn *turn, int seat, int64_t position)
{
    const struct journeyman_state *s = turn->state;
    enum refusal refusal = check_actor(turn, seat, SIDE_JOURNEYMAN, JOURNEYMAN_ACTIVE);
    if (refusal != ACCEPTED)
        return refusal;
    if (!grid_holds(&s->grid, position))
        return game_refuse(turn, REFUSED_BAD_TARGET, "off_the_grid");
    if (!grid_are_adjacent(s->position, position))
        return game_refuse(turn, REFUSED_BAD_TARGET, "not_adjacent");
    if (grid_is_wet(&s->grid, position))
        return game_refuse(turn, REFUSED_BAD_TARGET, "field_is_wet");
    tell_owner(turn, JOURNEYMAN_MOVE_STAGED, position);
    return ACCEPTED;
}

static bool has_duplicate(int64_t fields)
{
    for (int i = 0; i < fields_count(fields); i++)
        for (int j = 0; j < i; j++)
            if (fields_at(fields, i) == fields_at(fields, j))
                return true;
    return false;
}

/* Why `field` cannot be flooded, or NULL. */
static const char *flood_problem(const struct journeyman_state *s, int64_t field)
{
    if (!grid_holds(&s->grid, field))
        return "off_the_grid";
    if (field == s->position)
        return "journeymans_field";
    if (grid_is_wet(&s->grid, field))
        return "field_is_wet";
    return NULL;
}

static const char *floods_problem(const struct journeyman_state *s, int64_t fields)
{
    if (fields_count(fields) > s->terms.floods)
        return "too_many_floods";
    if (fields_count(fields) > journeyman_floods_allowed(&s->terms, &s->stats))
        return "over_budget";
    for (int i = 0; i < fields_count(fields); i++) {
        const char *problem = flood_problem(s, fields_at(fields, i));
        if (problem)
            return problem;
    }
    return has_duplicate(fields) ? "duplicate_field" : NULL;
}

static enum refusal decide_flood(struct game_turn *turn, int seat, int64_t fields)
{
    enum refusal refusal = check_actor(turn, seat, SIDE_WEATHER, JOURNEYMAN_ACTIVE);
    if (refusal != ACCEPTED)
        return refusal;
    const char *problem = floods_problem(turn->state, fields);
    if (problem)
        return game_refuse(turn, REFUSED_BAD_TARGET, problem);
    tell_owner(turn, JOURNEYMAN_FLOOD_STAGED, fields);
    return ACCEPTED;
}

static void commit_move(struct game_turn *turn, int64_t position)
{
    const struct journeyman_state *s = turn->state;
    int64_t drying = grid_drying(&s->grid, position);
    tell_all(turn, JOURNEYMAN_MOVED, position, 0);
    if (fields_count(drying) > 0)
        tell_all(turn, JOURNEYMAN_DRIED, drying, 0);
    if (s->day == s->terms.days)
        tell_all(turn, JOURNEYMAN_YEAR_SURVIVED, s->stats.days_survived, 0);
    else
        tell_all(turn, JOURNEYMAN_NIGHT_FELL, deadline_of_turn(turn), 0);
}

static void commit_floods(struct game_turn *turn, int64_t fields)
{
    const struct journeyman_state *s = turn->state;
    int64_t moves[GRID_NEIGHBOURS_MAX];
    tell_all(turn, JOURNEYMAN_FLOODED, fields, 0);
    if (grid_moves(&s->grid, s->position, moves) == 0)
        tell_all(turn, JOURNEYMAN_TRAPPED, s->stats.days_survived, 0);
    else
        tell_all(turn, JOURNEYMAN_DAY_BEGAN, s->day + 1, deadline_of_turn(turn));
}

/* Weather that has staged nothing leaves it dry; a staged choice of the Journeyman is needed. */
static void commit_staged(struct game_turn *turn)
{
    const struct journeyman_state *s = turn->state;
    if (s->to_move == SIDE_JOURNEYMAN)
        commit_move(turn, s->staged_position);
    else
        commit_floods(turn, s->staged_floods);
}

static enum refusal decide_end_turn(struct game_turn *turn, int seat)
{
    const struct journeyman_state *s = turn->state;
    enum refusal refusal =
        check_actor(turn, seat, (enum journeyman_side)s->to_move, JOURNEYMAN_ACTIVE);
    if (refusal != ACCEPTED)
        return refusal;
    if (s->to_move == SIDE_JOURNEYMAN && !s->has_staged)
        return game_refuse(turn, REFUSED_NOT_NOW, "nothing_staged");
    commit_staged(turn);
    return ACCEPTED;
}

static int64_t any_move(const struct game_turn *turn)
{
    const struct journeyman_state *s = turn->state;
    int64_t moves[GRID_NEIGHBOURS_MAX];
    int count = grid_moves(&s->grid, s->position, moves);
    assert(count > 0);
    return moves[rng_below(turn->rng, (uint64_t)count)];
}

static enum refusal decide_timeout(struct game_turn *turn)
{
    const struct journeyman_state *s = turn->state;
    if (s->deadline_ms == 0 || turn->now_ms < s->deadline_ms)
        return REFUSED_WRONG_PHASE;
    tell_all(turn, JOURNEYMAN_TIME_RAN_OUT, s->to_move, 0);
    if (s->phase == JOURNEYMAN_CONFIGURING)
        begin_year(turn, s->grid.width, s->grid.height);
    else if (s->to_move == SIDE_JOURNEYMAN && !s->has_staged)
        commit_move(turn, any_move(turn));
    else
        commit_staged(turn);
    return ACCEPTED;
}

static enum refusal journeyman_decide(struct game_turn *turn, const struct game_command *command)
{
    const int64_t *arg = command->arg;
    switch (command->kind) {
    case COMMAND_START: return decide_start(turn);
    case COMMAND_TIMEOUT: return decide_timeout(turn);
    case JOURNEYMAN_CONFIGURE_GRID:
        return decide_configure_grid(turn, command->seat, arg[0], arg[1], arg[2]);
    case JOURNEYMAN_MOVE: return decide_move(turn, command->seat, arg[0]);
    case JOURNEYMAN_FLOOD: return decide_flood(turn, command->seat, arg[0]);
    case JOURNEYMAN_END_TURN: return decide_end_turn(turn, command->seat);
    }
    return REFUSED_WRONG_PHASE;
}

/* Apply: a few assignments per event, no judgement. */

static void journeyman_init(void *state, const struct game_setup *setup)
{
    struct journeyman_state *s = state;
    const int64_t *option = setup->option;
    s->grid.width = (uint8_t)option[JOURNEYMAN_WIDTH];
    s->grid.height = (uint8_t)option[JOURNEYMAN_HEIGHT];
    s->terms = (struct journeyman_terms){
        .floods = (int16_t)option[JOURNEYMAN_FLOODS],
        .days = (int16_t)option[JOURNEYMAN_DAYS],
        .flood_budget = (int16_t)option[JOURNEYMAN_FLOOD_BUDGET],
        .turn_seconds = (int16_t)option[JOURNEYMAN_TURN_SECONDS],
    };
    for (int seat = 0; seat < setup->seat_count; seat++)
        s->seat_of[setup->side[seat]] = (int8_t)seat;
    s->winner = SIDE_NONE;
}

static void begin_turn(struct journeyman_state *s, enum journeyman_side side, int64_t deadline_ms)
{
    s->to_move = (int8_t)side;
    s->deadline_ms = deadline_ms;
    s->has_staged = false;
    s->staged_position = 0;
    s->staged_floods = 0;
}

static void apply_roles_filled(struct journeyman_state *s, int64_t deadline_ms)
{
    s->phase = JOURNEYMAN_CONFIGURING;
    begin_turn(s, SIDE_JOURNEYMAN, deadline_ms);
}

static void apply_grid_configured(struct journeyman_state *s, int64_t width, int64_t height)
{
    s->phase = JOURNEYMAN_ACTIVE;
    s->grid = (struct grid){ .width = (uint8_t)width, .height = (uint8_t)height };
}

static void apply_move_staged(struct journeyman_state *s, int64_t position)
{
    s->has_staged = true;
    s->staged_position = (uint8_t)position;
}

static void apply_flood_staged(struct journeyman_state *s, int64_t fields)
{
    s->has_staged = true;
    s->staged_floods = fields;
}

static struct journeyman_day *today(struct journeyman_state *s)
{
    return &s->history[s->day - 1];
}

static void apply_moved(struct journeyman_state *s, int64_t position)
{
    s->position = (uint8_t)position;
    s->stats.days_survived++;
    today(s)->position = (uint8_t)position;
}

static void apply_dried(struct journeyman_state *s, int64_t fields)
{
    struct journeyman_day *day = today(s);
    grid_dry(&s->grid, fields);
    day->dried_count = (uint8_t)fields_count(fields);
    for (int i = 0; i < day->dried_count; i++)
        day->dried[i] = (uint8_t)fields_at(fields, i);
    s->stats.fields_dried = (int16_t)(s->stats.fields_dried + day->dried_count);
}

static void note_water(struct journeyman_state *s)
{
    struct journeyman_stats *stats = &s->stats;
    int16_t count = (int16_t)grid_wet_count(&s->grid);
    if (stats->driest_day == 0 || count < stats->driest_count) {
        stats->driest_day = s->day;
        stats->driest_count = count;
    }
    if (stats->wettest_day == 0 || count > stats->wettest_count) {
        stats->wettest_day = s->day;
        stats->wettest_count = count;
    }
}

static void apply_flooded(struct journeyman_state *s, int64_t fields)
{
    struct journeyman_day *day = today(s);
    grid_flood(&s->grid, fields);
    day->flooded_count = (uint8_t)fields_count(fields);
    for (int i = 0; i < day->flooded_count; i++)
        day->flooded[i] = (uint8_t)fields_at(fields, i);
    s->stats.floods_used = (int16_t)(s->stats.floods_used + day->flooded_count);
    note_water(s);
}

static void apply_day_began(struct journeyman_state *s, int64_t day, int64_t deadline_ms)
{
    s->day = (int16_t)day;
    begin_turn(s, SIDE_JOURNEYMAN, deadline_ms);
}

static void end_game(struct journeyman_state *s, enum journeyman_side winner)
{
    begin_turn(s, SIDE_NONE, 0);
    s->phase = JOURNEYMAN_ENDED;
    s->winner = (int8_t)winner;
}

static void apply_year_survived(struct journeyman_state *s)
{
    note_water(s);
    end_game(s, SIDE_JOURNEYMAN);
}

static void journeyman_apply(void *state, const struct game_event *event)
{
    struct journeyman_state *s = state;
    const int64_t *arg = event->arg;
    switch ((enum journeyman_event)event->kind) {
    case JOURNEYMAN_ROLES_FILLED: apply_roles_filled(s, arg[0]); break;
    case JOURNEYMAN_GRID_CONFIGURED: apply_grid_configured(s, arg[0], arg[1]); break;
    case JOURNEYMAN_MOVE_STAGED: apply_move_staged(s, arg[0]); break;
    case JOURNEYMAN_FLOOD_STAGED: apply_flood_staged(s, arg[0]); break;
    case JOURNEYMAN_TIME_RAN_OUT: break;
    case JOURNEYMAN_MOVED: apply_moved(s, arg[0]); break;
    case JOURNEYMAN_DRIED: apply_dried(s, arg[0]); break;
    case JOURNEYMAN_NIGHT_FELL: begin_turn(s, SIDE_WEATHER, arg[0]); break;
    case JOURNEYMAN_FLOODED: apply_flooded(s, arg[0]); break;
    case JOURNEYMAN_DAY_BEGAN: apply_day_began(s, arg[0], arg[1]); break;
    case JOURNEYMAN_YEAR_SURVIVED: apply_year_survived(s); break;
    case JOURNEYMAN_TRAPPED: end_game(s, SIDE_WEATHER); break;
    }
}

/* The match is scored by days survived, whichever side won; Weather's turn to score comes with the rematch.
 * */
static bool journeyman_outcome(const void *state, struct game_outcome *outcome)
{
    const struct journeyman_state *s = state;
    if (s->phase != JOURNEYMAN_ENDED)
        return false;
    outcome->reason =
        s->winner == SIDE_WEATHER ? JOURNEYMAN_BY_TRAPPED : JOURNEYMAN_BY_YEAR_SURVIVED;
    outcome->winners = seat_bit(s->seat_of[s->winner]);
    outcome->score[s->seat_of[SIDE_JOURNEYMAN]] = s->stats.days_survived;
    return true;
}

static int64_t journeyman_deadline(const void *state)
{
    const struct journeyman_state *s = state;
    return s->deadline_ms;
}

static seat_set journeyman_awaited(const void *state)
{
    const struct journeyman_state *s = state;
    bool is_on = s->phase == JOURNEYMAN_CONFIGURING || s->phase == JOURNEYMAN_ACTIVE;
    return is_on ? seat_bit(s->seat_of[s->to_move]) : SEATS_NONE;
}

static_assert(sizeof(struct journeyman_state) <= GAME_STATE_MAX, "the state fits a room");
static_assert(sizeof(struct journeyman_view) <= GAME_VIEW_MAX, "the view fits its scratch");

const struct game game_journeyman = {
    .id = "journeyman",
    .rules_version = 1,
    .seats_min = SIDE_COUNT,
    .seats_max = SIDE_COUNT,
    .state_size = sizeof(struct journeyman_state),
    .view_size = sizeof(struct journeyman_view),
    .options = options,
    .commands = commands,
    .events = events,
    .reasons = reasons,
    .is_duel = true,
    .swaps_sides = true,
    .bot_is_slow = true,
    .sides = journeyman_side_names,
    .advise = journeyman_advise,
    .init = journeyman_init,
    .decide = journeyman_decide,
    .apply = journeyman_apply,
    .view = journeyman_view,
    .encode = journeyman_encode,
    .outcome = journeyman_outcome,
    .deadline = journeyman_deadline,
    .bot = journeyman_bot,
    .awaited = journeyman_awaited,
    .encode_end = journeyman_encode_end,
};
