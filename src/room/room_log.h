/* The log of a room: batches of events as JSON, and building a room from them again. */
#ifndef PARLOUR_ROOM_LOG_H
#define PARLOUR_ROOM_LOG_H

#include "room/room.h"

/* The batch as the log keeps it: a JSON array of events by name, with everything secret. Written after
 * room_decide, from the turn; false if it does not fit. */
bool room_write_batch(const struct room_turn *turn, struct json *out);

/* Closes a batch after deciding it: raises seq, keeps time, cid and the hash chain. Its time is the turn's
 * now_ms. (room_replay closes the batches it replays.) */
struct room_batch {
    int64_t seq, time_ms, player, cid;
    const char *events; /* JSON */
    size_t length;
};
void room_seal(struct room *room, const struct room_batch *batch);

/* Does both: writes the turn's events into `text` as the draft's next batch, and closes it. False, with
 * nothing closed, if they do not fit. */
bool room_close_batch(struct room_turn *turn, const struct room_command *command, char *text,
                      size_t size, struct room_batch *batch);

/* Takes one more batch into the hash of a log: SHA-256(hash so far, batch text). A game trusts the events
 * that it reads back, so the reader of a log compares this with what the store kept, before replaying. */
void room_chain(uint8_t hash[32], const char *events, size_t length);

/* Applies one batch from the log to a room of room_size_max() bytes and closes it. False, with `*problem`,
 * if it is not one that we wrote. `skip` leaves out the game's events, because they were undone later (see
 * room_rewound). If needs_replay is set after the last batch, the replay began at a snapshot, and must be
 * done again from the first batch of the log. */
bool room_replay(struct room *room, const struct room_batch *batch, bool skip,
                 const char **problem);

/* The events of a batch of the log, as room_tell wants them; `before` is the room before the batch.
 * Returns how many, -1 if it is not one that we wrote. The texts are borrowed from the reading. */
struct room_reading {
    int event_count;
    struct room_event event[ROOM_EVENTS_MAX];
    size_t text_used;
    char text[ROOM_BATCH_MAX + GAME_TEXT_MAX + 1]; /* no longer than what they were read from */
};
int room_read_batch(const struct room *before, const struct room_batch *batch,
                    struct room_reading *reading);

/* Applies a batch that was read, except for the game's state, and closes it. That is enough to tell
 * viewers of the batches after it. The room may lack that state. False, with `*problem`, if the batch is
 * not one that we wrote. */
bool room_follow(struct room *room, const struct room_batch *batch,
                 const struct room_reading *reading, const char **problem);

/* Undo. Given the batches of a log in order, sets bit i of `skip` for every batch whose game events were
 * rewound and not played again. `skip` has (count + 7) / 8 bytes. The second form takes the batches'
 * traces, for callers that do not have all batches in memory. */
struct room_trace {
    bool starts_game, is_step;
    int32_t from, to; /* of a rewind; 0: none */
};
struct room_trace room_trace(const struct room_batch *batch);
void room_rewound(const struct room_batch *batch, int count, uint8_t *skip);
void room_rewound_by(const struct room_trace *trace, int count, uint8_t *skip);

/* Replays a log, or the part after a snapshot, without what was rewound. Returns the number of batches
 * replayed: all of them, or those before the first that we did not write, with `*problem`. */
int room_rebuild(struct room *room, const struct room_batch *batch, int count, uint8_t *skip,
                 const char **problem);

#endif
