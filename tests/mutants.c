/* Puts mutants together. */
#include "mutants.h"

#include "engine/games/coinflip/coinflip.h"

#define CHANGE(function)                              \
    do {                                              \
        if (mutant->changes.function)                 \
            game.function = mutant->changes.function; \
    } while (0)

struct game mutant_make(const struct mutant *mutant)
{
    struct game game = game_coinflip;
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
    return game;
}
