/* Requests and rooms that wait for something the store reads; parking.c says how. */
#ifndef PARLOUR_PARKING_H
#define PARLOUR_PARKING_H

#include "server/api.h"

/* Answers a request, or parks it. */
void api_answer(struct server *server, net_id connection, const struct net_request *request);
/* The handler of the request met a read that is on its way: it runs again when that has arrived. */
void parking_add(struct server *server, net_id connection, const struct net_request *request);
void parking_free(struct server *server);
/* Something has arrived: tries again everything that waits, for that or for something else. */
void parking_go_on(struct server *server);

/* A copy of a request that its owner keeps, to answer it later; memory_free() gives it back. */
struct parked *parked_new(struct server *server, net_id connection,
                          const struct net_request *request);
/* Handles the request from the beginning; it takes nothing from a limit again. The copy stays the owner's. */
void parked_go_on(struct server *server, struct parked *parked);

/* A periodic task met such a read: it runs again as soon as the data has arrived. */
enum tick { TICK_ADOPT, TICK_HOUSE, TICK_RESUME, TICK_SWEEP, TICK_SESSIONS };
bool tick_is_due(const struct server *server, enum tick which, int64_t due_ms);
/* To be called at its end. */
void tick_note(struct server *server, enum tick which);

#endif
