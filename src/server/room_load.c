/* Rooms from the store: built from snapshot and log, and caught up with a log that has grown.
 *
 * A log may be long, so it is read in slices, one per turn of the loop, and requests for the room wait as for
 * a read of the store (parking.c). Only the end of the log tells which batches were undone, so the log is
 * read twice: the first pass notes each batch, the second applies those that count. A log of one slice is
 * read once. */
#include "server/parking.h"

#include <string.h>

#include "base/log.h"
#include "server/house.h"
#include "server/past.h"
#include "server/quarantine.h"
#include "server/snapshot.h"

enum { KEPT_MS = 10 * 1000 };

enum loading_state {
    LOADING_BEGINS, /* the snapshot comes first */
    LOADING_NOTES,
    LOADING_APPLIES,
    LOADING_DONE,
    LOADING_FAILED, /* the store, or what it gave */
};

struct loading {
    struct loading *next;
    struct server *server;
    enum loading_state state;
    bool is_waiting; /* what comes next is on its way from the store */
    bool is_damaged; /* a batch is not the one that was written */
    bool cannot_read;
    int64_t id, epoch, touched_ms; /* of the room; of the store, when it began */
    int64_t snapshot_seq, noted;   /* where it begins; the last batch that was noted */
    int64_t log_bytes;
    struct room *room, *mark;  /* room_size_max() bytes; as the snapshot had it, NULL: none */
    struct past_undone undone; /* of the batches behind the snapshot */
    int taken;                 /* batches in this slice */
    struct room_batch *batch;  /* the first slice, in scratch memory */
    uint8_t hash[SHA256_SIZE]; /* of the log up to there */
};

static void take_snapshot(void *context, const void *bytes, size_t length)
{
    struct loading *loading = context;
    if (!snapshot_read(loading->room, loading->id, bytes, length, &loading->log_bytes))
        log_line(LOG_WARN, "snapshot ignored", "room", "%lld", (long long)loading->id, NULL);
}

/* Whether the batch is the one that was written after those before it. */
static bool follows(struct loading *loading, const struct store_batch *stored)
{
    room_chain(loading->hash, stored->events, stored->length);
    if (stored->hash != NULL && memcmp(loading->hash, stored->hash, sizeof loading->hash) == 0)
        return true;
    loading->server->metrics.replays_failed++;
    log_line(LOG_ERROR, "log is damaged", "room", "%lld", (long long)loading->id, "seq", "%lld",
             (long long)stored->seq, NULL);
    return false;
}

static struct room_batch batch_of(const struct store_batch *stored)
{
    return (struct room_batch){ .seq = stored->seq,
                                .time_ms = stored->time_ms,
                                .player = stored->player,
                                .cid = stored->cid,
                                .length = stored->length,
                                .events = stored->events };
}

static bool does_not_replay(struct loading *loading, int64_t seq, const char *problem)
{
    loading->server->metrics.replays_failed++;
    loading->state = LOADING_FAILED;
    log_line(LOG_ERROR, "log does not replay", "room", "%lld", (long long)loading->id, "seq",
             "%lld", (long long)seq, "problem", "%s", problem, NULL);
    return false;
}

/* The first pass. The first slice of it is kept, because it may be all. */
static bool note(void *context, const struct store_batch *stored)
{
    struct loading *loading = context;
    struct room_batch batch = batch_of(stored);
    past_note(&loading->undone, &batch);
    loading->noted = stored->seq;
    loading->log_bytes += (int64_t)stored->length;
    if (loading->batch != NULL) {
        loading->is_damaged = !follows(loading, stored);
        batch.events = arena_copy(&loading->server->scratch, stored->events, stored->length);
        loading->batch[loading->taken] = batch;
    }
    return !loading->is_damaged && ++loading->taken < LOAD_SLICE;
}

static bool is_undone(const struct loading *loading, const struct room_batch *batch)
{
    return past_is_undone(&loading->undone,
                          &(struct room_batch){ .seq = batch->seq - loading->snapshot_seq });
}

static bool replay(struct loading *loading, const struct room_batch *batch)
{
    const char *problem;
    return room_replay(loading->room, batch, is_undone(loading, batch), &problem) ||
           does_not_replay(loading, batch->seq, problem);
}

/* The second pass. */
static bool apply(void *context, const struct store_batch *stored)
{
    struct loading *loading = context;
    struct room_batch batch = batch_of(stored);
    if (stored->seq > loading->noted) /* the log goes on meanwhile */
        return false;
    loading->taken++;
    loading->is_damaged = !follows(loading, stored);
    return !loading->is_damaged && replay(loading, &batch) && loading->taken < LOAD_SLICE;
}

