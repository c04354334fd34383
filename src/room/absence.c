/* Time at the table: pausing, waiting for the absent, bots in their place, deadlines that fire. */
#include "room/room_parts.h"

bool decide_pause(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    if (!turn->draft->is_paused)
        room_emit(turn, (struct game_event){ .kind = ROOM_GAME_PAUSED });
    return true;
}

bool decide_resume(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    if (turn->draft->is_paused)
        room_emit(turn, (struct game_event){ .kind = ROOM_GAME_RESUMED });
    return true;
}

bool decide_set_absent(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    (void)me;
    if (command->arg[0] == ABSENT_BOT && !room_game(room)->bot)
        return room_refuse(turn, "not_allowed", "policy");
    if (room->absent_policy != command->arg[0] || room->absent_seconds != command->arg[1])
        room_emit(turn, (struct game_event){ .kind = ROOM_ABSENT_SET,
                                             .arg = { command->arg[0], command->arg[1] } });
    return true;
}

static void let_bot_play(struct room_turn *turn, const struct room_member *member, int64_t strength)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_BOT_TOOK_OVER,
                                         .arg = { member->player, strength } });
}

bool decide_replace_absent(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int target = room_member_of(room, command->arg[0]);
    (void)me;
    if (!room_game(room)->bot)
        return room_refuse(turn, "not_allowed", NULL);
    if (target < 0 || !room_is_absent(&room->member[target]))
        return room_refuse(turn, "bad_target", "player");
    if (!room->member[target].plays_for_absent)
        let_bot_play(turn, &room->member[target], command->arg[1]);
    return true;
}

/* A player who returns gets the seat back at once. */
void room_come_back(struct room_turn *turn, int member)
{
    const struct room *room = turn->draft;
    if (room->member[member].plays_for_absent)
        room_emit(turn, (struct game_event){ .kind = ROOM_BOT_STOOD_DOWN,
                                             .arg = { room->member[member].player } });
    if (room->claim_player != 0 && room->claim_member == member)
        room_emit(turn,
                  (struct game_event){ .kind = ROOM_CLAIM_ENDED, .arg = { room->claim_player } });
}

/* Deadlines */

bool decide_skip(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    struct game_command timeout = { .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK };
    int64_t deadline_ms = room_game_deadline(room);
    int64_t left_ms = deadline_ms - room_game_now(room, turn->now_ms);
    (void)command;
    (void)me;
    if (room_is_stopped(room))
        return room_refuse(turn, "paused", NULL);
    if (deadline_ms == 0)
        return room_refuse(turn, "not_now", NULL);
    enum refusal refusal = room_run_game(turn, &timeout, deadline_ms);
    if (refusal != ACCEPTED)
        return room_refuse(turn, refusal_name(refusal), NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_STEP_SKIPPED,
                                         .arg = { left_ms > 0 ? left_ms : 0 } });
    return true;
}

bool decide_extend(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    (void)me;
    if (room_is_stopped(room))
        return room_refuse(turn, "paused", NULL);
    if (room_game_deadline(room) == 0)
        return room_refuse(turn, "not_now", NULL);
    room_emit(turn,
              (struct game_event){ .kind = ROOM_TIME_EXTENDED, .arg = { command->arg[0] * 1000 } });
    return true;
}

bool decide_tick(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    struct game_command timeout = { .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK };
    int64_t deadline_ms = room_game_deadline(room);
    int64_t game_now_ms = room_game_now(room, turn->now_ms);
    (void)command;
    (void)me;
    if (deadline_ms == 0 || room_is_stopped(room) || game_now_ms < deadline_ms)
        return true;
    enum refusal refusal = room_run_game(turn, &timeout, game_now_ms);
    if (refusal != ACCEPTED)
        return room_refuse(turn, refusal_name(refusal), NULL);
    return true;
}

bool decide_credit_clock(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (command->arg[0] > 0)
        room_emit(turn,
                  (struct game_event){ .kind = ROOM_CLOCK_CREDITED, .arg = { command->arg[0] } });
    return true;
}

/* What follows from somebody's absence or return */

static void settle_bots(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    if (room->absent_policy != ABSENT_BOT || !room_game(room)->bot)
        return;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        int64_t due_ms = member->away_since_ms + (int64_t)room->absent_seconds * 1000;
        if (room_is_absent(member) && !member->plays_for_absent && turn->now_ms >= due_ms)
            let_bot_play(turn, member, ROOM_ABSENT_STRENGTH);
    }
}

static bool has_to_wait(const struct room *room, int64_t now_ms)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room_is_waited_for(room, &room->member[room->member_of_seat[seat]], now_ms))
            return true;
    return false;
}

void room_settle_absence(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    if (room->phase != ROOM_PLAYING)
        return;
    settle_bots(turn);
    bool waits = has_to_wait(room, turn->now_ms);
    if (waits != room->is_waiting)
        room_emit(turn,
                  (struct game_event){ .kind = waits ? ROOM_WAITING_BEGAN : ROOM_WAITING_ENDED });
}
