/* See frames.h. */
#include "room/frames.h"

#include <string.h>

#include "room/room_parts.h"

/* All answers and welcomes have one length. Chat messages have one of a few lengths. */
enum { ANSWER_BUCKET = 256, WELCOME_BUCKET = 512, TALK_BUCKET = 1024, END_MAX = 640 };
/* Lengths of messages about moves are multiples of this, so that they do not show every digit of the public
 * state. */
enum { MOVES_BUCKET = 256 };

void frames_pad(struct json *out, int bucket)
{
    size_t over = bucket > 0 ? out->length % (size_t)bucket : 0;
    size_t missing = over > 0 ? (size_t)bucket - over : 0;
    if (out->overflow || missing >= out->size - out->length)
        return;
    memset(out->out + out->length, ' ', missing);
    out->length += missing;
    out->out[out->length] = '\0';
}

static bool send(const struct frames *frames, struct json *out, int bucket)
{
    if (out->overflow)
        return false;
    frames_pad(out, bucket);
    frames->send(frames->context, out->out, out->length);
    return true;
}

static void begin(const struct frames *frames, struct json *out, const char *type)
{
    json_init(out, frames->frame, frames->frame_size);
    json_object(out, NULL);
    json_text(out, "type", type);
}

int frames_bucket(const struct room *room)
{
    return room->phase == ROOM_PLAYING ? room_game(room)->frame_bucket : 0;
}

bool frames_ok(const struct frames *frames, const char *cid)
{
    struct json out;
    begin(frames, &out, "ok");
    json_text(&out, "cid", cid);
    json_int(&out, "server_time_ms", frames->now_ms);
    json_end(&out);
    return send(frames, &out, ANSWER_BUCKET);
}

bool frames_error(const struct frames *frames, const char *cid, const char *code, const char *why,
                  const char *message)
{
    struct json out;
    begin(frames, &out, "error");
    json_text(&out, "cid", cid);
    json_text(&out, "code", code);
    if (why != NULL)
        json_text(&out, "why", why);
    if (message != NULL)
        json_text(&out, "message", message);
    json_end(&out);
    return send(frames, &out, ANSWER_BUCKET);
}

bool frames_welcome(const struct frames *frames, const struct room *room, int64_t player,
                    int heartbeat_ms)
{
    struct json out;
    char text[ID_TEXT_SIZE];
    begin(frames, &out, "welcome");
    json_int(&out, "seq", room_told(room, player));
    json_int(&out, "server_time_ms", frames->now_ms);
    json_int(&out, "heartbeat_ms", heartbeat_ms);
    code_write(text, room->code);
    json_text(&out, "code", text);
    if (player != 0) {
        id_write(text, player);
        json_text(&out, "player_id", text);
    }
    json_bool(&out, "is_member", room_member_of(room, player) >= 0);
    json_text(&out, "version", PARLOUR_VERSION);
    json_end(&out);
    return send(frames, &out, WELCOME_BUCKET);
}

/* {"type": …, "seq": …, "server_time_ms": … */
static void begin_told(const struct frames *frames, struct json *out, const char *type, int64_t seq)
{
    begin(frames, out, type);
    json_int(out, "seq", seq);
    json_int(out, "server_time_ms", frames->now_ms);
}

static void write_state(const struct frames *frames, struct json *out, const struct room *room,
                        int64_t player)
{
    json_object(out, "state");
    room_view(room, player, frames->view, out);
    json_end(out);
}

static bool send_state(const struct frames *frames, const struct room *room, int64_t player,
                       void (*add_missed)(void *context, struct json *out), void *context)
{
    struct json out;
    begin_told(frames, &out, "room_state", room_told(room, player));
    json_array(&out, "events");
    if (add_missed != NULL)
        add_missed(context, &out);
    json_end(&out);
    /* Missed events are measured apart: together with the state they may be too long for one length. */
    if (add_missed != NULL)
        frames_pad(&out, frames_bucket(room));
    write_state(frames, &out, room, player);
    json_end(&out);
    return send(frames, &out, frames_bucket(room));
}

