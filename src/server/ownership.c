/* Several servers on one store: each room has one owner, which alone serves it.
 *
 * A room is claimed before it is loaded. Requests for another server's room are sent there (`router`). A
 * server that was fenced forgets all rooms; its clients reconnect, to the rooms' new owners. Rooms whose
 * owner is dead are adopted when one of their deadlines has passed, even if nobody asks for them. */
#include "server/house.h"

#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "server/parking.h"

enum {
    LOOK_EVERY_MS = 500,
    ADOPT_EVERY_MS = 1000,
    FOLLOW_EVERY_MS = 1000,
    SESSIONS_EVERY_MS = 30 * 1000,
    ADOPT_MAX = 32,
    SESSIONS_AT_ONCE = 256,
};

static bool is_shared(const struct server *server)
{
    return server->seams.store->ops->claim != NULL;
}

bool ownership_claim(struct server *server, int64_t room, int64_t *seen_ms)
{
    struct store *store = server->seams.store;
    struct store_claim claim;
    struct error error = { 0 };
    *seen_ms = 0;
    if (!is_shared(server))
        return true;
    if (server->slots.count == 0)
        server->epoch = store->ops->epoch(store);
    /* Fenced a moment ago: this server must forget all rooms before it claims one. */
    if (store->ops->epoch(store) != server->epoch) {
        server->cannot_read = true;
        return false;
    }
    if (store->ops->claim(store, room, &claim, &error)) {
        *seen_ms = claim.seen_ms;
        return true;
    }
    server->is_elsewhere = error.kind == ERROR_ELSEWHERE;
    server->cannot_read |= !server->is_elsewhere;
    text_copy(server->owner, sizeof server->owner, claim.owner);
    text_copy(server->owner_route, sizeof server->owner_route, claim.route);
    return false;
}

bool ownership_holds(const struct server *server)
{
    struct store *store = server->seams.store;
    return !is_shared(server) || store->ops->holds_lease(store);
}

/* Forgetting */

struct ids {
    int64_t *id;
    size_t count;
};

static void note_id(void *context, void *value)
{
    struct ids *ids = context;
    ids->id[ids->count++] = ((const struct slot *)value)->id;
}

static struct ids all_rooms(struct server *server)
{
    struct ids ids = { 0 };
    ids.id = arena_take(&server->scratch, (server->slots.count + 1) * sizeof *ids.id);
    map_each(&server->slots, note_id, &ids);
    return ids;
}

/* The store refuses writes that are still pending; after that the room is forgotten too. */
static bool forget(struct server *server, struct slot *slot)
{
    slot->is_lost = true;
    while (slot->clients != NULL)
        client_close(server, slot->clients, CLOSE_RESTART, "another server has this table");
    if (slot->pending != NULL || slot->first != NULL || slot->is_thinking || slot->grown != NULL)
        return false;
    slot_forget(server, slot);
    return true;
}

/* Whether nothing from the previous epoch is left. */
static bool forget_all(struct server *server)
{
    struct ids ids = all_rooms(server);
    bool is_done = true;
    for (size_t i = 0; i < ids.count; i++) {
        struct slot *slot = map_get(&server->slots, ids.id[i]);
        is_done &= slot == NULL || forget(server, slot);
    }
    return is_done;
}

static void follow_epoch(struct server *server)
{
    struct store *store = server->seams.store;
    int64_t epoch = store->ops->epoch(store);
    if (epoch == server->epoch)
        return;
    if (server->slots.count > 0)
        log_line(LOG_WARN, "another server has taken over", "rooms", "%lld",
                 (long long)server->slots.count, NULL);
    if (forget_all(server))
        server->epoch = epoch;
}

/* Adopting */

/* Reads the house's log once a second. */
static void follow_house(struct server *server)
{
    if (!tick_is_due(server, TICK_HOUSE, server->housed_ms + FOLLOW_EVERY_MS))
        return;
    server_settle(server);
    server->housed_ms = server_now(server);
    house_follow(server);
    tick_note(server, TICK_HOUSE);
}

static void adopt(struct server *server)
{
    struct store *store = server->seams.store;
    int64_t room[ADOPT_MAX], now = server_now(server);
    if (server->is_draining || server->epoch == 0 ||
        !tick_is_due(server, TICK_ADOPT, server->adopted_ms + ADOPT_EVERY_MS))
        return;
    server_settle(server);
    server->adopted_ms = now;
    int count = store->ops->list_due(store, now, room, ADOPT_MAX);
    for (int i = 0; i < count; i++)
        if (map_get(&server->slots, room[i]) == NULL && slot_by_id(server, room[i]) != NULL)
            server->metrics.rooms_adopted++;
    tick_note(server, TICK_ADOPT);
}

