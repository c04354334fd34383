/* What a viewer of a room is sent, on a socket or in the page: JSON messages, one object each. Every one but
 * "ok" and "error" carries "seq", the viewer's own count of events: it has no gaps, and a client that comes
 * back says the last one it saw.
 *
 * Lengths do not tell what is in a message: blanks behind the JSON fill it up to a multiple of so many
 * bytes. Answers all have one length, whether they say yes or no; while a game is played that has a
 * `frame_bucket`, that is the measure of whatever tells of it. */
#ifndef PARLOUR_FRAMES_H
#define PARLOUR_FRAMES_H

#include "room/room.h"

enum {
    FRAMES_HEAD_MAX = 4 * 1024, /* what is around events and state, and the padding */
    FRAMES_MESSAGE_MAX = ROOM_VIEW_MAX + ROOM_TOLD_MAX + FRAMES_HEAD_MAX,
    FRAMES_NODES_MAX =
        ROOM_TOLD_MAX / 2, /* to parse one: a JSON value takes two bytes, with what parts it */
};

/* Memory to write with, and where the messages go. What does not fit is sent without its events; what still
 * does not fit is not sent, and the functions below return false. Memory of the sizes above fits all. */
struct frames {
    char *frame; /* a message being written */
    size_t frame_size;
    char *events; /* the events in it */
    size_t events_size;
    struct room_scratch *view;
    int64_t now_ms;
    void (*send)(void *context, const char *text, size_t length);
    void *context;
};

bool frames_ok(const struct frames *frames, const char *cid);
/* `why` and `message` may be NULL. */
bool frames_error(const struct frames *frames, const char *cid, const char *code, const char *why,
                  const char *message);
bool frames_welcome(const struct frames *frames, const struct room *room, int64_t player,
                    int heartbeat_ms);

/* The whole state, with the events that this viewer missed: `add_missed` writes them as elements of an array;
 * NULL: none. If they do not fit, none are sent: they are in the log. */
bool frames_state(const struct frames *frames, const struct room *room, int64_t player,
                  void (*add_missed)(void *context, struct json *out), void *context);

/* What the lengths of messages about this room are a multiple of, now; 0: of nothing. */
int frames_bucket(const struct room *room);
/* Fills up with blanks; does nothing where there is no space for them. */
void frames_pad(struct json *out, int bucket);

/* A batch as it was decided: the room before and after, and what happened. */
struct frames_batch {
    const struct room *before, *after;
    const struct room_event *event;
    int count;
};

/* What was last sent of a batch, and to whom: it is sent again to those to whom all looks alike, and its
 * events to those who are told the same. */
struct frames_memo {
    bool is_begun;
    bool is_whole; /* everybody gets the whole state, not only the game */
    bool has_told; /* frames->events holds what `ear` was told: */
    int event_count;
    size_t events_length;
    struct room_ear ear;
    size_t length; /* of frames->frame; 0: nothing to send again */
    struct room_messages messages;
};

/* Before the first viewer of a batch. */
void frames_begin(struct frames_memo *memo);

/* Tells `player` what they may know of the batch. */
bool frames_tell(const struct frames *frames, const struct frames_batch *batch, int64_t player,
                 struct frames_memo *memo);

#endif
