/* Open addressing with linear probing; removal shifts back, so there are no tombstones. */
#include "base/map.h"

#include "base/arena.h"

struct map_entry {
    int64_t key;
    void *value;
};

enum { MAP_FIRST_CAPACITY = 64 };

static size_t map_home(const struct map *map, int64_t key)
{
    uint64_t mixed = (uint64_t)key * 0x9e3779b97f4a7c15u;
    return (size_t)(mixed >> 32) & (map->capacity - 1);
}

static size_t map_find(const struct map *map, int64_t key)
{
    size_t at = map_home(map, key);
    while (map->entry[at].key != 0 && map->entry[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return at;
}

void *map_get(const struct map *map, int64_t key)
{
    return map->capacity == 0 ? NULL : map->entry[map_find(map, key)].value;
}

static void map_resize(struct map *map, size_t capacity)
{
    struct map old = *map;
    map->entry = memory_take(capacity * sizeof *map->entry);
    map->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entry[i].key != 0)
            map->entry[map_find(map, old.entry[i].key)] = old.entry[i];
    memory_free(old.entry);
}

void map_put(struct map *map, int64_t key, void *value)
{
    if (map->capacity == 0)
        map_resize(map, MAP_FIRST_CAPACITY);
    else if (2 * map->count >= map->capacity)
        map_resize(map, 2 * map->capacity);
    struct map_entry *entry = &map->entry[map_find(map, key)];
    if (entry->key == 0)
        map->count++;
    entry->key = key;
    entry->value = value;
}

void map_remove(struct map *map, int64_t key)
{
    if (map->capacity == 0)
        return;
    size_t mask = map->capacity - 1;
    size_t hole = map_find(map, key);
    if (map->entry[hole].key == 0)
        return;
    for (size_t at = (hole + 1) & mask; map->entry[at].key != 0; at = (at + 1) & mask) {
        size_t home = map_home(map, map->entry[at].key);
        /* An entry may move into the hole only if its home does not lie between the two. */
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            map->entry[hole] = map->entry[at];
            hole = at;
        }
    }
    map->entry[hole] = (struct map_entry){ 0 };
    map->count--;
}

void map_free(struct map *map)
{
    memory_free(map->entry);
    *map = (struct map){ 0 };
}

void map_each(const struct map *map, void (*each)(void *context, void *value), void *context)
{
    for (size_t i = 0; i < map->capacity; i++)
        if (map->entry[i].key != 0)
            each(context, map->entry[i].value);
}

void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->capacity)
        if (map->entry[(*at)++].key != 0)
            return map->entry[*at - 1].value;
    return NULL;
}
