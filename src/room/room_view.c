/* What a viewer may know: the only file that says who sees what of a room; tell.c says who is told what
 * happens. A view starts empty, so whatever this file does not add stays secret. */
#include "room/room_parts.h"

#include <string.h>

#include "engine/message.h"

static const char *const phase_names[] = { "lobby", "playing", "results", "closed" };

static void write_id(struct json *out, const char *key, int64_t id)
{
    char text[ID_TEXT_SIZE];
    id_write(text, id);
    json_text(out, key, text);
}

static void write_text_or_null(struct json *out, const char *key, const char *text)
{
    if (text && *text)
        json_text(out, key, text);
    else
        json_null(out, key);
}

static void write_seat(struct json *out, const char *key, int seat)
{
    if (seat < 0)
        json_null(out, key);
    else
        json_int(out, key, seat);
}

static bool game_is_on_table(const struct room *room)
{
    return room->phase == ROOM_PLAYING || room->phase == ROOM_RESULTS;
}

/* People */

static void write_members(const struct room *room, const char *key, uint64_t members,
                          struct json *out)
{
    json_array(out, key);
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0 && members >> i & 1)
            write_id(out, NULL, room->member[i].player);
    json_end(out);
}

static void write_person(const struct room *room, int index, struct json *out)
{
    const struct room_member *member = &room->member[index];
    json_object(out, NULL);
    write_id(out, "player", member->player);
    json_text(out, "name", member->name);
    json_int(out, "look", room_look(room, index));
    write_seat(out, "seat", member->seat);
    write_text_or_null(out, "side", room_side_name(room, member));
    json_bool(out, "is_host", room->host == index);
    json_bool(out, "is_narrator", member->is_narrator);
    json_bool(out, "is_bot", member->is_bot);
    json_bool(out, "is_guest", member->is_guest);
    if (member->is_bot || member->plays_for_absent)
        json_int(out, "strength", member->strength);
    json_bool(out, "is_ready", member->is_ready);
    json_bool(out, "is_away", member->is_away);
    json_bool(out, "has_left", member->has_left);
    json_bool(out, "plays_for_absent", member->plays_for_absent);
    if (member->asks_sight)
        json_bool(out, "asks_sight", true);
    if (member->sees_all)
        json_bool(out, "sees_all", true);
    json_bool(out, "has_tapped", member->roll_place > 0);
    json_int(out, "score", member->score);
    json_int(out, "wins", member->wins);
    json_int(out, "games", member->games);
    json_end(out);
}

/* In seat order, then the narrator, then those who watch. */
static void write_people(const struct room *room, struct json *out)
{
    json_array(out, "people");
    for (int seat = 0; seat < room->seat_count; seat++)
        write_person(room, room->member_of_seat[seat], out);
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].player != 0 && room->member[i].is_narrator)
            write_person(room, i, out);
    for (int i = 0; i < room->member_end; i++)
        if (room_is_spectator(&room->member[i]))
            write_person(room, i, out);
    json_end(out);
}

/* Settings */

static void write_options(const struct room *room, struct json *out)
{
    const struct game *game = room_game(room);
    int64_t option[GAME_OPTIONS_MAX];
    room_options(room, option);
    if (game_is_on_table(room))
        memcpy(option, room->deal.setup.option, sizeof option);
    json_object(out, "options");
    for (int i = 0; i < game_option_count(game); i++)
        message_write_arg(&game->options[i].arg, game->options[i].arg.name, option[i], NULL, out);
    json_end(out);
}

static void write_advice(const struct room *room, const struct game_setup *setup, struct json *out)
{
    struct game_advice advice = { 0 };
    if (room_game(room)->advise)
        room_game(room)->advise(setup, &advice);
    json_array(out, "warnings");
    for (int i = 0; i < advice.count; i++)
        json_text(out, NULL, advice.warning[i]);
    json_end(out);
    if (advice.has_balance)
        json_int(out, "balance", advice.balance);
}

