/* Leaks planted in Journeyman and Weather: each mutant tells something about an uncommitted choice, or hides
 * a committed one. */
#include "harness/mutants.h"

#include "engine/games/journeyman/journeyman.h"

/* Everybody sees it. */
static void view_with_staged(const void *state, int viewer, void *out)
{
    const struct journeyman_state *s = state;
    struct journeyman_view *view = out;
    journeyman_view(state, viewer, view);
    view->has_staged = s->has_staged;
    view->staged_position = s->staged_position;
    view->staged_floods = s->staged_floods;
}

static void view_without_water(const void *state, int viewer, void *out)
{
    const struct journeyman_state *s = state;
    struct journeyman_view *view = out;
    journeyman_view(state, viewer, view);
    if (viewer == s->seat_of[SIDE_JOURNEYMAN])
        view->grid = (struct grid){ .width = s->grid.width, .height = s->grid.height };
}

/* Staged choices are on the board already. */
static void view_with_floods(const void *state, int viewer, void *out)
{
    const struct journeyman_state *s = state;
    struct journeyman_view *view = out;
    journeyman_view(state, viewer, view);
    if (s->to_move == SIDE_WEATHER)
        grid_flood(&view->grid, s->staged_floods);
}

static seat_set awaited_until_staged(const void *state)
{
    const struct journeyman_state *s = state;
    return s->has_staged ? SEATS_NONE : game_journeyman.awaited(state);
}

static int64_t deadline_that_tells(const void *state)
{
    const struct journeyman_state *s = state;
    return s->deadline_ms > 0 ? s->deadline_ms + s->has_staged : 0;
}

static enum refusal decide_with_a_hint(struct game_turn *turn, const struct game_command *command)
{
    const struct journeyman_state *s = turn->state;
    if (command->kind == JOURNEYMAN_END_TURN && s->phase == JOURNEYMAN_ACTIVE && s->has_staged &&
        command->seat != s->seat_of[s->to_move])
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "they_have_chosen");
    return game_journeyman.decide(turn, command);
}

/* The table of the game, but for one event that is announced. */
static const struct game_message events_that_tell[] = {
    [JOURNEYMAN_ROLES_FILLED] = { "roles_filled", .announced = true,
                                  .args = { { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_GRID_CONFIGURED] = { "grid_configured", .announced = true,
                                     .args = { { "width", ARG_INT }, { "height", ARG_INT } } },
    [JOURNEYMAN_MOVE_STAGED] = { "move_staged", .announced = true,
                                 .args = { { "position", ARG_FIELD, .secret = true } } },
    [JOURNEYMAN_FLOOD_STAGED] = { "flood_staged",
                                  .args = { { "positions", ARG_FIELDS, .secret = true } } },
    [JOURNEYMAN_TIME_RAN_OUT] = { "time_ran_out", .announced = true },
    [JOURNEYMAN_MOVED] = { "moved", .announced = true, .args = { { "position", ARG_FIELD } } },
    [JOURNEYMAN_DRIED] = { "dried", .announced = true, .args = { { "positions", ARG_FIELDS } } },
    [JOURNEYMAN_NIGHT_FELL] = { "night_fell", .announced = true,
                                .args = { { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_FLOODED] = { "flooded", .announced = true,
                             .args = { { "positions", ARG_FIELDS } } },
    [JOURNEYMAN_DAY_BEGAN] = { "day_began", .announced = true,
                               .args = { { "day", ARG_INT }, { "deadline_ms", ARG_TIME } } },
    [JOURNEYMAN_YEAR_SURVIVED] = { "year_survived", .announced = true },
    [JOURNEYMAN_TRAPPED] = { "trapped", .announced = true },
    { 0 },
};

const struct mutant journeyman_leaks[] = {
    { "everybody sees what is staged", { .view = view_with_staged } },
    { "the Journeyman does not see the water", { .view = view_without_water } },
    { "staged floods are on the board", { .view = view_with_floods } },
    { "the awaited have not staged", { .awaited = awaited_until_staged } },
    { "the deadline tells that something is staged", { .deadline = deadline_that_tells } },
    { "a refusal tells that something is staged", { .decide = decide_with_a_hint } },
    { "a staged move is announced", { .events = events_that_tell } },
    { 0 },
};
