/* A table drives one room. The server, a device, a log that is decided again and the tests all use it like
 * this:
 *
 *   table_read, or a prepared command → table_decide → store the batch → table_tell viewers → table_commit
 *
 * Pure like the room: the caller brings memory, time and chance, and stores the batch. Between
 * table_decide and table_commit the room is as it was; a caller that cannot store the batch simply does
 * not commit.
 *
 * A table holds the memory that one decision needs, and is large. A program with many rooms shares a few
 * tables among the rooms that have a command under way. */
#ifndef PARLOUR_TABLE_H
#define PARLOUR_TABLE_H

#include "room/frames.h"

struct table {
    struct room *room; /* as it stands; NULL or without an id: there is none yet */
    struct room
        *draft; /* as it will be: room_draft_size(room) bytes. It may be the room itself if a
                         * refusal ends the room */
    struct room_command command;
    struct room_turn turn;   /* what happens, or turn.refusal */
    struct room_batch batch; /* to be stored */
    char text[GAME_TEXT_MAX + 1];
    char events[ROOM_BATCH_MAX]; /* the batch's */
};

/* What the program that runs the table allows. */
struct table_rules {
    bool has_hidden_games; /* also games that are not offered (the template) */
    /* Writes a person's name as it may be shown, and a key that look-alikes share. False if it is not
     * allowed as a name. NULL: names are used as they come. */
    bool (*clean_name)(const char *name, char *clean, size_t size, int64_t *key);
};

/* Reads a player's command from object `node` into table->command. `cid` is the client's id of the command,
 * or "". False: table->turn.refusal says why. */
bool table_read(struct table *table, const struct table_rules *rules, const struct json_doc *doc,
                uint32_t node, int64_t player, const char *cid);

/* Reads what the clock of a room on a device says, from the members of `node`: {"clock": "tick"}, or
 * "credit_clock" with "ms", or "move_here", which makes `player` the narrator again. False: none of them. */
bool table_read_clock(struct table *table, const struct json_doc *doc, uint32_t node,
                      int64_t player);

enum table_answer {
    TABLE_REFUSED, /* table->turn.refusal says why */
    TABLE_NOTHING, /* there was nothing to do, or the command was done before */
    TABLE_BATCH,   /* table->batch is to be stored */
};

/* Decides table->command on the draft. The time of a batch is never before that of the one before it. */
enum table_answer table_decide(struct table *table, int64_t now_ms,
                               const uint8_t entropy[ROOM_ENTROPY_SIZE]);

/* Tells `player` what they may know of the batch, with one memo for all viewers (frames_begin). */
bool table_tell(const struct table *table, const struct frames *frames, int64_t player,
                struct frames_memo *memo);

/* Whether the draft is the result of a rewind. It cannot be shown then: instead of telling and committing,
 * the caller builds the room anew from its whole log, see room_rebuild(). */
bool table_is_rewound(const struct table *table);

/* Makes the draft the room: the two change places, and nothing is copied. */
void table_commit(struct table *table);

/* The bot in a seat of this room, without its dice and memory. */
struct game_bot table_bot(const struct room *room, int seat);
/* The move of the bot in `seat` as a command. */
struct room_command table_bot_command(const struct room *room, int seat,
                                      const struct game_command *move);
/* Asks the bots that may act, in the order of seats; the first that moves has its move in table->command.
 * `bot` brings dice and memory, `view` is memory for a view. */
bool table_ask_bots(struct table *table, struct game_bot bot, void *view);

#endif
