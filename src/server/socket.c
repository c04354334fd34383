/* Opening a room's WebSocket. A browser cannot read why a handshake failed, so a refusal is an accepted
 * socket that is closed at once with a code of ours. */
#include "server/api.h"

#include <string.h>

static void accept_and_close(struct call *call, int code, const char *reason)
{
    struct net *net = call->server->seams.net;
    net->ops->accept(net, call->connection);
    net->ops->close(net, call->connection, code, reason);
}

static bool was_kicked(const struct room *room, int64_t player)
{
    int index = room_member_of(room, player);
    return index >= 0 && room->member[index].was_kicked;
}

bool may_watch(const struct room *room, int64_t player)
{
    /* In the lobby a newcomer may still take a chair, and there is nothing to see yet. */
    return room->allows_spectators || room->phase == ROOM_LOBBY ||
           room_member_of(room, player) >= 0;
}

/* A member's code is no guess. */
bool may_guess(const struct call *call, const struct slot *slot)
{
    return (slot != NULL && room_member_of(slot->room, call->identity.player) >= 0) ||
           limit_reader_peek(call->server, LIMIT_GUESS, call);
}

static void welcome(struct call *call, struct slot *slot, int64_t player, int64_t after)
{
    struct server *server = call->server;
    server->seams.net->ops->accept(server->seams.net, call->connection);
    struct client *client = client_open(server, call->connection, slot, player, after);
    memcpy(client->token_hash, call->identity.token_hash, sizeof client->token_hash);
    client->watcher_key = player == 0 ? limit_key(call->request->address) : 0;
}

void socket_open(struct call *call)
{
    struct server *server = call->server;
    const struct net_request *request = call->request;
    int64_t code, after = -1, is_table = 0;
    if (!request->is_upgrade) {
        call_refuse(call, "bad_request", NULL);
        return;
    }
    if (query_has(request->query, "after") && !query_int(request->query, "after", &after)) {
        call_refuse(call, "bad_argument", "after");
        return;
    }
    struct slot *slot = code_read(&code, call->param[0]) ? slot_by_code(server, code) : NULL;
    if (!may_guess(call, slot)) {
        accept_and_close(call, CLOSE_OVERLOAD, "too many wrong codes");
        return;
    }
    if (slot == NULL && server->is_elsewhere) {
        ownership_send_socket(call);
        return;
    }
    if (slot == NULL && server->is_out_of_order) {
        accept_and_close(call, CLOSE_OUT_OF_ORDER, "the table is out of order");
        return;
    }
    if (slot == NULL && server->cannot_read) {
        accept_and_close(call, CLOSE_OVERLOAD, "the table cannot be read now");
        return;
    }
    if (slot == NULL) {
        limit_reader(server, LIMIT_GUESS, call);
        accept_and_close(call, CLOSE_NO_ROOM, "no such table");
        return;
    }
    query_int(request->query, "table", &is_table);
    int64_t player = is_table != 0 ? 0 : call->identity.player;
    if (call->identity.is_expired && is_table == 0)
        accept_and_close(call, CLOSE_NO_SESSION, "the session has ended");
    else if (slot->room->phase == ROOM_CLOSED && room_member_of(slot->room, player) < 0)
        accept_and_close(call, CLOSE_ENDED, "the table is closed");
    else if (was_kicked(slot->room, player))
        accept_and_close(call, CLOSE_KICKED, "asked to leave");
    else if (!may_watch(slot->room, player))
        accept_and_close(call, CLOSE_NOT_ALLOWED, "not admitted");
    else if (player == 0 && !limit_watcher(server, limit_key(request->address)))
        accept_and_close(call, CLOSE_OVERLOAD, "too many watch from here");
    else
        welcome(call, slot, player, after);
}
