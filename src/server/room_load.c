/* Rooms from the store: built from snapshot and log, and caught up with a log that has grown. */
#include "server/server.h"

#include <string.h>

#include "base/log.h"
#include "server/house.h"
#include "server/snapshot.h"

struct loading {
    struct server *server;
    int64_t id;
    struct room *room;         /* room_size_max() bytes */
    uint8_t hash[SHA256_SIZE]; /* of the log so far */
    int64_t log_bytes;         /* of it */
    bool is_damaged;           /* a batch is not the one that was written */
    struct room_batch *batch;
    int count, capacity;
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

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct loading *loading = context;
    loading->is_damaged = !follows(loading, stored);
    loading->log_bytes += (int64_t)stored->length;
    if (loading->is_damaged)
        return false;
    if (loading->count == loading->capacity) {
        int capacity = loading->capacity == 0 ? 64 : 2 * loading->capacity;
        loading->batch =
            memory_grow(loading->batch, (size_t)loading->capacity * sizeof *loading->batch,
                        (size_t)capacity * sizeof *loading->batch);
        loading->capacity = capacity;
    }
    loading->batch[loading->count++] = (struct room_batch){
        .seq = stored->seq,
        .time_ms = stored->time_ms,
        .player = stored->player,
        .cid = stored->cid,
        .length = stored->length,
        .events = arena_copy(&loading->server->scratch, stored->events, stored->length),
    };
    return true;
}

static bool replay(struct loading *loading, int64_t id)
{
    uint8_t *skip = arena_take(&loading->server->scratch, (size_t)loading->count / 8 + 1);
    const char *problem = "";
    int done = room_rebuild(loading->room, loading->batch, loading->count, skip, &problem);
    if (done == loading->count)
        return true;
    loading->server->metrics.replays_failed++;
    log_line(LOG_ERROR, "log does not replay", "room", "%lld", (long long)id, "seq", "%lld",
             (long long)loading->batch[done].seq, "problem", "%s", problem, NULL);
    return false;
}

/* Builds the room's state in `room` from its snapshot and log. */
static bool load(struct server *server, struct slot *slot, struct room *room)
{
    struct store *store = server->seams.store;
    int64_t id = slot->id, *snapshot_seq = &slot->snapshot_seq;
    struct loading loading = { .server = server, .id = id, .room = room };
    struct error error = { 0 };
    bool ok = store->ops->load_snapshot(store, id, snapshot_seq, take_snapshot, &loading, &error);
    if (!ok || room->seq != *snapshot_seq) {
        memset(room, 0, room_size_max());
        *snapshot_seq = loading.log_bytes = 0;
    }
    if (room->seq > 0 && slot->mark[0] == NULL)
        slot_mark(slot, room);
    memcpy(loading.hash, room->hash, sizeof loading.hash);
    ok = store->ops->load(store, id, room->seq, take_batch, &loading, &error);
    server->cannot_read |= !ok;
    if (!ok && error.kind != ERROR_PENDING)
        log_line(LOG_ERROR, "room cannot be read", "room", "%lld", (long long)id, "error", "%s",
                 error.text, NULL);
    ok = ok && !loading.is_damaged && replay(&loading, id);
    memory_free(loading.batch);
    slot->log_bytes = loading.log_bytes;
    return ok && room->seq > 0 && !room->needs_replay;
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
    struct room *room = memory_take(room_size_max());
    bool ok = load(server, slot, room);
    if (ok)
        house_hide(server, room);
    if (ok)
        slot_set_state(slot, room);
    memory_free(room);
    return ok;
}

bool slot_can_reload(struct server *server, struct slot *slot)
{
    if (server->seams.store->ops->awaits == NULL)
        return true;
    server_settle(server);
    struct slot trial = { .id = slot->id };
    struct room *room = memory_take(room_size_max());
    load(server, &trial, room);
    slot_unmark(&trial);
    memory_free(room);
    slot->waits_for_log = server_awaits(server);
    server->has_waiting_rooms |= slot->waits_for_log;
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
