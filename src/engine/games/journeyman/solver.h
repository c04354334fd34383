/* Can Weather close the trap within so many nights? Answered exactly, for any grid, as far as the work
 * allowed for it reaches.
 *
 * More water is never worse for Weather. So an answer always holds for more grids than the one asked
 * about, and the search returns it with its reason:
 *   - a trap names the fields that have to be wet for it; with these and any others wet it works too;
 *   - an escape names the fields that have to be dry for it; with any others wet it works too.
 * Reasons are remembered for the field that the Journeyman stands on, up to mirror images, only the least
 * demanding ones. They also say what is worth flooding: whatever does not touch the reason of an escape
 * cannot prevent it. Few floods are left to try, and most grids are answered before they are searched. */
#ifndef PARLOUR_JOURNEYMAN_SOLVER_H
#define PARLOUR_JOURNEYMAN_SOLVER_H

#include <stddef.h>

#include "terrain.h"

enum {
    SOLVER_NIGHTS_MAX = 40,
    SOLVER_NO_BUDGET = 127,
    SOLVER_REASONS_MAX = 32 * 1024, /* per list */
};

enum solver_answer { SOLVER_ESCAPES, SOLVER_TRAPPED, SOLVER_GAVE_UP };

/* Where things stand. `budget` is how many floods Weather has left; SOLVER_NO_BUDGET: any number. */
struct solver_position {
    field_set wet;
    int journeyman; /* the field */
    int budget;
};

/* A reason: its fields, and above them for how many nights and for what budget it holds. */
struct solver_reasons {
    uint32_t count;
    field_set reason[SOLVER_REASONS_MAX];
};

struct solver {
    uint64_t seal; /* of a closed solver: a sum over all it has learnt */
    int32_t width, height, floods;
    int64_t looks_left; /* work still allowed, in reasons looked at */
    struct terrain terrain;
    struct solver_reasons escapes[TERRAIN_HOMES_MAX], traps[TERRAIN_HOMES_MAX];
};

/* Makes a solver for this grid and number of floods in `memory`; what an earlier one in the same place had
 * learnt about the same when it was closed is kept, unless somebody else has used the memory since. NULL if
 * it is too small. */
struct solver *solver_open(void *memory, size_t size, int width, int height, int floods);
void solver_close(struct solver *solver);

/* How much work the questions that follow may take together; a second is some 200 million looks. */
void solver_allow(struct solver *solver, int64_t looks);

/* The Journeyman is to move, and `nights` follow. */
enum solver_answer solver_day(struct solver *solver, struct solver_position at, int nights);

/* Weather is to flood in the first of `nights`. When trapped, `*floods` is what to flood tonight. */
enum solver_answer solver_night(struct solver *solver, struct solver_position at, int nights,
                                field_set *floods);

/* The position after the Journeyman's step to the field `to`. */
struct solver_position solver_step(const struct solver *solver, struct solver_position at, int to);

#endif
