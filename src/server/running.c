/* See running.h. */
#include "server/running.h"

#include "server/parking.h"

enum { LONG_MS = 60 * 60 * 1000, RESUME_EVERY_MS = 1000, RESUME_MAX = 32 };

bool running_has(const struct room *room, const struct room_member *member)
{
    return room->phase == ROOM_PLAYING && member->player != 0 && !member->is_bot &&
           !member->is_guest && !member->has_left && !member->was_kicked &&
           (member->seat >= 0 || member->is_narrator);
}

seat_set running_awaited(const struct room *room)
{
    const struct game *game = room_game(room);
    bool is_known = room->phase == ROOM_PLAYING && game->awaited != NULL;
    return is_known ? game->awaited(room_state(room)) : SEATS_NONE;
}

/* A game that was found to be long stays long until it is over, however near its deadline is. */
void running_follow(struct slot *slot, const struct room *room)
{
    int64_t deadline = room_deadline(room);
    slot->is_long = room->phase == ROOM_PLAYING &&
                    (slot->is_long || (deadline != 0 && deadline - room->time_ms >= LONG_MS));
}

/* A number for who plays and how; 0: nobody. */
static int64_t mark_of(const int64_t *playing, int count, bool is_long)
{
    uint64_t mark = is_long ? 2 : 1;
    for (int i = 0; i < count; i++)
        mark = (mark ^ (uint64_t)playing[i]) * 0x9e3779b97f4a7c15u;
    return count == 0 ? 0 : (int64_t)(mark | 1u);
}

/* Moves change nobody's seat. */
static bool are_moves(const struct room_turn *turn)
{
    for (int i = 0; i < turn->event_count; i++)
        if (!turn->event[i].is_game)
            return false;
    return true;
}

int64_t running_write(const struct slot *slot, const struct room_turn *turn, int64_t *playing,
                      struct store_write *write)
{
    const struct room *after = turn->draft;
    struct slot later = { .is_long = slot->is_long };
    int count = 0;
    running_follow(&later, after);
    if (slot->room != NULL && slot->running_told != -1 && later.is_long == slot->is_long &&
        slot->room->phase == after->phase && are_moves(turn))
        return slot->running_told;
    for (int i = 0; i < after->member_end; i++)
        if (running_has(after, &after->member[i]))
            playing[count++] = after->member[i].player;
    int64_t mark = mark_of(playing, count, later.is_long);
    if (mark != slot->running_told) {
        write->playing = playing;
        write->playing_count = count;
        write->is_long = later.is_long;
    }
    return mark;
}

int64_t running_next_ms(const struct server *server)
{
    bool is_needed = server->seams.store->ops->list_long != NULL && !server->has_resumed;
    return is_needed && !server->is_draining ? server->resumed_ms + RESUME_EVERY_MS : 0;
}

void running_tick(struct server *server)
{
    struct store *store = server->seams.store;
    int64_t room[RESUME_MAX], due = running_next_ms(server);
    if (due == 0 || !tick_is_due(server, TICK_RESUME, due) || !store->ops->healthy(store, NULL))
        return;
    server_settle(server);
    server->resumed_ms = server_now(server);
    int count = store->ops->list_long(store, server->resume_after, room, RESUME_MAX);
    for (int i = 0; i < count; i++) {
        struct slot *slot = slot_by_id(server, room[i]);
        if (slot != NULL)
            slot->is_long = slot->room->phase == ROOM_PLAYING;
        if (!server_awaits(server))
            server->resume_after = room[i];
    }
    server->has_resumed = count >= 0 && count < RESUME_MAX && !server_awaits(server);
    tick_note(server, TICK_RESUME);
}
