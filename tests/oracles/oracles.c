/* The oracles there are. */
#include "oracles/oracles.h"

#include <string.h>

extern const struct oracle oracle_avalon, oracle_chess, oracle_coinflip, oracle_grimoire,
    oracle_journeyman, oracle_onenight;

static const struct oracle *const oracles[] = {
    &oracle_avalon,   &oracle_chess, &oracle_coinflip, &oracle_grimoire, &oracle_journeyman,
    &oracle_onenight, NULL
};

const struct oracle *oracle_find(const char *game_id)
{
    for (int i = 0; oracles[i]; i++)
        if (strcmp(oracles[i]->game_id, game_id) == 0)
            return oracles[i];
    return NULL;
}
