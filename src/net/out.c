/* The queue of outgoing bytes and its pool. */
#include "net/out.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

struct out_block {
    struct out_block *next;
    const char *start; /* next byte to go: in `memory`, or somebody else's for ever */
    size_t length;
    char memory[OUT_BLOCK_SIZE - 3 * sizeof(void *)];
};

static struct out_block *take_block(struct out_pool *pool)
{
    struct out_block *block = pool->free;
    pool->taken_count++;
    if (!block)
        return memory_take(sizeof *block);
    pool->free = block->next;
    pool->free_count--;
    block->next = NULL;
    block->length = 0;
    return block;
}

static void give_block(struct out_pool *pool, struct out_block *block)
{
    pool->taken_count--;
    if (pool->free_count >= OUT_POOL_MAX) {
        memory_free(block);
        return;
    }
    block->next = pool->free;
    pool->free = block;
    pool->free_count++;
}

static struct out_block *add_block(struct out_pool *pool, struct out_queue *queue)
{
    struct out_block *block = take_block(pool);
    block->start = block->memory;
    if (queue->last)
        queue->last->next = block;
    else
        queue->first = block;
    queue->last = block;
    return block;
}

/* Bytes that still fit behind the last ones; none behind somebody else's memory. */
static size_t room_in(const struct out_block *block)
{
    const char *end = block->memory + sizeof block->memory;
    if (block->start < block->memory || block->start > end)
        return 0;
    return (size_t)(end - (block->start + block->length));
}

void out_append(struct out_pool *pool, struct out_queue *queue, const void *bytes, size_t length)
{
    const char *from = bytes;
    queue->length += length;
    while (length > 0) {
        struct out_block *block = queue->last;
        if (!block || room_in(block) == 0)
            block = add_block(pool, queue);
        size_t room = room_in(block);
        size_t count = length < room ? length : room;
        memcpy(block->memory + (block->start - block->memory) + block->length, from, count);
        block->length += count;
        from += count;
        length -= count;
    }
}

char *out_space(struct out_pool *pool, struct out_queue *queue, size_t size)
{
    struct out_block *block = queue->last;
    if (block == NULL && size <= sizeof block->memory)
        block = add_block(pool, queue);
    if (block == NULL || room_in(block) < size)
        return NULL;
    return block->memory + (block->start - block->memory) + block->length;
}

void out_extend(struct out_queue *queue, size_t length)
{
    queue->last->length += length;
    queue->length += length;
}

void out_append_static(struct out_pool *pool, struct out_queue *queue, const void *bytes,
                       size_t length)
{
    if (length == 0)
        return;
    struct out_block *block = add_block(pool, queue);
    block->start = bytes;
    block->length = length;
    queue->length += length;
}

int out_peek(const struct out_queue *queue, struct iovec *spans, int span_max)
{
    int count = 0;
    for (struct out_block *block = queue->first; block && count < span_max; block = block->next)
        spans[count++] = (struct iovec){ (char *)(uintptr_t)block->start, block->length };
    return count;
}

void out_drop(struct out_pool *pool, struct out_queue *queue, size_t length)
{
    assert(length <= queue->length);
    queue->length -= length;
    while (length > 0) {
        struct out_block *block = queue->first;
        if (length < block->length) {
            block->start += length;
            block->length -= length;
            return;
        }
        length -= block->length;
        queue->first = block->next;
        if (!queue->first)
            queue->last = NULL;
        give_block(pool, block);
    }
}

void out_clear(struct out_pool *pool, struct out_queue *queue)
{
    out_drop(pool, queue, queue->length);
}

void out_pool_free(struct out_pool *pool)
{
    while (pool->free) {
        struct out_block *next = pool->free->next;
        memory_free(pool->free);
        pool->free = next;
    }
    pool->free_count = 0;
}
