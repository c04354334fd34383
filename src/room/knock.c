/* At the door of a locked table a newcomer knocks under a name, and a person with a place, or the host,
 * lets them in or refuses. The first answer counts, and everybody is told who gave it.
 *
 * The danger is a flood of knocks: anybody who has the code can knock, from many addresses. At most
 * ROOM_KNOCKS people wait at a time. When the door is full, the oldest knock gives way to the next, but
 * not before the table has had ROOM_KNOCK_YIELDS_MS to see it. Until then a newcomer draws a lot against
 * the latest one who waits, and the smaller lot has the place. So each of n people who want one place gets
 * it with probability 1/n, and coming first is no advantage. Nobody is told their lot.
 *
 * People who were refused cannot knock again while the table stays locked, and people who were kicked
 * cannot knock at all. The server bounds how often an address may knock (server/limits.c). A person who
 * knows the password gets in however many others wait.
 *
 * Unlocking the table lets in everybody who waits, as far as there is space. */
#include "room/room_parts.h"

static int knock_of(const struct room *room, int64_t player)
{
    for (int i = 0; i < room->knock_count; i++)
        if (room->knock[i].player == player)
            return i;
    return -1;
}

bool room_can_answer_knock(const struct room *room, int me)
{
    return room->knock_count > 0 && (room_has_place(&room->member[me]) || room->host == me);
}

int64_t room_knock_deadline(const struct room *room)
{
    return room->knock_count > 0 ? room->knock[0].at_ms + ROOM_KNOCK_MS : 0;
}

static bool was_denied(const struct room *room, int64_t player)
{
    for (int i = 0; i < ROOM_KNOCKS_DENIED; i++)
        if (room->knock_denied[i] == player)
            return true;
    return false;
}

static bool name_is_knocking(const struct room *room, int64_t key)
{
    for (int i = 0; i < room->knock_count; i++)
        if (room->knock[i].name_key == key)
            return true;
    return false;
}

static bool animal_is_taken(const struct room *room, int animal)
{
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0 && room_animal(room, i) == animal)
            return true;
    for (int i = 0; i < room->knock_count; i++)
        if (room->knock[i].animal == animal)
            return true;
    return false;
}

/* The animal stays the same while they wait and after they are let in. */
static int animal_for(const struct room *room)
{
    int animal = 0;
    while (animal < ROOM_ANIMALS - 1 && animal_is_taken(room, animal))
        animal++;
    return animal;
}

static void end(struct room_turn *turn, int64_t player, bool is_let_in, bool is_denied, int64_t by)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_KNOCK_ENDED,
                                         .arg = { player, is_let_in, is_denied, by } });
}

/* Frees a place at a full door. False if the newcomer has lost against the latest one who waits. */
static bool make_way(struct room_turn *turn, int32_t lot)
{
    const struct room_knock *oldest = &turn->draft->knock[0];
    const struct room_knock *latest = &turn->draft->knock[ROOM_KNOCKS - 1];
    bool oldest_was_seen = turn->now_ms >= oldest->at_ms + ROOM_KNOCK_YIELDS_MS;
    if (!oldest_was_seen && lot >= latest->lot)
        return false;
    end(turn, oldest_was_seen ? oldest->player : latest->player, false, false, 0);
    return true;
}

bool decide_knock(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (!room->is_locked || me >= 0)
        return decide_join(turn, command, me);
    if (command->player == 0)
        return room_refuse(turn, "not_member", NULL);
    if (knock_of(room, command->player) >= 0)
        return true;
    if (was_denied(room, command->player))
        return room_refuse(turn, "not_allowed", "knock_denied");
    if (!room_check_entry(turn, command, me))
        return false;
    if (name_is_knocking(room, room_key_of(command)))
        return room_refuse(turn, "name_taken", "name");
    struct rng dice = room_dice(turn);
    int32_t lot = (int32_t)rng_below(&dice, ROOM_LOTS);
    if (room->knock_count == ROOM_KNOCKS && !make_way(turn, lot))
        return room_refuse(turn, "too_soon", "door_full");
    room_emit(turn, (struct game_event){ .kind = ROOM_KNOCKED,
                                         .arg = { command->player, room_key_of(command),
                                                  animal_for(room), command->arg[2] != 0, lot },
                                         .text = command->text });
    return true;
}

bool decide_stop_knocking(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (knock_of(turn->draft, command->player) >= 0)
        end(turn, command->player, false, false, 0);
    return true;
}

/* They come in as if they had joined, with the animal that the table saw at its door. */
static bool let_in(struct room_turn *turn, struct room_knock knock, int64_t by)
{
    const struct room *room = turn->draft;
    struct room_command join = { .player = knock.player,
                                 .kind = ROOM_JOIN,
                                 .text = knock.name,
                                 .name_key = knock.name_key,
                                 .arg = { [2] = knock.watches } };
    int me = room_member_of(room, knock.player);
    if (!room_check_entry(turn, &join, me))
        return false;
    end(turn, knock.player, true, false, by);
    room_enter(turn, &join);
    me = room_member_of(room, knock.player);
    if (room_animal(room, me) != knock.animal && !animal_is_taken(room, knock.animal))
        room_emit(turn, (struct game_event){
                            .kind = ROOM_FACE_SET,
                            .arg = { knock.player, knock.animal, knock.animal % ROOM_COLOURS } });
    return true;
}

bool decide_answer_knock(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int place = knock_of(room, command->arg[0]);
    if (place < 0)
        return room_refuse(turn, "bad_target", "player");
    if (!room_can_answer_knock(room, me))
        return room_refuse(turn, "not_allowed", NULL);
    if (command->arg[1])
        return let_in(turn, room->knock[place], command->player);
    end(turn, command->arg[0], false, true, command->player);
    return true;
}

/* Ends the knock of a person who has come in another way, was kicked or has waited too long, and of
 * everybody once the table is unlocked. */
static void settle_one(struct room_turn *turn, struct room_knock knock)
{
    const struct room *room = turn->draft;
    int me = room_member_of(room, knock.player);
    if (me >= 0 && !room->member[me].has_left)
        end(turn, knock.player, true, false, 0);
    else if (room_was_kicked(room, knock.player) || turn->now_ms >= knock.at_ms + ROOM_KNOCK_MS)
        end(turn, knock.player, false, false, 0);
    else if (!room->is_locked && !let_in(turn, knock, 0)) {
        turn->refusal = (struct room_refusal){ 0 };
        end(turn, knock.player, false, false, 0);
    }
}

void room_settle_knocks(struct room_turn *turn)
{
    struct room_knock knock[ROOM_KNOCKS];
    int count = turn->draft->knock_count;
    for (int i = 0; i < count; i++)
        knock[i] = turn->draft->knock[i];
    for (int i = 0; i < count; i++)
        settle_one(turn, knock[i]);
}
