/* Opening a room's WebSocket. A browser cannot read why a handshake failed, so a refusal is an accepted
 * socket that is closed at once with a code of ours. */
#include "server/api.h"

#include <string.h>

static void accept_and_close(struct call *call, int code, const char *reason)
{
    struct net *net = call->server->seams.net;
    if (net->ops->accept(net, call->connection))
        net->ops->close(net, call->connection, code, reason);
}

bool may_watch(const struct room *room, int64_t player)
{
    /* In the lobby a newcomer may still take a chair, and there is nothing to see yet. */
    return room->allows_spectators || room->phase == ROOM_LOBBY ||
           room_member_of(room, player) >= 0;
}

/* A member who uses the table's code is not guessing. */
bool may_guess(const struct call *call, const struct slot *slot)
{
    return (slot != NULL && room_member_of(slot->room, call->identity.player) >= 0) ||
           limit_may_guess(call->server, call->identity.player, call->request->address);
}

static void welcome(struct call *call, struct slot *slot, int64_t player, int64_t after)
{
    struct server *server = call->server;
    int64_t watcher_key = player == 0 ? limit_key(call->request->address) : 0;
    if (!server->seams.net->ops->accept(server->seams.net, call->connection)) {
        if (watcher_key != 0) /* gone while the table was read */
            limit_watcher_left(server, watcher_key);
        return;
    }
    struct client *client = client_open(server, call->connection, slot, player, after);
    memcpy(client->token_hash, call->identity.token_hash, sizeof client->token_hash);
    text_copy(client->address, sizeof client->address, call->request->address);
    client->watcher_key = watcher_key;
}

void socket_made_room(struct server *server, struct slot *slot, const struct task *task)
{
    if (!server->seams.net->ops->accept(server->seams.net, task->connection))
        return;
    struct client *client = client_open(server, task->connection, slot, task->player, -1);
    memcpy(client->token_hash, task->token_hash, sizeof client->token_hash);
    text_copy(client->address, sizeof client->address, task->address);
}

static int close_code_of(const char *code)
{
    if (text_equal(code, "no_room"))
        return CLOSE_NO_ROOM;
    bool passes = text_equal(code, "too_busy") || text_equal(code, "code_taken") ||
                  text_equal(code, "not_saved");
    if (passes)
        return CLOSE_RESTART;
    return text_equal(code, "too_many_requests") ? CLOSE_OVERLOAD : CLOSE_NOT_ALLOWED;
}

void socket_made_nothing(struct server *server, const struct task *task, const char *code)
{
    struct net *net = server->seams.net;
    if (net->ops->accept(net, task->connection))
        net->ops->close(net, task->connection, close_code_of(code), code);
}

/* The first person with a session who opens an address with a free code makes the table. A person who
 * comes back to a table that is gone makes no new one. */
static void come_first(struct call *call, int64_t code)
{
    const struct net_request *request = call->request;
    bool may_make = code != 0 && call->identity.player != 0 &&
                    !query_has(request->query, "table") && !query_has(request->query, "after");
    const char *problem = may_make ? room_create_at_door(call, code) : "no_room";
    if (problem != NULL)
        accept_and_close(call, close_code_of(problem),
                         text_equal(problem, "no_room") ? "no such table" : problem);
}

void socket_open(struct call *call)
{
    struct server *server = call->server;
    const struct net_request *request = call->request;
    int64_t code = 0, after = -1, is_table = 0;
    if (!request->is_upgrade) {
        call_refuse(call, "bad_request", NULL);
        return;
    }
    if (query_has(request->query, "after") && !query_int(request->query, "after", &after)) {
        call_refuse(call, "bad_argument", "after");
        return;
    }
    struct slot *slot = code_read(&code, call->param[0]) ? slot_by_code(server, code) : NULL;
    if (server_awaits(server))
        return;
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
        limit_guessed_wrong(server, call->identity.player, request->address);
        come_first(call, code);
        return;
    }
    query_int(request->query, "table", &is_table);
    int64_t player = is_table != 0 ? 0 : call->identity.player;
    if (call->identity.is_expired && is_table == 0)
        accept_and_close(call, CLOSE_NO_SESSION, "the session has ended");
    else if (slot->room->phase == ROOM_CLOSED && room_member_of(slot->room, player) < 0)
        accept_and_close(call, CLOSE_ENDED, "the table is closed");
    else if (room_was_kicked(slot->room, player))
        accept_and_close(call, CLOSE_KICKED, "asked to leave");
    else if (!may_watch(slot->room, player))
        accept_and_close(call, CLOSE_NOT_ALLOWED, "not admitted");
    else if (!frame_can_state(server, slot, player, after))
        return;
    else if (player == 0 && !limit_watcher(server, limit_key(request->address)))
        accept_and_close(call, CLOSE_OVERLOAD, "too many watch from here");
    else
        welcome(call, slot, player, after);
}
