/* How long commands take, for the operator alone: three histograms over all tables and games together.
 *
 * How long something took can tell what it was. So the buckets are coarse (each bound is four times the one
 * before), the figures change only every ten seconds, the sum is computed from the bounds, and only the
 * private address shows them. */
#ifndef PARLOUR_DURATIONS_H
#define PARLOUR_DURATIONS_H

#include <stddef.h>
#include <stdint.h>

enum duration_kind {
    DURATION_DECIDE, /* the rules: from a command's text to its events */
    DURATION_COMMIT, /* the store: from handing over a batch to its being on disk */
    DURATION_SEND,   /* the views: writing and queueing a batch for everybody at the table */
    DURATION_KINDS,
};

enum {
    DURATIONS_BUCKETS = 10, /* the last one has no bound */
    DURATIONS_FIRST_US = 64,
    DURATIONS_REFRESH_US = 10 * 1000 * 1000,
};

struct durations {
    uint64_t counted[DURATION_KINDS][DURATIONS_BUCKETS];
    uint64_t shown[DURATION_KINDS][DURATIONS_BUCKETS]; /* as counted when `period` began */
    int64_t period;
};

/* Something that began at `begin_us` is over now. */
void durations_add(struct durations *durations, enum duration_kind kind, int64_t now_us,
                   int64_t begin_us);
/* Writes them as Prometheus reads them; returns the length, or 0 if they do not fit. */
size_t durations_write(struct durations *durations, int64_t now_us, char *out, size_t size);

#endif
