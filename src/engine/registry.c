/* The games there are. One line per game in games.def. */
#include "engine/game.h"

#define GAME(id) extern const struct game game_##id;
#include "engine/games.def"
#undef GAME

const struct game *const games[] = {
#define GAME(id) &game_##id,
#include "engine/games.def"
#undef GAME
    NULL,
};
