/* Sockets and who is behind them: opening, replacing, closing, and telling the room who is there.
 *
 * The room hears of an absence only after a grace period, so that a reload leaves no trace in the log
 * and a restart of the server none for those who come back at once. */
#include "server/server.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "server/house.h"
#include "server/quarantine.h"

enum { RESTART_GRACE_MS = 15 * 1000 };

static struct client *client_of(const struct slot *slot, int64_t player)
{
    for (struct client *client = slot->clients; client != NULL; client = client->next)
        if (client->player == player)
            return client;
    return NULL;
}

bool slot_has_player(const struct slot *slot, int64_t player)
{
    return client_of(slot, player) != NULL;
}

static void unlink_client(struct client *client)
{
    struct client **link = &client->slot->clients;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
}

static void client_free(struct server *server, struct client *client)
{
    struct slot *slot = client->slot;
    int64_t player = client->player;
    map_remove(&server->clients, (int64_t)client->connection);
    unlink_client(client);
    if (client->watcher_key != 0)
        limit_watcher_left(server, client->watcher_key);
    memory_free(client);
    if (slot->clients == NULL)
        slot->idle_since_ms = server_now(server);
    presence_changed(server, slot, player);
}

void client_close(struct server *server, struct client *client, int code, const char *reason)
{
    struct net *net = server->seams.net;
    net_id connection = client->connection;
    client_free(server, client);
    net->ops->close(net, connection, code, reason);
}

/* Only the newest connection of a person counts; the older one is closed with a code that says so. */
static void replace_older(struct server *server, struct slot *slot, int64_t player)
{
    struct client *older = player == 0 ? NULL : client_of(slot, player);
    if (older != NULL)
        client_close(server, older, CLOSE_REPLACED, "opened on another screen");
}

struct client *client_open(struct server *server, net_id connection, struct slot *slot,
                           int64_t player, int64_t after)
{
    replace_older(server, slot, player);
    struct client *client = memory_take(sizeof *client);
    client->connection = connection;
    client->player = player;
    client->slot = slot;
    client->was_member = room_member_of(slot->room, player) >= 0;
    client->next = slot->clients;
    slot->clients = client;
    map_put(&server->clients, (int64_t)connection, client);
    frame_welcome(server, client);
    frame_state(server, client, after);
    bots_wake(server, slot); /* bots that play among themselves rest while nobody looks */
    presence_changed(server, slot, player);
    return client;
}

/* Closing the sockets of ended sessions. A client is freed when the net reports the end of its socket. */
struct ending {
    struct server *server;
    int64_t player;
    const uint8_t *token_hash;
};

static void end_client(const struct ending *ending, const struct client *client, int code)
{
    struct net *net = ending->server->seams.net;
    net->ops->close(net, client->connection, code, "the session has ended");
}

static void end_if_same(void *context, void *value)
{
    const struct ending *ending = context;
    const struct client *client = value;
    if (client->player != 0 && memcmp(client->token_hash, ending->token_hash, SHA256_SIZE) == 0)
        end_client(ending, client, CLOSE_NO_SESSION);
}

/* The owner of the new token comes back with it. */
static void end_if_other(void *context, void *value)
{
    const struct ending *ending = context;
    const struct client *client = value;
    if (client->player == ending->player &&
        memcmp(client->token_hash, ending->token_hash, SHA256_SIZE) != 0)
        end_client(ending, client, CLOSE_RESTART);
}

void clients_end_session(struct server *server, const uint8_t token_hash[SHA256_SIZE])
{
    map_each(&server->clients, end_if_same, &(struct ending){ server, 0, token_hash });
}

void clients_end_others(struct server *server, int64_t player,
                        const uint8_t token_hash[SHA256_SIZE])
{
    map_each(&server->clients, end_if_other, &(struct ending){ server, player, token_hash });
}

static void end_if_banned(void *context, void *value)
{
    struct server *server = context;
    const struct client *client = value;
    struct net *net = server->seams.net;
    if (house_ban_of(server, client->player, client->address) != NULL)
        net->ops->close(net, client->connection, CLOSE_NOT_ALLOWED, "banned");
}

void clients_end_banned(struct server *server)
{
    map_each(&server->clients, end_if_banned, server);
}

static void end_if_forgotten(void *context, void *value)
{
    struct server *server = context;
    const struct client *client = value;
    struct net *net = server->seams.net;
    if (client->player != 0 && house_has_forgotten(server, client->player))
        net->ops->close(net, client->connection, CLOSE_NO_SESSION, "the session has ended");
}

void clients_end_forgotten(struct server *server)
{
    map_each(&server->clients, end_if_forgotten, server);
}

void server_closed(void *owner, net_id connection)
{
    struct server *server = owner;
    struct client *client = map_get(&server->clients, (int64_t)connection);
    if (client != NULL)
        client_free(server, client);
}

