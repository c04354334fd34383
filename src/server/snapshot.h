/* The bytes of a snapshot: a room as it lies in memory, and what is needed to tell whether it is valid.
 *
 * A snapshot saves time and is never the truth: a snapshot that is damaged, or that another build or another
 * room wrote, is ignored, and the whole log is replayed. */
#ifndef PARLOUR_SNAPSHOT_H
#define PARLOUR_SNAPSHOT_H

#include "room/room.h"

size_t snapshot_size(const struct room *room);
/* Fills snapshot_size() bytes. `log_bytes`: of the log up to there. */
void snapshot_write(const struct room *room, int64_t log_bytes, void *out);

/* Fills `room`, room_size_max() zeroed bytes, and `log_bytes` if the snapshot is whole, of this build, and of
 * the room `id`. Else false, and both are as they were. */
bool snapshot_read(struct room *room, int64_t id, const void *bytes, size_t length,
                   int64_t *log_bytes);

#endif
