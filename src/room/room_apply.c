/* Events become state: a few assignments each, no judgement. Nothing else writes to a room. */
#include "room/room_parts.h"

#include <string.h>

bool room_event_reaches(const struct room *room, const struct room_event *event, int viewer)
{
    const struct game_message *table = event->is_game ? room_game(room)->events : room_events;
    return table[event->event.kind].announced || seat_in(event->event.told, viewer);
}

void room_count_told(struct room *room, const struct room_event *event)
{
    const struct game_message *table = event->is_game ? room_game(room)->events : room_events;
    bool is_announced = table[event->event.kind].announced;
    seat_set told = event->event.told;
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0)
            room->member[i].told += is_announced || seat_in(told, room_member_viewer(room, i));
    room->public_told += is_announced || seat_in(told, SEAT_PUBLIC);
}

bool room_note_step(struct room *room, bool skip)
{
    bool follows = room->steps_held == room->step && !skip;
    room->step++;
    room->step_top = room->step;
    room->steps_held += follows;
    return follows;
}

/* Rooms and people */

static void apply_created(struct room *room, const int64_t arg[], int64_t now_ms)
{
    room->id = arg[0];
    room->code = arg[1];
    room->game = (int16_t)arg[2];
    room->seat_count_wanted = (int16_t)arg[3];
    room->created_ms = now_ms;
    room->host = -1;
    room->claim_member = -1;
    room->allows_spectators = true;
    room->spectators_max = ROOM_SPECTATORS_PRESET;
    room->chat_is_open = true;
    room->absent_policy = room_game(room)->is_duel ? ABSENT_WAIT : ABSENT_PLAY_ON;
    memset(room->member_of_seat, -1, sizeof room->member_of_seat);
}

static void seat_nowhere(struct room_member *member, int64_t player)
{
    memset(member, 0, sizeof *member);
    member->player = player;
    member->seat = -1;
    member->side = -1;
}

static int16_t look_of(int64_t animal, int64_t colour)
{
    return (int16_t)(ROOM_LOOK_CHOSEN + animal * ROOM_COLOURS + colour);
}

static bool has_animal(const struct room *room, int but, int animal)
{
    for (int i = 0; i < room->member_end; i++)
        if (i != but && room->member[i].player != 0 && room_animal(room, i) == animal)
            return true;
    return false;
}

/* If somebody has already chosen the animal of this place, the next free one is taken. */
static void give_face(struct room *room, int index)
{
    bool is_chosen = false;
    for (int i = 0; i < room->member_end; i++)
        if (i != index && room->member[i].player != 0 && room->member[i].look != 0 &&
            room_animal(room, i) == index % ROOM_ANIMALS)
            is_chosen = true;
    for (int i = 1; is_chosen && i < ROOM_ANIMALS; i++) {
        int animal = (index + i) % ROOM_ANIMALS;
        if (has_animal(room, index, animal))
            continue;
        room->member[index].look = look_of(animal, animal % ROOM_COLOURS);
        return;
    }
}

/* Kicked people stay out when somebody else gets their entry. */
static void shut_out(struct room *room, int64_t player)
{
    room->shut_out[room->shut_out_next] = player;
    room->shut_out_next = (int8_t)((room->shut_out_next + 1) % ROOM_SHUT_OUT);
}

/* A new person in a used entry starts empty; a person who comes back keeps everything. */
static struct room_member *enter(struct room *room, const int64_t arg[], const char *name)
{
    struct room_member *member = &room->member[arg[1]];
    if (room->member_end <= arg[1]) { /* in a room of people only, they may hold anything */
        memset(&room->member[room->member_end], 0,
               (size_t)(arg[1] + 1 - room->member_end) * sizeof *member);
        room->member_end = (int8_t)(arg[1] + 1);
    }
    if (member->player != arg[0]) {
        room->claim_yes &= ~((uint64_t)1 << arg[1]);
        if (member->was_kicked)
            shut_out(room, member->player);
        seat_nowhere(member, arg[0]);
        member->told = room->public_told;
        give_face(room, (int)arg[1]);
    }
    member->name_key = arg[2];
    memset(member->name, 0, sizeof member->name);
    text_copy(member->name, sizeof member->name, name);
    return member;
}

static void apply_joined(struct room *room, const struct game_event *event)
{
    struct room_member *member = enter(room, event->arg, event->text);
    member->wants_seat = event->arg[3] != 0;
    member->has_left = false;
    member->is_away = false;
}

