/* What may have happened, to one seat's best knowledge: worlds drawn at random that fit what the seat knows,
 * weighed by how well they explain what the others claim. Needs a view only. */
#ifndef PARLOUR_ONENIGHT_WORLDS_H
#define PARLOUR_ONENIGHT_WORLDS_H

#include "onenight.h"

/* Weights of the worlds in which something is so; in relation to `total` they are probabilities. */
struct onenight_beliefs {
    uint64_t total;
    uint64_t wolf[ONENIGHT_SEATS_MAX], tanner[ONENIGHT_SEATS_MAX]; /* that seat's final card */
    uint64_t own_team[3];
    uint64_t no_wolf; /* nobody at the table is a Werewolf */
};

/* `hears_claims`: weigh by what is claimed; else every world that fits is as good as any other. */
void onenight_believe(const struct onenight_view *view, int samples, bool hears_claims,
                      struct rng *rng, struct onenight_beliefs *beliefs);

/* One of the elements of a set; the set must not be empty. */
int onenight_pick(uint32_t from, struct rng *rng);

#endif
