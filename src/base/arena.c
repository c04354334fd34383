/* The arena, and the program's only calls of the allocator. */
#include "base/arena.h"

#include <malloc.h>
#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size;
    alignas(max_align_t) char memory[];
};

static void *or_die(void *memory)
{
    if (memory)
        return memory;
    fputs("parlour: out of memory\n", stderr);
    signal(SIGABRT, SIG_DFL); /* no room's fault: server/quarantine.h */
    abort();
}

void arena_init(struct arena *arena)
{
    *arena = (struct arena){ 0 };
}

static void add_block(struct arena *arena, size_t needed)
{
    size_t size = needed > ARENA_BLOCK_SIZE ? needed : ARENA_BLOCK_SIZE;
    struct arena_block *block = or_die(malloc(sizeof *block + size));
    block->older = arena->first;
    block->size = size;
    arena->first = block;
    arena->used = 0;
}

void *arena_take(struct arena *arena, size_t size)
{
    const size_t step = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        or_die(NULL);
    size_t rounded = (size + step - 1) / step * step;
    if (!arena->first || rounded > arena->first->size - arena->used)
        add_block(arena, rounded);
    void *memory = arena->first->memory + arena->used;
    arena->used += rounded;
    return memset(memory, 0, size);
}

char *arena_copy(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_take(arena, length + 1);
    return memcpy(copy, text, length);
}

static void free_blocks(struct arena_block *block)
{
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void arena_reset(struct arena *arena)
{
    if (!arena->first)
        return;
    free_blocks(arena->first->older);
    arena->first->older = NULL;
    arena->used = 0;
}

void arena_free(struct arena *arena)
{
    free_blocks(arena->first);
    arena_init(arena);
}

/* Asks the allocator for at least one byte, so that NULL always means failure. */
void *memory_take(size_t size)
{
    return or_die(calloc(1, size > 0 ? size : 1));
}

void *memory_grow(void *memory, size_t old_size, size_t new_size)
{
    char *grown = or_die(realloc(memory, new_size > 0 ? new_size : 1));
    if (new_size > old_size)
        memset(grown + old_size, 0, new_size - old_size);
    return grown;
}

void memory_free(void *memory)
{
    free(memory);
}

void memory_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
