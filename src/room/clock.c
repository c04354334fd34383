/* The room's times. A game's clock is the wall clock minus an offset that grows while the room is paused,
 * so that games know nothing of pauses. */
#include "room/room_parts.h"

bool room_is_stopped(const struct room *room)
{
    return room->is_paused || room->is_waiting;
}

int64_t room_game_now(const struct room *room, int64_t now_ms)
{
    return (room_is_stopped(room) ? room->paused_at_ms : now_ms) - room->clock_offset_ms;
}

int64_t room_game_deadline(const struct room *room)
{
    const struct game *game = room_game(room);
    return room->phase == ROOM_PLAYING && game->deadline ? game->deadline(room_state(room)) : 0;
}

/* Here the host is away and may come back. room_settle_host replaces a host who left at once. */
int64_t room_host_deadline(const struct room *room)
{
    if (room->host < 0 || !room->member[room->host].is_away || room_next_host(room) < 0)
        return 0;
    return room->member[room->host].away_since_ms + ROOM_HOST_GONE_MS;
}

bool room_is_waited_for(const struct room *room, const struct room_member *member, int64_t now_ms)
{
    if (room->absent_policy != ABSENT_WAIT || !room_is_absent(member) || member->plays_for_absent)
        return false;
    int64_t until_ms = member->away_since_ms + (int64_t)room->absent_seconds * 1000;
    return room->absent_seconds == 0 || now_ms < until_ms;
}

static bool awaits_bot(const struct room *room, const struct room_member *member)
{
    return room->absent_policy == ABSENT_BOT && room_is_absent(member) && !member->plays_for_absent;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

int64_t room_absent_deadline(const struct room *room)
{
    int64_t soonest = 0;
    if (room->phase != ROOM_PLAYING || (!room->is_waiting && room->absent_policy != ABSENT_BOT))
        return 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        int64_t due_ms = member->away_since_ms + (int64_t)room->absent_seconds * 1000;
        bool is_waited_for = room->is_waiting && room->absent_seconds > 0 &&
                             room_is_waited_for(room, member, due_ms - 1);
        if (is_waited_for || (awaits_bot(room, member) && room_game(room)->bot))
            soonest = sooner(soonest, due_ms);
    }
    return soonest;
}

int64_t room_waits_until(const struct room *room)
{
    int64_t latest = 0;
    if (!room->is_waiting || room->absent_seconds == 0)
        return 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        int64_t until_ms = member->away_since_ms + (int64_t)room->absent_seconds * 1000;
        if (room_is_waited_for(room, member, until_ms - 1) && until_ms > latest)
            latest = until_ms;
    }
    return latest;
}

static int64_t game_due(const struct room *room)
{
    int64_t deadline_ms = room_game_deadline(room);
    return deadline_ms == 0 || room_is_stopped(room) ? 0 : deadline_ms + room->clock_offset_ms;
}

int64_t room_deadline(const struct room *room)
{
    if (room->phase == ROOM_CLOSED)
        return 0;
    int64_t due_ms = sooner(room_claim_deadline(room), room_host_deadline(room));
    due_ms = sooner(due_ms, room_knock_deadline(room));
    return sooner(due_ms, sooner(room_absent_deadline(room), game_due(room)));
}