bool frames_state(const struct frames *frames, const struct room *room, int64_t player,
                  void (*add_missed)(void *context, struct json *out), void *context)
{
    return (add_missed != NULL && send_state(frames, room, player, add_missed, context)) ||
           send_state(frames, room, player, NULL, NULL);
}

static bool has_room_event(const struct frames_batch *batch)
{
    for (int i = 0; i < batch->count; i++)
        if (!batch->event[i].is_game)
            return true;
    return false;
}

void frames_begin(struct frames_memo *memo)
{
    memo->is_begun = false;
}

/* "events": […], and then "state": {…} for a room_state, or its parts "clock", "awaited" and "game" for a
 * game_update. */
static void write_update(const struct frames *frames, const struct frames_batch *batch,
                         const struct room_ear *ear, const struct frames_told *told, bool is_game,
                         struct json *out)
{
    const struct room *after = batch->after;
    begin_told(frames, out, is_game ? "game_update" : "room_state", ear->told_after);
    json_raw(out, "events", frames->events + told->start, told->length);
    if (is_game) {
        room_view_game_next(after, ear->viewer_after, frames->view, out);
    } else {
        json_object(out, "state");
        room_view_next(after, ear->player, frames->view, out);
        json_end(out);
    }
    json_end(out);
}

/* Everybody knows who sees everything, and their messages are longer. A message that is too long for the
 * length of its batch is padded like the others; frame_secret must be large enough to prevent that. */
static int bucket_of_moves(const struct room *after, const struct room_ear *ear, size_t length,
                           const struct frames_memo *memo)
{
    bool is_narrator = ear->viewer_after == SEAT_NARRATOR;
    return length <= memo->padded && !is_narrator ? (int)memo->padded : frames_bucket(after);
}

/* Returns the length; 0: it did not fit. */
static size_t send_update(const struct frames *frames, const struct frames_batch *batch,
                          const struct room_ear *ear, const struct frames_told *told,
                          const struct frames_memo *memo)
{
    struct json out;
    write_update(frames, batch, ear, told, !memo->is_whole, &out);
    int bucket = memo->is_whole ? frames_bucket(batch->after)
                                : bucket_of_moves(batch->after, ear, out.length, memo);
    return send(frames, &out, bucket) ? out.length : 0;
}

/* In a duel the winning side has a name; the game may add more. */
static void write_end(const struct frames *frames, const struct room *room, struct json *out)
{
    const struct game *game = room_game(room);
    if (room->is_void)
        return;
    for (int seat = 0; seat < room->seat_count && game->is_duel; seat++)
        if (seat_in(room->outcome.winners, seat))
            json_text(out, "winner",
                      room_side_name(room, &room->member[room->member_of_seat[seat]]));
    if (game->encode_end) {
        memset(frames->view->view, 0, game->view_size);
        game->view(room_state(room), SEAT_PUBLIC, frames->view->view);
        game->encode_end(frames->view->view, out);
    }
}

/* The event `text`, an object, with the members of `more` behind its own. */
static void write_event_and(const char *text, size_t length, const struct json *more,
                            struct json *out)
{
    json_raw(out, NULL, text, length);
    if (more->length <= 2 || out->overflow)
        return;
    out->overflow = more->overflow || out->length + more->length >= out->size;
    if (out->overflow)
        return;
    out->out[out->length - 1] = ',';
    memcpy(out->out + out->length, more->out + 1, more->length - 1);
    out->length += more->length - 1;
    out->out[out->length] = '\0';
}

/* Some events are messages of their own: "chat", "player_disconnected" … */
static bool send_messages(const struct frames *frames, const struct room *room,
                          const struct room_messages *messages)
{
    int bucket = frames_bucket(room) > 0 ? TALK_BUCKET : 0;
    struct json out, more;
    char more_text[END_MAX];
    for (int i = 0; i < messages->count; i++) {
        const struct room_message *message = &messages->message[i];
        json_init(&more, more_text, sizeof more_text);
        json_object(&more, NULL);
        if (message->kind == ROOM_GAME_OVER)
            write_end(frames, room, &more);
        json_end(&more);
        json_init(&out, frames->frame, frames->frame_size);
        write_event_and(frames->events + message->start, message->length, &more, &out);
        if (!send(frames, &out, bucket))
            return false;
    }
    return true;
}

