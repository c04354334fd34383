/* Coarse deadlines for many connections: one timer turns a wheel of buckets. A later deadline costs nothing
 * until the entry's bucket comes up; only an earlier one moves the entry at once. */
#ifndef PARLOUR_NET_WHEEL_H
#define PARLOUR_NET_WHEEL_H

#include <stdint.h>

enum { WHEEL_BUCKETS = 64 };

struct wheel_entry {
    struct wheel_entry *next, *previous; /* NULL while not on a wheel */
    int64_t due_ms;
};
struct wheel {
    struct wheel_entry buckets[WHEEL_BUCKETS]; /* heads of rings */
    int64_t tick_ms, turned_ms;
};

void wheel_init(struct wheel *wheel, int64_t tick_ms, int64_t now_ms);
/* Adds the entry or moves it. Deadlines beyond one turn are looked at once per turn. */
void wheel_set(struct wheel *wheel, struct wheel_entry *entry, int64_t due_ms);
void wheel_remove(struct wheel_entry *entry);
/* Calls `due` for every entry whose bucket has come up; it returns when to look again. It may neither
 * add nor remove entries. */
void wheel_turn(struct wheel *wheel, int64_t now_ms, int64_t (*due)(struct wheel_entry *entry));

#endif