/* What is still missing before a game can start. */
static void write_start(const struct room *room, struct json *out)
{
    struct game_setup setup;
    const char *why;
    if (room->phase != ROOM_LOBBY)
        return;
    const char *problem = room_start_problem(room, &setup, &why);
    json_object(out, "start");
    json_bool(out, "is_possible", problem == NULL);
    write_text_or_null(out, "problem", problem);
    write_text_or_null(out, "why", why);
    write_advice(room, &setup, out);
    json_end(out);
}

static void write_settings(const struct room *room, struct json *out)
{
    json_object(out, "settings");
    json_text(out, "game", room_game(room)->id);
    write_id(out, "game_id", room->game_id);
    json_int(out, "num_players", room->seat_count_wanted);
    json_int(out, "chairs", room_chairs(room));
    write_options(room, out);
    json_bool(out, "allows_spectators", room->allows_spectators);
    json_int(out, "spectators_max", room->spectators_max);
    json_bool(out, "is_locked", room->is_locked);
    json_bool(out, "chat_is_open", room->chat_is_open);
    json_bool(out, "bridge_is_open", room->bridge_is_open);
    json_bool(out, "bots_talk", room->bots_talk);
    json_text(out, "voice", room_voices[room->voice]);
    json_text(out, "language", room_languages[room->language]);
    json_text(out, "absent_policy", room_policies[room->absent_policy]);
    json_int(out, "absent_seconds", room->absent_seconds);
    json_end(out);
}

/* For a game with a chair for each side: which sides are taken, and the specification's name for the
 * lobby. */
static void write_sides(const struct room *room, struct json *out)
{
    const struct game *game = room_game(room);
    if (!game->is_duel)
        return;
    json_object(out, "players");
    for (int side = 0; side < game_side_count(game); side++) {
        bool is_taken = false;
        for (int seat = 0; seat < room->seat_count; seat++)
            is_taken = is_taken || room->member[room->member_of_seat[seat]].side == side;
        json_bool(out, game->sides[side], is_taken);
    }
    json_end(out);
    if (room->phase == ROOM_LOBBY)
        json_text(out, "game_status", "waiting");
}

static void write_chance(const struct room *room, struct json *out)
{
    char hex[HEX_SECRET_SIZE];
    bool is_between = room->phase == ROOM_LOBBY || room->phase == ROOM_RESULTS;
    bool is_first = room->deal.chance.game_id == 0;
    const struct room_chance *chance = is_between || is_first ? &room->next : &room->deal.chance;
    hex_write(hex, chance->commitment, sizeof chance->commitment);
    json_object(out, "chance");
    write_id(out, "game_id", chance->game_id);
    json_int(out, "game_number", chance->game_number);
    json_text(out, "commitment", hex);
    json_end(out);
}

static void write_claim(const struct room *room, struct json *out)
{
    if (room->claim_player == 0) {
        json_null(out, "claim");
        return;
    }
    json_object(out, "claim");
    write_id(out, "player", room->claim_player);
    write_id(out, "holder", room->member[room->claim_member].player);
    json_int(out, "until_ms", room->claim_until_ms);
    write_members(room, "yes", room->claim_yes, out);
    write_members(room, "missing", room_claim_missing(room, room->time_ms), out);
    json_end(out);
}

/* The people who wait at the door. */
static void write_knocks(const struct room *room, struct json *out)
{
    if (room->knock_count == 0)
        return;
    json_array(out, "knocks");
    for (int i = 0; i < room->knock_count; i++) {
        const struct room_knock *knock = &room->knock[i];
        json_object(out, NULL);
        write_id(out, "player", knock->player);
        json_text(out, "name", knock->name);
        json_int(out, "look",
                 ROOM_LOOK_CHOSEN + knock->animal * ROOM_COLOURS + knock->animal % ROOM_COLOURS);
        json_bool(out, "as_spectator", knock->watches);
        json_end(out);
    }
    json_end(out);
}

static void write_winners(const struct room *room, struct json *out)
{
    json_array(out, "winners");
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seat_in(room->outcome.winners, seat))
            json_int(out, NULL, seat);
    json_end(out);
}

