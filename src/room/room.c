/* A room: its sizes, who may do what, and the path of a command through its decision. Start here; the
 * decisions themselves are in members.c, knock.c, lobby.c, play.c, absence.c, chat.c, transfer.c, desk.c,
 * sight.c, share.c and chance.c. */
#include "room/room_parts.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/message.h"

_Static_assert(sizeof(struct room_member) * ROOM_MEMBERS_MAX + offsetof(struct room, member) ==
                   sizeof(struct room),
               "the state lies behind a whole room");

static bool has_state(const struct room *room)
{
    return room->phase == ROOM_PLAYING || room->phase == ROOM_RESULTS;
}

size_t room_size(const struct room *room)
{
    size_t state = has_state(room) ? room_game(room)->state_size : 0;
    return room_state_at(ROOM_MEMBERS_MAX - room->member_lack) + state;
}

size_t room_packed_size(const struct room *room)
{
    return room_state_at(room->member_end) + room_game(room)->state_size;
}

size_t room_people_size(const struct room *room)
{
    return offsetof(struct room, member) + (size_t)room->member_end * sizeof *room->member;
}

void room_take_people(struct room *to, const struct room *from)
{
    memcpy(to, from, room_people_size(from));
    to->member_lack = 0;
}

void room_copy_people(struct room *to, const struct room *from)
{
    int end = to->member_end;
    assert(to->member_lack == 0);
    room_take_people(to, from);
    if (end > from->member_end)
        memset(&to->member[from->member_end], 0,
               (size_t)(end - from->member_end) * sizeof *to->member);
}

static void copy_state(struct room *to, const struct room *from)
{
    if (has_state(from))
        memcpy(room_state(to), room_state(from), room_game(from)->state_size);
}

void room_copy(struct room *to, const struct room *from)
{
    room_copy_people(to, from);
    copy_state(to, from);
}

void room_pack(struct room *to, const struct room *from)
{
    room_take_people(to, from);
    to->member_lack = (int8_t)(ROOM_MEMBERS_MAX - from->member_end);
    copy_state(to, from);
}

/* Enough for the next state too: a game that starts is the one that the room had chosen already. */
size_t room_draft_size(const struct room *room)
{
    return sizeof *room + (room != NULL ? room_game(room)->state_size : 0);
}

size_t room_size_max(void)
{
    size_t max = 0;
    for (int i = 0; games[i]; i++)
        if (games[i]->state_size > max)
            max = games[i]->state_size;
    return sizeof(struct room) + max;
}

int room_bot_seat(const struct room *room, int after)
{
    const struct game *game = room_game(room);
    if (room->phase != ROOM_PLAYING || room_is_stopped(room) || !game->bot)
        return -1;
    seat_set awaited = game->awaited ? game->awaited(room_state(room)) : SEATS_ALL;
    for (int seat = after + 1; seat < room->seat_count; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        if ((member->is_bot || member->plays_for_absent) && seat_in(awaited, seat))
            return seat;
    }
    return -1;
}

/* Further conditions for the list of actions, for commands where the rule in the table is not enough. */

static bool can_sit(const struct room *room, int me)
{
    return room->member[me].seat < 0 && room_has_chair(room);
}

static bool can_stand(const struct room *room, int me)
{
    return room_has_place(&room->member[me]);
}

static bool has_sides(const struct room *room, int me)
{
    (void)me;
    return room_game(room)->sides || room_game(room)->has_narrator;
}

static bool can_tap(const struct room *room, int me)
{
    return room->is_roll_call && room->member[me].roll_place == 0;
}

static bool has_roll_call(const struct room *room, int me)
{
    (void)me;
    return room->is_roll_call;
}

static bool can_add_bot(const struct room *room, int me)
{
    (void)me;
    return room_has_chair(room) && room_game(room)->bot;
}

static bool can_add_guest(const struct room *room, int me)
{
    (void)me;
    return room_has_chair(room) && room_game(room)->has_narrator;
}

static bool has_guest(const struct room *room, int me)
{
    (void)me;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->member[room->member_of_seat[seat]].is_guest)
            return true;
    return false;
}

static bool can_chat(const struct room *room, int me)
{
    for (int channel = 0; channel < room_channel_count(room_game(room)); channel++)
        if (room_speaks(room, me, channel))
            return true;
    return false;
}

static bool can_start(const struct room *room, int me)
{
    struct game_setup setup;
    const char *why;
    (void)me;
    return !room_start_problem(room, &setup, &why);
}

static bool can_pause(const struct room *room, int me)
{
    (void)me;
    return !room->is_paused;
}

static bool can_resume(const struct room *room, int me)
{
    (void)me;
    return room->is_paused;
}

