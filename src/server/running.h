/* Running games: who plays in them, so that people find their tables again, and which of them give hours
 * or days for a move, so that the server keeps their clocks although nobody is connected. */
#ifndef PARLOUR_RUNNING_H
#define PARLOUR_RUNNING_H

#include "server/server.h"

/* Whether this member is somebody who plays or runs the game on the table, with a device of their own. */
bool running_has(const struct room *room, const struct room_member *member);
/* The seats whose move it is, as everybody knows; none while no game runs. */
seat_set running_awaited(const struct room *room);

/* The room has been loaded, or is as `room` after a batch. */
void running_follow(struct slot *slot, const struct room *room);
/* Adds the players to an append, if the store does not know them yet. `playing` has room for ROOM_MEMBERS_MAX
 * and lasts as long as the write. Returns what slot->running_told becomes when it is done. */
int64_t running_write(const struct slot *slot, const struct room_turn *turn, int64_t *playing,
                      struct store_write *write);

/* After the start: loads the games with long moves, some at a time. 0: nothing is left to do. */
int64_t running_next_ms(const struct server *server);
void running_tick(struct server *server);

#endif
