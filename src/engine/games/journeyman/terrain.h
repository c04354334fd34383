/* The grid as the solver sees it: fields are numbers y * width + x, sets of fields are bits, and everything
 * that depends on the shape alone is looked up. */
#ifndef PARLOUR_JOURNEYMAN_TERRAIN_H
#define PARLOUR_JOURNEYMAN_TERRAIN_H

#include "grid.h"

enum {
    TERRAIN_TURNS_MAX = 8, /* a square can be turned and mirrored eight ways, other grids four */
    TERRAIN_HOMES_MAX = 25,
};

__extension__ typedef unsigned __int128 field_set;

struct terrain {
    field_set bit[GRID_FIELDS_MAX]; /* looked up: wide shifts are slow in WebAssembly */
    field_set beside[GRID_FIELDS_MAX], orthogonal[GRID_FIELDS_MAX];
    uint8_t width, height;
    uint8_t liking[GRID_FIELDS_MAX]; /* how much the Journeyman likes a field: the middle most */

    /* Some turn of the grid brings a field to its home, the same for all its mirror images. */
    uint8_t home_turn[GRID_FIELDS_MAX];
    uint8_t home_index[GRID_FIELDS_MAX]; /* numbers the homes from 0 */
    uint8_t turned[TERRAIN_TURNS_MAX][GRID_FIELDS_MAX];
    uint8_t turned_back[TERRAIN_TURNS_MAX][GRID_FIELDS_MAX];
};

void terrain_init(struct terrain *terrain, int width, int height);

static inline int terrain_first(field_set set)
{
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

static inline int terrain_count(field_set set)
{
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* The set with every field replaced by the one it is mapped to. */
field_set terrain_map(const struct terrain *terrain, field_set set, const uint8_t map[]);

/* The field of a set that is not empty that the Journeyman likes best. */
int terrain_liked(const struct terrain *terrain, field_set set);

#endif
