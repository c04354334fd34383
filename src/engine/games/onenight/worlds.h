/* What may have happened, as far as one seat can know: random worlds that fit the seat's knowledge, weighed
 * by how well they explain the claims of the others. Needs a view only. */
#ifndef PARLOUR_ONENIGHT_WORLDS_H
#define PARLOUR_ONENIGHT_WORLDS_H

#include "onenight.h"

/* Weights of the worlds in which something is true; divided by `total` they are probabilities. */
struct onenight_beliefs {
    uint64_t total;
    uint64_t wolf[ONENIGHT_SEATS_MAX], tanner[ONENIGHT_SEATS_MAX]; /* that seat's final card */
    uint64_t own_team[3];
    uint64_t no_wolf; /* nobody at the table is a Werewolf */
};

/* How much the claims count for the weights. */
enum onenight_ear {
    ONENIGHT_DEAF,   /* every world that fits is as good as any other */
    ONENIGHT_HEARS,  /* a false claim makes a Werewolf likelier */
    ONENIGHT_WEIGHS, /* and the village hardly ever lies: one contradiction convicts */
};

/* The view may be the public's: the table's beliefs are those of a listener who holds no card. */
void onenight_believe(const struct onenight_view *view, int samples, enum onenight_ear ear,
                      struct rng *rng, struct onenight_beliefs *beliefs);

/* One of the elements of a set; the set must not be empty. */
int onenight_pick(uint32_t from, struct rng *rng);
/* So many of them; the set must have as many. */
uint32_t onenight_pick_some(uint32_t from, int count, struct rng *rng);

#endif
