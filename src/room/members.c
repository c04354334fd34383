/* People come and go: creating, joining, leaving, names, the host, kicks, presence. */
#include "room/room_parts.h"

#include <string.h>

int64_t room_key_of(const struct room_command *command)
{
    return command->name_key ? command->name_key : room_name_key(command->text);
}

/* The server has checked the letters of a name (1–24 grapheme clusters, nothing misleading). The room
 * checks again that it fits and can be shown, because it does not rely on its caller for that. */
static bool is_name(const char *name)
{
    size_t length = name ? strnlen(name, ROOM_NAME_SIZE) : 0;
    if (length == 0 || length >= ROOM_NAME_SIZE || !utf8_valid(name, length))
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 127)
            return false;
    return true;
}

bool room_check_name(struct room_turn *turn, const struct room_command *command, int but_member)
{
    if (!is_name(command->text))
        return room_refuse(turn, "bad_name", "name");
    if (!room_name_is_free(turn->draft, room_key_of(command), but_member))
        return room_refuse(turn, "name_taken", "name");
    return true;
}

static bool check_spectators(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    if (!room->allows_spectators)
        return room_refuse(turn, "not_allowed", "spectators");
    if (room_spectator_count(room) >= room->spectators_max)
        return room_refuse(turn, "spectators_full", NULL);
    return true;
}

/* The person who opens a game that needs a narrator runs it, until somebody else is chosen. */
static bool becomes_narrator(const struct room *room, bool watches)
{
    return room_game(room)->has_narrator && room->host < 0 && !watches &&
           room->phase == ROOM_LOBBY && room_narrator(room) < 0;
}

static void find_place(struct room_turn *turn, int member, bool watches)
{
    struct room *room = turn->draft;
    if (becomes_narrator(room, watches))
        room_emit(turn, (struct game_event){ .kind = ROOM_NARRATOR_CHANGED,
                                             .arg = { room->member[member].player } });
    else
        room_fill_chairs(turn);
}

static void admit(struct room_turn *turn, const struct room_command *command, int member,
                  bool watches)
{
    struct room *room = turn->draft;
    const struct room_member *old = &room->member[member];
    bool is_holder = old->player == command->player && room_has_place(old);
    /* A name does not change while the game goes on. */
    room_emit(turn, (struct game_event){
                        .kind = ROOM_PLAYER_JOINED,
                        .arg = { command->player, member,
                                 is_holder ? old->name_key : room_key_of(command), !watches },
                        .text = room_keep_text(turn, is_holder ? old->name : command->text) });
    room_come_back(turn, member);
    if (!is_holder)
        find_place(turn, member, watches);
    room_emit_nonce(turn, command, command->player);
}

bool decide_create(struct room_turn *turn, const struct room_command *command, int me)
{
    struct room *room = turn->draft;
    const struct game *game = games[command->arg[0]];
    struct rng dice = room_dice(turn);
    int64_t id = command->room_id ? command->room_id : room_new_id(&dice);
    int64_t code = command->room_code ? command->room_code
                                      : 1 + (int64_t)rng_below(&dice, (uint64_t)code_count());
    bool has_name = command->text && *command->text;
    (void)me;
    if (room->id != 0)
        return room_refuse(turn, "not_now", NULL);
    if (!room_fits_seats(game, command->arg[1]))
        return room_refuse(turn, "bad_argument", "num_players");
    if (has_name && (command->player == 0 || !is_name(command->text)))
        return room_refuse(turn, "bad_name", "name");
    room_emit(turn, (struct game_event){ .kind = ROOM_CREATED,
                                         .arg = { id, code, command->arg[0], command->arg[1] } });
    room_commit_chance(turn);
    room_emit_language(turn, command->arg[4]);
    if (!room_emit_options(turn, command, true))
        return false;
    if (has_name)
        admit(turn, command, 0, false);
    return true;
}

static bool is_rejoining(const struct room *room, int me)
{
    return me >= 0 && room_has_place(&room->member[me]);
}

static bool is_let_in(const struct room *room, const struct room_command *command, int me)
{
    return !room->is_locked || me >= 0 ||
           (room->lock_word != 0 && room->lock_word == command->arg[3]);
}

