/* See log_write.h. */
#include "integration/log_write.h"

#include <string.h>

static int marks_of(const char *events)
{
    int marks = 0;
    if (strstr(events, "{\"type\":\"game_started\",\"kind\":\"room\""))
        marks |= STORE_MARK_GAME_STARTED;
    if (strstr(events, "{\"type\":\"game_over\",\"kind\":\"room\""))
        marks |= STORE_MARK_GAME_OVER;
    if (strstr(events, "{\"type\":\"chat\",\"kind\":\"room\""))
        marks |= STORE_MARK_CHAT;
    return marks;
}

static int scores_of(const struct room *room, struct store_score scores[GAME_SEATS_MAX])
{
    struct room_result result[GAME_SEATS_MAX];
    int count = room_results(room, result);
    for (int i = 0; i < count; i++)
        scores[i] = (struct store_score){ result[i].player, result[i].score, result[i].won,
                                          result[i].reason, result[i].point };
    return count;
}

struct store_write log_write(const struct room *room, const struct room_batch *batch,
                             struct store_score scores[GAME_SEATS_MAX])
{
    struct store_write write = {
        .kind = STORE_APPEND,
        .room = room->id,
        .code = room->code,
        .expected_seq = batch->seq - 1,
        .time_ms = batch->time_ms,
        .player = batch->player,
        .cid = batch->cid,
        .bytes = batch->events,
        .length = batch->length,
        .marks = marks_of(batch->events),
        .scores = scores,
        .game_id = room->game_id,
        .game_number = room->game_number,
        .game = room_game(room)->id,
        .expires_ms = 1,
    };
    memcpy(write.hash, room->hash, sizeof write.hash);
    if (write.marks & STORE_MARK_GAME_OVER)
        write.score_count = scores_of(room, scores);
    return write;
}
