/* All allocation goes through here. An arena is memory that is released all at once. */
#ifndef PARLOUR_ARENA_H
#define PARLOUR_ARENA_H

#include <stddef.h>

struct arena {
    struct arena_block *first; /* newest block */
    size_t used;               /* bytes handed out of the newest block */
};

void arena_init(struct arena *arena);
/* Zeroed memory, aligned for anything, valid until arena_reset or arena_free. Never NULL: out of memory
 * ends the process with a message, because no promise can be kept without it. */
void *arena_take(struct arena *arena, size_t size);
char *arena_copy(struct arena *arena, const char *text, size_t length); /* NUL-terminated */
/* Forgets all that was taken; keeps the newest block for the next turn. */
void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

/* For memory that does not belong to an arena: tables that grow, handles. These calls never return NULL
 * either. */
void *memory_take(size_t size);                                    /* zeroed */
void *memory_grow(void *memory, size_t old_size, size_t new_size); /* the new part is zeroed */
void memory_free(void *memory);
void memory_trim(void); /* returns freed memory to the system, if the allocator can */

#endif
