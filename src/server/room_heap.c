/* When rooms want to be woken: a heap of due times. */
#include "server/server.h"

static bool is_sooner(const struct slot *a, const struct slot *b)
{
    return a->due_ms < b->due_ms;
}

static void heap_set(struct server *server, size_t index, struct slot *slot)
{
    server->heap[index] = slot;
    slot->heap_index = (int)index;
}

static void heap_up(struct server *server, size_t index)
{
    struct slot *slot = server->heap[index];
    while (index > 0 && is_sooner(slot, server->heap[(index - 1) / 2])) {
        heap_set(server, index, server->heap[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    heap_set(server, index, slot);
}

static void heap_down(struct server *server, size_t index)
{
    struct slot *slot = server->heap[index];
    for (;;) {
        size_t child = 2 * index + 1;
        if (child >= server->heap_count)
            break;
        if (child + 1 < server->heap_count &&
            is_sooner(server->heap[child + 1], server->heap[child]))
            child++;
        if (!is_sooner(server->heap[child], slot))
            break;
        heap_set(server, index, server->heap[child]);
        index = child;
    }
    heap_set(server, index, slot);
}

static void heap_add(struct server *server, struct slot *slot)
{
    if (server->heap_count == server->heap_capacity) {
        size_t capacity = server->heap_capacity == 0 ? 64 : 2 * server->heap_capacity;
        server->heap = memory_grow(server->heap, server->heap_capacity * sizeof *server->heap,
                                   capacity * sizeof *server->heap);
        server->heap_capacity = capacity;
    }
    heap_set(server, server->heap_count++, slot);
    heap_up(server, server->heap_count - 1);
}

static void heap_remove(struct server *server, struct slot *slot)
{
    size_t index = (size_t)slot->heap_index;
    slot->heap_index = -1;
    struct slot *last = server->heap[--server->heap_count];
    if (last == slot)
        return;
    heap_set(server, index, last);
    heap_up(server, index);
    heap_down(server, (size_t)last->heap_index);
}

void room_heap_set(struct server *server, struct slot *slot, int64_t due_ms)
{
    slot->due_ms = due_ms;
    if (slot->due_ms == 0) {
        if (slot->heap_index >= 0)
            heap_remove(server, slot);
    } else if (slot->heap_index < 0)
        heap_add(server, slot);
    else {
        heap_up(server, (size_t)slot->heap_index);
        heap_down(server, (size_t)slot->heap_index);
    }
}
