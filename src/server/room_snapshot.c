/* Writes snapshots, so that loading a room need not replay its log from the first batch. */
#include "server/server.h"

#include "server/snapshot.h"

struct snapshot_job {
    struct snapshot_job *next; /* among the free ones */
    struct server *server;
    struct store_write write;
    size_t size;
    unsigned char bytes[]; /* so many */
};

static struct snapshot_job *snapshot_take(struct server *server, size_t size)
{
    struct snapshot_job *job = server->free_snapshots;
    if (job != NULL)
        server->free_snapshots = job->next;
    if (job != NULL && job->size >= size)
        return job;
    memory_free(job);
    job = memory_take(sizeof *job + size);
    job->size = size;
    return job;
}

static void snapshot_done(struct store_write *write)
{
    struct snapshot_job *job = write->owner;
    job->next = job->server->free_snapshots;
    job->server->free_snapshots = job;
}

void snapshots_free(struct server *server)
{
    while (server->free_snapshots != NULL)
        memory_free(snapshot_take(server, 0));
}

static void write_snapshot(struct server *server, struct slot *slot)
{
    const struct room *room = slot->room;
    size_t size = snapshot_size(room);
    /* Also enough when a game is on the table again. */
    struct snapshot_job *job = snapshot_take(server, size + room_game(room)->state_size);
    job->server = server;
    snapshot_write(room, slot->log_bytes, job->bytes);
    job->write = (struct store_write){ .kind = STORE_SNAPSHOT,
                                       .room = slot->id,
                                       .expected_seq = room->seq,
                                       .bytes = (char *)job->bytes,
                                       .length = size,
                                       .done = snapshot_done,
                                       .owner = job };
    slot->snapshot_seq = room->seq;
    store_write(server->seams.store, &job->write);
}

/* A game that can be rewound must be replayed from its beginning, so it is not cut by a snapshot. */
static bool wants_snapshot(const struct slot *slot)
{
    return slot->room->seq - slot->snapshot_seq >= SERVER_SNAPSHOT_EVERY &&
           (slot->room->phase != ROOM_PLAYING || !room_game(slot->room)->can_undo);
}

void room_snapshot_if_due(struct server *server, struct slot *slot)
{
    if (wants_snapshot(slot))
        write_snapshot(server, slot);
}
