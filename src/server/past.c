/* See past.h. */
#include "server/past.h"

#include <string.h>

#include "base/log.h"
#include "server/house.h"
#include "server/quarantine.h"

/* --- places --- */

/* Whether `place` is a better start for the read than the best one so far. */
static bool is_better(const struct past *past, const struct room *place, const struct slot *slot,
                      int64_t seq, int64_t player, int64_t after)
{
    return place != NULL && place->id == slot->id && place->seq > past->room->seq &&
           place->seq <= seq && (after < 0 || room_told(place, player) <= after);
}

static void try_place(struct past *past, const struct room *place, const struct slot *slot,
                      int64_t seq, int64_t player, int64_t after)
{
    if (is_better(past, place, slot, seq, player, after))
        room_copy_people(past->room, place);
}

void past_begin(struct past *past, struct server *server, const struct slot *slot, int64_t seq,
                int64_t player, int64_t after)
{
    past->server = server;
    past->room_id = slot->id;
    past->until = slot->room->seq;
    past->is_over = past->has_failed = past->is_waiting = false;
    if (past->room == NULL)
        past->room = memory_take(sizeof *past->room);
    memset(past->room, 0, sizeof *past->room);
    for (int i = 0; i < SLOT_MARKS; i++)
        try_place(past, slot->mark[i], slot, seq, player, after);
    for (int i = 0; i < SERVER_PLACES; i++)
        try_place(past, server->place[i], slot, seq, player, after);
}

void past_restart(struct past *past)
{
    memset(past->room, 0, sizeof *past->room);
    past->is_over = past->has_failed = false;
}

/* Keeps the place where a reader stopped, because the next page may begin there. Forgets the oldest place. */
static void keep_place(struct server *server, const struct room *room)
{
    struct room **place = &server->place[server->next_place++ % SERVER_PLACES];
    if (room->seq == 0)
        return;
    if (*place == NULL)
        *place = memory_take(sizeof **place);
    memcpy(*place, room, sizeof **place);
}

static void set_mark(struct slot *slot, int i, const struct room *room)
{
    size_t size = room_people_size(room);
    if (slot->mark[i] == NULL || room_people_size(slot->mark[i]) < size) {
        memory_free(slot->mark[i]);
        slot->mark[i] = memory_take(size);
    }
    memcpy(slot->mark[i], room, size);
}

void slot_mark(struct slot *slot, const struct room *room)
{
    struct room *oldest = slot->mark[SLOT_MARKS - 1];
    memmove(&slot->mark[1], &slot->mark[0], (SLOT_MARKS - 1) * sizeof slot->mark[0]);
    slot->mark[0] = oldest;
    set_mark(slot, 0, room);
}

void slot_mark_if_due(struct slot *slot)
{
    int64_t last = slot->mark[0] == NULL ? 0 : slot->mark[0]->seq;
    if (slot->room->seq - last >= PAST_MARK_EVERY)
        slot_mark(slot, slot->room);
}

void slot_unmark(struct slot *slot)
{
    for (int i = 0; i < SLOT_MARKS; i++)
        memory_free(slot->mark[i]);
}

/* --- reading --- */

struct reading {
    struct past *past;
    bool (*each)(void *context, const struct past_batch *batch);
    void *context;
};

static bool fail(struct past *past, int64_t seq, const char *problem)
{
    past->server->metrics.replays_failed++;
    past->has_failed = past->is_over = true;
    log_line(LOG_ERROR, "log cannot be read", "room", "%lld", (long long)past->room_id, "seq",
             "%lld", (long long)seq, "problem", "%s", problem, NULL);
    return false;
}

