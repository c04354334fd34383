/* Errors of disk, database or network, in words for an operator's log. */
#ifndef PARLOUR_ERROR_H
#define PARLOUR_ERROR_H

#include <stdbool.h>

enum error_kind {
    ERROR_NONE,
    ERROR_STALE,   /* somebody else appended first: reload and decide again */
    ERROR_FULL,    /* no space left; the same call may succeed later */
    ERROR_IO,      /* reading or writing failed: stop and recover */
    ERROR_TAKEN,   /* the name or code is in use */
    ERROR_MISSING, /* no such thing */
    ERROR_CORRUPT, /* the data read is not something this program writes */
    ERROR_NETWORK,
    ERROR_ELSEWHERE, /* another server has it */
    ERROR_FENCED,    /* another server has taken over: this one must drop all its rooms */
    ERROR_PENDING,   /* the data is still being read: call again when it has arrived */
    ERROR_USAGE,
};

struct error {
    enum error_kind kind;
    char text[240];
};

/* Fills `error` (which may be NULL) and returns false, so that a caller can `return error_set(…)`. */
bool error_set(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
