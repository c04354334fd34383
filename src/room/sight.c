/* Seeing everything: a spectator asks, the players agree, the whole table is told. A person who sees
 * everything takes no part in the round any more: they may not take somebody's seat, talk or send
 * stickers.
 *
 * The danger is a player's second device. Therefore a host who plays has no more say than the others: for
 * the running game everybody who plays must agree, whether they are here or not. A host without a seat can
 * agree alone, but only for the next game, so that everybody knows before the cards are dealt. One refusal
 * is enough.
 *
 * What these spectators see is not part of their view, which stays the public one; the server has a route
 * for it. */
#include "room/room_parts.h"

bool room_can_ask_to_see(const struct room *room, int me)
{
    const struct room_member *member = &room->member[me];
    return room_is_spectator(member) && !member->asks_sight && !member->sees_all &&
           !member->sight_denied;
}

bool room_sees_all(const struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    return member >= 0 && room_is_spectator(&room->member[member]) && room->member[member].sees_all;
}

static bool is_asking(const struct room *room, int member)
{
    return room->member[member].asks_sight && room_is_spectator(&room->member[member]);
}

static bool may_answer(const struct room *room, int me, int asker)
{
    return me != asker && (room->member[me].seat >= 0 || room->host == me);
}

static bool has_agreed(const struct room *room, int asker, int member)
{
    return room->member[asker].sight_yes >> member & 1;
}

bool room_has_asker(const struct room *room, int me)
{
    for (int i = 0; i < room->member_end; i++)
        if (is_asking(room, i) && may_answer(room, me, i) && !has_agreed(room, i, me))
            return true;
    return false;
}

/* `yes`: those who agree, a member's bit each. */
static bool all_players_agree(const struct room *room, uint64_t yes)
{
    int people = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int member = room->member_of_seat[seat];
        if (!room_has_device(&room->member[member]))
            continue;
        people++;
        if (!(yes >> member & 1))
            return false;
    }
    return people > 0;
}

static bool host_agrees(const struct room *room, uint64_t yes)
{
    return room->host >= 0 && room->member[room->host].seat < 0 && yes >> room->host & 1;
}

bool decide_ask_to_see(struct room_turn *turn, const struct room_command *command, int me)
{
    if (!room_can_ask_to_see(turn->draft, me))
        return room_refuse(turn, "not_allowed", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_SIGHT_ASKED, .arg = { command->player } });
    return true;
}

static void answer(struct room_turn *turn, int asker, bool yes)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_SIGHT_ANSWERED,
                                         .arg = { turn->draft->member[asker].player, yes } });
}

static void agree(struct room_turn *turn, int asker, int me)
{
    const struct room *room = turn->draft;
    uint64_t yes = room->member[asker].sight_yes | (uint64_t)1 << me;
    bool by_all = all_players_agree(room, yes);
    bool from_next = room->phase == ROOM_PLAYING ? !by_all && host_agrees(room, yes)
                                                 : by_all || host_agrees(room, yes);
    room_emit(turn, (struct game_event){ .kind = ROOM_SIGHT_AGREED,
                                         .arg = { room->member[asker].player,
                                                  room->member[me].player, from_next } });
}

bool decide_let_see(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int asker = room_member_of(room, command->arg[0]);
    if (asker < 0 || !is_asking(room, asker))
        return room_refuse(turn, "bad_target", "player");
    if (!may_answer(room, me, asker))
        return room_refuse(turn, "not_allowed", NULL);
    if (!command->arg[1])
        answer(turn, asker, false);
    else if (!has_agreed(room, asker, me))
        agree(turn, asker, me);
    return true;
}

/* An agreement from before a game counts if it still holds when the game starts: a host who has taken a seat
 * meanwhile, or a player who came later, has not agreed. */
void room_settle_sight(struct room_turn *turn, bool is_start)
{
    const struct room *room = turn->draft;
    for (int i = 0; i < room->member_end && room->phase == ROOM_PLAYING; i++) {
        uint64_t yes = room->member[i].sight_yes;
        if (is_asking(room, i) &&
            (all_players_agree(room, yes) || (is_start && host_agrees(room, yes))))
            answer(turn, i, true);
    }
}
