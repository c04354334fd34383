/* Moving a place (a seat or the narrator's desk) to another device: by a code that its holder made, or
 * because the table agrees.
 *
 * The danger is theft: a person who gets a seat reads its secrets. A code is shown to its holder alone and
 * dies after use. Without a code nobody gets the place of somebody who is present, unless that person
 * agrees.
 *
 * Between games an absent person's seat needs the host or two other players (where there is only one other
 * player, that one); a guest's seat, which no device holds yet, the host or the narrator.
 *
 * During a game a host is a player like any other. An absent person's place needs the yes of everybody who is
 * present and has a place or the crown: of two at least, unless there is only one other. People who have been
 * away for less than ROOM_AWAY_MS count as present. A guest's seat needs the narrator, who knows its secrets.
 * The seat of somebody who was asked to leave cannot be had: else a host would kick and claim. Who has had
 * the desk takes no seat in that game.
 *
 * Nobody confirms their own claim. After one that came to nothing strangers have to wait before the next,
 * the longer the more there were: nobody is to be asked all evening. */
#include "room/room_parts.h"

enum { CODE_WORD_LENGTH = 8 };

static int64_t new_code(const struct room_turn *turn)
{
    struct rng dice = room_dice(turn);
    char text[WORD_TEXT_SIZE] = "";
    int64_t code = 0;
    int letters = 0;
    while (CODE_ALPHABET[letters])
        letters++;
    for (int i = 0; i < CODE_WORD_LENGTH; i++)
        text[i] = CODE_ALPHABET[rng_below(&dice, (uint64_t)letters)];
    word_read(&code, text);
    return code;
}

bool decide_make_transfer_code(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    if (!room_has_place(&room->member[me]))
        return room_refuse(turn, "not_seated", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_TRANSFER_CODE_MADE,
                                         .told = seat_bit(room_member_viewer(room, me)),
                                         .arg = { command->player, new_code(turn),
                                                  turn->now_ms + ROOM_TRANSFER_MS } });
    return true;
}

static int64_t upper_case(int64_t word)
{
    char text[WORD_TEXT_SIZE];
    int64_t upper = 0;
    word_write(text, word);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    word_read(&upper, text);
    return upper;
}

static int holder_of_code(const struct room *room, int64_t code, int64_t now_ms)
{
    for (int i = 0; code != 0 && i < room->member_end; i++) {
        const struct room_member *member = &room->member[i];
        if (room_has_place(member) && member->transfer_code == code && !member->was_kicked &&
            now_ms < member->transfer_until_ms)
            return i;
    }
    return -1;
}

static void end_claim(struct room_turn *turn, bool accepted, bool denied)
{
    room_emit(turn, (struct game_event){ .kind = ROOM_CLAIM_ENDED,
                                         .arg = { turn->draft->claim_player, accepted, denied } });
}

static void move_seat(struct room_turn *turn, int holder, int64_t to)
{
    const struct room *room = turn->draft;
    room_emit(turn, (struct game_event){ .kind = ROOM_SEAT_MOVED,
                                         .arg = { room->member[holder].player, to } });
}

/* Someone may ask who is at the table without a place of their own. */
static const char *asker_problem(const struct room *room, int64_t player, int me)
{
    if (player == 0)
        return "not_member";
    if (me < 0)
        return NULL;
    const struct room_member *asker = &room->member[me];
    return room_has_place(asker) || !room_has_device(asker) || asker->sees_all ? "not_allowed"
                                                                               : NULL;
}

/* A person who has had the desk may have it back, but no seat. */
static bool knows_too_much(const struct room *room, int me, int holder)
{
    return me >= 0 && room_knows_all(&room->member[me]) && room->member[holder].seat >= 0;
}

static bool is_claimable(const struct room *room, int holder)
{
    return holder >= 0 && room_has_place(&room->member[holder]) && !room->member[holder].is_bot &&
           !room->member[holder].was_kicked;
}

bool decide_use_transfer_code(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    const char *problem = asker_problem(room, command->player, me);
    int holder = holder_of_code(room, upper_case(command->arg[0]), turn->now_ms);
    if (problem)
        return room_refuse(turn, problem, NULL);
    if (holder < 0)
        return room_refuse(turn, "bad_code", NULL);
    if (knows_too_much(room, me, holder))
        return room_refuse(turn, "not_allowed", NULL);
    if (room->claim_player != 0 &&
        (room->claim_member == holder || room->claim_player == command->player))
        end_claim(turn, false, false);
    move_seat(turn, holder, command->player);
    return true;
}

