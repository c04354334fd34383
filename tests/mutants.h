/* Coinflip with faults planted, to show that the tests over all games are awake. */
#ifndef PARLOUR_MUTANTS_H
#define PARLOUR_MUTANTS_H

#include "engine/game.h"

/* What is wrong, and the functions that replace coinflip's. */
struct mutant {
    const char *name;
    struct game changes;
};

/* Both end with an empty entry. */
extern const struct mutant leak_mutants[], conformance_mutants[];

/* Coinflip with the changes made. State and view have room for MUTANT_EXTRA more bytes. */
enum { MUTANT_EXTRA = 16 };
struct game mutant_make(const struct mutant *mutant);

#endif
