/* The same tests once more with READS_ARE_LATE in the environment: the server's reads are answered a moment
 * later, as from a disk or a database. */
#ifndef PARLOUR_HARNESS_LATE_H
#define PARLOUR_HARNESS_LATE_H

#include <stdlib.h>

#include "server/server.h"

static inline bool late_reads(void)
{
    return getenv("READS_ARE_LATE") != NULL;
}

static inline struct store *late_store(struct store *store)
{
    return late_reads() ? store_open_reads(store, &(struct store_config){ 0 }, NULL) : store;
}

/* One read may lead to another. */
static inline void late_poll(struct server *server)
{
    enum { ROUNDS = 12 };
    for (int i = 0; i < (late_reads() ? ROUNDS : 1); i++)
        server_poll(server);
}

#endif
