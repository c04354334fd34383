/* Seeing everything: a spectator asks, the host says yes, the whole table is told. Whoever sees it takes no
 * part in the round any more: no seat of somebody else's, no word, no sticker.
 *
 * What they see is not in their view, which stays the public's; the server answers for it apart. */
#include "room/room_parts.h"

bool room_can_ask_to_see(const struct room *room, int me)
{
    const struct room_member *member = &room->member[me];
    return room_is_spectator(member) && !member->asks_sight && !member->sees_all;
}

bool room_has_asker(const struct room *room, int me)
{
    (void)me;
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (room->member[i].asks_sight)
            return true;
    return false;
}

bool room_sees_all(const struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    return member >= 0 && room_is_spectator(&room->member[member]) && room->member[member].sees_all;
}

bool decide_ask_to_see(struct room_turn *turn, const struct room_command *command, int me)
{
    if (!room_can_ask_to_see(turn->draft, me))
        return room_refuse(turn, "not_allowed", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_SIGHT_ASKED, .arg = { command->player } });
    return true;
}

bool decide_let_see(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int asker = room_member_of(room, command->arg[0]);
    (void)me;
    if (asker < 0 || !room->member[asker].asks_sight || !room_is_spectator(&room->member[asker]))
        return room_refuse(turn, "bad_target", "player");
    room_emit(turn, (struct game_event){ .kind = ROOM_SIGHT_ANSWERED,
                                         .arg = { command->arg[0], command->arg[1] } });
    return true;
}
