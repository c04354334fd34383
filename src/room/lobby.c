/* Before a game: chairs, sides, seat order, readiness, options, the choice of game, bots. */
#include "room/room_parts.h"

#include <assert.h>
#include <string.h>

#include "engine/message.h"

/* Chairs and sides */

void room_take_seat(struct room_turn *turn, int member, int side)
{
    const struct room *room = turn->draft;
    int64_t player = room->member[member].player;
    if (room->member[member].seat < 0)
        room_emit(turn, (struct game_event){ .kind = ROOM_SEAT_TAKEN, .arg = { player } });
    if (side >= 0)
        room_emit(turn, (struct game_event){ .kind = ROOM_ROLE_SELECTED,
                                             .arg = { player, side },
                                             .text = room_game(room)->sides[side] });
}

void room_free_seat(struct room_turn *turn, int member, bool wants_seat)
{
    assert(turn->draft->member[member].seat >= 0);
    room_emit(turn,
              (struct game_event){ .kind = ROOM_SEAT_FREED,
                                   .arg = { turn->draft->member[member].player, wants_seat } });
}

/* In games where roles are first come, first served, nobody sits before choosing one. */
static bool seats_by_role(const struct game *game)
{
    return game->is_duel;
}

void room_fill_chairs(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    if (room->phase != ROOM_LOBBY || seats_by_role(room_game(room)))
        return;
    for (int i = 0; i < room->member_end && room_has_chair(room); i++)
        if (room_is_spectator(&room->member[i]) && room->member[i].wants_seat)
            room_take_seat(turn, i, -1);
}

bool decide_sit(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    bool by_role = seats_by_role(room_game(room));
    int side = by_role ? room_free_side(room) : -1;
    (void)command;
    if (room->member[me].seat >= 0)
        return true;
    if (!room_has_chair(room) || (by_role && side < 0))
        return room_refuse(turn, "room_full", NULL);
    room_take_seat(turn, me, side);
    return true;
}

bool decide_stand(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    (void)command;
    if (room_is_spectator(&room->member[me]))
        return true;
    if (!room->allows_spectators)
        return room_refuse(turn, "not_allowed", "spectators");
    if (room_spectator_count(room) >= room->spectators_max)
        return room_refuse(turn, "spectators_full", NULL);
    if (room->member[me].is_narrator)
        room_give_up_desk(turn, me);
    else
        room_free_seat(turn, me, false);
    return true;
}

static bool become_narrator(struct room_turn *turn, int me)
{
    const struct room *room = turn->draft;
    if (!room_game(room)->has_narrator)
        return room_refuse(turn, "bad_target", "role");
    if (room->member[me].is_narrator)
        return true;
    if (room_narrator(room) >= 0)
        return room_refuse(turn, "seat_taken", "role");
    if (room->member[me].seat >= 0)
        room_free_seat(turn, me, false);
    room_emit(turn, (struct game_event){ .kind = ROOM_NARRATOR_CHANGED,
                                         .arg = { room->member[me].player } });
    return true;
}

bool decide_select_role(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int side = room_side_of(room_game(room), command->text);
    if (text_equal(command->text, "narrator"))
        return become_narrator(turn, me);
    if (side < 0)
        return room_refuse(turn, "bad_target", "role");
    if (room->member[me].seat >= 0 && room->member[me].side == side)
        return true;
    if (room_side_is_full(room, side, me))
        return room_refuse(turn, "seat_taken", "role");
    if (room->member[me].seat < 0 && !room_has_chair(room))
        return room_refuse(turn, "room_full", NULL);
    room_take_seat(turn, me, side);
    return true;
}

/* Seat order */

static void emit_order(struct room_turn *turn, const int8_t order[GAME_SEATS_MAX])
{
    struct game_event event = { .kind = ROOM_SEATS_REORDERED };
    for (int seat = 0; seat < turn->draft->seat_count; seat++)
        event.arg[seat / 10] |= (int64_t)order[seat] << (seat % 10 * 6);
    room_emit(turn, event);
}

static bool is_permutation(const struct room *room, const int8_t order[GAME_SEATS_MAX])
{
    uint64_t seen = 0;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        int member = order[seat];
        if (seat >= room->seat_count && member >= 0)
            return false;
        if (seat >= room->seat_count)
            continue;
        if (member < 0 || member >= ROOM_MEMBERS_MAX || room->member[member].player == 0 ||
            room->member[member].seat < 0 || seen >> member & 1)
            return false;
        seen |= (uint64_t)1 << member;
    }
    return true;
}

bool decide_reorder_seats(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (!is_permutation(turn->draft, command->order))
        return room_refuse(turn, "bad_target", "order");
    emit_order(turn, command->order);
    return true;
}

bool decide_start_roll_call(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    room_emit(turn, (struct game_event){ .kind = ROOM_ROLL_CALL_STARTED });
    return true;
}

bool decide_cancel_roll_call(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)command;
    (void)me;
    if (turn->draft->is_roll_call)
        room_emit(turn, (struct game_event){ .kind = ROOM_ROLL_CALL_CANCELLED });
    return true;
}

