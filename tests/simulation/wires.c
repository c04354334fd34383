/* The net of the simulation. A connection is a stream: nothing on it is lost, doubled or overtaken, but it
 * may be slow, stall, and break at any moment, and then the bytes on their way are lost, and the two ends
 * learn of it at different times. Doubles come from people who ask again. */
#include "simulation/world.h"

#include <assert.h>
#include <string.h>

enum { DEAD_MS = 25 * 1000, NOTICE_MS = 3000, STALL_MS = 20 * 1000 };

static struct world *world_of(struct net *net)
{
    return (struct world *)((char *)net - offsetof(struct world, net));
}

struct wire *wire_find(struct world *world, net_id id)
{
    for (int i = 0; i < WIRES_MAX && id != 0; i++)
        if (world->wire[i].id == id)
            return &world->wire[i];
    return NULL;
}

struct wire *wire_open(struct world *world, int person, bool is_socket)
{
    struct wire *wire = NULL;
    for (int i = 0; i < WIRES_MAX && !wire; i++)
        if (world->wire[i].id == 0)
            wire = &world->wire[i];
    assert(wire);
    *wire = (struct wire){ .id = ++world->last_wire, .person = person, .is_socket = is_socket };
    if (world->wire_life_ms > 0 && !world->is_calm)
        wire->breaks_ms = world->now_ms + 1 + below(world, 2 * world->wire_life_ms);
    return wire;
}

/* Lanes */

static void lane_add(struct world *world, struct lane *lane, enum parcel_kind kind, int status,
                     const char *text, size_t length)
{
    struct parcel *parcel = memory_take(sizeof *parcel + length + 1);
    bool stalls = !world->is_calm && below(world, 200) == 0;
    parcel->kind = kind;
    parcel->status = status;
    parcel->length = length;
    if (length > 0)
        memcpy(parcel->text, text, length);
    parcel->due_ms =
        world->now_ms + below(world, world->latency_ms + 1) + (stalls ? below(world, STALL_MS) : 0);
    if (parcel->due_ms < lane->latest_ms)
        parcel->due_ms = lane->latest_ms;
    lane->latest_ms = parcel->due_ms;
    if (lane->last)
        lane->last->next = parcel;
    else
        lane->first = parcel;
    lane->last = parcel;
}

static struct parcel *lane_take(struct lane *lane)
{
    struct parcel *parcel = lane->first;
    lane->first = parcel->next;
    if (!lane->first)
        lane->last = NULL;
    return parcel;
}

static void lane_drop(struct lane *lane)
{
    while (lane->first)
        memory_free(lane_take(lane));
}

void wire_send_up(struct world *world, struct wire *wire, enum parcel_kind kind, const char *text,
                  size_t length)
{
    if (!wire->is_over_for_person && wire->tells_server_ms == 0)
        lane_add(world, &wire->up, kind, 0, text, length);
}

/* Endings */

static void release_if_over(struct wire *wire)
{
    if (!wire->is_over_for_person || !wire->is_over_for_server)
        return;
    lane_drop(&wire->up);
    lane_drop(&wire->down);
    *wire = (struct wire){ 0 };
}

void wires_break(struct world *world, struct wire *wire)
{
    lane_drop(&wire->up);
    lane_drop(&wire->down);
    wire->breaks_ms = 0;
    if (wire->tells_server_ms == 0)
        wire->tells_server_ms = world->now_ms + 1 + below(world, DEAD_MS);
    if (wire->tells_person_ms == 0)
        wire->tells_person_ms = world->now_ms + 1 + below(world, NOTICE_MS);
}

void wire_hang_up(struct world *world, struct wire *wire)
{
    wires_break(world, wire);
    wire->is_over_for_person = true;
    if (!wire->is_accepted)
        wire->is_over_for_server = true;
    release_if_over(wire);
}

void wires_server_gone(struct world *world)
{
    for (int i = 0; i < WIRES_MAX; i++) {
        struct wire *wire = &world->wire[i];
        if (wire->id == 0)
            continue;
        wires_break(world, wire);
        wire->is_over_for_server = true;
        release_if_over(wire);
    }
}

void wires_free(struct world *world)
{
    for (int i = 0; i < WIRES_MAX; i++) {
        lane_drop(&world->wire[i].up);
        lane_drop(&world->wire[i].down);
    }
}

/* What the server does with its net */

static struct wire *wire_for_server(struct net *net, net_id id)
{
    struct wire *wire = wire_find(world_of(net), id);
    return wire && !wire->is_over_for_server && wire->tells_server_ms == 0 ? wire : NULL;
}

static void net_respond(struct net *net, net_id id, const struct net_response *response)
{
    struct wire *wire = wire_for_server(net, id);
    if (wire)
        lane_add(world_of(net), &wire->down, PARCEL_RESPONSE, response->status, response->body,
                 response->length);
}

