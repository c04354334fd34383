/* Talk at the table. While a game runs, the game decides who may speak and who hears. A message reaches
 * only its hearers; nobody else learns that there was one. */
#include "room/room_parts.h"

static seat_set rights(const struct room *room, seat_set (*ask)(const void *, int), int channel)
{
    if (room->phase != ROOM_PLAYING || !ask)
        return channel == 0 ? SEATS_ALL : SEATS_NONE;
    return ask(room_state(room), channel);
}

static seat_set hearers(const struct room *room, int channel)
{
    return rights(room, room_game(room)->hears, channel);
}

static seat_set speakers(const struct room *room, int channel)
{
    return rights(room, room_game(room)->speaks, channel);
}

static bool has_voice(const struct room *room, int member, int channel)
{
    return seat_in(speakers(room, channel), room_member_viewer(room, member)) &&
           !room_knows_all(&room->member[member]);
}

bool room_speaks(const struct room *room, int member, int channel)
{
    return room->chat_is_open && has_voice(room, member, channel);
}

/* Stickers are refused where the game keeps a player silent, but work with the chat switched off. */
bool room_reacts(const struct room *room, int member)
{
    return has_voice(room, member, 0);
}

bool room_hears(const struct room *room, int member, int channel)
{
    return seat_in(hearers(room, channel), room_member_viewer(room, member));
}

bool room_talk_differs(const struct room *before, const struct room *after)
{
    for (int channel = 0; channel < room_channel_count(room_game(after)); channel++)
        if (speakers(before, channel) != speakers(after, channel) ||
            hearers(before, channel) != hearers(after, channel))
            return true;
    return false;
}

/* Everybody hears themselves; but what a spectator hears, all spectators hear. */
static seat_set told(const struct room *room, int speaker, int channel)
{
    int viewer = room_member_viewer(room, speaker);
    return hearers(room, channel) | (viewer == SEAT_PUBLIC ? SEATS_NONE : seat_bit(viewer));
}

bool decide_chat(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int channel = room_channel_of(room_game(room), command->arg[0]);
    int64_t word = command->arg[0];
    if (!*command->text)
        return room_refuse(turn, "bad_argument", "text");
    if (!room->chat_is_open)
        return room_refuse(turn, "not_allowed", "chat");
    if (channel < 0)
        return room_refuse(turn, "bad_target", "channel");
    if (!room_speaks(room, me, channel))
        return room_refuse(turn, "not_now", NULL);
    if (word == 0)
        word_read(&word, "table");
    room_emit(turn, (struct game_event){ .kind = ROOM_CHAT_SAID,
                                         .told = told(room, me, channel),
                                         .arg = { command->player, word },
                                         .text = command->text });
    return true;
}

bool decide_react(struct room_turn *turn, const struct room_command *command, int me)
{
    const struct room *room = turn->draft;
    int64_t oldest_ms = room->member[me].reacted_ms[ROOM_REACTIONS - 1];
    if (!room_reacts(room, me))
        return room_refuse(turn, "not_now", NULL);
    if (oldest_ms != 0 && turn->now_ms - oldest_ms < ROOM_REACTION_MS)
        return room_refuse(turn, "too_soon", NULL);
    room_emit(turn, (struct game_event){ .kind = ROOM_REACTED,
                                         .told = told(room, me, 0),
                                         .arg = { command->player, command->arg[0] } });
    return true;
}

bool decide_set_voice(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (turn->draft->voice != command->arg[0])
        room_emit(turn, (struct game_event){ .kind = ROOM_VOICE_SET, .arg = { command->arg[0] } });
    return true;
}

void room_emit_language(struct room_turn *turn, int64_t language)
{
    if (turn->draft->language != language)
        room_emit(turn, (struct game_event){ .kind = ROOM_LANGUAGE_SET, .arg = { language } });
}

bool decide_set_language(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    room_emit_language(turn, command->arg[0]);
    return true;
}

bool decide_set_chat(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (turn->draft->chat_is_open != command->arg[0])
        room_emit(turn, (struct game_event){ .kind = ROOM_CHAT_SET, .arg = { command->arg[0] } });
    return true;
}

/* The bridge is closed until the host opens it; everybody is told. */
bool decide_set_bridge(struct room_turn *turn, const struct room_command *command, int me)
{
    (void)me;
    if (turn->draft->bridge_is_open != command->arg[0])
        room_emit(turn, (struct game_event){ .kind = ROOM_BRIDGE_SET, .arg = { command->arg[0] } });
    return true;
}
