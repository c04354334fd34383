/* Finished games of a room that has prepared another game. Memory keeps the room as it was at the end of the
 * game that was asked for last. Any other is read from the log, in slices like every read of the past; the
 * request that asked for it is then handled from the beginning. */
#include "server/house.h"
#include "server/parking.h"
#include "server/past.h"

#include <string.h>

bool slot_is_past(const struct slot *slot, int64_t game_id)
{
    const struct room *room = slot->room;
    return game_id != room->game_id && game_id != room->next.game_id && game_id != room->id;
}

void slot_keep_ended(struct slot *slot, const struct room *room)
{
    size_t size = room_packed_size(room);
    if (slot->ended_capacity < size) {
        memory_free(slot->ended);
        slot->ended = memory_take(size);
        slot->ended_capacity = size;
    }
    room_pack(slot->ended, room);
}

struct ending {
    struct past_job job; /* first */
    int64_t game_id;
    const char *absent; /* the code if there is no such end */
    bool is_found;
    struct past_undone undone;
    struct room *room,
        *end; /* the second pass is here; at the game's end. room_size_max() bytes each */
    struct parked *request;
};

static bool is_end(const struct ending *ending, const struct room *room)
{
    return room->phase == ROOM_RESULTS && room->game_id == ending->game_id;
}

/* The last of the log's places at which the game's results are on the table. */
static bool look(void *context, const struct past_batch *past)
{
    struct ending *ending = context;
    const char *problem;
    if (ending->undone.skip == NULL) {
        past_note(&ending->undone, past->batch);
        return true;
    }
    if (is_end(ending, ending->room)) {
        room_copy(ending->end, ending->room);
        ending->is_found = true;
    }
    bool is_undone = past_is_undone(&ending->undone, past->batch);
    return room_replay(ending->room, past->batch, is_undone, &problem) &&
           !(ending->is_found && ending->room->game_id != ending->game_id);
}

static void read_again(struct ending *ending)
{
    past_find_undone(&ending->undone);
    ending->room = memory_take(room_size_max());
    ending->end = memory_take(room_size_max());
    past_restart(&ending->job.past);
}

static bool finish(struct past_job *job, bool is_whole)
{
    struct ending *ending = (struct ending *)job;
    struct server *server = job->server;
    if (is_whole && ending->undone.skip == NULL) {
        read_again(ending);
        return false;
    }
    struct slot *slot = map_get(&server->slots, job->past.room_id);
    bool is_here = slot != NULL && slot->room != NULL;
    if (!is_whole || !ending->is_found || !is_here) {
        past_job_refuse(job, !is_whole ? "internal" : is_here ? ending->absent : "too_busy");
        return true;
    }
    slot_keep_ended(slot, ending->end);
    house_hide(server, slot->ended);
    parked_go_on(server, ending->request);
    return true;
}

static void release(struct past_job *job)
{
    struct ending *ending = (struct ending *)job;
    memory_free(ending->room);
    memory_free(ending->end);
    memory_free(ending->request);
    past_undone_free(&ending->undone);
}

const struct room *call_ended(struct call *call, int64_t game_id, const char *absent)
{
    const struct slot *slot = call->slot;
    if (slot->ended != NULL && slot->ended->game_id == game_id)
        return slot->ended;
    call->is_answered = true;
    struct ending *ending = (struct ending *)past_job_new(call, sizeof *ending);
    if (ending == NULL)
        return NULL;
    ending->job.each = look;
    ending->job.finish = finish;
    ending->job.release = release;
    ending->game_id = game_id;
    ending->absent = absent;
    ending->request = parked_new(call->server, call->connection, call->request);
    past_begin(&ending->job.past, call->server, slot, 0, 0, -1);
    past_job_submit(&ending->job);
    return NULL;
}
