/* The proof of a deal (docs/chance.md), for the game on the table or an earlier one of the set. */
#include "server/past.h"

#include <string.h>

enum { PROOF_MAX = 4 * 1024 * 1024 };

/* The log is read twice: what was undone is known only at its end. */
struct proof {
    struct past_job job; /* first */
    int64_t game_id;
    bool is_found;
    struct json head, decisions; /* the members of the proof; the array of decisions */
    char *text;
    struct past_undone undone;
};

static bool starts_game(const struct past_batch *past, int64_t game_id)
{
    for (int i = 0; i < past->count; i++) {
        const struct room_event *event = &past->event[i];
        if (!event->is_game && event->event.kind == ROOM_GAME_STARTED &&
            event->event.arg[0] == game_id)
            return true;
    }
    return false;
}

/* The deal of a game stays in the room until the next game begins, so the last room that has it counts. */
static void take_head(struct proof *proof, const struct room *room)
{
    int64_t game_id = room->phase == ROOM_LOBBY ? room->next.game_id : room->deal.chance.game_id;
    if (game_id != proof->game_id)
        return;
    proof->is_found = true;
    json_init(&proof->head, proof->head.out, proof->head.size);
    json_object(&proof->head, NULL);
    room_proof(room, &proof->head);
}

static bool look(void *context, const struct past_batch *past)
{
    struct proof *proof = context;
    const struct room *before = past->before;
    if (proof->undone.skip == NULL) {
        past_note(&proof->undone, past->batch);
        return true;
    }
    take_head(proof, before);
    bool is_of_game =
        starts_game(past, proof->game_id) ||
        (before->phase == ROOM_PLAYING && before->deal.chance.game_id == proof->game_id);
    if (is_of_game && !past_is_undone(&proof->undone, past->batch))
        room_proof_decision(past->batch, &proof->decisions);
    return true;
}

static bool has_secret(const struct json *head)
{
    return strstr(head->out, "\"secret\":") != NULL;
}

static void respond(struct proof *proof)
{
    json_end(&proof->decisions);
    /* Before the end of the game the decisions would tell every secret. */
    if (has_secret(&proof->head))
        json_raw(&proof->head, "decisions", proof->decisions.out, proof->decisions.length);
    json_end(&proof->head);
    proof->head.overflow = proof->head.overflow || proof->decisions.overflow;
    past_job_respond(&proof->job, &proof->head);
}

static bool finish(struct past_job *job, bool is_whole)
{
    struct proof *proof = (struct proof *)job;
    if (is_whole && proof->undone.skip == NULL) {
        past_find_undone(&proof->undone);
        past_restart(&job->past);
        return false;
    }
    take_head(proof, job->past.room);
    if (is_whole && proof->is_found)
        respond(proof);
    else
        past_job_refuse(job, is_whole ? "not_found" : "internal");
    return true;
}

static void release(struct past_job *job)
{
    struct proof *proof = (struct proof *)job;
    memory_free(proof->text);
    past_undone_free(&proof->undone);
}

void game_proof(struct call *call)
{
    struct proof *proof = (struct proof *)past_job_new(call, sizeof *proof);
    if (proof == NULL)
        return;
    proof->job.each = look;
    proof->job.finish = finish;
    proof->job.release = release;
    proof->text = memory_take(2 * PROOF_MAX);
    json_init(&proof->head, proof->text, PROOF_MAX);
    json_init(&proof->decisions, proof->text + PROOF_MAX, PROOF_MAX);
    json_array(&proof->decisions, NULL);
    id_read(&proof->game_id, call->param[0]);
    past_begin(&proof->job.past, call->server, call->slot, 0, 0, -1);
    past_job_submit(&proof->job);
}