/* True if the slice was read; otherwise the store is still reading it, or the load has failed. */
static bool read_slice(struct loading *loading, int64_t after,
                       bool (*each)(void *context, const struct store_batch *batch))
{
    struct store *store = loading->server->seams.store;
    struct error error = { 0 };
    loading->taken = 0;
    bool ok = store->ops->load(store, loading->id, after, each, loading, &error);
    loading->is_waiting = !ok && error.kind == ERROR_PENDING;
    loading->cannot_read = !ok && !loading->is_waiting;
    if (loading->cannot_read)
        log_line(LOG_ERROR, "room cannot be read", "room", "%lld", (long long)loading->id, "error",
                 "%s", error.text, NULL);
    if (loading->cannot_read || loading->is_damaged)
        loading->state = LOADING_FAILED;
    return ok && loading->state != LOADING_FAILED;
}

static void begin(struct loading *loading)
{
    struct store *store = loading->server->seams.store;
    struct room *room = loading->room;
    struct error error = { 0 };
    bool ok = store->ops->load_snapshot(store, loading->id, &loading->snapshot_seq, take_snapshot,
                                        loading, &error);
    loading->is_waiting = !ok && error.kind == ERROR_PENDING;
    if (loading->is_waiting)
        return;
    if (!ok || room->seq != loading->snapshot_seq) {
        memset(room, 0, room_size_max());
        loading->snapshot_seq = loading->log_bytes = 0;
    }
    if (room->seq > 0) {
        size_t size = room_people_size(room);
        loading->mark = memcpy(memory_take(size), room, size);
    }
    memcpy(loading->hash, room->hash, sizeof loading->hash);
    loading->noted = loading->snapshot_seq;
    loading->state = LOADING_NOTES;
}

static void end(struct loading *loading)
{
    bool is_whole =
        loading->room->seq == loading->noted && loading->noted > 0 && !loading->room->needs_replay;
    loading->state = is_whole ? LOADING_DONE : LOADING_FAILED;
}

static void note_slice(struct loading *loading)
{
    struct server *server = loading->server;
    bool is_first = loading->noted == loading->snapshot_seq;
    loading->batch =
        is_first ? arena_take(&server->scratch, LOAD_SLICE * sizeof *loading->batch) : NULL;
    bool is_read = read_slice(loading, loading->noted, note);
    if (!is_read || loading->taken == LOAD_SLICE) {
        if (is_first) /* the second pass takes its batches again */
            memcpy(loading->hash, loading->room->hash, sizeof loading->hash);
        return;
    }
    past_find_undone(&loading->undone);
    loading->state = LOADING_APPLIES;
    if (!is_first)
        return;
    for (int i = 0; i < loading->taken; i++)
        if (!replay(loading, &loading->batch[i]))
            return;
    end(loading);
}

static void apply_slice(struct loading *loading)
{
    if (read_slice(loading, loading->room->seq, apply) &&
        (loading->room->seq == loading->noted || loading->taken < LOAD_SLICE))
        end(loading);
}

static void load_slice(struct loading *loading)
{
    if (loading->state == LOADING_BEGINS)
        begin(loading);
    if (loading->state == LOADING_NOTES)
        note_slice(loading);
    else if (loading->state == LOADING_APPLIES)
        apply_slice(loading);
    loading->server->load_slices += !loading->is_waiting;
}

static bool is_over(const struct loading *loading)
{
    return loading->state == LOADING_DONE || loading->state == LOADING_FAILED;
}

static struct loading **link_of(struct server *server, int64_t id)
{
    struct loading **link = &server->loadings;
    while (*link != NULL && (*link)->id != id)
        link = &(*link)->next;
    return link;
}

static void drop(struct loading **link)
{
    struct loading *loading = *link;
    *link = loading->next;
    past_undone_free(&loading->undone);
    memory_free(loading->room);
    memory_free(loading->mark);
    memory_free(loading);
}

static int64_t epoch_of(const struct server *server)
{
    struct store *store = server->seams.store;
    return store->ops->epoch != NULL ? store->ops->epoch(store) : 0;
}

/* The load of that room; begins one if there is none. A load from before this server was fenced is useless,
 * because another server may have written since. */