static bool net_accept(struct net *net, net_id id)
{
    struct wire *wire = wire_find(world_of(net), id);
    if (wire)
        wire->is_accepted = true;
    return wire != NULL;
}

static void net_send(struct net *net, net_id id, const char *text, size_t length)
{
    struct wire *wire = wire_for_server(net, id);
    if (wire)
        lane_add(world_of(net), &wire->down, PARCEL_TEXT, 0, text, length);
}

static void net_end(struct net *net, net_id id, int code, const char *reason)
{
    struct world *world = world_of(net);
    struct wire *wire = wire_for_server(net, id);
    (void)reason;
    if (!wire)
        return;
    lane_add(world, &wire->down, PARCEL_CLOSE, code, NULL, 0);
    wire->tells_server_ms = world->now_ms + 1 + below(world, 100);
}

const struct net_ops wires_ops = {
    .respond = net_respond, .accept = net_accept, .send = net_send, .close = net_end
};

/* Time */

static int64_t sooner(int64_t a, int64_t b)
{
    return b != 0 && b < a ? b : a;
}

/* Bytes for the server wait until it runs again. */
static int64_t when_awake(const struct world *world, int64_t at_ms)
{
    return at_ms != 0 && at_ms < world->frozen_until_ms ? world->frozen_until_ms : at_ms;
}

static int64_t wire_next_ms(const struct world *world, const struct wire *wire)
{
    int64_t next = INT64_MAX;
    if (wire->up.first)
        next = sooner(next, when_awake(world, wire->up.first->due_ms));
    if (wire->down.first)
        next = sooner(next, wire->down.first->due_ms);
    next = sooner(next, wire->breaks_ms);
    if (!wire->is_over_for_person)
        next = sooner(next, wire->tells_person_ms);
    if (!wire->is_over_for_server)
        next = sooner(next, when_awake(world, wire->tells_server_ms));
    return next;
}

int64_t wires_next_ms(const struct world *world)
{
    int64_t next = INT64_MAX;
    for (int i = 0; i < WIRES_MAX; i++)
        if (world->wire[i].id != 0)
            next = sooner(next, wire_next_ms(world, &world->wire[i]));
    return next;
}

static void deliver_up(struct world *world, struct wire *wire)
{
    struct parcel *parcel = lane_take(&wire->up);
    struct person *person = &world->person[wire->person];
    if (world->is_up && parcel->kind == PARCEL_REQUEST) {
        struct net_request request;
        char scratch[512];
        people_request(person, &world->table[person->table], &request, scratch);
        server_request(&world->server, wire->id, &request);
    } else if (world->is_up && wire->is_accepted) {
        char text[COMMAND_TEXT_MAX];
        memcpy(text, parcel->text, parcel->length + 1);
        variant_wrap_text(world, person, text, sizeof text);
        if (!variant_takes_away(world, person, wire->id))
            server_message(&world->server, wire->id, text, strlen(text));
    }
    memory_free(parcel);
}

static void deliver_down(struct world *world, struct wire *wire)
{
    struct parcel *parcel = lane_take(&wire->down);
    if (!wire->is_over_for_person)
        person_receives(world, &world->person[wire->person], wire, parcel);
    if (parcel->kind == PARCEL_RESPONSE)
        wire->is_over_for_person = wire->is_over_for_server = true;
    if (parcel->kind == PARCEL_CLOSE)
        wire->is_over_for_person = true;
    memory_free(parcel);
    release_if_over(wire);
}

static void tell_server(struct world *world, struct wire *wire)
{
    wire->is_over_for_server = true;
    if (world->is_up && wire->is_accepted)
        server_closed(&world->server, wire->id);
    release_if_over(wire);
}

static void tell_person(struct world *world, struct wire *wire)
{
    wire->is_over_for_person = true;
    person_loses(world, &world->person[wire->person], wire->id);
    release_if_over(wire);
}

static bool is_due(const struct world *world, int64_t at_ms)
{
    return at_ms != 0 && at_ms <= world->now_ms;
}

static bool is_due_at_server(const struct world *world, int64_t at_ms)
{
    return is_due(world, when_awake(world, at_ms));
}

static void wire_step(struct world *world, struct wire *wire)
{
    if (is_due(world, wire->breaks_ms))
        wires_break(world, wire);
    else if (wire->up.first && is_due_at_server(world, wire->up.first->due_ms))
        deliver_up(world, wire);
    else if (wire->down.first && is_due(world, wire->down.first->due_ms))
        deliver_down(world, wire);
    else if (!wire->is_over_for_server && is_due_at_server(world, wire->tells_server_ms))
        tell_server(world, wire);
    else if (!wire->is_over_for_person && is_due(world, wire->tells_person_ms))
        tell_person(world, wire);
}

/* One thing per wire and step; the rest comes in the next step. */
void wires_step(struct world *world)
{
    for (int i = 0; i < WIRES_MAX; i++)
        if (world->wire[i].id != 0)
            wire_step(world, &world->wire[i]);
}
