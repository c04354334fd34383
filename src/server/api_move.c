/* Games that move: from the narrator's device to a room here, and from a room to a device. */
#include "server/move.h"
#include "server/past.h"

#include <string.h>

static bool keep(struct move *move, const struct room_batch *batch)
{
    move_add_write(move, batch);
    return true;
}

static bool read_player(struct move *move)
{
    char id[ID_TEXT_SIZE];
    return (json_read_text(&move->doc, json_get(&move->doc, 0, "player"), id, sizeof id) &&
            id_read(&move->player, id) && move->player != 0) ||
           move_against(move, "player");
}

/* The last batch makes the caller the narrator. */
static void settle_in(struct call *call, struct move *move)
{
    struct task *task = task_new(call->server, call->identity.player);
    task->reply = REPLY_HTTP;
    task->connection = call->connection;
    task->is_create = true;
    task->command = (struct room_command){
        .kind = ROOM_MOVE_HERE,
        .arg = { move->player, call->identity.player },
    };
    call->server->metrics.rooms_created++;
    move_arrive(move, move->room, task);
}

static bool is_here_already(struct server *server, int64_t id)
{
    struct store_room found;
    struct store *store = server->seams.store;
    return map_get(&server->slots, id) != NULL || store->ops->find_room(store, id, &found, NULL);
}

void game_move_in(struct call *call)
{
    struct server *server = call->server;
    if (!limit_address(server, LIMIT_ROOM, call->request->address)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    const char *quota;
    struct move *move = move_open(call);
    move->code = free_code(server);
    move->decided = keep;
    if (move_parse(call, move)) {
        if (!read_player(move) || !move_read_head(move) || !move_decide_all(move))
            call_refuse(call, "bad_log", move->why);
        else if (is_here_already(server, move->room->id) || server_awaits(server))
            call_refuse(call, "moved_already", NULL);
        else if ((quota = quota_against_room(server, call->request->address)) != NULL)
            call_refuse(call, quota, NULL);
        else
            settle_in(call, move);
    }
    move_close(move);
}

/* --- back to a device --- */

enum { LOG_MAX = 4 * 1024 * 1024 }; /* a longer one comes to more than a device could bring back */

struct copying {
    struct past_job job; /* first */
    char *text;
    size_t size, length;
};

static void add_line(struct copying *copying, const struct json *line)
{
    if (copying->length + line->length + 1 > copying->size) {
        size_t size = 2 * (copying->size + line->length + 1);
        copying->text = memory_grow(copying->text, copying->size, size);
        copying->size = size;
    }
    memcpy(copying->text + copying->length, line->out, line->length);
    copying->length += line->length;
    copying->text[copying->length++] = '\n';
}

static void write_id(struct json *out, const char *key, int64_t id)
{
    char text[ID_TEXT_SIZE] = "";
    if (id != 0)
        id_write(text, id);
    json_text(out, key, text);
}

static void write_hash(struct json *out, const char *key, const uint8_t hash[SHA256_SIZE])
{
    char text[2 * SHA256_SIZE + 1];
    hex_write(text, hash, SHA256_SIZE);
    json_text(out, key, text);
}

/* Batches as in src/wasm/local.h, but without the commands, which the server does not keep. */
static bool copy_batch(void *context, const struct past_batch *past)
{
    struct copying *copying = context;
    const struct room_batch *batch = past->batch;
    uint8_t hash[SHA256_SIZE];
    struct json line;
    memcpy(hash, past->before->hash, sizeof hash);
    room_chain(hash, batch->events, batch->length);
    json_init(&line, copying->job.server->frame, SERVER_FRAME_MAX);
    json_object(&line, NULL);
    json_int(&line, "seq", batch->seq);
    json_int(&line, "time_ms", batch->time_ms);
    write_id(&line, "player", batch->player);
    write_id(&line, "cid", batch->cid);
    json_null(&line, "command");
    json_raw(&line, "events", batch->events, batch->length);
    write_hash(&line, "hash", hash);
    json_end(&line);
    add_line(copying, &line);
    return copying->length <= LOG_MAX;
}

static void copy_head(struct copying *copying, const struct call *call)
{
    uint8_t seed[RNG_SEED_SIZE];
    char name[CODE_TEXT_SIZE];
    struct json line;
    call->server->seams.random(call->server->seams.context, seed, sizeof seed);
    code_write(name, call->slot->room->code);
    json_init(&line, call->server->frame, SERVER_FRAME_MAX);
    json_object(&line, NULL);
    json_text(&line, "format", "parlour-game");
    json_int(&line, "version", 1);
    json_text(&line, "name", name);
    json_text(&line, "game", room_game(call->slot->room)->id);
    write_id(&line, "player", call->identity.player);
    write_hash(&line, "seed", seed);
    json_end(&line);
    add_line(copying, &line);
}

static bool finish_log(struct past_job *job, bool is_whole)
{
    struct copying *copying = (struct copying *)job;
    if (!is_whole)
        past_job_refuse(job, "internal");
    else if (copying->length > LOG_MAX)
        past_job_refuse(job, "too_large");
    else
        past_job_respond_text(job, "application/x-ndjson", copying->text, copying->length);
    return true;
}

static void release_log(struct past_job *job)
{
    memory_free(((struct copying *)job)->text);
}

/* The log holds every secret of the room. During a game its narrator may have them (docs/decisions.md), but
 * for the codes by which a seat moves to another phone, while they live. */
const char *log_against(const struct call *call)
{
    const struct room *room = call->slot->room;
    int64_t now = server_now(call->server);
    if (!room_game(room)->has_narrator || room->phase != ROOM_PLAYING)
        return "not_now";
    if (room_viewer(room, call->identity.player) != SEAT_NARRATOR)
        return "not_allowed";
    for (int i = 0; i < room->member_end; i++)
        if (room->member[i].transfer_code != 0 && room->member[i].transfer_until_ms > now)
            return "not_now";
    return NULL;
}

void game_log(struct call *call)
{
    const char *code = log_against(call);
    if (code != NULL) {
        call_refuse(call, code, NULL);
        return;
    }
    struct copying *copying = (struct copying *)past_job_new(call, sizeof *copying);
    if (copying == NULL)
        return;
    copying->job.each = copy_batch;
    copying->job.finish = finish_log;
    copying->job.release = release_log;
    copy_head(copying, call);
    past_begin(&copying->job.past, call->server, call->slot, 0, 0, -1);
    past_job_submit(&copying->job);
}
