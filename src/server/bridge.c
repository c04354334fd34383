/* Long polls: a program outside (a bridge to a chat, a light, a scoreboard) waits for what the table view
 * is told next. The host opens the bridge, and everybody at the table is told. The server calls nobody
 * itself.
 *
 * A poll is a request without an answer yet. It does not keep its room in memory: a room that was
 * forgotten meanwhile is loaded again. Few polls wait at a time, so they are a list. */
#include "server/api.h"

#include <stdio.h>
#include <string.h>

enum {
    BRIDGE_WAIT_MAX_S = 25,    /* below what proxies and the net allow */
    BRIDGE_POLLS_MAX = 256,    /* in all; further ones are refused with "too_busy" */
    BRIDGE_PER_ADDRESS_MAX = 4 /* for one more, the one that has waited longest is answered */
};

struct poll {
    struct poll *next;
    net_id connection;
    int64_t room_id, address_key;
    int64_t after, limit;
    int64_t until_ms;
    char address[64], path[sizeof "/api/rooms//bridge" + CODE_TEXT_SIZE];
};

static const char *bridge_against(const struct room *room)
{
    if (room->phase == ROOM_CLOSED)
        return "closed";
    return room->bridge_is_open && may_watch(room, 0) ? NULL : "not_allowed";
}

/* The room is being read, so the poll is looked at again a moment later. */
static void wait_on(struct server *server, struct poll *poll)
{
    enum { AGAIN_MS = 100 };
    poll->until_ms = server_now(server) + AGAIN_MS;
    poll->next = server->polls;
    server->polls = poll;
}

/* Answers with the events that exist now, which may be none. */
static void poll_answer(struct server *server, struct poll *poll)
{
    server_settle(server);
    char query[64];
    snprintf(query, sizeof query, "after=%lld&limit=%lld", (long long)poll->after,
             (long long)poll->limit);
    struct net_request request = {
        .method = "GET", .path = poll->path, .query = query, .address = poll->address
    };
    server->cannot_read = server->is_out_of_order = server->is_elsewhere = false;
    struct call call = { .server = server,
                         .connection = poll->connection,
                         .request = &request,
                         .slot = slot_by_id(server, poll->room_id) };
    const char *problem =
        call.slot == NULL ? absence_code(server) : bridge_against(call.slot->room);
    if (server_awaits(server))
        ;
    else if (problem != NULL)
        call_refuse(&call, problem, NULL);
    else
        table_history(&call);
    if (server_awaits(server)) {
        wait_on(server, poll);
        server_settle(server); /* the poll's memory, not that of the present call */
    } else
        memory_free(poll);
}

static struct poll **oldest_of(struct server *server, int64_t address_key, int *own, int *all)
{
    struct poll **oldest = NULL;
    *own = *all = 0;
    for (struct poll **link = &server->polls; *link != NULL; link = &(*link)->next) {
        ++*all;
        if ((*link)->address_key != address_key)
            continue;
        if (++*own == 1)
            oldest = link;
    }
    return oldest;
}

/* A program that lost its connection and asks again must not be held up by its own earlier polls. */
static bool make_place(struct server *server, int64_t address_key)
{
    int own, all;
    struct poll **oldest = oldest_of(server, address_key, &own, &all);
    if (own >= BRIDGE_PER_ADDRESS_MAX) {
        struct poll *poll = *oldest;
        *oldest = poll->next;
        poll_answer(server, poll);
        return true;
    }
    return all < BRIDGE_POLLS_MAX;
}

static void poll_begin(struct call *call, int64_t after, int64_t limit, int64_t wait_s)
{
    struct server *server = call->server;
    int64_t room_id = call->slot->id, key = limit_key(call->request->address);
    char code[CODE_TEXT_SIZE];
    code_write(code, call->slot->code);
    if (!make_place(server, key)) {
        call_refuse(call, "too_busy", NULL);
        return;
    }
    struct poll **last = &server->polls, *poll = memory_take(sizeof *poll);
    *poll = (struct poll){ .connection = call->connection,
                           .room_id = room_id,
                           .address_key = key,
                           .after = after,
                           .limit = limit,
                           .until_ms = server_now(server) + wait_s * 1000 };
    text_copy(poll->address, sizeof poll->address, call->request->address);
    snprintf(poll->path, sizeof poll->path, "/api/rooms/%s/bridge", code);
    while (*last != NULL)
        last = &(*last)->next;
    *last = poll;
}

void bridge_show(struct call *call)
{
    int64_t after = 0, limit = INT32_MAX, wait_s = 0;
    call->slot = slot_of_guess(call);
    if (call->slot == NULL || !call_number(call, "after", 0, INT64_MAX, &after) ||
        !call_number(call, "limit", 1, INT64_MAX, &limit) ||
        !call_number(call, "wait", 0, BRIDGE_WAIT_MAX_S, &wait_s))
        return;
    const char *problem = bridge_against(call->slot->room);
    if (problem != NULL)
        call_refuse(call, problem, NULL);
    else if (wait_s == 0 || room_told(call->slot->room, 0) > after || call->server->is_draining)
        table_history(call);
    else
        poll_begin(call, after, limit, wait_s);
}

/* Only marks the polls, because the caller may be in the middle of changing the room. */
void bridge_note(struct server *server, const struct slot *slot)
{
    for (struct poll *poll = server->polls; poll != NULL; poll = poll->next)
        if (poll->room_id == slot->id && slot->room != NULL &&
            (room_told(slot->room, 0) > poll->after || bridge_against(slot->room) != NULL))
            poll->until_ms = server_now(server);
}

int bridge_count(const struct server *server)
{
    int count = 0;
    for (const struct poll *poll = server->polls; poll != NULL; poll = poll->next)
        count++;
    return count;
}

int64_t bridge_due_ms(const struct server *server)
{
    int64_t due = INT64_MAX;
    for (const struct poll *poll = server->polls; poll != NULL; poll = poll->next)
        due = poll->until_ms < due ? poll->until_ms : due;
    return due;
}

void bridge_serve(struct server *server)
{
    int64_t now = server_now(server);
    for (struct poll **link = &server->polls; *link != NULL;) {
        struct poll *poll = *link;
        if (poll->until_ms > now) {
            link = &poll->next;
            continue;
        }
        *link = poll->next;
        poll_answer(server, poll);
    }
}

void bridge_drain(struct server *server)
{
    while (server->polls != NULL) {
        struct poll *poll = server->polls;
        server->polls = poll->next;
        problem_respond(server, poll->connection, "restarting", NULL);
        memory_free(poll);
    }
}
