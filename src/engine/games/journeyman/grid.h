/* The grid: fields that are dry or wet, who is beside whom, what a step dries. It knows neither turns nor
 * sides. A field is packed as in engine/message.h: field_pack(x, y). */
#ifndef PARLOUR_JOURNEYMAN_GRID_H
#define PARLOUR_JOURNEYMAN_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GRID_SIDE_MIN = 3,
    GRID_SIDE_MAX = 10,
    GRID_FIELDS_MAX = GRID_SIDE_MAX * GRID_SIDE_MAX,
    GRID_NEIGHBOURS_MAX = 8,
};

struct grid {
    uint8_t width, height;
    uint16_t wet[GRID_SIDE_MAX]; /* a row each; bit x is column x */
};

bool grid_holds(const struct grid *grid, int64_t field);
bool grid_is_wet(const struct grid *grid, int64_t field);
void grid_flood(struct grid *grid, int64_t fields); /* `fields` is a list as in engine/message.h */
void grid_dry(struct grid *grid, int64_t fields);
int grid_wet_count(const struct grid *grid);

/* One step apart in any of the eight directions; a field is not beside itself. */
bool grid_are_adjacent(int64_t a, int64_t b);

/* Whether Weather may flood `field` while the Journeyman stands on `position`. */
bool grid_can_flood(const struct grid *grid, int64_t position, int64_t field);

/* The dry fields one step from `from`, row by row; returns how many. */
int grid_moves(const struct grid *grid, int64_t from, int64_t moves[GRID_NEIGHBOURS_MAX]);

/* The list of wet fields that a step to `to` dries: its orthogonal neighbours, row by row. */
int64_t grid_drying(const struct grid *grid, int64_t to);

#endif
