/* How long rooms are kept, and the sweep that removes those whose time is over. */
#include "server/parking.h"

enum { SWEEP_EVERY_MS = 60 * 1000, SWEEP_ROOMS_MAX = 256 };
static const int64_t DAY_MS = 24 * 60 * 60 * 1000;

int64_t slot_expiry(const struct server *server, const struct room *room, int64_t deadline_ms)
{
    const struct config *config = server->config;
    bool is_over = room->phase == ROOM_CLOSED || room->phase == ROOM_RESULTS;
    if (is_over && room_game(room)->is_duel)
        return room->time_ms + config->room_cleanup_minutes * 60 * 1000;
    if (room->phase == ROOM_CLOSED)
        return room->time_ms + config->set_cleanup_minutes * 60 * 1000;
    /* A game of days is abandoned once nobody has moved in time. */
    int64_t from_ms = deadline_ms > room->time_ms ? deadline_ms : room->time_ms;
    return from_ms + config->abandoned_days * DAY_MS;
}

static void removed(struct store_write *write)
{
    memory_free(write);
}

static void remove_room(struct server *server, int64_t id)
{
    struct slot *slot = map_get(&server->slots, id);
    if (slot != NULL &&
        (slot->pending != NULL || slot->first != NULL || slot->is_thinking || slot->grown != NULL))
        return; /* at the next sweep */
    while (slot != NULL && slot->clients != NULL)
        client_close(server, slot->clients, CLOSE_ENDED, "the table is closed");
    if (slot != NULL)
        slot_forget(server, slot);
    struct store_write *write = memory_take(sizeof *write);
    *write = (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = id, .done = removed };
    server->metrics.rooms_removed++;
    store_write(server->seams.store, write);
}

/* A room with people in it is not abandoned, unless nothing more will happen there. */
static bool is_in_use(struct server *server, const struct store_room *room)
{
    struct slot *slot = map_get(&server->slots, room->room);
    if (slot == NULL || slot->clients == NULL || slot->room == NULL)
        return false;
    bool is_over = slot->room->phase == ROOM_CLOSED || slot->room->phase == ROOM_RESULTS;
    return !is_over || !room_game(slot->room)->is_duel;
}

int64_t rooms_sweep_ms(const struct server *server)
{
    return server->swept_ms + SWEEP_EVERY_MS;
}

void rooms_sweep(struct server *server)
{
    int64_t now = server_now(server);
    if (!tick_is_due(server, TICK_SWEEP, rooms_sweep_ms(server)))
        return;
    server_settle(server);
    server->swept_ms = now;
    limits_sweep(server);
    struct store *store = server->seams.store;
    struct store_room *expired = arena_take(&server->scratch, SWEEP_ROOMS_MAX * sizeof *expired);
    int count = store->ops->list_rooms(store, now, 0, expired, SWEEP_ROOMS_MAX);
    for (int i = 0; i < count; i++)
        if (!is_in_use(server, &expired[i]))
            remove_room(server, expired[i].room);
    tick_note(server, TICK_SWEEP);
}
