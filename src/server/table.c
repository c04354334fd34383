/* Open addressing with linear probing; removal shifts back, so there are no tombstones. */
#include "server/table.h"

#include "base/arena.h"

struct table_entry {
    int64_t key;
    void *value;
};

enum { TABLE_FIRST_CAPACITY = 64 };

static size_t table_slot(const struct table *table, int64_t key)
{
    uint64_t mixed = (uint64_t)key * 0x9e3779b97f4a7c15u;
    return (size_t)(mixed >> 32) & (table->capacity - 1);
}

static size_t table_find(const struct table *table, int64_t key)
{
    size_t at = table_slot(table, key);
    while (table->entry[at].key != 0 && table->entry[at].key != key)
        at = (at + 1) & (table->capacity - 1);
    return at;
}

void *table_get(const struct table *table, int64_t key)
{
    return table->capacity == 0 ? NULL : table->entry[table_find(table, key)].value;
}

static void table_resize(struct table *table, size_t capacity)
{
    struct table old = *table;
    table->entry = memory_take(capacity * sizeof *table->entry);
    table->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.entry[i].key != 0)
            table->entry[table_find(table, old.entry[i].key)] = old.entry[i];
    memory_give(old.entry);
}

void table_put(struct table *table, int64_t key, void *value)
{
    if (table->capacity == 0)
        table_resize(table, TABLE_FIRST_CAPACITY);
    else if (2 * table->count >= table->capacity)
        table_resize(table, 2 * table->capacity);
    struct table_entry *entry = &table->entry[table_find(table, key)];
    if (entry->key == 0)
        table->count++;
    entry->key = key;
    entry->value = value;
}

void table_remove(struct table *table, int64_t key)
{
    if (table->capacity == 0)
        return;
    size_t mask = table->capacity - 1;
    size_t hole = table_find(table, key);
    if (table->entry[hole].key == 0)
        return;
    for (size_t at = (hole + 1) & mask; table->entry[at].key != 0; at = (at + 1) & mask) {
        size_t home = table_slot(table, table->entry[at].key);
        /* An entry may move into the hole only if its home does not lie between the two. */
        if (((at - home) & mask) >= ((at - hole) & mask)) {
            table->entry[hole] = table->entry[at];
            hole = at;
        }
    }
    table->entry[hole] = (struct table_entry){ 0 };
    table->count--;
}

void table_free(struct table *table)
{
    memory_give(table->entry);
    *table = (struct table){ 0 };
}

void table_each(const struct table *table, void (*each)(void *context, void *value), void *context)
{
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entry[i].key != 0)
            each(context, table->entry[i].value);
}
