/* Journeyman and Weather: the only file that says who sees what. All committed moves are public; only its
 * owner sees a staged choice. */
#include "journeyman.h"

#include <string.h>

#include "engine/message.h"

static int side_of(const struct journeyman_state *s, int viewer)
{
    for (int side = 0; side < SIDE_COUNT; side++)
        if (s->seat_of[side] == viewer)
            return side;
    return SIDE_NONE;
}

static void view_own(const struct journeyman_state *s, struct journeyman_view *view)
{
    view->has_staged = s->has_staged;
    view->staged_position = s->staged_position;
    view->staged_floods = s->staged_floods;
}

void journeyman_view(const void *state, int viewer, void *out)
{
    const struct journeyman_state *s = state;
    struct journeyman_view *view = out;
    view->terms = s->terms;
    view->grid = s->grid;
    view->own_side = (int8_t)side_of(s, viewer);
    view->phase = s->phase;
    view->to_move = s->to_move;
    view->winner = s->winner;
    view->position = s->position;
    view->day = s->day;
    view->stats = s->stats;
    if (view->own_side != SIDE_NONE && view->own_side == s->to_move)
        view_own(s, view);
    if (s->phase == JOURNEYMAN_ENDED)
        memcpy(view->history, s->history, sizeof view->history);
}

static bool is_active(const struct journeyman_view *view)
{
    return view->phase == JOURNEYMAN_ACTIVE;
}

static bool is_laid_out(const struct journeyman_view *view)
{
    return is_active(view) || view->phase == JOURNEYMAN_ENDED;
}

static bool is_own_turn(const struct journeyman_view *view)
{
    return view->own_side != SIDE_NONE && view->own_side == view->to_move;
}

static void encode_side(struct json *out, const char *key, int side)
{
    if (side == SIDE_NONE)
        json_null(out, key);
    else
        json_text(out, key, journeyman_side_names[side]);
}

static void encode_field(struct json *out, const char *key, int64_t field)
{
    static const struct game_arg as_field = { "", ARG_FIELD };
    message_write_arg(&as_field, key, field, NULL, out);
}

static void encode_fields(struct json *out, const char *key, int64_t fields)
{
    static const struct game_arg as_fields = { "", ARG_FIELDS };
    message_write_arg(&as_fields, key, fields, NULL, out);
}

static void encode_terms(const struct journeyman_view *view, struct json *out)
{
    const struct journeyman_terms *terms = &view->terms;
    json_int(out, "floods", terms->floods);
    json_int(out, "days", terms->days);
    if (terms->flood_budget)
        json_int(out, "floods_left", terms->flood_budget - view->stats.floods_used);
    else
        json_null(out, "floods_left");
    json_int(out, "turn_seconds", terms->turn_seconds);
}

static void encode_size(const struct grid *grid, struct json *out)
{
    if (grid->width == grid->height)
        json_int(out, "grid_size", grid->width);
    else
        json_null(out, "grid_size");
    json_int(out, "width", grid->width);
    json_int(out, "height", grid->height);
}

static void encode_row(const struct grid *grid, int y, struct json *out)
{
    json_array(out, NULL);
    for (int x = 0; x < grid->width; x++)
        json_int(out, NULL, grid_is_wet(grid, field_pack(x, y)));
    json_end(out);
}

static void encode_grid(const struct grid *grid, struct json *out)
{
    json_array(out, "grid");
    for (int y = 0; y < grid->height; y++)
        encode_row(grid, y, out);
    json_end(out);
}

static void encode_movable(const struct journeyman_view *view, struct json *out)
{
    int64_t moves[GRID_NEIGHBOURS_MAX];
    int count = grid_moves(&view->grid, view->position, moves);
    json_array(out, "movable");
    for (int i = 0; i < count; i++) {
        json_object(out, NULL);
        encode_field(out, "position", moves[i]);
        encode_fields(out, "drying", grid_drying(&view->grid, moves[i]));
        json_end(out);
    }
    json_end(out);
}

static void encode_day_of(struct json *out, const char *key, int day, int count)
{
    json_object(out, key);
    json_int(out, "day", day);
    json_int(out, "flooded", count);
    json_end(out);
}

static void encode_stats(const struct journeyman_view *view, struct json *out)
{
    const struct journeyman_stats *stats = &view->stats;
    json_object(out, "stats");
    json_int(out, "days_survived", stats->days_survived);
    json_int(out, "floods_used", stats->floods_used);
    json_int(out, "fields_dried", stats->fields_dried);
    json_int(out, "fields_flooded", grid_wet_count(&view->grid));
    if (stats->driest_day) {
        encode_day_of(out, "driest_day", stats->driest_day, stats->driest_count);
        encode_day_of(out, "wettest_day", stats->wettest_day, stats->wettest_count);
    }
    json_end(out);
}

static void encode_staged(const struct journeyman_view *view, struct json *out)
{
    json_object(out, "staged");
    if (view->to_move == SIDE_JOURNEYMAN)
        encode_field(out, "position", view->staged_position);
    else
        encode_fields(out, "positions", view->staged_floods);
    json_end(out);
}

/* A field of the history is one number: a year of objects would be four times as long. */
static int64_t number_of(const struct grid *grid, int64_t field)
{
    return field_y(field) * grid->width + field_x(field);
}