bool room_check_entry(struct room_turn *turn, const struct room_command *join, int me)
{
    const struct room *room = turn->draft;
    bool can_play = room->phase == ROOM_LOBBY && room_has_chair(room) && join->arg[2] == 0;
    if (!is_rejoining(room, me) && !room_check_name(turn, join, me))
        return false;
    if (!is_rejoining(room, me) && !can_play && !check_spectators(turn))
        return false;
    if (room_free_entry(room, join->player) < 0)
        return room_refuse(turn, "room_full", NULL);
    return true;
}

void room_enter(struct room_turn *turn, const struct room_command *join)
{
    admit(turn, join, room_free_entry(turn->draft, join->player), join->arg[2] != 0);
}

bool decide_join(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (command->player == 0)
        return room_refuse(turn, "not_member", NULL);
    if (me >= 0 && !room->member[me].has_left)
        return true;
    if (!is_let_in(room, command, me))
        return room_refuse(turn, "locked", room->lock_word != 0 ? "password" : NULL);
    if (!room_check_entry(turn, command, me))
        return false;
    room_enter(turn, command);
    return true;
}

/* During a game, and while its result is shown, the chair stays with the person who left. */
static void give_up_place(struct room_turn *turn, int member, bool wants_seat)
{
    struct room *room = turn->draft;
    if (room->phase != ROOM_LOBBY)
        return;
    if (room->member[member].seat >= 0)
        room_free_seat(turn, member, wants_seat);
    if (room->member[member].is_narrator)
        room_give_up_desk(turn, member);
}

bool decide_leave(struct room_turn *turn, const struct room_command *command, int me)
{
    give_up_place(turn, me, false);
    room_emit(turn, (struct game_event){ .kind = ROOM_PLAYER_LEFT, .arg = { command->player } });
    room_fill_chairs(turn);
    return true;
}

/* The host acts for bots and guests, the narrator for guests. */
static bool runs_for(const struct room *room, int me, int target)
{
    return room->host == me || (room->member[me].is_narrator && room->member[target].is_guest);
}

bool decide_rename(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int target = command->arg[1] ? room_member_of(room, command->arg[1]) : me;
    if (target < 0)
        return room_refuse(turn, "bad_target", "player");
    if (target != me && !runs_for(room, me, target))
        return room_refuse(turn, "not_host", NULL);
    if (target != me && room_has_device(&room->member[target]))
        return room_refuse(turn, "bad_target", "player");
    if (!room_check_name(turn, command, target))
        return false;
    room_emit(turn,
              (struct game_event){ .kind = ROOM_PLAYER_RENAMED,
                                   .arg = { room->member[target].player, room_key_of(command) },
                                   .text = command->text });
    return true;
}

/* Faces */

/* Spectators who are gone leave their animal to others. */
static bool shows_face(const struct room_member *member)
{
    return member->player != 0 && !(member->has_left && member->seat < 0);
}

bool decide_set_face(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    for (int i = 0; i < room->member_end; i++)
        if (i != me && shows_face(&room->member[i]) && room_animal(room, i) == (int)command->arg[0])
            return room_refuse(turn, "face_taken", "animal");
    room_emit(turn,
              (struct game_event){ .kind = ROOM_FACE_SET,
                                   .arg = { command->player, command->arg[0], command->arg[1] } });
    return true;
}

/* The host */

static bool can_host(const struct room *room, int member)
{
    return member >= 0 && member != room->host && room_is_here(&room->member[member]) &&
           room_has_device(&room->member[member]);
}

/* Clockwise from the host's chair; then those without one. */
int room_next_host(const struct room *room)
{
    int from = room->host < 0 ? -1 : room->member[room->host].seat;
    for (int i = 1; i <= room->seat_count; i++) {
        int member = room->member_of_seat[(from + i) % room->seat_count];
        if (can_host(room, member))
            return member;
    }
    for (int member = 0; member < room->member_end; member++)
        if (can_host(room, member))
            return member;
    return -1;
}

static bool host_is_gone(const struct room *room, int64_t now_ms)
{
    if (room->host < 0)
        return true;
    const struct room_member *host = &room->member[room->host];
    return host->player == 0 || host->has_left ||
           (host->is_away && now_ms >= host->away_since_ms + ROOM_HOST_GONE_MS);
}

static void make_host(struct room_turn *turn, int member, bool is_lent)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_HOST_CHANGED,
                                         .arg = { turn->draft->member[member].player, is_lent } });
}

