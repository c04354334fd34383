/* Rooms that ended the server.
 *
 * Code that works for a room says so. If the program then fails (an assertion, a bad access), that room
 * gets a strike in a small file that outlives the process. A room with QUARANTINE_STRIKES strikes is out of
 * order: it is not loaded any more, its log stays as it is, and all others are served. A new version of the
 * program clears all strikes, and so does removing the file. */
#ifndef PARLOUR_QUARANTINE_H
#define PARLOUR_QUARANTINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { QUARANTINE_STRIKES = 3, QUARANTINE_ROOMS_MAX = 64 };

/* Reads or makes the file, logs what is in it, and watches from now on. Without it nothing is counted. */
bool quarantine_open(const char *path, struct error *error);
void quarantine_close(void);

/* This thread works for `room` from now on; 0: for none. */
void quarantine_serve(int64_t room);

bool quarantine_has(int64_t room);
int quarantine_count(void); /* rooms that are out of order */

#endif