static void encode_numbers(const struct grid *grid, const uint8_t *fields, int count,
                           struct json *out)
{
    json_array(out, NULL);
    for (int i = 0; i < count; i++)
        json_int(out, NULL, number_of(grid, fields[i]));
    json_end(out);
}

static void encode_history(const struct journeyman_view *view, struct json *out)
{
    json_array(out, "history");
    for (int i = 0; i < view->stats.days_survived; i++) {
        const struct journeyman_day *day = &view->history[i];
        json_array(out, NULL);
        json_int(out, NULL, number_of(&view->grid, day->position));
        encode_numbers(&view->grid, day->dried, day->dried_count, out);
        encode_numbers(&view->grid, day->flooded, day->flooded_count, out);
        json_end(out);
    }
    json_end(out);
}

/* What each size of grid is known to be worth, where its size is being chosen. */
static void encode_trap_days(const struct journeyman_view *view, struct json *out)
{
    json_array(out, "trap_days");
    for (int height = GRID_SIDE_MIN; height <= GRID_SIDE_MAX; height++) {
        for (int width = GRID_SIDE_MIN; width <= GRID_SIDE_MAX; width++) {
            int day = journeyman_trap_day(width, height, view->terms.floods);
            if (day == 0)
                continue;
            json_object(out, NULL);
            json_int(out, "width", width);
            json_int(out, "height", height);
            json_int(out, "day", day);
            json_end(out);
        }
    }
    json_end(out);
}

static void begin_action(struct json *out, int command)
{
    json_object(out, NULL);
    json_text(out, "type", game_journeyman.commands[command].name);
}

static void encode_size_action(struct json *out)
{
    begin_action(out, JOURNEYMAN_CONFIGURE_GRID);
    json_array(out, "size");
    for (int size = GRID_SIDE_MIN; size <= GRID_SIDE_MAX; size++)
        json_int(out, NULL, size);
    json_end(out);
    json_end(out);
}

static void encode_move_action(const struct journeyman_view *view, struct json *out)
{
    int64_t moves[GRID_NEIGHBOURS_MAX];
    int count = grid_moves(&view->grid, view->position, moves);
    begin_action(out, JOURNEYMAN_MOVE);
    json_array(out, "position");
    for (int i = 0; i < count; i++)
        encode_field(out, NULL, moves[i]);
    json_end(out);
    json_end(out);
}

static int encode_floodable(const struct journeyman_view *view, struct json *out)
{
    int count = 0;
    json_array(out, "from");
    for (int y = 0; y < view->grid.height; y++) {
        for (int x = 0; x < view->grid.width; x++) {
            if (!grid_can_flood(&view->grid, view->position, field_pack(x, y)))
                continue;
            encode_field(out, NULL, field_pack(x, y));
            count++;
        }
    }
    json_end(out);
    return count;
}

static void encode_flood_action(const struct journeyman_view *view, struct json *out)
{
    int allowed = journeyman_floods_allowed(&view->terms, &view->stats);
    begin_action(out, JOURNEYMAN_FLOOD);
    json_object(out, "positions");
    int dry = encode_floodable(view, out);
    json_object(out, "count");
    json_int(out, "min", 0);
    json_int(out, "max", allowed < dry ? allowed : dry);
    json_end(out);
    json_end(out);
    json_end(out);
}

static void encode_turn_actions(const struct journeyman_view *view, struct json *out)
{
    if (view->to_move == SIDE_JOURNEYMAN)
        encode_move_action(view, out);
    else
        encode_flood_action(view, out);
    if (view->to_move == SIDE_WEATHER || view->has_staged) {
        begin_action(out, JOURNEYMAN_END_TURN);
        json_end(out);
    }
}

static void encode_actions(const struct journeyman_view *view, struct json *out)
{
    json_array(out, "available_actions");
    if (is_own_turn(view) && view->phase == JOURNEYMAN_CONFIGURING)
        encode_size_action(out);
    if (is_own_turn(view) && is_active(view))
        encode_turn_actions(view, out);
    json_end(out);
}

static void encode_play(const struct journeyman_view *view, struct json *out)
{
    encode_grid(&view->grid, out);
    encode_field(out, "journeyman_position", view->position);
    if (is_active(view) && view->to_move == SIDE_JOURNEYMAN)
        encode_movable(view, out);
    encode_stats(view, out);
}

void journeyman_encode_end(const void *view, struct json *out)
{
    encode_stats(view, out);
}

void journeyman_encode(const void *in, struct json *out)
{
    const struct journeyman_view *view = in;
    json_text(out, "phase", journeyman_phase_names[view->phase]);
    json_text(out, "game_status", journeyman_phase_names[view->phase]);
    encode_side(out, "own_role", view->own_side);
    encode_size(&view->grid, out);
    encode_terms(view, out);
    json_int(out, "current_turn", view->day);
    encode_side(out, "current_role", is_active(view) ? view->to_move : SIDE_NONE);
    encode_side(out, "winner", view->winner);
    if (view->phase == JOURNEYMAN_CONFIGURING)
        encode_trap_days(view, out);
    if (is_laid_out(view))
        encode_play(view, out);
    if (view->has_staged)
        encode_staged(view, out);
    if (view->phase == JOURNEYMAN_ENDED)
        encode_history(view, out);
    encode_actions(view, out);
}
