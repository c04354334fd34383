/* The bus within one process: messages wait in an array until the next poll. */
#include "bus/bus.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "base/arena.h"

/* Past this many waiting messages new ones are dropped, as a bus may: someone has stopped polling. */
enum { MESSAGES_MIN = 64, MESSAGES_MAX = 65536 };

struct queue {
    struct bus_message *message;
    size_t count, max;
};

struct local_bus {
    struct bus bus;
    struct bus_config config;
    struct bus_listener *listeners;
    struct bus_listener *upcoming; /* whom the running poll calls next */
    struct queue spare;    /* the array that the running poll works on, or the next one will */
    pthread_mutex_t mutex; /* guards `waiting` */
    struct queue waiting;
};

static void queue_add(struct queue *queue, struct bus_message message)
{
    if (queue->count == MESSAGES_MAX)
        return;
    if (queue->count == queue->max) {
        size_t max = queue->max ? 2 * queue->max : MESSAGES_MIN;
        queue->message = memory_grow(queue->message, queue->max * sizeof *queue->message,
                                     max * sizeof *queue->message);
        queue->max = max;
    }
    queue->message[queue->count++] = message;
}

static void local_publish(struct bus *base, struct bus_message message)
{
    struct local_bus *bus = (struct local_bus *)base;
    pthread_mutex_lock(&bus->mutex);
    queue_add(&bus->waiting, message);
    bool is_first = bus->waiting.count == 1;
    pthread_mutex_unlock(&bus->mutex);
    if (is_first && bus->config.wake)
        bus->config.wake(bus->config.context);
}

static void local_subscribe(struct bus *base, struct bus_listener *listener)
{
    struct local_bus *bus = (struct local_bus *)base;
    assert(listener->heard);
    listener->next = bus->listeners;
    bus->listeners = listener;
}

static void local_unsubscribe(struct bus *base, struct bus_listener *listener)
{
    struct local_bus *bus = (struct local_bus *)base;
    struct bus_listener **link = &bus->listeners;
    while (*link && *link != listener)
        link = &(*link)->next;
    assert(*link == listener);
    *link = listener->next;
    if (bus->upcoming == listener)
        bus->upcoming = listener->next;
    listener->next = NULL;
}

static void tell_all(struct local_bus *bus, const struct bus_message *message)
{
    bus->upcoming = bus->listeners;
    while (bus->upcoming) {
        struct bus_listener *listener = bus->upcoming;
        bus->upcoming = listener->next;
        listener->heard(listener, message);
    }
}

/* The arrays change places, so that listeners can publish while the old messages are told. */
static void local_poll(struct bus *base)
{
    struct local_bus *bus = (struct local_bus *)base;
    pthread_mutex_lock(&bus->mutex);
    struct queue heard = bus->waiting;
    bus->waiting = bus->spare;
    bus->spare = (struct queue){ 0 };
    pthread_mutex_unlock(&bus->mutex);
    for (size_t i = 0; i < heard.count; i++)
        tell_all(bus, &heard.message[i]);
    memory_give(bus->spare.message); /* of a poll inside this one */
    heard.count = 0;
    bus->spare = heard;
}

static void local_close(struct bus *base)
{
    struct local_bus *bus = (struct local_bus *)base;
    memory_give(bus->waiting.message);
    memory_give(bus->spare.message);
    pthread_mutex_destroy(&bus->mutex);
    memory_give(bus);
}

static const struct bus_ops local_ops = {
    .publish = local_publish,
    .subscribe = local_subscribe,
    .unsubscribe = local_unsubscribe,
    .poll = local_poll,
    .close = local_close,
};

struct bus *bus_open_local(const struct bus_config *config)
{
    struct local_bus *bus = memory_take(sizeof *bus);
    bus->bus.ops = &local_ops;
    bus->config = *config;
    pthread_mutex_init(&bus->mutex, NULL);
    return &bus->bus;
}