static void write_outcome(const struct room *room, struct json *out)
{
    if (room->phase != ROOM_RESULTS)
        return;
    json_object(out, "outcome");
    json_bool(out, "is_void", room->is_void);
    if (!room->is_void) {
        json_text(out, "reason", room_game(room)->reasons[room->outcome.reason]);
        write_winners(room, out);
        json_array(out, "scores");
        for (int seat = 0; seat < room->seat_count; seat++)
            json_int(out, NULL, room->outcome.score[seat]);
        json_end(out);
    }
    json_end(out);
}

/* The people who agree that strangers see the finished game. Nothing until somebody has said yes. */
static void write_share(const struct room *room, struct json *out)
{
    uint64_t yes = 0, named = 0, missing = 0;
    for (int seat = 0; seat < room->seat_count && room->phase == ROOM_RESULTS; seat++) {
        const struct room_member *member = &room->member[room->member_of_seat[seat]];
        uint64_t bit = (uint64_t)1 << room->member_of_seat[seat];
        yes |= member->shares ? bit : 0;
        named |= member->shares_name ? bit : 0;
        missing |= room_has_device(member) && !member->shares ? bit : 0;
    }
    if (yes == 0)
        return;
    json_object(out, "share");
    write_members(room, "yes", yes, out);
    write_members(room, "named", named, out);
    write_members(room, "missing", missing, out);
    if (room->share_link != 0)
        write_id(out, "link", room->share_link);
    else
        json_null(out, "link");
    json_end(out);
}

static void write_void(const struct room *room, struct json *out)
{
    if (room->phase != ROOM_PLAYING)
        return;
    json_object(out, "void_vote");
    json_int(out, "count", room->void_asked);
    json_int(out, "needed", room_void_needed(room));
    json_end(out);
}

/* You */

static const char *channel_name(const struct game *game, int channel)
{
    return channel == 0 ? "table" : game->channels[channel - 1];
}

static void write_channels(const struct room *room, int me, struct json *out)
{
    const struct game *game = room_game(room);
    json_array(out, "channels");
    for (int channel = 0; channel < room_channel_count(game); channel++) {
        if (!room_hears(room, me, channel) && !room_speaks(room, me, channel))
            continue;
        json_object(out, NULL);
        json_text(out, "name", channel_name(game, channel));
        json_bool(out, "can_speak", room_speaks(room, me, channel));
        json_end(out);
    }
    json_end(out);
}

static void write_actions(const struct room *room, int me, struct json *out)
{
    json_array(out, "actions");
    for (int kind = 0; kind < ROOM_COMMAND_COUNT; kind++)
        if (room_rules[kind].phases >> room->phase & 1 && room_may(room, kind, me))
            json_text(out, NULL, room_commands[kind].name);
    json_end(out);
}

static void write_code(const struct room *room, const struct room_member *member, struct json *out)
{
    char code[WORD_TEXT_SIZE];
    if (member->transfer_code == 0 || member->transfer_until_ms <= room->time_ms)
        return;
    word_write(code, member->transfer_code);
    json_text(out, "transfer_code", code);
    json_int(out, "transfer_until_ms", member->transfer_until_ms);
}

/* Those of whom one has agreed that they see everything. */
static void write_sight_yes(const struct room *room, int me, struct json *out)
{
    uint64_t askers = 0;
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].asks_sight && room->member[i].sight_yes >> me & 1)
            askers |= (uint64_t)1 << i;
    if (askers)
        write_members(room, "sight_yes", askers, out);
}

static void write_you(const struct room *room, int me, struct json *out)
{
    const struct room_member *member = &room->member[me];
    json_object(out, "you");
    write_id(out, "player", member->player);
    json_text(out, "name", member->name);
    write_seat(out, "seat", member->seat);
    write_text_or_null(out, "side", room_side_name(room, member));
    json_bool(out, "is_host", room->host == me);
    json_bool(out, "is_narrator", member->is_narrator);
    json_bool(out, "is_spectator", room_is_spectator(member));
    json_bool(out, "wants_seat", member->wants_seat);
    json_bool(out, "has_nonce", member->has_nonce);
    json_bool(out, "asks_void", member->asks_void);
    write_sight_yes(room, me, out);
    if (member->is_narrator && room->phase == ROOM_PLAYING && room_game(room)->can_undo) {
        json_int(out, "step", room->step);
        json_int(out, "step_top", room->step_top);
    }
    write_code(room, member, out);
    write_channels(room, me, out);
    if (room->phase != ROOM_CLOSED)
        write_actions(room, me, out);
    json_end(out);
}

