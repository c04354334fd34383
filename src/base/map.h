/* A hash table from 64-bit keys to pointers. Key 0 is not used. */
#ifndef PARLOUR_MAP_H
#define PARLOUR_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map {
    struct map_entry *entry;
    size_t capacity, count; /* capacity is 0 or a power of two */
};

void *map_get(const struct map *map, int64_t key); /* NULL if absent */
void map_put(struct map *map, int64_t key, void *value);
void map_remove(struct map *map, int64_t key);
void map_free(struct map *map);

/* Iterates: the first value at place `*at` or behind it, in arbitrary order; NULL: no more. The caller starts
 * with `*at` 0; each call moves it behind the value. A caller that removes the value sets `*at` back by one,
 * because another may have moved to its place. */
void *map_next(const struct map *map, size_t *at);
/* Calls `each` for every value, in arbitrary order; `each` may not change the map. */
void map_each(const struct map *map, void (*each)(void *context, void *value), void *context);

#endif
