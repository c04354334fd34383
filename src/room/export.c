/* The game on the table as a file for other programs. */
#include "room/room_parts.h"

#include <string.h>

static const struct game_export *format_of(const struct room *room, const char *extension)
{
    const struct game_export *format = room_game(room)->exports;
    bool has_game = room->phase == ROOM_PLAYING || room->phase == ROOM_RESULTS;
    while (has_game && format != NULL && format->extension != NULL) {
        if (text_equal(format->extension, extension))
            return format;
        format++;
    }
    return NULL;
}

static void names_of_seats(const struct room *room, const char *name[GAME_SEATS_MAX])
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        name[seat] = seat < room->seat_count ? room->member[room->member_of_seat[seat]].name : "";
}

size_t room_export(const struct room *room, int64_t player, const char *extension,
                   const struct room_export_memory *memory, const char **content_type)
{
    const struct game *game = room_game(room);
    const struct game_export *format = format_of(room, extension);
    const char *name[GAME_SEATS_MAX];
    if (format == NULL)
        return 0;
    void *view = memory->view->view;
    memset(view, 0, game->view_size);
    game->view(room_state(room), room_viewer(room, player), view);
    names_of_seats(room, name);
    *content_type = format->content_type;
    struct game_facts facts = { .name = name,
                                .option = room->deal.setup.option,
                                .started_ms = room->started_ms,
                                .number = room->game_number };
    return format->write(view, &facts, memory->work, EXPORT_MEMORY_SIZE, memory->out,
                         memory->out_size);
}
