/* "Room R is at sequence n", told to every server that may hold a copy of the room.
 *
 * A hint only: the store is the truth. A message may come late, twice, out of order or not at all; whoever
 * hears that a room is further than its own copy reads the store. Back ends: local.c, within one process.
 * Another (NATS) needs nothing more than these functions. */
#ifndef PARLOUR_BUS_H
#define PARLOUR_BUS_H

#include <stdbool.h>
#include <stdint.h>

struct bus_message {
    int64_t room, seq;
};

/* Hears every message, the own ones too: hearing what one knows already costs a comparison. The memory is
 * the caller's, from bus_subscribe to bus_unsubscribe. */
struct bus_listener {
    void (*heard)(struct bus_listener *listener, const struct bus_message *message);
    void *owner;
    struct bus_listener *next; /* the bus's, while it listens */
};

struct bus;
struct bus_ops {
    void (*publish)(struct bus *bus, struct bus_message message); /* from any thread */
    void (*subscribe)(struct bus *bus, struct bus_listener *listener);
    void (*unsubscribe)(struct bus *bus, struct bus_listener *listener); /* also from `heard` */
    /* Calls the listeners, on the caller's thread, for what has come in before this call. */
    void (*poll)(struct bus *bus);
    void (*close)(struct bus *bus); /* what was not heard yet is dropped */
};
struct bus {
    const struct bus_ops *ops;
};

/* `wake` is called from any thread when bus_poll() has something to do; NULL for callers that poll. */
struct bus_config {
    void (*wake)(void *context);
    void *context;
};

struct bus *bus_open_local(const struct bus_config *config);

static inline void bus_publish(struct bus *bus, int64_t room, int64_t seq)
{
    bus->ops->publish(bus, (struct bus_message){ .room = room, .seq = seq });
}
static inline void bus_subscribe(struct bus *bus, struct bus_listener *listener)
{
    bus->ops->subscribe(bus, listener);
}
static inline void bus_unsubscribe(struct bus *bus, struct bus_listener *listener)
{
    bus->ops->unsubscribe(bus, listener);
}
static inline void bus_poll(struct bus *bus)
{
    bus->ops->poll(bus);
}

#endif