static void apply_bot_added(struct room *room, const struct game_event *event)
{
    struct room_member *member = enter(room, event->arg, event->text);
    member->strength = (int8_t)event->arg[3];
    member->is_bot = true;
}

static void apply_guest_added(struct room *room, const struct game_event *event)
{
    enter(room, event->arg, event->text)->is_guest = true;
}

static void apply_gone(struct room *room, struct room_member *member, int64_t now_ms)
{
    if (room->host_lender == member->player)
        room->host_lender = 0;
    member->has_left = true;
    member->is_away = true;
    member->is_ready = false;
    member->away_since_ms = now_ms;
    member->transfer_code = 0;
}

static void apply_kicked(struct room *room, struct room_member *member, int64_t now_ms)
{
    apply_gone(room, member, now_ms);
    member->was_kicked = true;
}

static void apply_readmitted(struct room *room, int64_t player, bool is_back, int64_t now_ms)
{
    struct room_member *member = room_person(room, player);
    for (int i = 0; i < ROOM_SHUT_OUT; i++)
        if (room->shut_out[i] == player)
            room->shut_out[i] = 0;
    if (member == NULL)
        return;
    member->was_kicked = false;
    if (!is_back)
        return;
    member->has_left = false;
    member->away_since_ms = now_ms;
}

static void apply_disconnected(struct room_member *member, int64_t now_ms)
{
    member->is_away = true;
    member->away_since_ms = now_ms;
}

static void apply_renamed(struct room_member *member, const struct game_event *event)
{
    member->name_key = event->arg[1];
    memset(member->name, 0, sizeof member->name);
    text_copy(member->name, sizeof member->name, event->text);
}

/* The first host who was away gets the role back, however many others had it meanwhile. */
static void apply_host_changed(struct room *room, int64_t player, bool is_lent)
{
    if (!is_lent)
        room->host_lender = 0;
    else if (room->host_lender == 0 && room->host >= 0)
        room->host_lender = room->member[room->host].player;
    room->host = (int8_t)room_member_of(room, player);
}

/* Chairs */

static void apply_seat_taken(struct room *room, struct room_member *member)
{
    member->seat = room->seat_count++;
    room->is_held = false;
    member->is_narrator = false;
    member->wants_seat = true;
    member->asks_sight = false;
    member->sight_yes = 0;
    room->member_of_seat[member->seat] = (int8_t)(member - room->member);
}

/* The ring closes: everyone further round moves up. */
static void apply_seat_freed(struct room *room, struct room_member *member, bool wants_seat)
{
    for (int seat = member->seat; seat + 1 < room->seat_count; seat++) {
        room->member_of_seat[seat] = room->member_of_seat[seat + 1];
        room->member[room->member_of_seat[seat]].seat = (int8_t)seat;
    }
    room->member_of_seat[--room->seat_count] = -1;
    member->seat = -1;
    member->side = -1;
    member->is_ready = false;
    member->plays_for_absent = false;
    member->wants_seat = wants_seat;
    member->roll_place = 0;
}

static void note_desk(const struct room *room, struct room_member *member)
{
    if (member->is_narrator && room->phase != ROOM_LOBBY)
        member->held_desk = true;
}

static void apply_narrator_changed(struct room *room, int64_t player)
{
    for (int i = 0; i < room->member_end; i++) {
        room->member[i].is_narrator = player != 0 && room->member[i].player == player;
        note_desk(room, &room->member[i]);
    }
}

static void apply_desk_shared(struct room *room, struct room_member *member, bool yes)
{
    member->is_narrator = yes;
    note_desk(room, member);
}

static void end_roll_call(struct room *room)
{
    room->is_roll_call = false;
    room->roll_count = 0;
    for (int i = 0; i < room->member_end; i++)
        room->member[i].roll_place = 0;
}

/* Ten chairs to an argument, six bits a member. */
static void apply_reordered(struct room *room, const int64_t arg[])
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        int member = (int)(arg[seat / 10] >> (seat % 10 * 6) & 63);
        room->member_of_seat[seat] = (int8_t)member;
        room->member[member].seat = (int8_t)seat;
    }
    end_roll_call(room);
}

static void apply_roll_call_started(struct room *room)
{
    end_roll_call(room);
    room->is_roll_call = true;
}

static void apply_next_seat_taken(struct room *room, struct room_member *member)
{
    member->roll_place = ++room->roll_count;
}

