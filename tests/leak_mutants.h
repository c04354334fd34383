/* Coinflip with leaks planted, to show that the leak test is awake. */
#ifndef PARLOUR_LEAK_MUTANTS_H
#define PARLOUR_LEAK_MUTANTS_H

#include "engine/game.h"

struct mutant {
    const char *name;
    struct game game;
};

/* Fills `mutants` and returns how many there are. */
enum { MUTANTS_MAX = 16 };
int leak_mutants(struct mutant mutants[MUTANTS_MAX]);

#endif
