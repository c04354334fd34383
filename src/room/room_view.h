/* What a viewer may know of a room: views, the events of a batch as told to one viewer, the finished game for
 * strangers, and the proof of a deal. */
#ifndef PARLOUR_ROOM_VIEW_H
#define PARLOUR_ROOM_VIEW_H

#include "room/room_log.h"

/* Memory for a game's view; zeroed before its first use. It keeps the latest view and its text, so that a
 * view that two viewers share (all spectators, for example) is encoded once. */
struct room_scratch {
    const struct game *game; /* of the latest view; NULL: none kept */
    size_t length;
    _Alignas(16) unsigned char view[GAME_VIEW_MAX];
    _Alignas(16) unsigned char latest[GAME_VIEW_MAX];
    char text[16 * 1024];
    /* Members of a view that are the same for everybody, from room_begin_telling() on. */
    struct room_part {
        size_t length; /* 0: not written yet */
        char text[24 * 1024];
    } table, times;
};

/* What `player` (0: the public, a table view) may know now, as members of the object begun by the caller:
 * the people, the settings, the chance commitment, the clock, and under "game" the game's view.
 */
void room_view(const struct room *room, int64_t player, struct room_scratch *scratch,
               struct json *out);

/* Writes the game as a file with this extension, as far as `player` may know it. Returns its length
 * without the NUL, and its content type. 0: no game, no such format, or nothing to write. */
struct room_export_memory {
    struct room_scratch *view;
    void *work; /* EXPORT_MEMORY_SIZE bytes */
    char *out;
    size_t out_size;
};
size_t room_export(const struct room *room, int64_t player, const char *extension,
                   const struct room_export_memory *memory, const char **content_type);

/* The finished game, as members of the object begun by the caller: who played, how it ended, its options
 * and what the table view sees. Strangers get the names only of people who agreed. False, with nothing
 * written, if no game is finished. */
bool room_report(const struct room *room, bool is_for_strangers, struct room_scratch *scratch,
                 struct json *out);
/* Whether this link lets strangers see the finished game. */
bool room_is_shared(const struct room *room, int64_t link);

/* The part of the view that a game's own events can change: "clock", "awaited" and "game". It is sent
 * after every move and therefore small. */
void room_view_game(const struct room *room, int64_t player, struct room_scratch *scratch,
                    struct json *out);

/* The same, for the viewers of one room one after the other: text that is the same for everybody is
 * written for the first viewer and copied for the others. room_begin_telling() forgets it. */
void room_begin_telling(struct room_scratch *scratch);
void room_view_next(const struct room *room, int64_t player, struct room_scratch *scratch,
                    struct json *out);
void room_view_game_next(const struct room *room, int viewer, struct room_scratch *scratch,
                         struct json *out);

/* Whether moves have changed what anybody may do besides the game's own commands: talk, skip, take back.
 * That stands in "you", which room_view_game leaves out. */
bool room_offers_differ(const struct room *before, const struct room *after);

/* The events of a batch as `player` may see them, as an array begun by the caller: each with "seq" (the
 * viewer's own count), "type", "kind": "game" if it is one of the game's, and its arguments. `before` is the
 * room before the batch was applied, events as in the turn. Returns how many were written. */
int room_tell(const struct room *before, const struct room_event *event, int count, int64_t player,
              struct json *out);

/* Where in the text lie those events that are messages of their own, too. */
struct room_messages {
    int count;
    bool is_talk; /* the only event is something said */
    struct room_message {
        uint32_t start, length;
        uint16_t kind; /* enum room_event_kind */
    } message[ROOM_EVENTS_MAX];
};
struct room_ear;
int room_tell_messages(const struct room *before, const struct room_event *event, int count,
                       const struct room_ear *ear, struct json *out,
                       struct room_messages *messages);

/* As room_tell, but without the events up to number `after` of the viewer's own count. */
int room_tell_after(const struct room *before, const struct room_event *event, int count,
                    int64_t player, int64_t after, struct json *out);

/* Everything about a viewer that decides which events of a batch they are told. */
struct room_ear {
    int64_t player;
    int viewer, viewer_after; /* before the batch, after it */
    bool hears_steps;
    int64_t told_before, told_after;
};
struct room_ear room_ear(const struct room *before, const struct room *after, int64_t player);

/* Whether room_tell_messages writes the same for both: each event is told to both or to neither, with the
 * same numbers. May return false although it does. */
bool room_tells_alike(const struct room *before, const struct room *after,
                      const struct room_event *event, int count, const struct room_ear *one,
                      const struct room_ear *other);

/* Whether, after moves only, room_view_game writes the same for `viewer` as it just did for `other`. */
bool room_looks_alike(const struct room *after, int viewer, int other,
                      struct room_scratch *scratch);

/* How many events `player` has been told so far: the "seq" of the latest one. */
int64_t room_told(const struct room *room, int64_t player);

/* What a person who has not joined may see of a room, as members of the caller's object. */
void room_poster(const struct room *room, struct json *out);

/* What is needed to check the deal of the game on the table, as members of the caller's object: before the
 * start the commitment, then also the seats' nonces, after the end also the secret. docs/chance.md. */
void room_proof(const struct room *room, struct json *out);

/* What a batch of that game's log adds to the proof once the game is over, as elements of the caller's
 * array "decisions": an array of the game's events with everything secret, or nothing. */
void room_proof_decision(const struct room_batch *batch, struct json *out);

#endif