static void apply_seat_moved(struct room *room, struct room_member *member, int64_t to)
{
    struct room_member *guest = room_person(room, to);
    if (guest && room->host == guest - room->member)
        room->host = (int8_t)(member - room->member);
    if (guest)
        memset(guest, 0, sizeof *guest);
    if (room->host_lender == member->player || room->host_lender == to)
        room->host_lender = 0;
    member->player = to;
    member->is_away = false;
    member->has_left = false;
    member->was_kicked = false;
    member->plays_for_absent = false;
    member->is_guest = false;
    member->transfer_code = 0;
    memset(member->cid, 0, sizeof member->cid);
}

/* After the move, the new place knows only the device of the person who moved the room. */
static void apply_moved(struct room *room, struct room_member *mover, int64_t to, int64_t now_ms)
{
    if (mover->player != to)
        apply_seat_moved(room, mover, to);
    room->host = (int8_t)(mover - room->member);
    room->claim_player = 0;
    room->claim_member = -1;
    room->claim_yes = 0;
    room->claim_until_ms = 0;
    for (int i = 0; i < room->member_end; i++) {
        struct room_member *member = &room->member[i];
        if (member == mover || member->player == 0 || member->is_bot)
            continue;
        if (member->seat < 0) {
            apply_gone(room, member, now_ms);
            continue;
        }
        member->is_guest = true;
        member->is_away = member->has_left = member->was_kicked = false;
        member->plays_for_absent = false;
        member->transfer_code = 0;
    }
}

static void apply_sides_swapped(struct room *room)
{
    int last = game_side_count(room_game(room)) - 1;
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct room_member *member = &room->member[room->member_of_seat[seat]];
        if (member->side >= 0)
            member->side = (int8_t)(last - member->side);
    }
}

/* Claims and codes */

static void apply_claimed(struct room *room, const int64_t arg[], int64_t now_ms)
{
    room->claim_player = arg[0];
    room->claim_member = (int8_t)room_member_of(room, arg[1]);
    room->claim_yes = 0;
    room->claim_until_ms = now_ms + ROOM_CLAIM_MS;
}

static void apply_claim_ended(struct room *room, const int64_t arg[], int64_t now_ms)
{
    if (arg[1])
        room->claims_failed = 0;
    else if (room->claims_failed < ROOM_QUIET_MAX)
        room->claims_failed++;
    room->quiet_until_ms = now_ms + room->claims_failed * (int64_t)ROOM_QUIET_MS;
    if (arg[2])
        room->claim_denied = arg[0];
    room->claim_player = 0;
    room->claim_member = -1;
    room->claim_yes = 0;
    room->claim_until_ms = 0;
}

static void apply_transfer_code(struct room_member *member, const int64_t arg[])
{
    member->transfer_code = arg[1];
    member->transfer_until_ms = arg[2];
}

/* Settings */

static void apply_game_changed(struct room *room, int64_t game)
{
    room->game = (int16_t)game;
    room->option_is_set = 0;
    memset(room->option, 0, sizeof room->option);
    room->absent_policy = room_game(room)->is_duel ? ABSENT_WAIT : ABSENT_PLAY_ON;
    room->absent_seconds = 0;
    /* The last deal was another game's: its options and sides mean nothing in this one. */
    memset(&room->deal, 0, sizeof room->deal);
    for (int i = 0; i < room->member_end; i++)
        room->member[i].side = -1;
}

static void apply_option_set(struct room *room, const struct game_event *event)
{
    int option = room_option_of(room_game(room), event->text);
    room->option[option] = event->arg[0];
    room->option_is_set |= (uint32_t)1 << option;
}

static void apply_spectators_set(struct room *room, const int64_t arg[])
{
    room->allows_spectators = arg[0] != 0;
    room->spectators_max = (int16_t)arg[1];
}

static void apply_lock_set(struct room *room, const int64_t arg[])
{
    room->is_locked = arg[0] != 0;
    room->lock_word = arg[1];
    memset(room->knock_denied, 0, sizeof room->knock_denied);
}

/* Knocks */

static void apply_knocked(struct room *room, const struct game_event *event, int64_t now_ms)
{
    struct room_knock *knock = &room->knock[room->knock_count++];
    knock->player = event->arg[0];
    knock->name_key = event->arg[1];
    knock->animal = (int8_t)event->arg[2];
    knock->watches = event->arg[3] != 0;
    knock->lot = (int32_t)event->arg[4];
    knock->at_ms = now_ms;
    text_copy(knock->name, sizeof knock->name, event->text);
}

