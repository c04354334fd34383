/* Tables of the solver that depend on the shape of the grid alone. */
#include "terrain.h"

#include <string.h>

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Rings first, counted from the edge, then the middle of a ring before its corners. */
static int liking_of(const struct terrain *terrain, int x, int y)
{
    int across = smaller(x, terrain->width - 1 - x), down = smaller(y, terrain->height - 1 - y);
    return smaller(across, down) * GRID_SIDE_MAX + across + down;
}

static void find_neighbours(struct terrain *terrain, int field)
{
    int x = field % terrain->width, y = field / terrain->width;
    for (int other = 0; other < terrain->width * terrain->height; other++) {
        int across = other % terrain->width - x, down = other / terrain->width - y;
        if (other == field || across * across > 1 || down * down > 1)
            continue;
        terrain->beside[field] |= terrain->bit[other];
        if (across == 0 || down == 0)
            terrain->orthogonal[field] |= terrain->bit[other];
    }
}

static void find_fields(struct terrain *terrain)
{
    int count = terrain->width * terrain->height;
    for (int field = 0; field < count; field++)
        terrain->bit[field] = (field_set)1 << field;
    for (int field = 0; field < count; field++) {
        int x = field % terrain->width, y = field / terrain->width;
        terrain->liking[field] = (uint8_t)liking_of(terrain, x, y);
        find_neighbours(terrain, field);
    }
}

/* Bit 0 of a turn mirrors left and right, bit 1 top and bottom, bit 2 across the diagonal. */
static int turn_field(const struct terrain *terrain, int turn, int field)
{
    int x = field % terrain->width, y = field / terrain->width;
    if (turn & 1)
        x = terrain->width - 1 - x;
    if (turn & 2)
        y = terrain->height - 1 - y;
    return turn & 4 ? x * terrain->width + y : y * terrain->width + x;
}

static void find_turns(struct terrain *terrain, int turn_count)
{
    for (int turn = 0; turn < turn_count; turn++) {
        for (int field = 0; field < terrain->width * terrain->height; field++) {
            int to = turn_field(terrain, turn, field);
            terrain->turned[turn][field] = (uint8_t)to;
            terrain->turned_back[turn][to] = (uint8_t)field;
        }
    }
}

/* The home of a field is its mirror image of the smallest number. */
static void find_homes(struct terrain *terrain, int turn_count)
{
    int home_count = 0;
    for (int field = 0; field < terrain->width * terrain->height; field++) {
        int best = 0;
        for (int turn = 1; turn < turn_count; turn++)
            if (terrain->turned[turn][field] < terrain->turned[best][field])
                best = turn;
        int home = terrain->turned[best][field];
        terrain->home_turn[field] = (uint8_t)best;
        terrain->home_index[field] =
            home == field ? (uint8_t)home_count++ : terrain->home_index[home];
    }
}

void terrain_init(struct terrain *terrain, int width, int height)
{
    int turn_count = width == height ? TERRAIN_TURNS_MAX : TERRAIN_TURNS_MAX / 2;
    memset(terrain, 0, sizeof *terrain);
    terrain->width = (uint8_t)width;
    terrain->height = (uint8_t)height;
    find_fields(terrain);
    find_turns(terrain, turn_count);
    find_homes(terrain, turn_count);
}

field_set terrain_map(const struct terrain *terrain, field_set set, const uint8_t map[])
{
    field_set mapped = 0;
    for (; set; set &= set - 1)
        mapped |= terrain->bit[map[terrain_first(set)]];
    return mapped;
}

int terrain_liked(const struct terrain *terrain, field_set set)
{
    int liked = terrain_first(set);
    for (set &= set - 1; set; set &= set - 1) {
        int field = terrain_first(set);
        if (terrain->liking[field] > terrain->liking[liked])
            liked = field;
    }
    return liked;
}