bool decide_take_next_seat(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (!room->is_roll_call)
        return room_refuse(turn, "not_now", NULL);
    if (room->member[me].roll_place == 0)
        room_emit(turn,
                  (struct game_event){ .kind = ROOM_NEXT_SEAT_TAKEN, .arg = { command->player } });
    return true;
}

static bool still_has_to_tap(const struct room_member *member)
{
    return room_is_here(member) && room_has_device(member) && member->roll_place == 0;
}

/* Those who tapped in the order of their taps, then bots, guests and absent people as they sat. */
static void order_by_roll(const struct room *room, int8_t order[GAME_SEATS_MAX])
{
    int count = 0;
    memset(order, -1, GAME_SEATS_MAX);
    for (int place = 1; place <= room->roll_count; place++)
        for (int seat = 0; seat < room->seat_count; seat++)
            if (room->member[room->member_of_seat[seat]].roll_place == place)
                order[count++] = room->member_of_seat[seat];
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->member[room->member_of_seat[seat]].roll_place == 0)
            order[count++] = room->member_of_seat[seat];
}

void room_settle_roll_call(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    int8_t order[GAME_SEATS_MAX];
    if (!room->is_roll_call || room->roll_count == 0)
        return;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (still_has_to_tap(&room->member[room->member_of_seat[seat]]))
            return;
    order_by_roll(room, order);
    emit_order(turn, order);
}

bool decide_ready(struct room_turn *turn, const struct room_command *command, int me)
{
    if (turn->draft->member[me].is_ready != command->arg[0])
        room_emit(turn, (struct game_event){ .kind = ROOM_READY_CHANGED,
                                             .arg = { command->player, command->arg[0] } });
    room_emit_nonce(turn, command, command->player);
    return true;
}

/* Options */

static bool option_is_given(const struct room_command *command, int option)
{
    return command->option_is_given >> option & 1;
}

static bool option_stands(const struct room *room, int option, int64_t value)
{
    return (room->option_is_set >> option & 1) && room->option[option] == value;
}

static const char *option_problem(const struct game *game, const struct room_command *command,
                                  bool is_new)
{
    for (int i = 0; i < GAME_OPTIONS_MAX; i++) {
        if (!option_is_given(command, i))
            continue;
        if (i >= game_option_count(game))
            return "options";
        if ((game->options[i].locked && !is_new) ||
            !message_arg_fits(&game->options[i].arg, GAME_SEATS_MAX, command->option[i]))
            return game->options[i].arg.name;
    }
    return NULL;
}

/* Whether the options fit together is checked at the start (the view always says it). It is not checked here,
 * because a deck of cards could not be changed card by card if every step had to fit the number of people. */
bool room_emit_options(struct room_turn *turn, const struct room_command *command, bool is_new)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    const char *problem = option_problem(game, command, is_new);
    if (problem)
        return room_refuse(turn, "bad_option", problem);
    for (int i = 0; i < game_option_count(game); i++)
        if (option_is_given(command, i) && !option_stands(room, i, command->option[i]))
            room_emit(turn, (struct game_event){ .kind = ROOM_OPTION_SET,
                                                 .arg = { command->option[i] },
                                                 .text = game->options[i].arg.name });
    return true;
}

bool decide_set_options(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    return room_emit_options(turn, command, false);
}

bool room_fits_seats(const struct game *game, int64_t num_players)
{
    return num_players == 0 || (num_players >= game->seats_min && num_players <= game->seats_max);
}

bool decide_set_seats(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int64_t wanted = command->arg[0];
    (void)me;
    if (!room_fits_seats(room_game(room), wanted) || (wanted != 0 && wanted < room->seat_count))
        return room_refuse(turn, "bad_argument", "num_players");
    if (wanted != room->seat_count_wanted)
        room_emit(turn, (struct game_event){ .kind = ROOM_SEATS_SET, .arg = { wanted } });
    room_fill_chairs(turn);
    return true;
}

/* Another game */

/* Bots and guests exist only while they are seated. */
static void remove_seated(struct room_turn *turn, int member)
{
    const struct room_member *seated = &turn->draft->member[member];
    uint16_t kind = seated->is_guest ? ROOM_GUEST_REMOVED : ROOM_BOT_REMOVED;
    int64_t player = seated->player;
    room_free_seat(turn, member, false);
    room_emit(turn, (struct game_event){ .kind = kind, .arg = { player } });
}

static void remove_all(struct room_turn *turn, bool guests)
{
    const struct room *room = turn->draft;
    for (int seat = room->seat_count - 1; seat >= 0; seat--) {
        int member = room->member_of_seat[seat];
        if (guests ? room->member[member].is_guest : room->member[member].is_bot)
            remove_seated(turn, member);
    }
}

static void unseat_last(struct room_turn *turn)
{
    int last = turn->draft->member_of_seat[turn->draft->seat_count - 1];
    if (room_has_device(&turn->draft->member[last]))
        room_free_seat(turn, last, true);
    else
        remove_seated(turn, last);
}

