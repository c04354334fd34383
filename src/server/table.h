/* A hash table from 64-bit keys to pointers. Key 0 is not used. */
#ifndef PARLOUR_TABLE_H
#define PARLOUR_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table {
    struct table_entry *entry;
    size_t capacity, count; /* capacity is 0 or a power of two */
};

void *table_get(const struct table *table, int64_t key); /* NULL if absent */
void table_put(struct table *table, int64_t key, void *value);
void table_remove(struct table *table, int64_t key);
void table_free(struct table *table);

/* Calls `each` for every value, in no order that means anything; `each` may not change the table. */
void table_each(const struct table *table, void (*each)(void *context, void *value), void *context);

#endif
