/* Games with planted faults, to show that the tests over all games find them. */
#ifndef PARLOUR_MUTANTS_H
#define PARLOUR_MUTANTS_H

#include "engine/game.h"

/* A fault in words, and the parts that replace the game's own: functions, events, the size of frames. */
struct mutant {
    const char *name;
    struct game changes;
};

/* Of coinflip. Both end with an empty entry. */
extern const struct mutant leak_mutants[], conformance_mutants[];

/* The game with the changes made. State and view have room for MUTANT_EXTRA more bytes. */
enum { MUTANT_EXTRA = 16 };
struct game mutant_make(const struct game *base, const struct mutant *mutant);

#endif
