/* The narrator's desk: handing it over, sharing it, giving it up. The game knows one narrator; several
 * people may share the desk. A person who has been there knows every secret of the game and may not play
 * in it (transfer.c).
 *
 * What a device may see is worked out from its member for every message, so the old device of a desk that
 * was handed over sees nothing more. */
#include "room/room_parts.h"

static bool can_receive(const struct room *room, int member)
{
    const struct room_member *person = &room->member[member];
    return room_is_here(person) && room_has_device(person) && !person->is_narrator &&
           (person->seat < 0 || room->phase == ROOM_LOBBY);
}

bool room_can_pass_desk(const struct room *room, int me)
{
    (void)me;
    for (int i = 0; i < room->member_end; i++)
        if (can_receive(room, i))
            return true;
    return false;
}

bool room_can_share_desk(const struct room *room, int me)
{
    return room_narrator_count(room) > 1 || room_can_pass_desk(room, me);
}

static void share(struct room_turn *turn, int member, bool yes)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_DESK_SHARED,
                                         .arg = { turn->draft->member[member].player, yes } });
}

void room_give_up_desk(struct room_turn *turn, int member)
{
    if (room_narrator_count(turn->draft) > 1)
        share(turn, member, false);
    else
        room_emit(turn, (struct game_event){ .kind = ROOM_NARRATOR_CHANGED });
}

void room_pass_desk(struct room_turn *turn, int from, int to)
{
    if (turn->draft->member[to].seat >= 0)
        room_free_seat(turn, to, false);
    if (room_narrator_count(turn->draft) > 1) {
        share(turn, to, true);
        share(turn, from, false);
    } else
        room_emit(turn, (struct game_event){ .kind = ROOM_NARRATOR_CHANGED,
                                             .arg = { turn->draft->member[to].player } });
}

bool decide_hand_over_desk(struct room_turn *turn, const struct room_command *command, int me)
{
    int target = room_member_of(turn->draft, command->arg[0]);
    if (target < 0 || !can_receive(turn->draft, target))
        return room_refuse(turn, "bad_target", "player");
    room_pass_desk(turn, me, target);
    return true;
}

bool decide_share_desk(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int target = room_member_of(room, command->arg[0]);
    bool yes = command->arg[1] != 0;
    (void)me;
    if (target < 0 || (yes ? !can_receive(room, target)
                           : !room->member[target].is_narrator || room_narrator_count(room) < 2))
        return room_refuse(turn, "bad_target", "player");
    if (room->member[target].seat >= 0)
        room_free_seat(turn, target, false);
    share(turn, target, yes);
    return true;
}
