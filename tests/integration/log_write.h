/* A batch of a room's log as the store takes it, for tests that have no server. */
#ifndef PARLOUR_LOG_WRITE_H
#define PARLOUR_LOG_WRITE_H

#include "room/room_log.h"
#include "store/store.h"

/* `room` is as it was after the batch. The scores are written to `scores`, which must outlive the write. */
struct store_write log_write(const struct room *room, const struct room_batch *batch,
                             struct store_score scores[GAME_SEATS_MAX]);

#endif
