/* Rooms in memory: found, loaded from snapshot and log, woken by a heap of due times, forgotten when
 * unused, removed when expired. */
#include "server/server.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "server/quarantine.h"
#include "server/snapshot.h"

enum {
    SLOT_IDLE_MS = 5 * 60 * 1000, /* how long an unused room stays in memory */
    CLOSED_IDLE_MS = 2 * 1000,
    SWEEP_EVERY_MS = 60 * 1000,
    SWEEP_ROOMS_MAX = 256,
    CREDIT_LEAST_MS = 1000,
    RETRY_MS = 1000, /* after a write failed */
};
static const int64_t DAY_MS = 24 * 60 * 60 * 1000;

/* --- the heap of due times --- */

static bool is_sooner(const struct slot *a, const struct slot *b)
{
    return a->due_ms < b->due_ms;
}

static void heap_set(struct server *server, size_t index, struct slot *slot)
{
    server->heap[index] = slot;
    slot->heap_index = (int)index;
}

static void heap_up(struct server *server, size_t index)
{
    struct slot *slot = server->heap[index];
    while (index > 0 && is_sooner(slot, server->heap[(index - 1) / 2])) {
        heap_set(server, index, server->heap[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    heap_set(server, index, slot);
}

static void heap_down(struct server *server, size_t index)
{
    struct slot *slot = server->heap[index];
    for (;;) {
        size_t child = 2 * index + 1;
        if (child >= server->heap_count)
            break;
        if (child + 1 < server->heap_count &&
            is_sooner(server->heap[child + 1], server->heap[child]))
            child++;
        if (!is_sooner(server->heap[child], slot))
            break;
        heap_set(server, index, server->heap[child]);
        index = child;
    }
    heap_set(server, index, slot);
}

static void heap_add(struct server *server, struct slot *slot)
{
    if (server->heap_count == server->heap_capacity) {
        size_t capacity = server->heap_capacity == 0 ? 64 : 2 * server->heap_capacity;
        server->heap = memory_grow(server->heap, server->heap_capacity * sizeof *server->heap,
                                   capacity * sizeof *server->heap);
        server->heap_capacity = capacity;
    }
    heap_set(server, server->heap_count++, slot);
    heap_up(server, server->heap_count - 1);
}

static void heap_remove(struct server *server, struct slot *slot)
{
    size_t index = (size_t)slot->heap_index;
    slot->heap_index = -1;
    struct slot *last = server->heap[--server->heap_count];
    if (last == slot)
        return;
    heap_set(server, index, last);
    heap_up(server, index);
    heap_down(server, (size_t)last->heap_index);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

/* In a closed room nothing more can happen. */
static int64_t idle_ms(const struct slot *slot)
{
    return slot->room != NULL && slot->room->phase == ROOM_CLOSED ? CLOSED_IDLE_MS : SLOT_IDLE_MS;
}

static int64_t slot_due(const struct slot *slot)
{
    if (slot->retry_ms != 0)
        return slot->retry_ms;
    int64_t due = sooner(presence_next_ms(slot), slot->is_thinking ? 0 : slot->bot_due_ms);
    if (slot->flight == NULL && slot->room != NULL)
        due = sooner(due, room_deadline(slot->room));
    if (slot->clients == NULL)
        due = sooner(due, slot->idle_since_ms + idle_ms(slot));
    return due;
}

void slot_wake_at(struct server *server, struct slot *slot)
{
    slot->due_ms = slot_due(slot);
    if (slot->due_ms == 0) {
        if (slot->heap_index >= 0)
            heap_remove(server, slot);
    } else if (slot->heap_index < 0)
        heap_add(server, slot);
    else {
        heap_up(server, (size_t)slot->heap_index);
        heap_down(server, (size_t)slot->heap_index);
    }
}

/* --- loading --- */

struct loading {
    struct server *server;
    int64_t id;
    struct room *room;         /* room_size_max() bytes */
    uint8_t hash[SHA256_SIZE]; /* of the log so far */
    bool is_damaged;           /* a batch is not the one that was written */
    struct room_batch *batch;
    int count, capacity;
};

static void take_snapshot(void *context, const void *bytes, size_t length)
{
    struct loading *loading = context;
    if (!snapshot_read(loading->room, loading->id, bytes, length))
        log_line(LOG_WARN, "snapshot passed over", "room", "%lld", (long long)loading->id, NULL);
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
    room_rewound(loading->batch, loading->count, skip);
    for (int i = 0; i < loading->count; i++) {
        const char *problem = "";
        if (!room_replay(loading->room, &loading->batch[i], skip[i / 8] >> (i % 8) & 1, &problem)) {
            loading->server->metrics.replays_failed++;
            log_line(LOG_ERROR, "log does not replay", "room", "%lld", (long long)id, "seq", "%lld",
                     (long long)loading->batch[i].seq, "problem", "%s", problem, NULL);
            return false;
        }
    }
    return true;
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
        *snapshot_seq = 0;
    }
    if (room->seq > 0 && slot->mark[0] == NULL)
        slot_mark(slot, room);
    memcpy(loading.hash, room->hash, sizeof loading.hash);
    ok = store->ops->load(store, id, room->seq, take_batch, &loading, &error);
    server->cannot_read |= !ok;
    if (!ok)
        log_line(LOG_ERROR, "room cannot be read", "room", "%lld", (long long)id, "error", "%s",
                 error.text, NULL);
    ok = ok && !loading.is_damaged && replay(&loading, id);
    memory_give(loading.batch);
    return ok && room->seq > 0 && !room->needs_replay;
}

/* --- games that are over --- */

bool slot_is_past(const struct slot *slot, int64_t game_id)
{
    const struct room *room = slot->room;
    return game_id != room->game_id && game_id != room->next.game_id && game_id != room->id;
}

void slot_keep_ended(struct slot *slot, const struct room *room)
{
    memory_give(slot->ended);
    slot->ended = memory_take(room_size(room));
    memcpy(slot->ended, room, room_size(room));
}

/* The last of the log's places at which the game's results are on the table. */
static void replay_to_end(struct loading *loading, struct slot *slot, int64_t game_id)
{
    struct room *room = loading->room;
    uint8_t *skip = arena_take(&loading->server->scratch, (size_t)loading->count / 8 + 1);
    const char *problem;
    room_rewound(loading->batch, loading->count, skip);
    for (int i = 0; i < loading->count; i++) {
        bool is_end = room->phase == ROOM_RESULTS && room->game_id == game_id;
        if (is_end)
            slot_keep_ended(slot, room);
        if (!room_replay(room, &loading->batch[i], skip[i / 8] >> (i % 8) & 1, &problem) ||
            (is_end && room->game_id != game_id))
            return;
    }
}

const struct room *slot_ended(struct server *server, struct slot *slot, int64_t game_id)
{
    struct store *store = server->seams.store;
    if (slot->ended != NULL && slot->ended->game_id == game_id)
        return slot->ended;
    struct room *room = memory_take(room_size_max());
    struct loading loading = { .server = server, .id = slot->id, .room = room };
    bool ok = store->ops->load(store, slot->id, 0, take_batch, &loading, NULL);
    server->cannot_read |= !ok;
    if (ok && !loading.is_damaged)
        replay_to_end(&loading, slot, game_id);
    memory_give(loading.batch);
    memory_give(room);
    return slot->ended != NULL && slot->ended->game_id == game_id ? slot->ended : NULL;
}

void slot_set_state(struct slot *slot, const struct room *state)
{
    if (slot->room_capacity < room_size(state)) {
        memory_give(slot->room);
        slot->room_capacity = room_draft_size(state);
        slot->room = memory_take(slot->room_capacity);
    }
    memcpy(slot->room, state, room_size(state));
}

bool slot_reload(struct server *server, struct slot *slot)
{
    struct room *room = memory_take(room_size_max());
    bool ok = load(server, slot, room);
    if (ok)
        slot_set_state(slot, room);
    memory_give(room);
    return ok;
}

/* A viewer's place in the log is where its room was before. */
bool slot_catch_up(struct server *server, struct slot *slot)
{
    int64_t seq = slot->room->seq;
    int count = 0;
    slot_mark(slot, slot->room);
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        count++;
    int64_t *told = arena_take(&server->scratch, (size_t)(count + 1) * sizeof *told);
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        told[--count] = room_told(slot->room, client->player);
    if (!slot_reload(server, slot))
        return false;
    slot->is_behind = false;
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        count++;
    for (struct client *client = slot->clients; client != NULL && slot->room->seq != seq;
         client = client->next)
        frame_state(server, client, told[--count]);
    return true;
}

void slot_failed(struct server *server, struct slot *slot, enum error_kind result)
{
    if (result != ERROR_FULL) {
        log_line(LOG_ERROR, "the disk failed", "room", "%lld", (long long)slot->id, NULL);
        slot->is_behind = true;
    }
    slot->retry_ms = server_now(server) + RETRY_MS;
}

struct slot *slot_create(struct server *server, int64_t id, int64_t code)
{
    struct slot *slot = memory_take(sizeof *slot);
    slot->id = id;
    slot->code = code;
    slot->heap_index = -1;
    slot->idle_since_ms = server_now(server);
    map_put(&server->slots, id, slot);
    map_put(&server->codes, code, slot);
    return slot;
}

static void submit_credit(struct server *server, struct slot *slot)
{
    int64_t down = server_now(server) - slot->credit_from_ms;
    if (down >= CREDIT_LEAST_MS)
        room_submit_clock(server, slot, ROOM_CREDIT_CLOCK, down);
    else
        slot->credit_from_ms = 0;
}

/* People's clocks stood still while no server ran: the time since the last sign of life is credited. */
static void credit_clock(struct server *server, struct slot *slot)
{
    int64_t alive = slot->room->time_ms;
    if (alive >= server->started_ms || slot->room->phase != ROOM_PLAYING)
        return;
    if (server->down_since_ms > alive)
        alive = server->down_since_ms;
    slot->credit_from_ms = alive;
    submit_credit(server, slot);
}

static struct slot *slot_open(struct server *server, const struct store_room *found)
{
    server->is_out_of_order = quarantine_has(found->room);
    if (server->is_out_of_order)
        return NULL;
    quarantine_serve(found->room);
    struct slot *slot = slot_create(server, found->room, found->code);
    if (!slot_reload(server, slot)) {
        slot_forget(server, slot);
        return NULL;
    }
    server->metrics.rooms_loaded++;
    presence_loaded(server, slot);
    credit_clock(server, slot);
    bots_schedule(server, slot);
    slot_wake_at(server, slot);
    return slot;
}

bool note_failure(struct server *server, bool found, const struct error *error)
{
    server->cannot_read |= !found && error->kind != ERROR_MISSING;
    return found;
}

/* A slot in memory, if it is ready: whoever finds it works for it. */
static struct slot *slot_here(struct slot *slot)
{
    quarantine_serve(slot->id);
    return slot->room != NULL && !slot->is_removed ? slot : NULL;
}

const char *absence_code(const struct server *server)
{
    return server->is_out_of_order ? "out_of_order" : server->cannot_read ? "too_busy" : "no_room";
}

struct slot *slot_by_id(struct server *server, int64_t id)
{
    struct slot *slot = map_get(&server->slots, id);
    struct store_room found;
    if (slot != NULL)
        return slot_here(slot);
    struct store *store = server->seams.store;
    struct error error = { 0 };
    return note_failure(server, store->ops->find_room(store, id, &found, &error), &error)
               ? slot_open(server, &found)
               : NULL;
}

struct slot *slot_by_code(struct server *server, int64_t code)
{
    struct slot *slot = map_get(&server->codes, code);
    struct store_room found;
    if (slot != NULL)
        return slot_here(slot);
    struct store *store = server->seams.store;
    struct error error = { 0 };
    return note_failure(server, store->ops->find_code(store, code, &found, &error), &error)
               ? slot_open(server, &found)
               : NULL;
}

struct slot *slot_by_game(struct server *server, int64_t game_id)
{
    struct store *store = server->seams.store;
    int64_t room;
    if (store->ops->find_game(store, game_id, &room, NULL))
        return slot_by_id(server, room);
    /* A room's id names its game set, and before its first game also that. */
    return slot_by_id(server, game_id);
}

void slot_forget(struct server *server, struct slot *slot)
{
    assert(slot->flight == NULL && slot->first == NULL && slot->clients == NULL);
    bots_forget(server, slot);
    if (slot->heap_index >= 0)
        heap_remove(server, slot);
    map_remove(&server->slots, slot->id);
    map_remove(&server->codes, slot->code);
    slot_unmark(slot);
    memory_give(slot->room);
    memory_give(slot->ended);
    memory_give(slot);
}

/* --- keeping and removing --- */

int64_t slot_expiry(const struct server *server, const struct room *room)
{
    const struct config *config = server->config;
    bool is_over = room->phase == ROOM_CLOSED || room->phase == ROOM_RESULTS;
    if (is_over && room_game(room)->ends_room)
        return room->time_ms + config->room_cleanup_minutes * 60 * 1000;
    if (room->phase == ROOM_CLOSED)
        return room->time_ms + config->set_cleanup_minutes * 60 * 1000;
    return room->time_ms + config->abandoned_days * DAY_MS;
}

struct snapshot_job {
    struct snapshot_job *next; /* among the free ones */
    struct server *server;
    struct store_write write;
    unsigned char bytes[]; /* enough for any room */
};

static struct snapshot_job *snapshot_take(struct server *server)
{
    struct snapshot_job *job = server->free_snapshots;
    if (job == NULL)
        return memory_take(sizeof *job + snapshot_size_max());
    server->free_snapshots = job->next;
    return job;
}

static void snapshot_done(struct store_write *write)
{
    struct snapshot_job *job = write->owner;
    job->next = job->server->free_snapshots;
    job->server->free_snapshots = job;
}

void snapshots_free(struct server *server)
{
    while (server->free_snapshots != NULL)
        memory_give(snapshot_take(server));
}

static void snapshot(struct server *server, struct slot *slot)
{
    const struct room *room = slot->room;
    size_t size = snapshot_size(room);
    struct snapshot_job *job = snapshot_take(server);
    job->server = server;
    snapshot_write(room, job->bytes);
    job->write = (struct store_write){ .kind = STORE_SNAPSHOT,
                                       .room = slot->id,
                                       .expected_seq = room->seq,
                                       .bytes = (char *)job->bytes,
                                       .length = size,
                                       .done = snapshot_done,
                                       .owner = job };
    slot->snapshot_seq = room->seq;
    store_write(server->seams.store, &job->write);
}

/* A game that can be rewound must be replayed from its beginning, so it is not cut by a snapshot. */
static bool wants_snapshot(const struct slot *slot)
{
    return slot->room->seq - slot->snapshot_seq >= SERVER_SNAPSHOT_EVERY &&
           (slot->room->phase != ROOM_PLAYING || !room_game(slot->room)->can_undo);
}

void slot_rested(struct server *server, struct slot *slot)
{
    if (slot->room == NULL) { /* its creation was refused */
        slot_forget(server, slot);
        return;
    }
    if (wants_snapshot(slot))
        snapshot(server, slot);
    slot_mark_if_due(slot);
    slot_wake_at(server, slot);
}

/* A write failed a moment ago. What the clock wanted to say then was lost; it is said again. */
static void slot_retry(struct server *server, struct slot *slot)
{
    bool is_busy = slot->flight != NULL || slot->first != NULL;
    if (is_busy || (slot->is_behind && !slot_catch_up(server, slot))) {
        slot->retry_ms = server_now(server) + RETRY_MS;
        return;
    }
    slot->retry_ms = 0;
    if (slot->credit_from_ms != 0)
        submit_credit(server, slot);
    else
        presence_settle(server, slot);
    bots_schedule(server, slot);
}

static void slot_ripen(struct server *server, struct slot *slot)
{
    int64_t now = server_now(server);
    quarantine_serve(slot->id);
    if (slot->retry_ms != 0) {
        slot_retry(server, slot);
        slot_wake_at(server, slot);
        return;
    }
    presence_due(server, slot);
    if (slot->bot_due_ms != 0 && slot->bot_due_ms <= now && !slot->is_thinking)
        bots_due(server, slot);
    int64_t deadline = room_deadline(slot->room);
    if (deadline != 0 && deadline <= now && slot->flight == NULL && slot->first == NULL)
        room_submit_clock(server, slot, ROOM_TICK, 0);
    bool is_unused = slot->clients == NULL && slot->flight == NULL && slot->first == NULL &&
                     !slot->is_thinking && room_deadline(slot->room) == 0 &&
                     slot->idle_since_ms + idle_ms(slot) <= now;
    if (is_unused) {
        slot_forget(server, slot);
        return;
    }
    if (slot->clients == NULL && slot->idle_since_ms + idle_ms(slot) <= now)
        slot->idle_since_ms = now;
    slot_wake_at(server, slot);
}

struct standing {
    int64_t *id;
    size_t count;
};

static void note_playing(void *context, void *value)
{
    struct standing *standing = context;
    const struct slot *slot = value;
    if (slot->room != NULL && slot->room->phase == ROOM_PLAYING && slot->credit_from_ms == 0)
        standing->id[standing->count++] = slot->id;
}

void server_stood_still(struct server *server, int64_t from_ms)
{
    struct standing standing = { 0 };
    standing.id = arena_take(&server->scratch, (server->slots.count + 1) * sizeof *standing.id);
    map_each(&server->slots, note_playing, &standing);
    for (size_t i = 0; i < standing.count; i++) { /* the table may change meanwhile */
        struct slot *slot = map_get(&server->slots, standing.id[i]);
        if (slot == NULL)
            continue;
        slot->credit_from_ms = from_ms;
        submit_credit(server, slot);
    }
    server_rest(server);
}

static void removed(struct store_write *write)
{
    memory_give(write);
}

static void remove_room(struct server *server, int64_t id)
{
    struct slot *slot = map_get(&server->slots, id);
    if (slot != NULL && (slot->flight != NULL || slot->first != NULL || slot->is_thinking))
        return; /* at the next sweep */
    while (slot != NULL && slot->clients != NULL)
        client_close(server, slot->clients, CLOSE_ENDED, "the table is closed");
    if (slot != NULL)
        slot_forget(server, slot);
    struct store_write *write = memory_take(sizeof *write);
    *write = (struct store_write){ .kind = STORE_REMOVE_ROOM, .room = id, .done = removed };
    server->metrics.rooms_removed++;
    store_write(server->seams.store, write);
}

/* A room with people in it is not abandoned, unless nothing more will happen there. */
static bool is_in_use(struct server *server, const struct store_room *room)
{
    struct slot *slot = map_get(&server->slots, room->room);
    if (slot == NULL || slot->clients == NULL || slot->room == NULL)
        return false;
    bool is_over = slot->room->phase == ROOM_CLOSED || slot->room->phase == ROOM_RESULTS;
    return !is_over || !room_game(slot->room)->ends_room;
}

void rooms_sweep(struct server *server)
{
    int64_t now = server_now(server);
    if (now - server->swept_ms < SWEEP_EVERY_MS)
        return;
    server->swept_ms = now;
    limits_sweep(server);
    struct store *store = server->seams.store;
    struct store_room *expired = arena_take(&server->scratch, SWEEP_ROOMS_MAX * sizeof *expired);
    int count = store->ops->list_rooms(store, now, 0, expired, SWEEP_ROOMS_MAX);
    for (int i = 0; i < count; i++)
        if (!is_in_use(server, &expired[i]))
            remove_room(server, expired[i].room);
}

/* --- time --- */

static void keep_alive(struct store_write *write)
{
    struct server *server = write->owner;
    server->alive_is_waiting = false;
    server->is_full = write->result == ERROR_FULL;
}

/* After a start the former sign of life stays for a while: should this server end soon too, those who had
 * not yet come back still get the whole time without a server credited. */
enum { ALIVE_EVERY_MS = 5 * 1000, ALIVE_FIRST_MS = 15 * 1000 };

static int64_t alive_due_ms(const struct server *server)
{
    bool is_first = server->alive_written_ms == 0 && server->down_since_ms != 0;
    return is_first ? server->started_ms + ALIVE_FIRST_MS
                    : server->alive_written_ms + ALIVE_EVERY_MS;
}

static void say_alive(struct server *server, int64_t now)
{
    if (server->alive_is_waiting || now < alive_due_ms(server) || server->slots.count == 0)
        return;
    server->alive_is_waiting = true;
    server->alive_written_ms = now;
    server->alive = (struct store_write){
        .kind = STORE_ALIVE, .time_ms = now, .done = keep_alive, .owner = server
    };
    store_write(server->seams.store, &server->alive);
}

int64_t server_next_ms(const struct server *server)
{
    int64_t next = server->swept_ms + SWEEP_EVERY_MS;
    if (server->jobs != NULL)
        return server_now(server);
    if (server->slots.count > 0)
        next = sooner(next, alive_due_ms(server));
    if (server->heap_count > 0)
        next = sooner(next, server->heap[0]->due_ms);
    return next;
}

void server_tick(struct server *server)
{
    int64_t now = server_now(server);
    while (!server->is_draining && server->heap_count > 0 && server->heap[0]->due_ms <= now) {
        struct slot *slot = server->heap[0];
        int64_t due = slot->due_ms;
        slot_ripen(server, slot);
        /* What cannot be done now (a command is on its way) comes again when the room has rested. */
        if (server->heap_count > 0 && server->heap[0] == slot && slot->due_ms <= due)
            heap_remove(server, slot);
    }
    say_alive(server, now);
    rooms_sweep(server);
    past_slice(server);
    server_rest(server);
}

void server_rest(struct server *server)
{
    arena_reset(&server->scratch);
    server->parsed_view = NULL;
    quarantine_serve(0);
}