static void apply_knock_ended(struct room *room, const int64_t arg[])
{
    int place = 0;
    while (room->knock[place].player != arg[0])
        place++;
    room->knock_count--;
    memmove(&room->knock[place], &room->knock[place + 1],
            (size_t)(room->knock_count - place) * sizeof room->knock[0]);
    memset(&room->knock[room->knock_count], 0, sizeof room->knock[0]);
    if (arg[2] == 0)
        return;
    memmove(&room->knock_denied[1], &room->knock_denied[0],
            sizeof room->knock_denied - sizeof room->knock_denied[0]);
    room->knock_denied[0] = arg[0];
}

static void apply_absent_set(struct room *room, const int64_t arg[])
{
    room->absent_policy = (uint8_t)arg[0];
    room->absent_seconds = (int32_t)arg[1];
}

static void apply_reacted(struct room_member *member, int64_t now_ms)
{
    for (int i = ROOM_REACTIONS - 1; i > 0; i--)
        member->reacted_ms[i] = member->reacted_ms[i - 1];
    member->reacted_ms[0] = now_ms;
}

/* Chance */

static void apply_committed(struct room *room, const struct game_event *event)
{
    struct room_chance *next = &room->next;
    next->game_id = event->arg[0];
    next->game_number = (int32_t)event->arg[1];
    for (int i = 0; i < ROOM_SECRET_SIZE; i++)
        next->secret[i] = (uint8_t)((uint64_t)event->arg[2 + i / 8] >> (8 * (i % 8)));
    room_commitment(room->id, next, next->commitment);
    for (int i = 0; i < room->member_end; i++) {
        room->member[i].has_nonce = false;
        memset(room->member[i].nonce, 0, ROOM_NONCE_SIZE);
    }
    if (room->phase == ROOM_LOBBY) {
        room->game_id = next->game_id;
        room->game_number = next->game_number;
    }
}

static void apply_nonce_set(struct room_member *member, const char *nonce)
{
    member->has_nonce = hex_read(member->nonce, ROOM_NONCE_SIZE, nonce);
}

static void apply_nonce_published(struct room *room, const struct game_event *event)
{
    int seat = (int)event->arg[1];
    room->deal.player[seat] = event->arg[0];
    hex_read(room->deal.nonce[seat], ROOM_NONCE_SIZE, event->text);
    room->deal.drawn &= ~seat_bit(seat);
    room->deal.drawn |= event->arg[2] ? seat_bit(seat) : 0;
}

/* The event fixes all options at once, in the order of the table. An older log has no values for options
 * that were added later; these keep their presets. */
static void apply_option_fixed(struct room *room, const struct game_event *event)
{
    const struct game *game = room_game(room);
    int option = room_option_of(game, event->text);
    for (int i = 0; option == 0 && i < game_option_count(game); i++)
        room->deal.setup.option[i] = game->options[i].preset;
    room->deal.setup.option[option] = event->arg[0];
}

/* The game */

static void forget_empty_seats(struct room *room, struct room_deal *deal)
{
    for (int seat = room->seat_count; seat < GAME_SEATS_MAX; seat++) {
        deal->player[seat] = 0;
        deal->setup.side[seat] = 0;
        deal->drawn &= ~seat_bit(seat);
        memset(deal->nonce[seat], 0, ROOM_NONCE_SIZE);
    }
    for (int i = game_option_count(room_game(room)); i < GAME_OPTIONS_MAX; i++)
        deal->setup.option[i] = 0;
}

static void fill_deal(struct room *room)
{
    struct room_deal *deal = &room->deal;
    memcpy(&deal->chance, &room->next, sizeof deal->chance);
    memset(room->next.secret, 0, sizeof room->next.secret);
    memset(room->next.commitment, 0, sizeof room->next.commitment);
    deal->is_revealed = false;
    deal->setup.seat_count = room->seat_count;
    deal->setup.host = room->host < 0 ? -1 : room->member[room->host].seat;
    for (int seat = 0; seat < room->seat_count; seat++) {
        int side = room->member[room->member_of_seat[seat]].side;
        deal->setup.side[seat] = (int8_t)(side < 0 ? 0 : side);
    }
    forget_empty_seats(room, deal);
    room_seed(room->id, deal, deal->seed);
}