/* The game */

static int awaited_count(const struct room *room)
{
    const struct game *game = room_game(room);
    seat_set awaited =
        room->phase == ROOM_PLAYING && game->awaited ? game->awaited(room_state(room)) : SEATS_NONE;
    int count = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        count += seat_in(awaited, seat);
    return count;
}

/* While the clock stands still, the client needs the time left, not the moment at which it would end. */
static void write_clock(const struct room *room, struct json *out)
{
    int64_t deadline_ms = room_game_deadline(room);
    bool is_stopped = room_is_stopped(room);
    json_object(out, "clock");
    json_bool(out, "is_paused", room->is_paused);
    json_bool(out, "is_waiting", room->is_waiting);
    json_int(out, "offset_ms", room->clock_offset_ms);
    if (deadline_ms == 0 || is_stopped)
        json_null(out, "deadline_ms");
    else
        json_int(out, "deadline_ms", deadline_ms + room->clock_offset_ms);
    if (deadline_ms != 0 && is_stopped)
        json_int(out, "left_ms", deadline_ms - room_game_now(room, 0));
    if (room_waits_until(room) != 0)
        json_int(out, "waits_until_ms", room_waits_until(room));
    json_end(out);
}

static void look(const struct room *room, int viewer, struct room_scratch *scratch)
{
    const struct game *game = room_game(room);
    memset(scratch->view, 0, game->view_size);
    game->view(room_state(room), viewer, scratch->view);
}

static bool is_latest(const struct room_scratch *scratch, const struct game *game)
{
    return scratch->game == game && memcmp(scratch->view, scratch->latest, game->view_size) == 0;
}

/* `value` is the text just written for the view. */
static void keep_latest(struct room_scratch *scratch, const struct game *game, const char *value,
                        size_t length)
{
    scratch->game = length <= sizeof scratch->text ? game : NULL;
    if (!scratch->game)
        return;
    memcpy(scratch->latest, scratch->view, game->view_size);
    memcpy(scratch->text, value, length);
    scratch->length = length;
}

static void encode_game(const struct game *game, struct room_scratch *scratch, struct json *out)
{
    size_t before = out->length;
    json_object(out, "game");
    game->encode(scratch->view, out);
    json_end(out);
    const char *value = strchr(out->out + before, '{');
    if (!out->overflow)
        keep_latest(scratch, game, value, (size_t)(out->out + out->length - value));
}

static void write_game(const struct room *room, int viewer, struct room_scratch *scratch,
                       struct json *out)
{
    const struct game *game = room_game(room);
    if (!game_is_on_table(room)) {
        json_null(out, "game");
        return;
    }
    look(room, viewer, scratch);
    if (is_latest(scratch, game))
        json_raw(out, "game", scratch->text, scratch->length);
    else
        encode_game(game, scratch, out);
}

static void write_times(const struct room *room, struct json *out)
{
    write_clock(room, out);
    json_int(out, "awaited", awaited_count(room));
}

/* Writes with `write`, whose text is the same for everybody; `part` keeps it for the next viewer. */
static void write_part(const struct room *room, void (*write)(const struct room *, struct json *),
                       struct room_part *part, struct json *out)
{
    if (part->length > 0) {
        json_members(out, part->text, part->length);
        return;
    }
    size_t start = out->length + out->has_element; /* behind the comma */
    write(room, out);
    if (out->overflow || out->length - start > sizeof part->text)
        return;
    part->length = out->length - start;
    memcpy(part->text, out->out + start, part->length);
}

void room_begin_telling(struct room_scratch *scratch)
{
    scratch->table.length = scratch->times.length = 0;
}

