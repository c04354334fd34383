/* The hooks of the leak test, one per game that needs one. */
#include "leak_hooks.h"

#include <string.h>

#include "engine/games/coinflip/coinflip.h"

/* A guess has a side, and it is told to the seat that made it. */
static bool coinflip_allows(const void *state, const struct game_event *event,
                            const struct game_event *altered)
{
    (void)state;
    if (event->kind == COINFLIP_GUESS_MADE)
        return altered->arg[0] == event->arg[0] && altered->arg[1] != COINFLIP_NOTHING;
    return true;
}

static const struct {
    const char *game_id;
    leak_allows *allows;
} hooks[] = {
    { "coinflip", coinflip_allows },
};

leak_allows *leak_hook_find(const char *game_id)
{
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (strcmp(hooks[i].game_id, game_id) == 0)
            return hooks[i].allows;
    return NULL;
}