static bool is_as_written(const struct past *past, const struct store_batch *stored)
{
    uint8_t hash[SHA256_SIZE];
    memcpy(hash, past->room->hash, sizeof hash);
    room_chain(hash, stored->events, stored->length);
    return stored->hash != NULL && memcmp(hash, stored->hash, sizeof hash) == 0;
}

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct reading *reading = context;
    struct past *past = reading->past;
    struct room_batch batch = { .seq = stored->seq,
                                .time_ms = stored->time_ms,
                                .player = stored->player,
                                .cid = stored->cid,
                                .events = stored->events,
                                .length = stored->length };
    /* A batch may be in the log already while its command is still pending here. */
    if (stored->seq > past->until || past->left-- == 0) {
        past->is_over = stored->seq > past->until;
        return false;
    }
    if (!is_as_written(past, stored))
        return fail(past, stored->seq, "hash");
    struct past_batch passing = { .before = past->room,
                                  .batch = &batch,
                                  .event = past->reading.event,
                                  .count = room_read_batch(past->room, &batch, &past->reading) };
    if (passing.count < 0)
        return fail(past, stored->seq, "bad_batch");
    house_hide(past->server, past->room);
    house_hide_events(past->server, past->room, past->reading.event, passing.count);
    past->is_over = !reading->each(reading->context, &passing);
    const char *problem;
    if (!past->is_over && !room_follow(past->room, &batch, &past->reading, &problem))
        return fail(past, stored->seq, problem);
    return !past->is_over;
}

struct reaching {
    int64_t until, left;
};

static bool reaches(void *context, const struct store_batch *stored)
{
    struct reaching *reaching = context;
    return stored->seq < reaching->until && --reaching->left > 0;
}

bool past_can_read(const struct past *past, int batches)
{
    struct store *store = past->server->seams.store;
    struct reaching reaching = { past->until, batches };
    struct error error = { 0 };
    return store->ops->awaits == NULL ||
           store->ops->load(store, past->room_id, past->room->seq, reaches, &reaching, &error) ||
           error.kind != ERROR_PENDING;
}

void past_read(struct past *past, int batches,
               bool (*each)(void *context, const struct past_batch *batch), void *context)
{
    struct store *store = past->server->seams.store;
    struct reading reading = { past, each, context };
    int64_t seq = past->room->seq;
    past->left = batches;
    struct error error = { 0 };
    if (!store->ops->load(store, past->room_id, seq, take_batch, &reading, &error) &&
        error.kind != ERROR_PENDING)
        past->has_failed = true;
    past->is_waiting = error.kind == ERROR_PENDING;
    if (past->is_waiting) {
        server_settle(past->server); /* the reader waits for it, not a request */
        return;
    }
    bool is_stuck = past->room->seq == seq;
    past->is_over = past->is_over || past->has_failed || is_stuck || past->room->seq >= past->until;
}

/* --- what was undone --- */

void past_note(struct past_undone *undone, const struct room_batch *batch)
{
    if (undone->count == undone->capacity) {
        int capacity = 2 * undone->capacity + 256;
        undone->trace = memory_grow(undone->trace, (size_t)undone->capacity * sizeof *undone->trace,
                                    (size_t)capacity * sizeof *undone->trace);
        undone->capacity = capacity;
    }
    undone->trace[undone->count++] = room_trace(batch);
}

void past_find_undone(struct past_undone *undone)
{
    undone->skip = memory_take((size_t)undone->count / 8 + 1);
    room_rewound_by(undone->trace, undone->count, undone->skip);
}

/* The second pass ignores batches that were written after the first pass began. */
bool past_is_undone(const struct past_undone *undone, const struct room_batch *batch)
{
    int i = (int)batch->seq - 1;
    return undone->skip[i / 8] >> i % 8 & 1;
}

void past_undone_free(struct past_undone *undone)
{
    memory_free(undone->trace);
    memory_free(undone->skip);
}

/* --- jobs --- */

static int64_t reader_of(const struct call *call)
{
    return call->identity.player != 0 ? call->identity.player : limit_key(call->request->address);
}

struct line {
    int all, of_reader, of_network;
};