/* Everyone sits again as the new game wants it. */
static void seat_anew(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    int keep = seats_by_role(game) ? 0 : room_chairs(room);
    if (!game->bot || seats_by_role(game))
        remove_all(turn, false);
    if (!game->has_narrator)
        remove_all(turn, true);
    while (room->seat_count > keep)
        unseat_last(turn);
    if (!game->has_narrator && room_narrator(room) >= 0)
        room_emit(turn, (struct game_event){ .kind = ROOM_NARRATOR_CHANGED });
    room_fill_chairs(turn);
}

bool decide_set_game(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    (void)me;
    if (room->game == command->arg[0])
        return true;
    if (room->phase == ROOM_RESULTS)
        room_prepare_next(turn);
    if (!room_fits_seats(games[command->arg[0]], room->seat_count_wanted))
        room_emit(turn, (struct game_event){ .kind = ROOM_SEATS_SET });
    room_emit(turn, (struct game_event){ .kind = ROOM_GAME_CHANGED, .arg = { command->arg[0] } });
    seat_anew(turn);
    room_commit_chance(turn);
    return room_emit_options(turn, command, true);
}

/* Bots */

static void write_number(char *out, int number)
{
    if (number >= 10)
        *out++ = (char)('0' + number / 10);
    *out++ = (char)('0' + number % 10);
    *out = '\0';
}

/* "Bot 1" or the first number after it whose name nobody has; there are more numbers than people. */
static const char *bot_name(struct room_turn *turn, int64_t *name_key)
{
    char name[] = "Bot ??";
    for (int number = 1; number <= ROOM_MEMBERS_MAX + 1; number++) {
        write_number(&name[4], number);
        *name_key = room_name_key(name);
        if (room_name_is_free(turn->draft, *name_key, -1))
            break;
    }
    return room_keep_text(turn, name);
}

static bool bot_side(struct room_turn *turn, const char *role, int *side)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    bool has_role = role && *role;
    *side = has_role ? room_side_of(game, role) : -1;
    if (has_role && *side < 0)
        return room_refuse(turn, "bad_target", "role");
    if (has_role && room_side_is_full(room, *side, -1))
        return room_refuse(turn, "seat_taken", "role");
    if (!has_role && seats_by_role(game))
        *side = room_free_side(room);
    return true;
}

bool decide_add_bot(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    const struct game *game = room_game(room);
    struct rng dice = room_dice(turn);
    int64_t player = room_new_id(&dice), name_key;
    int member = room_free_entry(room, player), side;
    (void)me;
    if (!game->bot)
        return room_refuse(turn, "not_allowed", NULL);
    if (!room_has_chair(room) || member < 0)
        return room_refuse(turn, "room_full", NULL);
    if (!bot_side(turn, command->text, &side))
        return false;
    const char *name = bot_name(turn, &name_key);
    room_emit(turn, (struct game_event){ .kind = ROOM_BOT_ADDED,
                                         .arg = { player, member, name_key, command->arg[0] },
                                         .text = name });
    room_take_seat(turn, member, side);
    return true;
}

static int bot_of(const struct room *room, int64_t player)
{
    int member = room_member_of(room, player);
    return member >= 0 && room->member[member].is_bot ? member : -1;
}

bool decide_remove_bot(struct room_turn *turn, const struct room_command *command, int me)
{
    int bot = bot_of(turn->draft, command->arg[0]);
    (void)me;
    if (bot < 0)
        return room_refuse(turn, "bad_target", "player");
    remove_seated(turn, bot);
    room_fill_chairs(turn);
    return true;
}

bool decide_set_bot(struct room_turn *turn, const struct room_command *command, int me)
{
    int bot = bot_of(turn->draft, command->arg[0]);
    (void)me;
    if (bot < 0)
        return room_refuse(turn, "bad_target", "player");
    if (turn->draft->member[bot].strength != command->arg[1])
        room_emit(turn, (struct game_event){ .kind = ROOM_BOT_CHANGED,
                                             .arg = { command->arg[0], command->arg[1] } });
    return true;
}

/* Guests: people without a device, in games that somebody runs for them */

bool decide_add_guest(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    struct rng dice = room_dice(turn);
    int64_t player = room_new_id(&dice);
    int member = room_free_entry(room, player);
    (void)me;
    if (!room_game(room)->has_narrator)
        return room_refuse(turn, "not_allowed", NULL);
    if (!room_has_chair(room) || member < 0)
        return room_refuse(turn, "room_full", NULL);
    if (!room_check_name(turn, command, -1))
        return false;
    room_emit(turn, (struct game_event){ .kind = ROOM_GUEST_ADDED,
                                         .arg = { player, member, room_key_of(command) },
                                         .text = command->text });
    room_take_seat(turn, member, -1);
    return true;
}

bool decide_remove_guest(struct room_turn *turn, const struct room_command *command, int me)
{
    int guest = room_member_of(turn->draft, command->arg[0]);
    (void)me;
    if (guest < 0 || !turn->draft->member[guest].is_guest)
        return room_refuse(turn, "bad_target", "player");
    remove_seated(turn, guest);
    room_fill_chairs(turn);
    return true;
}
