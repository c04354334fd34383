/* Rooms in memory: found, opened, woken when something is due, forgotten when unused. The states of a room
 * are drawn in room_loop.c. */
#include "server/server.h"

#include <assert.h>

#include "base/log.h"
#include "server/past.h"
#include "server/push.h"
#include "server/quarantine.h"
#include "server/running.h"

enum {
    SLOT_IDLE_MS = 5 * 60 * 1000, /* how long an unused room stays in memory */
    CLOSED_IDLE_MS = 2 * 1000,
    CREDIT_LEAST_MS = 1000,
    RETRY_MS = 1000, /* after a write failed */
};

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
    int64_t due = sooner(presence_next_ms(slot), bots_next_ms(slot));
    if (slot->pending == NULL && slot->room != NULL)
        due = sooner(due, room_deadline(slot->room));
    if (slot->clients == NULL)
        due = sooner(due, slot->idle_since_ms + idle_ms(slot));
    return due;
}

void slot_wake_at(struct server *server, struct slot *slot)
{
    room_heap_set(server, slot, slot_due(slot));
}

void slot_failed(struct server *server, struct slot *slot, enum error_kind result)
{
    if (result != ERROR_FULL) {
        log_line(LOG_ERROR, "the disk failed", "room", "%lld", (long long)slot->id, NULL);
        slot->is_behind = true;
    }
    slot->retry_ms = server_now(server) + RETRY_MS;
    /* Nobody can move while writes fail, so the time from the first failure on is credited to the clocks. */
    if (slot->credit_from_ms == 0 && slot->room->phase == ROOM_PLAYING &&
        room_deadline(slot->room) != 0)
        slot->credit_from_ms = server_now(server);
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

/* While no server ran, or while the room's owner was dead, nobody could move: the time since the last sign
 * of life is credited to the clocks. */
static void credit_clock(struct server *server, struct slot *slot, int64_t owner_seen_ms)
{
    int64_t alive = slot->room->time_ms;
    bool was_served = alive >= server->started_ms && owner_seen_ms == 0;
    int64_t seen_ms = owner_seen_ms != 0 ? owner_seen_ms : server->down_since_ms;
    if (was_served || slot->room->phase != ROOM_PLAYING)
        return;
    if (seen_ms > alive)
        alive = seen_ms;
    slot->credit_from_ms = alive;
    submit_credit(server, slot);
}

static struct slot *slot_open(struct server *server, const struct store_room *found)
{
    server->is_out_of_order = quarantine_has(found->room);
    if (server->is_out_of_order)
        return NULL;
    server_learn_past(server);
    int64_t owner_seen_ms;
    if (server_awaits(server) || !ownership_claim(server, found->room, &owner_seen_ms))
        return NULL;
    quarantine_serve(found->room);
    struct slot *slot = slot_create(server, found->room, found->code);
    if (!slot_reload(server, slot)) {
        slot_forget(server, slot);
        return NULL;
    }
    server->metrics.rooms_loaded++;
    slot->running_told = -1;
    running_follow(slot, slot->room);
    push_loaded(slot);
    presence_loaded(server, slot);
    credit_clock(server, slot, owner_seen_ms);
    bots_schedule(server, slot);
    slot_wake_at(server, slot);
    return slot;
}

bool note_failure(struct server *server, bool found, const struct error *error)
{
    server->cannot_read |= !found && error->kind != ERROR_MISSING;
    return found;
}

/* The slot in memory, if it is ready. The caller then works for that room. */
static struct slot *slot_here(struct server *server, struct slot *slot)
{
    quarantine_serve(slot->id);
    if (!ownership_holds(server)) {
        server->cannot_read = true;
        return NULL;
    }
    if (slot->is_lost) /* it is about to be forgotten here; another server owns it */
        server->cannot_read = true;
    return slot->room != NULL && !slot->is_removed && !slot->is_lost ? slot : NULL;
}

const char *absence_code(const struct server *server)
{
    if (server->is_elsewhere)
        return "elsewhere";
    return server->is_out_of_order ? "out_of_order" : server->cannot_read ? "too_busy" : "no_room";
}

struct slot *slot_by_id(struct server *server, int64_t id)
{
    struct slot *slot = map_get(&server->slots, id);
    struct store_room found;
    if (slot != NULL)
        return slot_here(server, slot);
    if (id == HOUSE_ROOM)
        return NULL;
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
        return slot_here(server, slot);
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
    if (server_awaits(server))
        return NULL;
    /* A room's id names its game set, and before its first game also that. */
    return slot_by_id(server, game_id);
}

void slot_forget(struct server *server, struct slot *slot)
{
    assert(slot->pending == NULL && slot->first == NULL && slot->clients == NULL);
    bots_forget(server, slot);
    room_heap_set(server, slot, 0);
    map_remove(&server->slots, slot->id);
    map_remove(&server->codes, slot->code);
    slot_unmark(slot);
    memory_free(slot->room);
    memory_free(slot->ended);
    memory_free(slot);
}

void slot_rested(struct server *server, struct slot *slot)
{
    if (slot->room == NULL) { /* its creation was refused */
        slot_forget(server, slot);
        return;
    }
    room_snapshot_if_due(server, slot);
    slot_mark_if_due(slot);
    slot_wake_at(server, slot);
}

/* A write has failed. The clock's command was lost with it and is given again. */
static void slot_retry(struct server *server, struct slot *slot)
{
    bool is_busy = slot->pending != NULL || slot->first != NULL || slot->grown != NULL;
    if (is_busy ||
        (slot->is_behind && (!slot_can_reload(server, slot) || !slot_catch_up(server, slot)))) {
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

static void slot_wake(struct server *server, struct slot *slot)
{
    int64_t now = server_now(server);
    quarantine_serve(slot->id);
    if (slot->retry_ms != 0) {
        slot_retry(server, slot);
        slot_wake_at(server, slot);
        return;
    }
    presence_due(server, slot);
    if (bots_next_ms(slot) != 0 && bots_next_ms(slot) <= now)
        bots_due(server, slot);
    int64_t deadline = room_deadline(slot->room);
    if (deadline != 0 && deadline <= now && slot->pending == NULL && slot->first == NULL)
        room_submit_clock(server, slot, ROOM_TICK, 0);
    bool is_unused = slot->clients == NULL && slot->pending == NULL && slot->first == NULL &&
                     !slot->is_thinking && slot->grown == NULL && room_deadline(slot->room) == 0 &&
                     slot->idle_since_ms + idle_ms(slot) <= now;
    if (is_unused) {
        slot_forget(server, slot);
        return;
    }
    if (slot->clients == NULL && slot->idle_since_ms + idle_ms(slot) <= now)
        slot->idle_since_ms = now;
    slot_wake_at(server, slot);
}

void slot_look_again(struct server *server, struct slot *slot)
{
    slot->retry_ms = server_now(server);
    slot_wake(server, slot);
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

int64_t server_next_ms(const struct server *server)
{
    int64_t next = rooms_sweep_ms(server);
    if (past_has_work(server) || loadings_have_work(server))
        return server_now(server);
    next = sooner(next, ownership_next_ms(server));
    next = sooner(next, running_next_ms(server));
    next = sooner(next, heartbeat_due_ms(server));
    if (server->heap_count > 0)
        next = sooner(next, server->heap[0]->due_ms);
    if (server->polls != NULL)
        next = sooner(next, bridge_due_ms(server));
    return next;
}

void server_tick(struct server *server)
{
    int64_t now = server_now(server);
    while (!server->is_draining && server->heap_count > 0 && server->heap[0]->due_ms <= now) {
        struct slot *slot = server->heap[0];
        int64_t due = slot->due_ms;
        slot_wake(server, slot);
        /* Work that cannot be done now, because a command is pending, is due again when the room rests. */
        if (server->heap_count > 0 && server->heap[0] == slot && slot->due_ms <= due)
            room_heap_set(server, slot, 0);
    }
    ownership_tick(server);
    running_tick(server);
    heartbeat_write(server);
    rooms_sweep(server);
    past_slice(server);
    bridge_serve(server);
    server_rest(server);
    loadings_slice(server);
}

void server_rest(struct server *server)
{
    server_settle(server);
    arena_reset(&server->scratch);
    server->parsed_view = NULL;
    quarantine_serve(0);
}
