/* Reading a room's past: its log from some place on, batch by batch, in memory of one size.
 *
 * A place is a room as it was (without the state of its game, which telling does not need). Some places are
 * known: the beginning of the log, where the room's snapshot was taken, some recent ones (slot_mark), and
 * where the latest readers stopped. A read begins at the last known place before its first batch.
 *
 * Requests over HTTP wait in line. A few are served in turns, a slice of the log at a time, so that the
 * loop goes on between slices. A short read is answered at once. The second read of one network waits
 * behind the first one of every other, its third behind their second, so a network that asks for much
 * waits longer, and no other does. */
#ifndef PARLOUR_PAST_H
#define PARLOUR_PAST_H

#include "server/api.h"

enum {
    PAST_SLICE = 64,            /* batches between two looks at the sockets */
    PAST_MARK_EVERY = 100,      /* batches between two recent places of a room */
    PAST_PAGE_MAX = 128 * 1024, /* bytes of an answer with events */
    PAST_ACTIVE_MAX = 4,        /* reads that take turns; each has memory */
    PAST_WAITING_MAX = 64,      /* those behind them; more are told to come back */
    PAST_PER_READER_MAX = 4,    /* of one person or address */
    PAST_PER_NETWORK_MAX = 34,  /* of all the people behind one address: half of all */
};

/* A batch of the log on its way by. */
struct past_batch {
    const struct room *before; /* the room as it was before the batch, without its game's state */
    const struct room_batch *batch;
    const struct room_event *event;
    int count;
};

struct past {
    struct server *server;
    int64_t room_id;
    int64_t until;     /* the last batch of interest */
    int left;          /* batches that may still be read in this slice */
    bool is_over;      /* all is read, or `each` wants no more */
    bool has_failed;   /* the store, or what it gave */
    bool is_waiting;   /* what comes next is on its way from the store */
    struct room *room; /* the place: before the next batch; NULL until past_begin() */
    struct room_reading reading;
};

/* Begins at the latest place where the room had no more than `seq` batches and `player` had been told no
 * more than `after` events (-1: any number), and ends where the slot's room is. */
void past_begin(struct past *past, struct server *server, const struct slot *slot, int64_t seq,
                int64_t player, int64_t after);
/* From the beginning of the log once more. */
void past_restart(struct past *past);
/* Calls `each` for at most so many batches, until it returns false: that one then counts as not read. */
void past_read(struct past *past, int batches,
               bool (*each)(void *context, const struct past_batch *batch), void *context);

/* Which batches of a log were undone. The caller reads the log twice: in the first pass it notes each batch,
 * in order; then past_find_undone() tells them apart. All zeros at first. */
struct past_undone {
    struct room_trace *trace; /* of every batch */
    uint8_t *skip;            /* a bit for every batch; NULL in the first pass */
    int count, capacity;
};

void past_note(struct past_undone *undone, const struct room_batch *batch);
void past_find_undone(struct past_undone *undone);
bool past_is_undone(const struct past_undone *undone, const struct room_batch *batch);
void past_undone_free(struct past_undone *undone);

/* Whether the next past_read() of so many batches need not wait. */
bool past_can_read(const struct past *past, int batches);
/* Whether some job could go on now. */
bool past_has_work(const struct server *server);
/* The data that the store was asked for has arrived. */
void past_go_on(struct server *server);

/* A read on behalf of a request; its owner adds memory of its own behind it. */
struct past_job {
    struct past_job *next;
    struct server *server;
    net_id connection;
    int64_t reader;  /* whose share of reads it counts against */
    int64_t network; /* where from */
    int rank;        /* how many of that network's were in line when it came */
    int64_t bucket;  /* of the answer's length */
    bool (*each)(void *job, const struct past_batch *batch);
    /* The read is over. True if the request is answered, false if the job reads once more, from past_begin()
     * on. */
    bool (*finish)(struct past_job *job, bool is_whole);
    void (*release)(struct past_job *job); /* frees what the job holds; NULL: nothing */
    struct past past;
};

/* Memory for a job of `size` bytes; NULL after having refused: one reader has too many, or all together. */
struct past_job *past_job_new(struct call *call, size_t size);
/* Serves the job as soon as possible and owns it from then on. If server_awaits() afterwards, the start of
 * the read is still on its way and the job has been freed. */
void past_job_submit(struct past_job *job);
/* Answers with JSON, padded as the room was when it was asked. */
void past_job_respond(struct past_job *job, struct json *out);
void past_job_respond_text(struct past_job *job, const char *content_type, const char *text,
                           size_t length);
void past_job_refuse(struct past_job *job, const char *code);

#endif
