/* The grid of Journeyman and Weather. */
#include "grid.h"

#include "engine/message.h"

bool grid_holds(const struct grid *grid, int64_t field)
{
    return field >= 0 && field_x(field) < grid->width && field_y(field) < grid->height;
}

bool grid_is_wet(const struct grid *grid, int64_t field)
{
    return grid->wet[field_y(field)] >> field_x(field) & 1;
}

void grid_flood(struct grid *grid, int64_t fields)
{
    for (int i = 0; i < fields_count(fields); i++) {
        int64_t field = fields_at(fields, i);
        grid->wet[field_y(field)] |= (uint16_t)(1u << field_x(field));
    }
}

void grid_dry(struct grid *grid, int64_t fields)
{
    for (int i = 0; i < fields_count(fields); i++) {
        int64_t field = fields_at(fields, i);
        grid->wet[field_y(field)] &= (uint16_t) ~(1u << field_x(field));
    }
}

int grid_wet_count(const struct grid *grid)
{
    int count = 0;
    for (int y = 0; y < grid->height; y++)
        count += __builtin_popcount(grid->wet[y]);
    return count;
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

bool grid_are_adjacent(int64_t a, int64_t b)
{
    int across = distance(field_x(a), field_x(b)), down = distance(field_y(a), field_y(b));
    return a != b && across <= 1 && down <= 1;
}

bool grid_can_flood(const struct grid *grid, int64_t position, int64_t field)
{
    return grid_holds(grid, field) && field != position && !grid_is_wet(grid, field);
}

/* The fields one step from `from` in the eight directions, dry or wet, row by row. */
static int neighbours(const struct grid *grid, int64_t from, int64_t out[GRID_NEIGHBOURS_MAX])
{
    int count = 0;
    for (int y = field_y(from) - 1; y <= field_y(from) + 1; y++) {
        for (int x = field_x(from) - 1; x <= field_x(from) + 1; x++) {
            if (x < 0 || y < 0 || x >= grid->width || y >= grid->height)
                continue;
            if (field_pack(x, y) != from)
                out[count++] = field_pack(x, y);
        }
    }
    return count;
}

int grid_moves(const struct grid *grid, int64_t from, int64_t moves[GRID_NEIGHBOURS_MAX])
{
    int64_t beside[GRID_NEIGHBOURS_MAX];
    int beside_count = neighbours(grid, from, beside), count = 0;
    for (int i = 0; i < beside_count; i++)
        if (!grid_is_wet(grid, beside[i]))
            moves[count++] = beside[i];
    return count;
}

static bool is_orthogonal(int64_t a, int64_t b)
{
    return field_x(a) == field_x(b) || field_y(a) == field_y(b);
}

int64_t grid_drying(const struct grid *grid, int64_t to)
{
    int64_t beside[GRID_NEIGHBOURS_MAX], drying = 0;
    int count = neighbours(grid, to, beside);
    for (int i = 0; i < count; i++)
        if (is_orthogonal(to, beside[i]) && grid_is_wet(grid, beside[i]))
            drying = fields_add(drying, beside[i]);
    return drying;
}