static void clear_game(struct room *room)
{
    room->is_paused = room->is_waiting = room->is_void = false;
    room->paused_at_ms = room->clock_offset_ms = 0;
    room->started_ms = room->finished_ms = 0;
    room->game_event_count = 0;
    room->step = room->step_top = room->steps_held = 0;
    room->void_asked = 0;
    room->share_link = 0;
    memset(&room->outcome, 0, sizeof room->outcome);
    for (int i = 0; i < room->member_end; i++) {
        room->member[i].asks_void = false;
        room->member[i].shares = room->member[i].shares_name = false;
        room->member[i].plays_for_absent = false;
        room->member[i].is_ready = false;
    }
}

static void apply_bot_said(struct room *room, struct room_member *member,
                           const struct game_event *event)
{
    int bit = room_remark_bit(event->text, (seat_set)event->arg[2]);
    if (room->remark_moment != event->arg[1])
        room->remark_speakers = SEATS_NONE;
    room->remark_moment = event->arg[1];
    room->remark_latest = (int8_t)bit;
    member->remarks |= (uint64_t)1 << bit;
    if (member->seat >= 0)
        room->remark_speakers |= seat_bit(member->seat);
}

static void forget_remarks(struct room *room)
{
    room->remark_moment = 0;
    room->remark_speakers = SEATS_NONE;
    room->remark_latest = -1;
    for (int i = 0; i < room->member_end; i++)
        room->member[i].remarks = 0;
}

static void apply_game_started(struct room *room, const int64_t arg[], int64_t now_ms)
{
    clear_game(room);
    forget_remarks(room);
    end_roll_call(room);
    room->phase = ROOM_PLAYING;
    room->started_ms = now_ms;
    for (int i = 0; i < room->member_end; i++)
        note_desk(room, &room->member[i]);
    fill_deal(room);
    room->deal.rules_version = (int32_t)arg[2];
}

static void stop_clock(struct room *room, bool *flag, int64_t now_ms)
{
    if (!room_is_stopped(room))
        room->paused_at_ms = now_ms;
    *flag = true;
}

static void start_clock(struct room *room, bool *flag, int64_t now_ms)
{
    *flag = false;
    if (room_is_stopped(room))
        return;
    room->clock_offset_ms += now_ms - room->paused_at_ms;
    room->paused_at_ms = 0;
}

/* A pause ends; absent players are still waited for. */
static void apply_brought_back(struct room *room, int64_t clock_ms, int64_t now_ms)
{
    room->is_paused = false;
    room->paused_at_ms = room->is_waiting ? now_ms : 0;
    room->clock_offset_ms = now_ms - clock_ms;
}

static void apply_void_vote(struct room *room, const int64_t arg[])
{
    room_person(room, arg[1])->asks_void = arg[2] != 0;
    room->void_asked = (int8_t)arg[0];
}

static void finish(struct room *room, int64_t now_ms)
{
    room->phase = ROOM_RESULTS;
    room->finished_ms = now_ms;
    room->is_paused = room->is_waiting = false;
}

static void apply_game_over(struct room *room, const int64_t arg[], int64_t now_ms)
{
    finish(room, now_ms);
    room->outcome.winners = (seat_set)arg[1];
    room->outcome.reason = (int)arg[2];
}

static void apply_game_voided(struct room *room, int64_t now_ms)
{
    finish(room, now_ms);
    room->is_void = true;
}

static void apply_scored(struct room *room, struct room_member *member, const int64_t arg[])
{
    room->outcome.score[arg[1]] = arg[2];
    member->score += arg[2];
    member->wins += arg[3];
    member->games++;
}

static void apply_sight_asked(struct room_member *member)
{
    member->asks_sight = true;
    member->sight_yes = 0;
}

static void apply_sight_agreed(const struct room *room, struct room_member *member, int64_t by)
{
    member->sight_yes |= (uint64_t)1 << room_member_of(room, by);
}

static void apply_sight_answered(struct room_member *member, bool yes)
{
    member->asks_sight = false;
    member->sight_yes = 0;
    member->sees_all = yes;
    member->sight_denied = !yes;
}

static void apply_share_answered(struct room *room, struct room_member *member, bool yes,
                                 bool named)
{
    member->shares = yes;
    member->shares_name = named;
    if (!yes)
        room->share_link = 0;
}