static struct line look_at_line(const struct server *server, int64_t reader, int64_t network)
{
    struct line line = { 0 };
    for (const struct past_job *job = server->jobs; job != NULL; job = job->next) {
        line.of_reader += job->reader == reader;
        line.of_network += job->network == network;
        line.all++;
    }
    return line;
}

struct past_job *past_job_new(struct call *call, size_t size)
{
    int64_t reader = reader_of(call), network = limit_key(call->request->address);
    struct line line = look_at_line(call->server, reader, network);
    if (!limit_reader(call->server, LIMIT_READ, call) || line.of_reader >= PAST_PER_READER_MAX ||
        line.of_network >= PAST_PER_NETWORK_MAX) {
        call_refuse(call, "too_many_requests", NULL);
        return NULL;
    }
    if (line.all >= PAST_ACTIVE_MAX + PAST_WAITING_MAX) {
        call_refuse(call, "too_busy", NULL);
        return NULL;
    }
    struct past_job *job = memory_take(size);
    job->server = call->server;
    job->connection = call->connection;
    job->reader = reader;
    job->network = network;
    job->rank = line.of_network;
    job->bucket = frames_bucket(call->slot->room);
    return job;
}

static void job_free(struct past_job *job)
{
    if (job->release != NULL)
        job->release(job);
    memory_free(job->past.room);
    memory_free(job);
}

bool past_has_work(const struct server *server)
{
    const struct past_job *job = server->jobs;
    while (job != NULL && job->past.is_waiting)
        job = job->next;
    return job != NULL;
}

void past_go_on(struct server *server)
{
    for (struct past_job *job = server->jobs; job != NULL; job = job->next)
        job->past.is_waiting = false;
    past_slice(server);
}

/* True when it is answered. */
static bool job_slice(struct past_job *job)
{
    struct past *past = &job->past;
    quarantine_serve(past->room_id);
    past_read(past, PAST_SLICE, job->each, job);
    if (!past->is_over)
        return false;
    if (!past->has_failed)
        keep_place(job->server, past->room);
    return job->finish(job, !past->has_failed);
}

void past_job_submit(struct past_job *job)
{
    struct past_job **link = &job->server->jobs;
    if (!past_can_read(&job->past,
                       PAST_SLICE)) { /* the request comes again, and then takes its place */
        job_free(job);
        return;
    }
    if (*link == NULL && job_slice(job)) {
        job_free(job);
        return;
    }
    while (*link != NULL && (*link)->rank <= job->rank)
        link = &(*link)->next;
    job->next = *link;
    *link = job;
}

/* Serves the first in line for one slice and then puts it behind the others that are being served. */
void past_slice(struct server *server)
{
    struct past_job **first = &server->jobs, **behind = &server->jobs;
    while (*first != NULL && (*first)->past.is_waiting)
        first = &(*first)->next;
    struct past_job *job = *first;
    if (job == NULL)
        return;
    *first = job->next;
    if (job_slice(job)) {
        job_free(job);
        return;
    }
    for (int i = 1; i < PAST_ACTIVE_MAX && *behind != NULL; i++)
        behind = &(*behind)->next;
    job->next = *behind;
    *behind = job;
}

void past_free(struct server *server)
{
    for (struct past_job *job = server->jobs, *next; job != NULL; job = next) {
        next = job->next;
        job_free(job);
    }
    for (int i = 0; i < SERVER_PLACES; i++)
        memory_free(server->place[i]);
    memory_free(server->past->room);
    memory_free(server->past);
}

void past_job_respond(struct past_job *job, struct json *out)
{
    frames_pad(out, (int)job->bucket);
    api_respond_json(job->server, job->connection, out);
}

void past_job_respond_text(struct past_job *job, const char *content_type, const char *text,
                           size_t length)
{
    api_respond_text(job->server, job->connection, content_type, text, length);
}

void past_job_refuse(struct past_job *job, const char *code)
{
    problem_respond(job->server, job->connection, code, NULL);
}
