/* The messages to a viewer of a room, on a socket or in the page: JSON, one object each. Every one but "ok"
 * and "error" carries "seq", the viewer's own count of events: it has no gaps, and a client that comes back
 * says the last one it saw.
 *
 * The length of a message must not tell what is in it, so blanks behind the JSON pad it to a multiple of
 * some number of bytes. All answers have one length, whether they say yes or no. While a game with a
 * `frame_bucket` is played, every message about it is padded to a multiple of that. Messages about moves
 * are many: in a game with a `frame_secret` those of one batch have one length, which follows from what the
 * public is told of it and from nothing else. */
#ifndef PARLOUR_FRAMES_H
#define PARLOUR_FRAMES_H

#include "room/room_view.h"

enum {
    FRAMES_HEAD_MAX = 4 * 1024, /* what is around events and state, and the padding */
    FRAMES_MESSAGE_MAX = ROOM_VIEW_MAX + ROOM_TOLD_MAX + FRAMES_HEAD_MAX,
    /* To parse a message: a JSON value and its separator take at least two bytes. */
    FRAMES_NODES_MAX = ROOM_TOLD_MAX / 2,
};

/* Memory to write with, and where the messages go. A message that does not fit is sent without its events.
 * If it still does not fit, it is not sent and the functions below return false. Memory of the sizes above
 * is always enough. */
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

/* The lengths of messages about this room are now a multiple of this; 0: they are not padded. */
int frames_bucket(const struct room *room);
/* Pads with blanks; does nothing if there is no space for them. */
void frames_pad(struct json *out, int bucket);

/* A batch as it was decided: the room before and after, and what happened. */
struct frames_batch {
    const struct room *before, *after;
    const struct room_event *event;
    int count;
};

/* The events of a batch as `ear` is told of them, in frames->events. */
struct frames_told {
    struct room_ear ear;
    bool fits;
    int event_count;
    size_t start, length;
};

/* Of a move, those who made it are told more than the others; and the public's numbers are its own. */
enum { FRAMES_TOLD_MAX = 3 };

/* The last message of a batch and its viewer. The message is sent again to viewers for whom everything is the
 * same, its events to viewers who are told the same. */
struct frames_memo {
    bool is_begun;
    bool is_whole;  /* everybody gets the whole state, not only the game */
    size_t padded;  /* the length of all messages about moves; 0: each is padded by itself */
    int told_count; /* of a batch that is_whole one at most, whose events `messages` says more of */
    struct frames_told told[FRAMES_TOLD_MAX];
    size_t length; /* of frames->frame; 0: nothing to send again */
    int viewer;    /* to whom it was sent, with the events of: */
    const struct frames_told *sent;
    struct room_messages messages;
};

/* Before the first viewer of a batch. */
void frames_begin(struct frames_memo *memo);

/* Tells `player` what they may know of the batch. */
bool frames_tell(const struct frames *frames, const struct frames_batch *batch, int64_t player,
                 struct frames_memo *memo);

#endif
