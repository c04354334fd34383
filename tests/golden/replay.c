/* Replays every room of a database and prints what each viewer sees, as one JSON object per line: at several
 * points of the log, and at its end also the proof of the deal. Golden data is recorded and checked with it.
 *   golden_replay DATABASE */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "room/room_view.h"
#include "store/store.h"

enum { BATCHES_MAX = 4096, CUTS = 10, ROOMS_MAX = 64, OUT_SIZE = 4 * 1024 * 1024 };

struct log {
    int count;
    bool is_damaged;
    uint8_t hash[32];
    struct room_batch batch[BATCHES_MAX];
};

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct log *log = context;
    room_chain(log->hash, stored->events, stored->length);
    log->is_damaged =
        log->count == BATCHES_MAX || memcmp(log->hash, stored->hash, sizeof log->hash) != 0;
    if (log->is_damaged)
        return false;
    char *events = memory_take(stored->length);
    memcpy(events, stored->events, stored->length);
    log->batch[log->count++] = (struct room_batch){ .seq = stored->seq,
                                                    .time_ms = stored->time_ms,
                                                    .player = stored->player,
                                                    .cid = stored->cid,
                                                    .events = events,
                                                    .length = stored->length };
    return true;
}

static bool replay(const struct log *log, int count, struct room *room)
{
    uint8_t skip[BATCHES_MAX / 8 + 1] = { 0 };
    memset(room, 0, room_size_max());
    room_rewound(log->batch, count, skip);
    for (int i = 0; i < count; i++) {
        const char *problem = "";
        if (!room_replay(room, &log->batch[i], skip[i / 8] >> i % 8 & 1, &problem)) {
            fprintf(stderr, "batch %d does not replay: %s\n", i + 1, problem);
            return false;
        }
    }
    return !room->needs_replay;
}

static void write_view(const struct room *room, int64_t player, struct room_scratch *scratch,
                       struct json *out)
{
    char id[ID_TEXT_SIZE] = "table";
    if (player != 0)
        id_write(id, player);
    json_object(out, id);
    room_view(room, player, scratch, out);
    json_end(out);
}

static void write_cut(const struct room *room, struct room_scratch *scratch, struct json *out)
{
    json_object(out, NULL);
    json_int(out, "seq", room->seq);
    json_object(out, "views");
    write_view(room, 0, scratch, out);
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (room->member[i].player != 0)
            write_view(room, room->member[i].player, scratch, out);
    json_end(out);
    json_end(out);
}

static bool print_room(struct store *store, const struct store_room *stored, struct room *room,
                       struct room_scratch *scratch, char *text)
{
    struct log *log = memory_take(sizeof *log);
    struct json out;
    char id[ID_TEXT_SIZE], hash[65];
    bool ok = store->ops->load(store, stored->room, 0, take_batch, log, NULL) && !log->is_damaged &&
              log->count > 0;
    json_init(&out, text, OUT_SIZE);
    json_object(&out, NULL);
    id_write(id, stored->room);
    json_text(&out, "room", id);
    json_text(&out, "game", stored->game);
    hex_write(hash, log->hash, sizeof log->hash);
    json_text(&out, "hash", hash);
    json_array(&out, "cuts");
    for (int cut = 1; cut <= CUTS && ok; cut++) {
        ok = replay(log, (log->count * cut + CUTS - 1) / CUTS, room);
        write_cut(room, scratch, &out);
    }
    json_end(&out);
    json_object(&out, "proof");
    if (ok)
        room_proof(room, &out);
    json_end(&out);
    json_end(&out);
    ok = ok && !out.overflow;
    if (ok)
        puts(text);
    else
        fprintf(stderr, "room %s of %s: not whole after %d batches\n", id, stored->game,
                log->count);
    for (int i = 0; i < log->count; i++)
        memory_free((char *)log->batch[i].events);
    memory_free(log);
    return ok;
}

int main(int argc, char **argv)
{
    struct store_room room[ROOMS_MAX];
    struct error error = { 0 };
    struct store *store =
        argc == 2 ? store_open_sqlite(&(struct store_config){ .path = argv[1] }, &error) : NULL;
    if (store == NULL) {
        fprintf(stderr, "usage: golden_replay DATABASE: %s\n", error.text);
        return 2;
    }
    int count = store->ops->list_rooms(store, 0, 0, room, ROOMS_MAX);
    struct room *memory = memory_take(room_size_max());
    struct room_scratch *scratch = memory_take(sizeof *scratch);
    char *text = memory_take(OUT_SIZE);
    bool ok = count > 0;
    for (int i = 0; i < count; i++)
        ok = print_room(store, &room[i], memory, scratch, text) && ok;
    memory_free(text);
    memory_free(scratch);
    memory_free(memory);
    store->ops->close(store);
    return ok ? 0 : 1;
}