/* Writes the events that `ear` is told of behind those of the other one, or from the start. */
static bool write_events(const struct frames *frames, const struct frames_batch *batch,
                         const struct room_ear *ear, size_t start, struct frames_memo *memo)
{
    struct frames_told *told = &memo->told[memo->told_count++];
    struct json out;
    json_init(&out, frames->events + start, frames->events_size - start);
    json_array(&out, NULL);
    told->ear = *ear;
    told->start = start;
    told->event_count =
        room_tell_messages(batch->before, batch->event, batch->count, ear, &out, &memo->messages);
    json_end(&out);
    told->fits = !out.overflow;
    told->length = out.length;
    return told->fits;
}

/* The events for `ear`; written only if no earlier viewer was told the same. */
static const struct frames_told *told_to(const struct frames *frames,
                                         const struct frames_batch *batch,
                                         const struct room_ear *ear, struct frames_memo *memo)
{
    const struct frames_told *told = memo->told;
    for (int i = memo->told_count - 1; i >= 0; i--)
        if (room_tells_alike(batch->before, batch->after, batch->event, batch->count, ear,
                             &told[i].ear))
            return &told[i];
    int count = memo->told_count;
    const struct frames_told *last = &told[count > 0 ? count - 1 : 0];
    bool is_behind = count > 0 && count < FRAMES_TOLD_MAX && last->fits && !memo->is_whole;
    if (is_behind && write_events(frames, batch, ear, last->start + last->length + 1, memo))
        return &told[count];
    memo->told_count = 0;
    memo->length = 0;
    write_events(frames, batch, ear, 0, memo);
    return told;
}

/* The length of the message that the public is or would be sent, and the most that a secret adds to it. */
static size_t padded_length(const struct frames *frames, const struct frames_batch *batch,
                            struct frames_memo *memo)
{
    const struct game *game = room_game(batch->after);
    int more = game->frame_secret;
    struct room_ear public = room_ear(batch->before, batch->after, 0);
    struct json out;
    if (frames_bucket(batch->after) == 0 || more == 0 || memo->is_whole)
        return 0;
    const struct frames_told *told = told_to(frames, batch, &public, memo);
    write_update(frames, batch, &public, told, true, &out);
    if (!told->fits || out.overflow)
        return 0;
    if (game->frame_secret_more) /* the view that was just written is the public's */
        more += game->frame_secret_more(frames->view->view);
    return (out.length + (size_t)more + MOVES_BUCKET - 1) / MOVES_BUCKET * MOVES_BUCKET;
}

/* These are decided once for all viewers, so that neither the kind of message that one viewer gets nor its
 * length tells a secret. */
static void begin_batch(const struct frames *frames, const struct frames_batch *batch,
                        struct frames_memo *memo)
{
    memo->is_begun = true;
    memo->is_whole = has_room_event(batch) || room_offers_differ(batch->before, batch->after);
    memo->length = 0;
    memo->told_count = 0;
    room_begin_telling(frames->view);
    memo->padded = padded_length(frames, batch, memo);
}

bool frames_tell(const struct frames *frames, const struct frames_batch *batch, int64_t player,
                 struct frames_memo *memo)
{
    struct room_ear ear = room_ear(batch->before, batch->after, player);
    if (!memo->is_begun)
        begin_batch(frames, batch, memo);
    const struct frames_told *told = told_to(frames, batch, &ear, memo);
    if (memo->length > 0 && told == memo->sent &&
        room_looks_alike(batch->after, ear.viewer, memo->viewer, frames->view)) {
        frames->send(frames->context, frames->frame, memo->length);
        return true;
    }
    memo->length = 0;
    if (told->event_count == 0)
        return true;
    if (!told->fits)
        return frames_state(frames, batch->after, player, NULL, NULL);
    if (!memo->is_whole) {
        memo->length = send_update(frames, batch, &ear, told, memo);
        memo->sent = told;
        memo->viewer = ear.viewer;
        return memo->length > 0;
    }
    return (memo->messages.is_talk || send_update(frames, batch, &ear, told, memo) > 0) &&
           send_messages(frames, batch->after, &memo->messages);
}