/* A host who was only away becomes host again on return; one who left does not. */
static bool lends(const struct room *room)
{
    if (room->host_lender != 0)
        return true;
    return room->host >= 0 && room->member[room->host].player != 0 &&
           !room->member[room->host].has_left;
}

void room_settle_host(struct room_turn *turn)
{
    int next = room_next_host(turn->draft);
    int lender = room_member_of(turn->draft, turn->draft->host_lender);
    if (lender >= 0 && lender != turn->draft->host && room_is_here(&turn->draft->member[lender]))
        make_host(turn, lender, false);
    else if (host_is_gone(turn->draft, turn->now_ms) && next >= 0)
        make_host(turn, next, lends(turn->draft));
}

bool decide_hand_over_host(struct room_turn *turn, const struct room_command *command, int me)
{
    int target = room_member_of(turn->draft, command->arg[0]);
    (void)me;
    if (!can_host(turn->draft, target))
        return room_refuse(turn, "bad_target", "player");
    make_host(turn, target, false);
    return true;
}

/* Kicks */

bool decide_kick(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int target = room_member_of(room, command->arg[0]);
    if (target < 0 || target == me || !room_has_device(&room->member[target]) ||
        room->member[target].was_kicked)
        return room_refuse(turn, "bad_target", "player");
    give_up_place(turn, target, room->member[target].seat >= 0);
    room_emit(turn, (struct game_event){ .kind = ROOM_PLAYER_KICKED,
                                         .arg = { command->arg[0] },
                                         .text = command->text });
    return true;
}

/* Within ROOM_READMIT_MS, readmitting a person undoes the kick; later it only lets them join again. */
bool decide_readmit(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int target = room_member_of(room, command->arg[0]);
    (void)me;
    if (!room_was_kicked(room, command->arg[0]))
        return room_refuse(turn, "bad_target", "player");
    bool is_back =
        target >= 0 && turn->now_ms - room->member[target].away_since_ms <= ROOM_READMIT_MS;
    room_emit(turn, (struct game_event){ .kind = ROOM_PLAYER_READMITTED,
                                         .arg = { command->arg[0], is_back } });
    if (is_back)
        room_fill_chairs(turn);
    return true;
}

/* With a password, people who know it may join; all others knock (knock.c). Members come back in any case. */
bool decide_set_lock(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    bool is_locked = command->arg[0] != 0;
    int64_t word = is_locked ? command->arg[1] : 0;
    (void)me;
    if (room->is_locked != is_locked || room->lock_word != word)
        room_emit(turn, (struct game_event){ .kind = ROOM_LOCK_SET, .arg = { is_locked, word } });
    return true;
}

bool decide_set_spectators(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    (void)me;
    if (room->allows_spectators == command->arg[0] && room->spectators_max == command->arg[1])
        return true;
    room_emit(turn, (struct game_event){ .kind = ROOM_SPECTATORS_SET,
                                         .arg = { command->arg[0], command->arg[1] } });
    return true;
}

/* Presence */

static void emit_presence(struct room_turn *turn, enum room_event_kind kind, int member)
{
    const struct room_member *person = &turn->draft->member[member];
    room_emit(turn, (struct game_event){ .kind = (uint16_t)kind,
                                         .arg = { person->player },
                                         .text = room_side_name(turn->draft, person) });
}

bool decide_mark_away(struct room_turn *turn, const struct room_command *command, int me)
{
    int target = room_member_of(turn->draft, command->arg[0]);
    (void)me;
    if (target < 0)
        return room_refuse(turn, "bad_target", "player");
    const struct room_member *person = &turn->draft->member[target];
    if (room_is_here(person) && room_has_device(person))
        emit_presence(turn, ROOM_PLAYER_DISCONNECTED, target);
    return true;
}

bool decide_mark_back(struct room_turn *turn, const struct room_command *command, int me)
{
    int target = room_member_of(turn->draft, command->arg[0]);
    (void)me;
    if (target < 0)
        return room_refuse(turn, "bad_target", "player");
    if (!turn->draft->member[target].is_away || turn->draft->member[target].has_left)
        return true;
    emit_presence(turn, ROOM_PLAYER_RECONNECTED, target);
    room_come_back(turn, target);
    return true;
}
