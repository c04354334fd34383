/* The events of a batch as a viewer may hear them, and whether two viewers hear the same. What is secret in
 * an event is written to those whom it tells and to nobody else. */
#include "room/room_parts.h"

#include "engine/message.h"

/* Whether this viewer is told the step of every move. Undo goes by steps. */
static bool hears_steps(const struct room *room, int viewer)
{
    return viewer == SEAT_NARRATOR && room_game(room)->can_undo;
}

/* Two storytellers are one viewer, but a code is shown only to the one who made it. */
static bool is_for_one(const struct room_event *event)
{
    return !event->is_game && event->event.kind == ROOM_TRANSFER_CODE_MADE;
}

static bool is_foreign_code(const struct room_event *event, int64_t player)
{
    return is_for_one(event) && event->event.arg[0] != player;
}

static void tell_event(const struct room *room, const struct room_event *event, int64_t player,
                       int viewer, int64_t seq, struct json *out)
{
    const struct game_message *table = event->is_game ? room_game(room)->events : room_events;
    const struct game_message *message = &table[event->event.kind];
    json_object(out, NULL);
    json_int(out, "seq", seq);
    json_text(out, "type", message->name);
    if (event->is_game)
        json_text(out, "kind", "game");
    if (event->is_game && hears_steps(room, viewer))
        json_int(out, "at_step", room->step + 1);
    message_write(message, event->event.arg, event->event.text,
                  seat_in(event->event.told, viewer) && !is_foreign_code(event, player), out);
    json_end(out);
}

static bool is_moves_only(const struct room_event *event, int count)
{
    for (int i = 0; i < count; i++)
        if (!event[i].is_game)
            return false;
    return true;
}

/* The event that was just written from `start` on, if it is a message of its own. */
static void note_message(const struct room_event *event, size_t start, const struct json *out,
                         struct room_messages *messages)
{
    const struct game_message *message = &room_events[event->event.kind];
    if (messages == NULL || event->is_game || !message->is_message)
        return;
    messages->message[messages->count++] = (struct room_message){
        .start = (uint32_t)start,
        .length = (uint32_t)(out->length - start),
        .kind = event->event.kind,
    };
}

/* Moves change nobody's seat, so the room before the batch is enough. */
static int tell_moves(const struct room *room, const struct room_event *event, int count,
                      const struct room_ear *ear, int64_t after, struct json *out)
{
    int64_t seq = ear->told_before;
    int written = 0;
    for (int i = 0; i < count; i++)
        if (room_event_reaches(room, &event[i], ear->viewer) && ++seq > after) {
            tell_event(room, &event[i], ear->player, ear->viewer, seq, out);
            written++;
        }
    return written;
}

static int viewer_of(const struct room *room, int member)
{
    return member < 0 ? SEAT_PUBLIC : room_member_viewer(room, member);
}

static int64_t told_of(const struct room *room, int member)
{
    bool is_public = member < 0 || room->member[member].was_kicked;
    return is_public ? room->public_told : room->member[member].told;
}

struct room_ear room_ear(const struct room *before, const struct room *after, int64_t player)
{
    int me = room_member_of(before, player);
    bool is_same = me >= 0 && after->member[me].player == player;
    int me_after = is_same ? me : room_member_of(after, player);
    int viewer = viewer_of(before, me);
    return (struct room_ear){ .player = player,
                              .viewer = viewer,
                              .viewer_after = viewer_of(after, me_after),
                              .hears_steps = hears_steps(before, viewer),
                              .told_before = told_of(before, me),
                              .told_after = told_of(after, me_after) };
}

/* Moves change nobody's seat. From the first event of the room on, people may have another one. */
bool room_tells_alike(const struct room *before, const struct room *after,
                      const struct room_event *event, int count, const struct room_ear *one,
                      const struct room_ear *other)
{
    bool may_undo = room_game(before)->can_undo || room_game(after)->can_undo;
    bool have_moved = false;
    if (one->told_before != other->told_before || one->told_after != other->told_after ||
        one->hears_steps != other->hears_steps)
        return false;
    for (int i = 0; i < count; i++) {
        seat_set told = event[i].event.told;
        have_moved = have_moved || !event[i].is_game;
        if (!have_moved && seat_in(told, one->viewer) != seat_in(told, other->viewer))
            return false;
        if (have_moved &&
            ((told != SEATS_NONE && told != SEATS_ALL) || may_undo || is_for_one(&event[i])))
            return false;
    }
    return true;
}

/* Seats can change within a batch (a role is taken and the game starts), so the people are followed. */
static int tell_all(const struct room *before, const struct room_event *event, int count,
                    int64_t player, int64_t after, struct json *out, struct room_messages *messages)
{
    struct room room;
    int written = 0;
    room_take_people(&room, before);
    for (int i = 0; i < count; i++) {
        int viewer = room_viewer(&room, player);
        int64_t seq = room_told(&room, player) + 1;
        if (room_event_reaches(&room, &event[i], viewer) && seq > after) {
            size_t start = out->length + (written > 0); /* behind the comma */
            tell_event(&room, &event[i], player, viewer, seq, out);
            note_message(&event[i], start, out, messages);
            written++;
        }
        room_count_told(&room, &event[i]);
        if (!event[i].is_game)
            room_apply_people(&room, &event[i].event, room.time_ms);
    }
    return written;
}

int room_tell_after(const struct room *before, const struct room_event *event, int count,
                    int64_t player, int64_t after, struct json *out)
{
    struct room_ear ear = { .player = player,
                            .viewer = room_viewer(before, player),
                            .told_before = room_told(before, player) };
    if (is_moves_only(event, count))
        return tell_moves(before, event, count, &ear, after, out);
    return tell_all(before, event, count, player, after, out, NULL);
}

int room_tell_messages(const struct room *before, const struct room_event *event, int count,
                       const struct room_ear *ear, struct json *out, struct room_messages *messages)
{
    messages->count = 0;
    messages->is_talk = false;
    if (is_moves_only(event, count))
        return tell_moves(before, event, count, ear, 0, out);
    int written = tell_all(before, event, count, ear->player, 0, out, messages);
    messages->is_talk =
        written == 1 && messages->count == 1 && room_events[messages->message[0].kind].is_talk;
    return written;
}

int room_tell(const struct room *before, const struct room_event *event, int count, int64_t player,
              struct json *out)
{
    return room_tell_after(before, event, count, player, 0, out);
}
