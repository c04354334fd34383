/* The proof of a deal (docs/chance.md), for the game on the table or an earlier one of the set. */
#include "server/api.h"

#include <string.h>

enum { PROOF_MAX = 4 * 1024 * 1024 };

struct proof {
    int64_t game_id;
    bool is_found;
    struct json head, decisions; /* the members of the proof; the array of decisions */
};

static bool starts_game(const struct past_batch *past, int64_t game_id)
{
    for (int i = 0; i < past->count; i++) {
        const struct room_event *event = &past->event[i];
        if (!event->is_game && event->event.arg[0] == game_id &&
            text_equal(room_events[event->event.kind].name, "game_started"))
            return true;
    }
    return false;
}

/* The deal of a game stays in the room until the next game begins; the last look is the one that counts. */
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

static void look(void *context, const struct past_batch *past)
{
    struct proof *proof = context;
    const struct room *before = past->before;
    take_head(proof, before);
    bool is_of_game =
        starts_game(past, proof->game_id) ||
        (before->phase == ROOM_PLAYING && before->deal.chance.game_id == proof->game_id);
    if (is_of_game && !past->is_undone)
        room_proof_decision(past->batch, &proof->decisions);
}

static bool has_secret(const struct json *head)
{
    return strstr(head->out, "\"secret\":") != NULL;
}

static void respond(struct call *call, struct proof *proof)
{
    json_end(&proof->decisions);
    /* Before the end the decisions would tell everything. */
    if (has_secret(&proof->head))
        json_raw(&proof->head, "decisions", proof->decisions.out, proof->decisions.length);
    json_end(&proof->head);
    call_respond_json(call, 200, &proof->head);
}

void game_proof(struct call *call)
{
    struct proof proof = { 0 };
    char *text = memory_take(2 * PROOF_MAX);
    json_init(&proof.head, text, PROOF_MAX);
    json_init(&proof.decisions, text + PROOF_MAX, PROOF_MAX);
    json_array(&proof.decisions, NULL);
    id_read(&proof.game_id, call->param[0]);
    bool ok = slot_history(call->server, call->slot, look, &proof);
    take_head(&proof, call->slot->room);
    if (ok && proof.is_found)
        respond(call, &proof);
    else
        call_refuse(call, ok ? "not_found" : "internal", NULL);
    memory_give(text);
}