bool decide_claim_seat(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    const char *problem = asker_problem(room, command->player, me);
    int holder = room_member_of(room, command->arg[0]);
    if (problem)
        return room_refuse(turn, problem, NULL);
    if (!is_claimable(room, holder))
        return room_refuse(turn, "bad_target", "player");
    if (knows_too_much(room, me, holder))
        return room_refuse(turn, "not_allowed", NULL);
    if (room->claim_denied == command->player)
        return room_refuse(turn, "not_allowed", NULL);
    if (room->claim_player != 0 || (me < 0 && turn->now_ms < room->quiet_until_ms))
        return room_refuse(turn, "not_now", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_SEAT_CLAIMED,
                                         .arg = { command->player, command->arg[0] },
                                         .text = room_keep_text(turn, room->member[holder].name) });
    return true;
}

static bool is_confirmed_by(const struct room *room, int member)
{
    return room->claim_yes >> member & 1;
}

/* The people whose word counts: all with a place or the crown, except the holder and the person who asks. */
static bool is_witness(const struct room *room, int member)
{
    const struct room_member *person = &room->member[member];
    return (room_has_place(person) || (person->player != 0 && member == room->host)) &&
           room_has_device(person) && !person->has_left && member != room->claim_member &&
           person->player != room->claim_player;
}

/* Between games, whose word alone decides; the host's not about the host's own seat. */
static bool rules_over(const struct room *room, int member)
{
    bool is_guest = room->member[room->claim_member].is_guest;
    return member != room->claim_member &&
           (member == room->host || (is_guest && room->member[member].is_narrator));
}

static bool is_granted_between(const struct room *room)
{
    int others = 0, yes = 0;
    const struct room_member *holder = &room->member[room->claim_member];
    if (room_is_here(holder) && !holder->is_guest)
        return is_confirmed_by(room, room->claim_member);
    for (int i = 0; i < room->member_end; i++) {
        if (is_confirmed_by(room, i) && rules_over(room, i))
            return true;
        others += is_witness(room, i);
        yes += is_witness(room, i) && is_confirmed_by(room, i);
    }
    return !holder->is_guest && (yes >= 2 || (others == 1 && yes == 1));
}

static bool is_narrated_guest(const struct room *room, int64_t now_ms)
{
    bool is_guest = room->member[room->claim_member].is_guest;
    for (int i = 0; i < room->member_end; i++)
        if (is_guest && room->member[i].is_narrator && room_is_present(&room->member[i], now_ms))
            return true;
    return false;
}

/* Those whose yes is needed during a game. */
static uint64_t needed(const struct room *room, int64_t now_ms)
{
    const struct room_member *holder = &room->member[room->claim_member];
    bool is_narrated = is_narrated_guest(room, now_ms);
    uint64_t members = 0;
    if (!holder->is_guest && room_is_present(holder, now_ms))
        return (uint64_t)1 << room->claim_member;
    for (int i = 0; i < room->member_end; i++)
        if (is_witness(room, i) && room_is_present(&room->member[i], now_ms) &&
            (!is_narrated || room->member[i].is_narrator))
            members |= (uint64_t)1 << i;
    return members;
}

static int count(uint64_t members)
{
    int sum = 0;
    for (; members; members &= members - 1)
        sum++;
    return sum;
}

/* Other people who play or narrate, also those who are gone: one left alone does not decide for all. */
static int people_besides(const struct room *room)
{
    int sum = 0;
    for (int i = 0; i < room->member_end; i++)
        sum += room_has_place(&room->member[i]) && room_has_device(&room->member[i]) &&
               i != room->claim_member;
    return sum;
}

static bool is_granted_in_play(const struct room *room, int64_t now_ms)
{
    const struct room_member *holder = &room->member[room->claim_member];
    uint64_t wanted = needed(room, now_ms);
    if (!wanted || (wanted & ~room->claim_yes))
        return false;
    if ((!holder->is_guest && room_is_present(holder, now_ms)) || is_narrated_guest(room, now_ms))
        return true;
    return count(wanted) >= 2 || people_besides(room) <= 1;
}

static bool is_granted(const struct room *room, int64_t now_ms)
{
    return room->phase == ROOM_PLAYING ? is_granted_in_play(room, now_ms)
                                       : is_granted_between(room);
}

uint64_t room_claim_missing(const struct room *room, int64_t now_ms)
{
    return room->phase == ROOM_PLAYING ? needed(room, now_ms) & ~room->claim_yes : 0;
}

