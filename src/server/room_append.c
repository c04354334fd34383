/* What the server tells the store of a batch besides its text: marks for its indexes, the results of a game
 * that it ends, and how long the room is kept from now on. */
#include "server/server.h"

#include <string.h>

static int marks_of(const struct room_turn *turn)
{
    int marks = 0;
    for (int i = 0; i < turn->event_count; i++) {
        if (turn->event[i].is_game)
            continue;
        int kind = turn->event[i].event.kind;
        if (kind == ROOM_GAME_STARTED)
            marks |= STORE_MARK_GAME_STARTED;
        else if (kind == ROOM_GAME_OVER)
            marks |= STORE_MARK_GAME_OVER;
        else if (kind == ROOM_CHAT_SAID)
            marks |= STORE_MARK_CHAT;
    }
    return marks;
}

static int scores_of(const struct room *room, struct store_score *scores)
{
    struct room_result result[GAME_SEATS_MAX];
    int count = room_results(room, result);
    for (int i = 0; i < count; i++)
        scores[i] = (struct store_score){ .player = result[i].player,
                                          .score = result[i].score,
                                          .won = result[i].won,
                                          .reason = result[i].reason,
                                          .point = result[i].point };
    return count;
}

struct store_write append_write(const struct server *server, const struct room_turn *turn,
                                const struct room_batch *batch, struct store_score *scores)
{
    const struct room *after = turn->draft;
    int64_t deadline_ms = room_deadline(after);
    struct store_write write = {
        .kind = STORE_APPEND,
        .room = after->id,
        .expected_seq = batch->seq - 1,
        .time_ms = batch->time_ms,
        .player = batch->player,
        .cid = batch->cid,
        .bytes = batch->events,
        .length = batch->length,
        .marks = marks_of(turn),
        .game_id = after->game_id,
        .game_number = after->game_number,
        .next_game_id = after->next.game_id,
        .code = after->code,
        .game = room_game(after)->id,
        .expires_ms = slot_expiry(server, after, deadline_ms),
        .epoch = server->epoch,
        .due_ms = bots_are_awaited(after) ? after->time_ms : deadline_ms,
    };
    memcpy(write.hash, after->hash, sizeof write.hash);
    if (write.marks & STORE_MARK_GAME_OVER) {
        write.scores = scores;
        write.score_count = scores_of(after, scores);
    }
    return write;
}
