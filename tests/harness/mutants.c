/* Builds mutants: games with a planted fault. */
#include "harness/mutants.h"

#define CHANGE(function)                              \
    do {                                              \
        if (mutant->changes.function)                 \
            game.function = mutant->changes.function; \
    } while (0)

struct game mutant_make(const struct game *base, const struct mutant *mutant)
{
    struct game game = *base;
    game.state_size += MUTANT_EXTRA;
    game.view_size += MUTANT_EXTRA;
    CHANGE(check);
    CHANGE(decide);
    CHANGE(apply);
    CHANGE(view);
    CHANGE(encode);
    CHANGE(outcome);
    CHANGE(deadline);
    CHANGE(awaited);
    CHANGE(bot);
    CHANGE(hears);
    CHANGE(speaks);
    CHANGE(events);
    CHANGE(frame_bucket);
    return game;
}
