/* Which altered events the rules of a game exclude; see docs/add-a-game.md. */
#ifndef PARLOUR_LEAK_HOOKS_H
#define PARLOUR_LEAK_HOOKS_H

#include "harness/leak.h"

/* NULL for a game in which every alteration can happen. */
leak_allows *leak_hook_find(const char *game_id);

#endif