static struct loading *loading_of(struct server *server, int64_t id)
{
    struct loading **link = link_of(server, id);
    if (*link != NULL && (*link)->epoch != epoch_of(server))
        drop(link);
    link = link_of(server, id);
    if (*link != NULL)
        return *link;
    struct loading *loading = memory_take(sizeof *loading);
    *loading = (struct loading){ .server = server,
                                 .id = id,
                                 .epoch = epoch_of(server),
                                 .touched_ms = server_now(server),
                                 .room = memory_take(room_size_max()) };
    *link = loading;
    load_slice(loading);
    return loading;
}

bool loadings_have_work(const struct server *server)
{
    const struct loading *loading = server->loadings;
    while (loading != NULL && (loading->is_waiting || is_over(loading)))
        loading = loading->next;
    return loading != NULL;
}

/* A request may have to ask the store again before it takes a load that is over. Meanwhile nobody writes to
 * that room, because the room is not in memory or waits for this load. */
static void drop_unwanted(struct server *server)
{
    for (struct loading **link = &server->loadings; *link != NULL;)
        if (is_over(*link) && server_now(server) - (*link)->touched_ms > KEPT_MS)
            drop(link);
        else
            link = &(*link)->next;
}

/* Serves the first in line for one slice and then puts it behind the others. */
void loadings_slice(struct server *server)
{
    struct loading **link = &server->loadings;
    drop_unwanted(server);
    while (*link != NULL && ((*link)->is_waiting || is_over(*link)))
        link = &(*link)->next;
    struct loading *loading = *link;
    if (loading == NULL)
        return;
    *link = loading->next;
    loading->next = NULL;
    while (*link != NULL)
        link = &(*link)->next;
    *link = loading;
    quarantine_serve(loading->id);
    load_slice(loading);
    loading->touched_ms = server_now(server);
    bool has_ended = is_over(loading);
    server_rest(server);
    if (has_ended)
        parking_go_on(server);
}

void loadings_arrived(struct server *server)
{
    for (struct loading *loading = server->loadings; loading != NULL; loading = loading->next)
        loading->is_waiting = false;
}

void loadings_free(struct server *server)
{
    while (server->loadings != NULL)
        drop(&server->loadings);
}

void slot_set_state(struct slot *slot, const struct room *state)
{
    size_t size = room_packed_size(state);
    if (slot->room_capacity < size) {
        memory_free(slot->room);
        slot->room_capacity = size;
        slot->room = memory_take(size);
    }
    room_pack(slot->room, state);
}

bool slot_reload(struct server *server, struct slot *slot)
{
    struct loading *loading = loading_of(server, slot->id);
    bool is_old = slot->room != NULL && loading->noted < slot->room->seq;
    if (loading->state == LOADING_DONE && is_old) {
        drop(link_of(server, slot->id));
        loading = loading_of(server, slot->id);
    }
    if (!is_over(loading)) {
        server->awaits_room = true;
        return false;
    }
    bool ok = loading->state == LOADING_DONE;
    server->cannot_read |= loading->cannot_read;
    if (loading->mark != NULL && slot->mark[0] == NULL)
        slot_mark(slot, loading->mark);
    slot->log_bytes = loading->log_bytes;
    slot->snapshot_seq = loading->snapshot_seq;
    if (ok)
        house_hide(server, loading->room);
    if (ok)
        slot_set_state(slot, loading->room);
    drop(link_of(server, slot->id));
    return ok;
}

bool slot_can_reload(struct server *server, struct slot *slot)
{
    server_settle(server);
    slot->waits_for_log = !is_over(loading_of(server, slot->id));
    server->has_waiting_rooms |= slot->waits_for_log;
    server_settle(server);
    return !slot->waits_for_log;
}

static int client_count(const struct slot *slot)
{
    int count = 0;
    for (const struct client *client = slot->clients; client != NULL; client = client->next)
        count++;
    return count;
}

/* A viewer's place in the log is where its room was before. Only viewers with events to be told are sent
 * something, because the arrival of a message must not tell more than the message. */
bool slot_catch_up(struct server *server, struct slot *slot)
{
    int64_t seq = slot->room->seq;
    int count = client_count(slot), i = 0;
    int64_t *told = arena_take(&server->scratch, (size_t)(count + 1) * sizeof *told);
    slot_mark(slot, slot->room);
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        told[i++] = room_told(slot->room, client->player);
    if (!slot_reload(server, slot))
        return false;
    slot->is_behind = false;
    i = 0;
    for (struct client *client = slot->clients; client != NULL && slot->room->seq != seq;
         client = client->next, i++)
        if (room_told(slot->room, client->player) != told[i])
            frame_state(server, client, told[i]);
    bridge_note(server, slot);
    return true;
}
