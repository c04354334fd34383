/* The wheel of deadlines. */
#include "net/wheel.h"

#include <stddef.h>

void wheel_init(struct wheel *wheel, int64_t tick_ms, int64_t now_ms)
{
    for (int i = 0; i < WHEEL_BUCKETS; i++)
        wheel->buckets[i].next = wheel->buckets[i].previous = &wheel->buckets[i];
    wheel->tick_ms = tick_ms;
    wheel->turned_ms = now_ms / tick_ms * tick_ms;
}

void wheel_remove(struct wheel_entry *entry)
{
    if (!entry->next)
        return;
    entry->next->previous = entry->previous;
    entry->previous->next = entry->next;
    entry->next = entry->previous = NULL;
}

/* At least the next tick, so that an entry that is set while its own bucket is handled is not handled
 * twice. */
static int bucket_of(const struct wheel *wheel, int64_t due_ms)
{
    int64_t now = wheel->turned_ms / wheel->tick_ms;
    int64_t tick = (due_ms + wheel->tick_ms - 1) / wheel->tick_ms;
    if (tick <= now)
        tick = now + 1;
    if (tick >= now + WHEEL_BUCKETS)
        tick = now + WHEEL_BUCKETS - 1;
    return (int)(tick % WHEEL_BUCKETS);
}

void wheel_set(struct wheel *wheel, struct wheel_entry *entry, int64_t due_ms)
{
    struct wheel_entry *head = &wheel->buckets[bucket_of(wheel, due_ms)];
    wheel_remove(entry);
    entry->due_ms = due_ms;
    entry->next = head;
    entry->previous = head->previous;
    head->previous->next = entry;
    head->previous = entry;
}

static void turn_bucket(struct wheel *wheel, int64_t (*due)(struct wheel_entry *entry))
{
    struct wheel_entry *head = &wheel->buckets[wheel->turned_ms / wheel->tick_ms % WHEEL_BUCKETS];
    while (head->next != head) {
        struct wheel_entry *entry = head->next;
        wheel_set(wheel, entry, due(entry));
    }
}

void wheel_turn(struct wheel *wheel, int64_t now_ms, int64_t (*due)(struct wheel_entry *entry))
{
    while (wheel->turned_ms + wheel->tick_ms <= now_ms) {
        wheel->turned_ms += wheel->tick_ms;
        turn_bucket(wheel, due);
    }
}