static bool has_deadline(const struct room *room, int me)
{
    (void)me;
    return room_game_deadline(room) != 0 && !room_is_stopped(room);
}

static bool has_claim(const struct room *room, int me)
{
    return room->claim_player != 0 && room_can_confirm(room, me);
}

static bool can_claim(const struct room *room, int me)
{
    return room->claim_player == 0 && room->member[me].seat < 0 && !room->member[me].is_narrator &&
           !room->member[me].sees_all;
}

static bool has_something_to_move(const struct room *room, int me)
{
    return room_has_place(&room->member[me]);
}

static bool can_rewind(const struct room *room, int me)
{
    (void)me;
    return room_game(room)->can_undo && room->step_top > 1;
}

static bool has_awaited(const struct room *room, int me)
{
    (void)me;
    return room_game(room)->awaited && room_game(room)->awaited(room_state(room)) != 0;
}

static bool never(const struct room *room, int me)
{
    (void)room;
    (void)me;
    return false;
}

const struct room_rule room_rules[ROOM_COMMAND_COUNT] = {
    [ROOM_CREATE] = { decide_create, BY_ANYONE, ANY_TIME, never },
    [ROOM_JOIN] = { decide_join, BY_ANYONE, ANY_TIME, never },
    [ROOM_KNOCK] = { decide_knock, BY_ANYONE, ANY_TIME, never },
    [ROOM_STOP_KNOCKING] = { decide_stop_knocking, BY_ANYONE, ANY_TIME, never },
    [ROOM_ANSWER_KNOCK] = { decide_answer_knock, BY_MEMBER, ANY_TIME, room_can_answer_knock },
    [ROOM_LEAVE] = { decide_leave, BY_MEMBER, ANY_TIME },
    [ROOM_RENAME] = { decide_rename, BY_MEMBER, BETWEEN_GAMES },
    [ROOM_SET_FACE] = { decide_set_face, BY_MEMBER, BETWEEN_GAMES },
    [ROOM_SIT] = { decide_sit, BY_MEMBER, IN_LOBBY, can_sit },
    [ROOM_STAND] = { decide_stand, BY_MEMBER, IN_LOBBY, can_stand },
    [ROOM_SELECT_ROLE] = { decide_select_role, BY_MEMBER, IN_LOBBY, has_sides },
    [ROOM_REORDER_SEATS] = { decide_reorder_seats, BY_HOST_OR_NARRATOR, IN_LOBBY },
    [ROOM_START_ROLL_CALL] = { decide_start_roll_call, BY_HOST, IN_LOBBY },
    [ROOM_CANCEL_ROLL_CALL] = { decide_cancel_roll_call, BY_HOST, IN_LOBBY, has_roll_call },
    [ROOM_TAKE_NEXT_SEAT] = { decide_take_next_seat, BY_SEATED, IN_LOBBY, can_tap },
    [ROOM_READY] = { decide_ready, BY_MEMBER, BETWEEN_GAMES },
    [ROOM_SET_NONCE] = { decide_set_nonce, BY_MEMBER, BETWEEN_GAMES },
    [ROOM_SET_OPTIONS] = { decide_set_options, BY_HOST, BETWEEN_GAMES },
    [ROOM_SET_GAME] = { decide_set_game, BY_HOST, BETWEEN_GAMES },
    [ROOM_SET_SEATS] = { decide_set_seats, BY_HOST, BETWEEN_GAMES },
    [ROOM_HAND_OVER_HOST] = { decide_hand_over_host, BY_HOST, ANY_TIME },
    [ROOM_KICK] = { decide_kick, BY_HOST, ANY_TIME },
    [ROOM_READMIT] = { decide_readmit, BY_HOST, ANY_TIME },
    [ROOM_SET_SPECTATORS] = { decide_set_spectators, BY_HOST, ANY_TIME },
    [ROOM_SET_LOCK] = { decide_set_lock, BY_HOST, ANY_TIME },
    [ROOM_SET_CHAT] = { decide_set_chat, BY_HOST, ANY_TIME },
    [ROOM_SET_BRIDGE] = { decide_set_bridge, BY_HOST, ANY_TIME },
    [ROOM_SET_TALK] = { decide_set_talk, BY_HOST, ANY_TIME },
    [ROOM_SET_VOICE] = { decide_set_voice, BY_HOST, ANY_TIME },
    [ROOM_SET_LANGUAGE] = { decide_set_language, BY_HOST, ANY_TIME },
    [ROOM_ADD_BOT] = { decide_add_bot, BY_HOST, IN_LOBBY, can_add_bot },
    [ROOM_REMOVE_BOT] = { decide_remove_bot, BY_HOST, IN_LOBBY },
    [ROOM_SET_BOT] = { decide_set_bot, BY_HOST, ANY_TIME },
    [ROOM_ADD_GUEST] = { decide_add_guest, BY_HOST_OR_NARRATOR, IN_LOBBY, can_add_guest },
    [ROOM_REMOVE_GUEST] = { decide_remove_guest, BY_HOST_OR_NARRATOR, IN_LOBBY, has_guest },
    [ROOM_CHAT] = { decide_chat, BY_MEMBER, ANY_TIME, can_chat },
    [ROOM_REACT] = { decide_react, BY_MEMBER, ANY_TIME, room_reacts },
    [ROOM_START] = { decide_start, BY_HOST, IN_LOBBY, can_start },
    [ROOM_PAUSE] = { decide_pause, BY_HOST, IN_PLAY, can_pause },
    [ROOM_RESUME] = { decide_resume, BY_HOST, IN_PLAY, can_resume },
    [ROOM_SET_ABSENT] = { decide_set_absent, BY_HOST, ANY_TIME },
    [ROOM_REPLACE_ABSENT] = { decide_replace_absent, BY_HOST, IN_PLAY },
    [ROOM_VOID_VOTE] = { decide_void_vote, BY_SEATED, IN_PLAY },
    [ROOM_SKIP] = { decide_skip, BY_HOST, IN_PLAY, has_deadline },
    [ROOM_EXTEND] = { decide_extend, BY_HOST, IN_PLAY, has_deadline },
    [ROOM_NEXT_GAME] = { decide_next_game, BY_HOST, IN_RESULTS },
    [ROOM_REMATCH] = { decide_rematch, BY_HOST, IN_RESULTS },
    [ROOM_END_SET] = { decide_end_set, BY_HOST, ANY_TIME },
    [ROOM_MAKE_TRANSFER_CODE] = { decide_make_transfer_code, BY_MEMBER, ANY_TIME,
                                  has_something_to_move },
    [ROOM_USE_TRANSFER_CODE] = { decide_use_transfer_code, BY_ANYONE, ANY_TIME, can_claim },
    [ROOM_CLAIM_SEAT] = { decide_claim_seat, BY_ANYONE, ANY_TIME, can_claim },
    [ROOM_CONFIRM_CLAIM] = { decide_confirm_claim, BY_MEMBER, ANY_TIME, has_claim },
    [ROOM_REWIND] = { decide_rewind, BY_NARRATOR, IN_PLAY, can_rewind },
    [ROOM_WHO_ARE_WE_WAITING_FOR] = { decide_who_are_we_waiting_for, BY_HOST, IN_PLAY,
                                      has_awaited },
    [ROOM_HAND_OVER_DESK] = { decide_hand_over_desk, BY_NARRATOR, ANY_TIME, room_can_pass_desk },
    [ROOM_SHARE_DESK] = { decide_share_desk, BY_NARRATOR, ANY_TIME, room_can_share_desk },
    [ROOM_ASK_TO_SEE] = { decide_ask_to_see, BY_MEMBER, ANY_TIME, room_can_ask_to_see },
    [ROOM_LET_SEE] = { decide_let_see, BY_MEMBER, ANY_TIME, room_has_asker },
    [ROOM_SHARE_GAME] = { decide_share_game, BY_SEATED, IN_RESULTS, room_can_share },
    [ROOM_TICK] = { decide_tick, BY_CLOCK, ANY_TIME },
    [ROOM_BOT_SAY] = { decide_bot_say, BY_CLOCK, IN_PLAY },
    [ROOM_MARK_AWAY] = { decide_mark_away, BY_CLOCK, ANY_TIME },
    [ROOM_MARK_BACK] = { decide_mark_back, BY_CLOCK, ANY_TIME },
    [ROOM_CREDIT_CLOCK] = { decide_credit_clock, BY_CLOCK, ANY_TIME },
    [ROOM_ADMIN_LOOK] = { decide_admin_look, BY_CLOCK, ANY_TIME },
    [ROOM_ADMIN_CLOSE] = { decide_end_set, BY_CLOCK, ANY_TIME },
    [ROOM_ADMIN_SAY] = { decide_admin_say, BY_CLOCK, ANY_TIME },
    [ROOM_MOVE_HERE] = { decide_move_here, BY_CLOCK, ANY_TIME },
    [ROOM_BRING_BACK] = { decide_bring_back, BY_CLOCK, ANY_TIME },
};

