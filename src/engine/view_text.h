/* For the tests of games: a viewer's view as text. Include it after cmocka. */
#ifndef PARLOUR_VIEW_TEXT_H
#define PARLOUR_VIEW_TEXT_H

#include <string.h>

#include "engine/game.h"

/* The encoded view of `viewer`; valid until the next call. */
static inline const char *view_text(const struct game *game, const void *state, int viewer)
{
    static _Alignas(16) char view[GAME_VIEW_MAX];
    static char text[64 * 1024];
    struct json out;
    memset(view, 0, game->view_size);
    game->view(state, viewer, view);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    game->encode(view, &out);
    json_end(&out);
    assert_false(out.overflow);
    return text;
}

#endif