/* A claim that time alone decides: the first moment at which somebody has been away for long enough. */
int64_t room_claim_deadline(const struct room *room)
{
    int64_t soonest = room->claim_until_ms;
    if (!room->claim_player || room->phase != ROOM_PLAYING)
        return room->claim_player ? soonest : 0;
    for (int i = 0; i < room->member_end; i++) {
        int64_t gone_ms = room->member[i].away_since_ms + ROOM_AWAY_MS;
        if (room->member[i].is_away && gone_ms < soonest && is_granted(room, gone_ms))
            soonest = gone_ms;
    }
    return soonest;
}

bool room_can_confirm(const struct room *room, int me)
{
    if (room->member[me].player == room->claim_player)
        return false;
    return me == room->claim_member || me == room->host || rules_over(room, me) ||
           is_witness(room, me);
}

/* A no from the holder, from the person who could grant it or, during a game, from anybody asked ends it.
 * Another player's no only means that their yes is missing. */
static void deny(struct room_turn *turn, int me)
{
    const struct room *room = turn->draft;
    bool is_asked = room->phase == ROOM_PLAYING && needed(room, turn->now_ms) >> me & 1;
    bool rules = room->phase != ROOM_PLAYING && (me == room->host || rules_over(room, me));
    if (me == room->claim_member || is_asked || rules)
        end_claim(turn, false, true);
}

bool decide_confirm_claim(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int64_t asker = room->claim_player;
    if (asker == 0 || asker != command->arg[0])
        return room_refuse(turn, "bad_target", "player");
    if (!room_can_confirm(room, me))
        return room_refuse(turn, "not_allowed", NULL);
    if (!command->arg[1])
        deny(turn, me);
    else if (!is_confirmed_by(room, me))
        room_emit(turn,
                  (struct game_event){ .kind = ROOM_CLAIM_CONFIRMED, .arg = { command->player } });
    return true;
}

/* A person who asks for the desk under a name of their own narrates under that name. */
static void grant(struct room_turn *turn)
{
    const struct room *room = turn->draft;
    int64_t asker = room->claim_player;
    int holder = room->claim_member, me = room_member_of(room, asker);
    bool is_desk = room->member[holder].is_narrator && me >= 0;
    end_claim(turn, true, false);
    if (is_desk)
        room_pass_desk(turn, holder, me);
    else
        move_seat(turn, holder, asker);
}

/* The room itself has come from elsewhere, a device or a server; its narrator `player` is `to` here. The
 * secret of the next game is known there, so the room commits to a new one. */
bool decide_move_here(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int64_t from = command->arg[0], to = command->arg[1];
    int mover = room_member_of(room, from), other = room_member_of(room, to);
    (void)me;
    if (mover < 0 || !room->member[mover].is_narrator || room->member[mover].has_left)
        return room_refuse(turn, "bad_target", "player");
    if (to == 0 || (from != to && other >= 0))
        return room_refuse(turn, "bad_target", "to");
    room_emit(turn, (struct game_event){ .kind = ROOM_MOVED, .arg = { from, to } });
    if (room->phase == ROOM_LOBBY)
        room_commit_chance(turn);
    return true;
}

/* The part of the game that was played on its narrator's device has been decided here, too. The game goes on
 * at the time of the device's clock. */
bool decide_bring_back(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int narrator = room_member_of(room, command->arg[0]);
    (void)me;
    if (room->phase != ROOM_PLAYING)
        return room_refuse(turn, "wrong_phase", NULL);
    if (narrator < 0 || !room->member[narrator].is_narrator)
        return room_refuse(turn, "bad_target", "player");
    room_emit(turn, (struct game_event){ .kind = ROOM_GAME_BROUGHT_BACK,
                                         .arg = { command->arg[0], command->arg[1] } });
    return true;
}

/* A claim ends by itself when its time is up, or when the asker or the chair has changed. */
static bool is_stale(const struct room *room, int64_t now_ms)
{
    int asker = room_member_of(room, room->claim_player);
    return now_ms >= room->claim_until_ms || !is_claimable(room, room->claim_member) ||
           (asker >= 0 &&
            (room->member[asker].was_kicked || room_has_place(&room->member[asker]) ||
             room->member[asker].sees_all || knows_too_much(room, asker, room->claim_member)));
}

void room_settle_claim(struct room_turn *turn)
{
    if (turn->draft->claim_player == 0)
        return;
    /* A late clock gives the result that it would have given in time. */
    int64_t due_ms = room_claim_deadline(turn->draft);
    bool was_granted = due_ms < turn->draft->claim_until_ms && turn->now_ms >= due_ms;
    if (is_stale(turn->draft, turn->now_ms))
        end_claim(turn, false, false);
    else if (was_granted || is_granted(turn->draft, turn->now_ms))
        grant(turn);
}