/* The code of the refusal, or NULL if the command is allowed. */
static const char *rule_against(const struct room *room, const struct room_rule *rule, int me)
{
    bool is_member = me >= 0 && !room->member[me].has_left;
    bool is_host = me >= 0 && room->host == me;
    if (me >= 0 && room->member[me].was_kicked && rule->who != BY_CLOCK)
        return "kicked";
    if (me >= 0 && !room_has_device(&room->member[me]))
        return "not_allowed"; /* a bot only plays, and a guest has no device to send commands with */
    if (rule->who == BY_CLOCK)
        return "unknown_command";
    if (rule->who != BY_ANYONE && !is_member)
        return "not_member";
    if (rule->who == BY_HOST && !is_host)
        return "not_host";
    if (rule->who == BY_HOST_OR_NARRATOR && !is_host && !room->member[me].is_narrator)
        return "not_host";
    if (rule->who == BY_SEATED && room->member[me].seat < 0)
        return "not_seated";
    if (rule->who == BY_NARRATOR && !room->member[me].is_narrator)
        return "not_allowed";
    return rule->phases >> room->phase & 1 ? NULL : "wrong_phase";
}

bool room_may(const struct room *room, int kind, int me)
{
    const struct room_rule *rule = &room_rules[kind];
    return !rule_against(room, rule, me) && (!rule->is_possible || rule->is_possible(room, me));
}