void clients_follow_members(struct server *server, struct slot *slot)
{
    for (struct client *client = slot->clients, *next; client != NULL; client = next) {
        next = client->next;
        int is = room_member_of(slot->room, client->player);
        bool was_member = client->was_member;
        client->was_member = is >= 0;
        if (is >= 0 && slot->room->member[is].was_kicked)
            client_close(server, client, CLOSE_KICKED, "asked to leave");
        else if (was_member && is < 0)
            client_close(server, client, CLOSE_MOVED, "the seat moved to another device");
        else if (!was_member && is >= 0)
            presence_changed(server, slot, client->player);
    }
}

/* --- presence --- */

static bool is_watched(const struct room_member *member)
{
    return member->player != 0 && !member->is_bot && !member->is_guest && !member->has_left;
}

void presence_changed(struct server *server, struct slot *slot, int64_t player)
{
    int index = slot->room == NULL || player == 0 ? -1 : room_member_of(slot->room, player);
    if (index >= 0 && is_watched(&slot->room->member[index])) {
        bool is_here = slot_has_player(slot, player);
        slot->away_due_ms[index] = is_here ? 0 : server_now(server) + server->config->away_ms;
        if (is_here && slot->room->member[index].is_away)
            room_submit_clock(server, slot, ROOM_MARK_BACK, player);
    }
    slot_wake_at(server, slot);
}

/* After a restart everybody gets some time to come back before the room is told that they are away. */
void presence_loaded(struct server *server, struct slot *slot)
{
    int64_t due = server_now(server) + RESTART_GRACE_MS + server->config->away_ms;
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++) {
        const struct room_member *member = &slot->room->member[i];
        bool is_due = i < slot->room->member_end && is_watched(member) && !member->is_away;
        slot->away_due_ms[i] = is_due ? due : 0;
    }
}

void presence_due(struct server *server, struct slot *slot)
{
    int64_t now = server_now(server);
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++) {
        if (slot->away_due_ms[i] == 0 || slot->away_due_ms[i] > now)
            continue;
        slot->away_due_ms[i] = 0;
        if (i >= slot->room->member_end)
            continue;
        const struct room_member *member = &slot->room->member[i];
        if (is_watched(member) && !member->is_away && !slot_has_player(slot, member->player))
            room_submit_clock(server, slot, ROOM_MARK_AWAY, member->player);
    }
}

void presence_settle(struct server *server, struct slot *slot)
{
    for (int i = 0; i < slot->room->member_end; i++) {
        const struct room_member *member = &slot->room->member[i];
        if (is_watched(member) && slot_has_player(slot, member->player) == member->is_away)
            presence_changed(server, slot, member->player);
    }
}

int64_t presence_next_ms(const struct slot *slot)
{
    int64_t next = 0;
    for (int i = 0; slot->room != NULL && i < slot->room->member_end; i++)
        if (slot->away_due_ms[i] != 0 && (next == 0 || slot->away_due_ms[i] < next))
            next = slot->away_due_ms[i];
    return next;
}

/* --- messages --- */

static bool copy_cid(const struct json_doc *doc, char cid[SERVER_CID_SIZE])
{
    uint32_t node = json_get(doc, 0, "cid");
    cid[0] = '\0';
    return node == 0 || json_read_text(doc, node, cid, SERVER_CID_SIZE);
}

/* A member has one bucket for all their connections; a person who is not a member has one for all tables.
 * Operators are not limited. */
bool may_command(struct server *server, struct slot *slot, int64_t player)
{
    int index = room_member_of(slot->room, player);
    if (player == 0)
        return true;
    if (index < 0)
        return limit_stranger(server, player);
    return bucket_take(&slot->rate[index], server_now(server), server->config->commands_per_10s,
                       10 * 1000);
}

static void refuse(struct server *server, const struct client *client, const char *cid,
                   const char *code)
{
    server->metrics.refusals++;
    frame_error(server, client->connection, cid, code, NULL);
}

void server_message(void *owner, net_id connection, const char *text, size_t length)
{
    struct server *server = owner;
    struct client *client = map_get(&server->clients, (int64_t)connection);
    struct json_doc doc;
    const char *problem;
    char cid[SERVER_CID_SIZE];
    if (client == NULL)
        return;
    quarantine_serve(client->slot->id);
    if (!json_parse(&doc, text, length, server->nodes, SERVER_NODES_MAX, &problem) ||
        !json_is(&doc, 0, JSON_OBJECT))
        frame_error(server, connection, "", "bad_json", NULL);
    else if (!copy_cid(&doc, cid))
        refuse(server, client, "", "bad_argument");
    else if (json_equals(&doc, json_get(&doc, 0, "type"), "heartbeat"))
        frame_ok(server, connection, cid);
    else if (client->player == 0)
        refuse(server, client, cid, "not_member");
    else if (server->is_draining)
        refuse(server, client, cid, "restarting");
    else if (!may_command(server, client->slot, client->player))
        refuse(server, client, cid, "too_many_requests");
    else {
        struct task *task = task_new(server, client->player);
        task->reply = REPLY_SOCKET;
        task->connection = connection;
        text_copy(task->address, sizeof task->address, client->address);
        memcpy(task->cid, cid, sizeof cid);
        task_set_text(task, text, length);
        task->node_count = doc.node_count;
        room_submit(server, client->slot, task);
    }
    server_rest(server);
}