/* Sockets whose session another server has ended */

struct checked {
    int count;
    uint8_t token_hash[SESSIONS_AT_ONCE][SHA256_SIZE];
    net_id connection[SESSIONS_AT_ONCE];
    bool is_over[SESSIONS_AT_ONCE];
};

/* The next sockets of people with a session; the place behind them, 0 after the last. */
static size_t next_sessions(const struct server *server, struct checked *checked)
{
    size_t at = server->sessions_at;
    const struct client *client = NULL;
    while (checked->count < SESSIONS_AT_ONCE &&
           (client = map_next(&server->clients, &at)) != NULL) {
        if (client->player == 0)
            continue;
        memcpy(checked->token_hash[checked->count], client->token_hash, SHA256_SIZE);
        checked->connection[checked->count++] = client->connection;
    }
    return client != NULL ? at : 0;
}

static void check_sessions(struct server *server)
{
    struct store *store = server->seams.store;
    struct net *net = server->seams.net;
    if (!tick_is_due(server, TICK_SESSIONS, server->sessions_ms + SESSIONS_EVERY_MS))
        return;
    server_settle(server);
    struct checked *checked = arena_take(&server->scratch, sizeof *checked);
    size_t next = next_sessions(server, checked);
    int ended = checked->count == 0
                    ? 0
                    : store->ops->find_ended(store, checked->token_hash, checked->count,
                                             server_now(server), checked->is_over);
    tick_note(server, TICK_SESSIONS);
    if (server_awaits(server))
        return;
    for (int i = 0; ended > 0 && i < checked->count; i++)
        if (checked->is_over[i])
            net->ops->close(net, checked->connection[i], CLOSE_NO_SESSION, "the session has ended");
    server->sessions_at = next;
    if (next == 0)
        server->sessions_ms = server_now(server);
}

int64_t ownership_next_ms(const struct server *server)
{
    return is_shared(server) ? server->looked_ms + LOOK_EVERY_MS : 0;
}

void ownership_tick(struct server *server)
{
    if (!is_shared(server) ||
        (server->tick_arrived == 0 && server_now(server) < ownership_next_ms(server)))
        return;
    server->looked_ms = server_now(server);
    follow_epoch(server);
    follow_house(server);
    adopt(server);
    check_sessions(server);
}

/* Sending on */

static void respond_with(struct call *call, int status, const char *headers)
{
    struct net *net = call->server->seams.net;
    net->ops->respond(net, call->connection,
                      &(struct net_response){ .status = status, .headers = headers });
}

bool ownership_send_on(struct call *call)
{
    const struct server *server = call->server;
    const struct net_request *request = call->request;
    char headers[1024];
    if (text_equal(server->config->router, "accel")) {
        snprintf(headers, sizeof headers, "X-Accel-Redirect: @%s\r\nCache-Control: no-store\r\n",
                 server->owner);
        respond_with(call, 200, headers);
        return true;
    }
    bool can_redirect =
        text_equal(server->config->router, "redirect") && server->owner_route[0] != '\0';
    if (!can_redirect)
        return false;
    const char *query = request->query != NULL ? request->query : "";
    int length =
        snprintf(headers, sizeof headers, "Location: %s%s%s%s%s\r\nCache-Control: no-store\r\n",
                 server->owner_route, server->config->base_path, request->path,
                 query[0] != '\0' ? "?" : "", query);
    if (length >= (int)sizeof headers)
        return false;
    respond_with(call, 307, headers);
    return true;
}

/* A browser cannot read a redirect of a handshake, so a close code tells it, and the reason has the
 * address. */
void ownership_send_socket(struct call *call)
{
    const struct server *server = call->server;
    struct net *net = server->seams.net;
    if (text_equal(server->config->router, "accel") && ownership_send_on(call))
        return;
    bool can_redirect =
        text_equal(server->config->router, "redirect") && server->owner_route[0] != '\0';
    net->ops->accept(net, call->connection);
    if (can_redirect)
        net->ops->close(net, call->connection, CLOSE_ELSEWHERE, server->owner_route);
    else
        net->ops->close(net, call->connection, CLOSE_RESTART, "another server has this table");
}