bool room_offers_differ(const struct room *before, const struct room *after)
{
    return has_deadline(before, 0) != has_deadline(after, 0) ||
           has_awaited(before, 0) != has_awaited(after, 0) ||
           can_rewind(before, 0) != can_rewind(after, 0) || room_talk_differs(before, after);
}

static bool arguments_fit(const struct game_message *message, const struct room_command *command)
{
    for (int i = 0; i < message_arg_count(message); i++) {
        const struct game_arg *arg = &message->args[i];
        size_t max = arg->type == ARG_TEXT ? (size_t)arg->max : 0;
        if (!message_arg_fits(arg, GAME_SEATS_MAX, command->arg[i]))
            return false;
        if (max > 0 && !arg->optional && !command->text)
            return false;
        if (max > 0 && command->text && strnlen(command->text, max + 1) > max)
            return false;
    }
    return true;
}

static bool decide_room(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (command->kind >= ROOM_COMMAND_COUNT)
        return room_refuse(turn, "unknown_command", NULL);
    const struct room_rule *rule = &room_rules[command->kind];
    bool is_clock = command->player == 0 && rule->who == BY_CLOCK;
    const char *against = is_clock ? NULL : rule_against(room, rule, me);
    if (room->id == 0 && command->kind != ROOM_CREATE)
        return room_refuse(turn, "not_now", NULL);
    if (room->phase == ROOM_CLOSED && is_clock)
        return true;
    if (room->phase == ROOM_CLOSED)
        return room_refuse(turn, "closed", NULL);
    if (against)
        return room_refuse(turn, against, NULL);
    if (me < 0 && room_was_kicked(room, command->player))
        return room_refuse(turn, "kicked", NULL);
    if (!arguments_fit(&room_commands[command->kind], command))
        return room_refuse(turn, "bad_argument", NULL);
    return rule->decide(turn, command, me);
}

/* What may follow from any command: a new host, a start, an end, a wait. */
static void settle(struct room_turn *turn)
{
    if (turn->draft->phase == ROOM_CLOSED)
        return;
    room_settle_claim(turn);
    room_settle_knocks(turn);
    room_settle_sight(turn, false);
    room_settle_host(turn);
    room_settle_roll_call(turn);
    room_settle_start(turn);
    room_settle_outcome(turn);
    room_settle_absence(turn);
}

bool room_remembers(const struct room *room, int64_t player, int64_t cid)
{
    int me = room_member_of(room, player);
    for (int i = 0; cid != 0 && me >= 0 && i < ROOM_CIDS; i++)
        if (room->member[me].cid[i] == cid)
            return true;
    return false;
}

/* A refusal after the first event takes everything back. Only accepted game commands write to the game's
 * state, and nothing refuses after them, so a copy of the room without that state is enough. A move writes
 * nothing before it is accepted and needs no copy at all. */
static bool decide_or_undo(struct room_turn *turn, const struct room_command *command, int me)
{
    struct room before;
    if (command->is_game)
        return decide_game(turn, command, me);
    room_take_people(&before, turn->draft);
    if (decide_room(turn, command, me))
        return true;
    room_copy_people(turn->draft, &before);
    turn->event_count = 0;
    return false;
}

bool room_decide(struct room_turn *turn, const struct room_command *command)
{
    int me = room_member_of(turn->draft, command->player);
    turn->event_count = 0;
    turn->text_used = 0;
    turn->refusal = (struct room_refusal){ 0 };
    turn->is_repeat = room_remembers(turn->draft, command->player, command->cid);
    if (turn->is_repeat)
        return true;
    if (turn->draft->needs_replay)
        return room_refuse(turn, "not_now", NULL);
    if (!decide_or_undo(turn, command, me))
        return false;
    settle(turn);
    return true;
}
