/* Making and ending a server. */
#include "server/server.h"

#include <string.h>

#include "base/log.h"
#include "server/house.h"
#include "server/parking.h"
#include "server/past.h"
#include "server/push.h"

void server_init(struct server *server, const struct config *config,
                 const struct server_seams *seams)
{
    *server = (struct server){ .config = config, .seams = *seams };
    arena_init(&server->scratch);
    server->nodes = memory_take(FRAMES_NODES_MAX * sizeof *server->nodes);
    server->frame = memory_take(SERVER_FRAME_MAX);
    server->events = memory_take(ROOM_TOLD_MAX);
    server->view = memory_take(sizeof *server->view);
    server->past = memory_take(sizeof *server->past);
    server_learn_past(server);
    server->epoch = seams->store->ops->epoch != NULL ? seams->store->ops->epoch(seams->store) : 0;
    house_load(server);
    server->started_ms = server->swept_ms = server_now(server);
    server->resume_after = INT64_MIN;
}

void server_learn_past(struct server *server)
{
    struct store *store = server->seams.store;
    if (server->knows_past || !store->ops->healthy(store, NULL))
        return;
    int64_t alive_ms = store->ops->alive_ms(store);
    if (server_awaits(server))
        return;
    server->down_since_ms = alive_ms;
    server->knows_past = store->ops->healthy(store, NULL);
    /* Time goes on from where the last server left it, even if the machine's clock was set back. */
    if (server->down_since_ms > server_now(server))
        server->ahead_ms += server->down_since_ms - server_now(server);
}

int64_t server_random_id(struct server *server)
{
    int64_t id = 0;
    while (id == 0)
        server->seams.random(server->seams.context, &id, sizeof id);
    return id;
}

static void tell_restart(void *context, void *value)
{
    struct server *server = context;
    struct client *client = value;
    struct net *net = server->seams.net;
    net->ops->close(net, client->connection, CLOSE_RESTART, "restarting");
}

void server_drain(struct server *server)
{
    server->is_draining = true;
    bridge_drain(server);
    map_each(&server->clients, tell_restart, server);
}

struct busy {
    int count;
};

static void count_busy(void *context, void *value)
{
    const struct slot *slot = value;
    ((struct busy *)context)->count +=
        slot->pending != NULL || slot->first != NULL || slot->grown != NULL;
}

bool server_is_drained(const struct server *server)
{
    struct busy busy = { 0 };
    map_each(&server->slots, count_busy, &busy);
    return busy.count == 0 && server->jobs == NULL && server->parked == NULL &&
           server->moving == 0 && !server->alive_is_waiting;
}

static void free_slot(void *context, void *value)
{
    struct slot *slot = value;
    (void)context;
    for (struct client *client = slot->clients, *next; client != NULL; client = next) {
        next = client->next;
        memory_free(client);
    }
    slot_unmark(slot);
    memory_free(slot->room);
    memory_free(slot->ended);
    memory_free(slot->answer);
    memory_free(slot->grown);
    memory_free(slot);
}

static void free_value(void *context, void *value)
{
    (void)context;
    memory_free(value);
}

void server_free(struct server *server)
{
    map_each(&server->slots, free_slot, NULL);
    map_each(&server->buckets, free_value, NULL);
    map_free(&server->slots);
    map_free(&server->codes);
    map_free(&server->clients);
    map_free(&server->buckets);
    for (struct pending *pending = server->free_pending, *next; pending != NULL; pending = next) {
        next = pending->next;
        memory_free(pending->table.draft);
        memory_free(pending);
    }
    for (struct task *task = server->free_tasks, *next; task != NULL; task = next) {
        next = task->next;
        memory_free(task);
    }
    house_free(server);
    push_free(server);
    parking_free(server);
    loadings_free(server);
    snapshots_free(server);
    bridge_drain(server);
    past_free(server);
    for (int i = 0; i < SERVER_LEADERBOARDS; i++)
        memory_free(server->leaderboard[i].text);
    memory_free(server->heap);
    memory_free(server->nodes);
    memory_free(server->frame);
    memory_free(server->events);
    memory_free(server->view);
    arena_free(&server->scratch);
}