void room_view_game_next(const struct room *room, int viewer, struct room_scratch *scratch,
                         struct json *out)
{
    write_part(room, write_times, &scratch->times, out);
    write_game(room, viewer, scratch, out);
}

void room_view_game(const struct room *room, int64_t player, struct room_scratch *scratch,
                    struct json *out)
{
    room_begin_telling(scratch);
    room_view_game_next(room, room_viewer(room, player), scratch, out);
}

static int present_member(const struct room *room, int64_t player)
{
    int me = room_member_of(room, player);
    return me >= 0 && !room->member[me].was_kicked && !room->member[me].has_left ? me : -1;
}

static void write_code_and_phase(const struct room *room, struct json *out)
{
    char code[CODE_TEXT_SIZE];
    code_write(code, room->code);
    json_text(out, "code", code);
    json_text(out, "phase", phase_names[room->phase]);
}

/* The table, as everybody sees it. */
static void write_table(const struct room *room, struct json *out)
{
    write_id(out, "game_id", room->game_id);
    json_int(out, "game_number", room->game_number);
    write_people(room, out);
    write_settings(room, out);
    write_sides(room, out);
    write_start(room, out);
    json_bool(out, "is_roll_call", room->is_roll_call);
    write_chance(room, out);
    write_claim(room, out);
    write_knocks(room, out);
    write_outcome(room, out);
    write_share(room, out);
    write_void(room, out);
}

void room_view_next(const struct room *room, int64_t player, struct room_scratch *scratch,
                    struct json *out)
{
    int me = present_member(room, player);
    write_id(out, "room", room->id);
    write_code_and_phase(room, out);
    json_int(out, "seq", room_told(room, player));
    write_part(room, write_table, &scratch->table, out);
    if (me >= 0)
        write_you(room, me, out);
    else
        json_null(out, "you");
    room_view_game_next(room, room_viewer(room, player), scratch, out);
}

void room_view(const struct room *room, int64_t player, struct room_scratch *scratch,
               struct json *out)
{
    room_begin_telling(scratch);
    room_view_next(room, player, scratch, out);
}

bool room_looks_alike(const struct room *after, int viewer, int other, struct room_scratch *scratch)
{
    if (viewer == other)
        return true;
    if (!game_is_on_table(after))
        return false;
    look(after, viewer, scratch);
    return is_latest(scratch, room_game(after));
}

/* The poster */

static void write_desk(const struct room *room, struct json *out)
{
    json_array(out, "desk");
    for (int i = 0; i < room->member_end; i++) {
        const struct room_member *member = &room->member[i];
        if (member->player == 0 || !member->is_narrator)
            continue;
        json_object(out, NULL);
        write_id(out, "player", member->player);
        json_text(out, "name", member->name);
        json_bool(out, "is_away", member->is_away);
        json_end(out);
    }
    json_end(out);
}

void room_poster(const struct room *room, struct json *out)
{
    write_code_and_phase(room, out);
    json_text(out, "game", room_game(room)->id);
    write_id(out, "game_id", room->game_id);
    json_int(out, "num_players", room->seat_count_wanted);
    json_int(out, "chairs", room_chairs(room));
    json_bool(out, "allows_spectators", room->allows_spectators);
    json_int(out, "spectators", room_spectator_count(room));
    json_bool(out, "is_locked", room->is_locked);
    json_bool(out, "has_password", room->lock_word != 0);
    json_array(out, "people");
    for (int seat = 0; seat < room->seat_count; seat++) {
        int index = room->member_of_seat[seat];
        const struct room_member *member = &room->member[index];
        json_object(out, NULL);
        write_id(out, "player", member->player);
        json_text(out, "name", member->name);
        json_int(out, "seat", seat);
        write_text_or_null(out, "side", room_side_name(room, member));
        json_bool(out, "is_host", room->host == index);
        json_bool(out, "is_bot", member->is_bot);
        json_bool(out, "is_guest", member->is_guest);
        json_bool(out, "is_away", member->is_away);
        json_end(out);
    }
    json_end(out);
    write_desk(room, out);
}
