/* A log from a device, decided again.
 *
 * A device is not trusted. It does not send events but commands, their times, and the seed of all chance.
 * Every command is decided again here, as if it had just been sent, so the resulting log is one that this
 * server wrote. The hash of the state shows that it is the same game.
 *
 * An upload is short, so that the longest evening fits the body of a request: when the first batch was
 * made, and for each the milliseconds since the one before and the command.
 *   "time_ms": n, "batches": [[0, {"type": "create", …}], [1200, {"clock": "tick"}], …] */
#ifndef PARLOUR_MOVE_H
#define PARLOUR_MOVE_H

#include "server/api.h"

enum { MOVE_BATCHES_MAX = 4000 };

struct move {
    struct server *server;
    struct json_doc doc;
    int64_t player; /* who the caller is in the log */
    uint8_t seed[RNG_SEED_SIZE], state_hash[SHA256_SIZE];
    uint32_t batches; /* node */
    int64_t time_ms;  /* of the batch before, as the device has it */
    int64_t code;     /* of the room to be made */
    int own; /* how many of the batches this server wrote, before the game went to the device */
    struct room *room; /* room_size_max() bytes, also the draft, because a refusal ends the move */
    struct table table;
    int count, rewinds, replayed; /* batches; after rewinds: how often, and how many in all */
    struct room_batch batch[MOVE_BATCHES_MAX];
    /* Called for every batch that was decided: adds to the writes. False: against() has said why. */
    bool (*decided)(struct move *move, const struct room_batch *batch);
    void *context; /* its own */
    int write_count;
    struct store_score *scores;                     /* for the next write that ends a game */
    struct store_write write[MOVE_BATCHES_MAX + 1]; /* and the one that ends the move */
    const char *why;                                /* why the move is refused */
};

struct move *move_open(struct call *call);
void move_close(struct move *move);

/* Always false. */
bool move_against(struct move *move, const char *why);

/* Reads the body. False after having refused something that is not JSON. */
bool move_parse(struct call *call, struct move *move);
bool move_read_hash(struct move *move, const char *key, uint8_t out[SHA256_SIZE]);
/* What every upload has. */
bool move_read_head(struct move *move);

/* Adds what the store is to be told of a batch that was just closed in move->table. */
void move_add_write(struct move *move, const struct room_batch *batch);

/* Builds a room of room_size_max() bytes anew. False: it is no log. */
bool move_replay(struct server *server, const struct room_batch *batch, int count,
                 struct room *room);
/* Decides the commands of the upload one after the other and compares the resulting state. */
bool move_decide_all(struct move *move);

/* Decides the task's command, which ends the move, on `room`, where the writes lead; hands all of them over
 * together, and answers the task: a disk that fails keeps all of the move or nothing. */
void move_arrive(struct move *move, struct room *room, struct task *task);
/* Rooms that games have moved into may be there now. */
void move_go_on(struct server *server);

#endif
