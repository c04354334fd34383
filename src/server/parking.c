/* Requests that wait for a read of the store. A copy of each is parked, and its handler runs again from the
 * beginning when the data has arrived. A handler that has to wait answers nothing and changes nothing; its
 * second run takes nothing from a limit again.
 *
 * Rooms wait too: a room whose log is ahead of it, and a room that undoes a step, because its viewers are
 * then told from the log. A room that is built from a long log is waited for in the same way
 * (room_load.c). */
#include "server/parking.h"

#include <string.h>

#include "base/log.h"
#include "server/move.h"
#include "server/past.h"
#include "server/push.h"
#include "server/running.h"

enum { PARKED_MAX = 16384, TEXTS = 12 };

struct parked {
    struct parked *next;
    net_id connection;
    int64_t read; /* what it waits for, store.h; 0: something else */
    struct net_request request;
    struct asking asking;
    char log_request[LOG_REQUEST_SIZE];
    char text[];
};

bool server_awaits(const struct server *server)
{
    struct store *store = server->seams.store;
    return server->awaits_room || (store->ops->awaits != NULL && store->ops->awaits(store) != 0);
}

void server_settle(struct server *server)
{
    struct store *store = server->seams.store;
    bool is_waiting = server->awaits_room;
    server->awaits_room = false;
    if (store->ops->settle != NULL)
        store->ops->settle(store, is_waiting);
}

/* Parking */

static void texts_of(struct net_request *request, const char **text[TEXTS])
{
    const char **all[TEXTS] = { &request->method,          &request->path,
                                &request->query,           &request->host,
                                &request->origin,          &request->cookie,
                                &request->authorization,   &request->content_type,
                                &request->accept_encoding, &request->accept_language,
                                &request->if_none_match,   &request->idempotency_key };
    memcpy(text, all, sizeof all);
}

static char *put(char *to, const char **text)
{
    size_t size = strlen(*text) + 1;
    memcpy(to, *text, size);
    *text = to;
    return to + size;
}

/* Requests that tests make up may lack some texts. */
static size_t fill_absent(struct net_request *request, const char **text[TEXTS])
{
    size_t size = 0;
    if (request->sec_fetch_site == NULL)
        request->sec_fetch_site = "";
    if (request->address == NULL)
        request->address = "";
    for (int i = 0; i < TEXTS; i++) {
        if (*text[i] == NULL)
            *text[i] = "";
        size += strlen(*text[i]) + 1;
    }
    return size + strlen(request->sec_fetch_site) + strlen(request->address) + 2 +
           request->body_length;
}

static struct parked *copy_of(net_id connection, const struct net_request *request)
{
    struct net_request given = *request;
    const char **text[TEXTS];
    texts_of(&given, text);
    struct parked *parked = memory_take(sizeof *parked + fill_absent(&given, text));
    parked->connection = connection;
    parked->request = given;
    texts_of(&parked->request, text);
    char *to = parked->text;
    for (int i = 0; i < TEXTS; i++)
        to = put(to, text[i]);
    to = put(to, &parked->request.sec_fetch_site);
    to = put(to, &parked->request.address);
    if (request->body_length > 0)
        memcpy(to, request->body, request->body_length);
    parked->request.body = to;
    return parked;
}

struct parked *parked_new(struct server *server, net_id connection,
                          const struct net_request *request)
{
    struct parked *parked = copy_of(connection, request);
    parked->asking = server->asking;
    parked->asking.charged |= parked->asking.charging;
    text_copy(parked->log_request, sizeof parked->log_request, log_request());
    return parked;
}

/* Behind those that wait already. */
static void park(struct server *server, struct parked *parked)
{
    if (server->parked == NULL)
        server->parked = parked;
    else
        server->last_parked->next = parked;
    server->last_parked = parked;
    server->parked_count++;
}

void parking_add(struct server *server, net_id connection, const struct net_request *request)
{
    struct store *store = server->seams.store;
    int64_t read = server->awaits_room ? 0 : store->ops->awaits(store);
    if (server->parked_count >= PARKED_MAX) {
        server_settle(server);
        problem_respond(server, connection, "too_busy", NULL);
        return;
    }
    struct parked *parked = parked_new(server, connection, request);
    parked->read = read;
    park(server, parked);
}

/* Going on */

void parked_go_on(struct server *server, struct parked *parked)
{
    server->asking = parked->asking;
    server->asking.charging = 0;
    log_set_request(parked->log_request);
    api_answer(server, parked->connection, &parked->request);
    log_set_request("");
}

/* Those whose read has arrived. */
static void go_on_with_calls(struct server *server)
{
    struct store *store = server->seams.store;
    struct parked *parked = server->parked;
    server->parked = NULL;
    server->parked_count = 0;
    for (struct parked *next; parked != NULL; parked = next) {
        next = parked->next;
        parked->next = NULL;
        if (parked->read != 0 && store->ops->is_pending(store, parked->read)) {
            park(server, parked);
            continue;
        }
        parked_go_on(server, parked);
        memory_free(parked);
    }
}

/* Handlers may open and forget rooms, so this finds all waiting rooms first. */
static void go_on_with_rooms(struct server *server)
{
    size_t at = 0, count = 0;
    if (!server->has_waiting_rooms)
        return;
    server->has_waiting_rooms = false;
    int64_t *id = memory_take((server->slots.count + 1) * sizeof *id);
    for (const struct slot *slot; (slot = map_next(&server->slots, &at)) != NULL;)
        if (slot->waits_for_log)
            id[count++] = slot->id;
    for (size_t i = 0; i < count; i++) {
        struct slot *slot = map_get(&server->slots, id[i]);
        if (slot != NULL)
            room_log_arrived(server, slot);
        server_rest(server);
    }
    memory_free(id);
}

static void go_on_with_ticks(struct server *server)
{
    server->tick_arrived = server->tick_awaits;
    server->tick_awaits = 0;
    if (server->tick_arrived == 0)
        return;
    ownership_tick(server);
    running_tick(server);
    rooms_sweep(server);
    server->tick_arrived = 0;
    server_rest(server);
}

void server_poll(struct server *server)
{
    struct store *store = server->seams.store;
    store_poll(store);
    if (store->ops->has_arrived == NULL || !store->ops->has_arrived(store))
        return;
    loadings_arrived(server);
    loadings_slice(server);
    parking_go_on(server);
}

void parking_go_on(struct server *server)
{
    go_on_with_rooms(server);
    go_on_with_calls(server);
    push_look_again(server);
    past_go_on(server);
    move_go_on(server);
    go_on_with_ticks(server);
}

/* From time to time */

bool tick_is_due(const struct server *server, enum tick which, int64_t due_ms)
{
    return (server->tick_arrived & 1u << which) != 0 || server_now(server) >= due_ms;
}

void tick_note(struct server *server, enum tick which)
{
    if (server_awaits(server))
        server->tick_awaits |= 1u << which;
}

void parking_free(struct server *server)
{
    for (struct parked *parked = server->parked, *next; parked != NULL; parked = next) {
        next = parked->next;
        memory_free(parked);
    }
    server->parked = NULL;
}