static void apply_next_prepared(struct room *room)
{
    clear_game(room);
    for (int i = 0; i < room->member_end; i++)
        room->member[i].sees_all = room->member[i].sight_denied = room->member[i].held_desk = false;
    room->phase = ROOM_LOBBY;
    room->is_held = true;
    room->game_id = room->next.game_id;
    room->game_number = room->next.game_number;
}

static void apply_set_ended(struct room *room, int64_t now_ms)
{
    room->phase = ROOM_CLOSED;
    room->ended_ms = now_ms;
}

/* Time without a server is credited: neither the game's clock nor any waiting time runs on. */
static void apply_clock_credited(struct room *room, int64_t ms)
{
    if (room->phase == ROOM_PLAYING && !room_is_stopped(room))
        room->clock_offset_ms += ms;
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0 && room->member[i].is_away)
            room->member[i].away_since_ms += ms;
}

static void apply_took_over(struct room_member *member, int64_t strength)
{
    member->plays_for_absent = true;
    member->strength = (int8_t)strength;
}

static void apply_rewound(struct room *room, int64_t to)
{
    room->step = (int32_t)to;
}

void room_apply_people(struct room *room, const struct game_event *event, int64_t now_ms)
{
    const int64_t *arg = event->arg;
    struct room_member *member = room_person(room, arg[0]); /* whom most events are about */
    switch ((enum room_event_kind)event->kind) {
    case ROOM_CREATED: apply_created(room, arg, now_ms); break;
    case ROOM_CHANCE_COMMITTED: apply_committed(room, event); break;
    case ROOM_PLAYER_JOINED: apply_joined(room, event); break;
    case ROOM_KNOCKED: apply_knocked(room, event, now_ms); break;
    case ROOM_KNOCK_ENDED: apply_knock_ended(room, arg); break;
    case ROOM_PLAYER_LEFT: apply_gone(room, member, now_ms); break;
    case ROOM_PLAYER_RENAMED: apply_renamed(member, event); break;
    case ROOM_FACE_SET: member->look = look_of(arg[1], arg[2]); break;
    case ROOM_SEAT_TAKEN: apply_seat_taken(room, member); break;
    case ROOM_SEAT_FREED: apply_seat_freed(room, member, arg[1] != 0); break;
    case ROOM_ROLE_SELECTED: member->side = (int8_t)arg[1]; break;
    case ROOM_NARRATOR_CHANGED: apply_narrator_changed(room, arg[0]); break;
    case ROOM_SEATS_REORDERED: apply_reordered(room, arg); break;
    case ROOM_ROLL_CALL_STARTED: apply_roll_call_started(room); break;
    case ROOM_ROLL_CALL_CANCELLED: end_roll_call(room); break;
    case ROOM_NEXT_SEAT_TAKEN: apply_next_seat_taken(room, member); break;
    case ROOM_READY_CHANGED: member->is_ready = arg[1] != 0; break;
    case ROOM_NONCE_SET: apply_nonce_set(member, event->text); break;
    case ROOM_GAME_CHANGED: apply_game_changed(room, arg[0]); break;
    case ROOM_OPTION_SET: apply_option_set(room, event); break;
    case ROOM_SEATS_SET: room->seat_count_wanted = (int16_t)arg[0]; break;
    case ROOM_HOST_CHANGED: apply_host_changed(room, arg[0], arg[1] != 0); break;
    case ROOM_PLAYER_KICKED: apply_kicked(room, member, now_ms); break;
    case ROOM_PLAYER_READMITTED: apply_readmitted(room, arg[0], arg[1] != 0, now_ms); break;
    case ROOM_SPECTATORS_SET: apply_spectators_set(room, arg); break;
    case ROOM_LOCK_SET: apply_lock_set(room, arg); break;
    case ROOM_VOICE_SET: room->voice = (uint8_t)arg[0]; break;
    case ROOM_LANGUAGE_SET: room->language = (uint8_t)arg[0]; break;
    case ROOM_CHAT_SET: room->chat_is_open = arg[0] != 0; break;
    case ROOM_BRIDGE_SET: room->bridge_is_open = arg[0] != 0; break;
    case ROOM_TALK_SET: room->bots_talk = arg[0] != 0; break;
    case ROOM_BOT_ADDED: apply_bot_added(room, event); break;
    case ROOM_BOT_REMOVED:
    case ROOM_GUEST_REMOVED: memset(member, 0, sizeof *member); break;
    case ROOM_GUEST_ADDED: apply_guest_added(room, event); break;
    case ROOM_BOT_CHANGED: member->strength = (int8_t)arg[1]; break;
    case ROOM_REACTED: apply_reacted(member, now_ms); break;
    case ROOM_BOT_SAID: apply_bot_said(room, member, event); break;
    case ROOM_OPTION_FIXED: apply_option_fixed(room, event); break;
    case ROOM_NONCE_PUBLISHED: apply_nonce_published(room, event); break;
    case ROOM_GAME_STARTED: apply_game_started(room, arg, now_ms); break;
    case ROOM_GAME_PAUSED: stop_clock(room, &room->is_paused, now_ms); break;
    case ROOM_GAME_RESUMED: start_clock(room, &room->is_paused, now_ms); break;
    case ROOM_WAITING_BEGAN: stop_clock(room, &room->is_waiting, now_ms); break;
    case ROOM_WAITING_ENDED: start_clock(room, &room->is_waiting, now_ms); break;
    case ROOM_ABSENT_SET: apply_absent_set(room, arg); break;
    case ROOM_BOT_TOOK_OVER: apply_took_over(member, arg[1]); break;
    case ROOM_BOT_STOOD_DOWN: member->plays_for_absent = false; break;
    case ROOM_VOID_VOTE_CAST: apply_void_vote(room, arg); break;
    case ROOM_GAME_VOIDED: apply_game_voided(room, now_ms); break;
    case ROOM_STEP_SKIPPED: room->clock_offset_ms -= arg[0]; break;
    case ROOM_TIME_EXTENDED: room->clock_offset_ms += arg[0]; break;
    case ROOM_GAME_OVER: apply_game_over(room, arg, now_ms); break;
    case ROOM_SCORED: apply_scored(room, member, arg); break;
    case ROOM_CHANCE_REVEALED: room->deal.is_revealed = true; break;
    case ROOM_NEXT_GAME_PREPARED: apply_next_prepared(room); break;
    case ROOM_SIDES_SWAPPED: apply_sides_swapped(room); break;
    case ROOM_SET_ENDED: apply_set_ended(room, now_ms); break;
    case ROOM_TRANSFER_CODE_MADE: apply_transfer_code(member, arg); break;
    case ROOM_SEAT_CLAIMED: apply_claimed(room, arg, now_ms); break;
    case ROOM_CLAIM_CONFIRMED: room->claim_yes |= (uint64_t)1 << (member - room->member); break;
    case ROOM_CLAIM_ENDED: apply_claim_ended(room, arg, now_ms); break;
    case ROOM_SEAT_MOVED: apply_seat_moved(room, member, arg[1]); break;
    case ROOM_MOVED: apply_moved(room, member, arg[1], now_ms); break;
    case ROOM_GAME_BROUGHT_BACK: apply_brought_back(room, arg[1], now_ms); break;
    case ROOM_REWOUND: apply_rewound(room, arg[1]); break;
    case ROOM_DESK_SHARED: apply_desk_shared(room, member, arg[1] != 0); break;
    case ROOM_SIGHT_ASKED: apply_sight_asked(member); break;
    case ROOM_SIGHT_AGREED: apply_sight_agreed(room, member, arg[1]); break;
    case ROOM_SIGHT_ANSWERED: apply_sight_answered(member, arg[1] != 0); break;
    case ROOM_SHARE_ANSWERED: apply_share_answered(room, member, arg[1] != 0, arg[2] != 0); break;
    case ROOM_GAME_SHARED: room->share_link = arg[1]; break;
    case ROOM_PLAYER_DISCONNECTED: apply_disconnected(member, now_ms); break;
    case ROOM_PLAYER_RECONNECTED: member->is_away = false; break;
    case ROOM_CLOCK_CREDITED: apply_clock_credited(room, arg[0]); break;
    case ROOM_CHAT_SAID:
    case ROOM_AWAITED_NAMED:
    case ROOM_ADMIN_LOOKED:
    case ROOM_OPERATOR_SAID:
    case ROOM_EVENT_COUNT: break;
    }
}

void room_apply(struct room *room, const struct game_event *event, int64_t now_ms)
{
    room_apply_people(room, event, now_ms);
    if (event->kind != ROOM_GAME_STARTED)
        return;
    memset(room_state(room), 0, room_game(room)->state_size);
    room_game(room)->init(room_state(room), &room->deal.setup);
}
