/* Games that move: from the device of whoever runs them to a room here, and back.
 *
 * A device is not trusted. What it sends is not what happened but what was commanded, when, and the seed of
 * all chance; every command is decided again here, as if it had just been sent, so that the log which comes
 * of it is one that this server wrote. That it is the same game is seen from the hash of its state. */
#include "server/api.h"

#include <string.h>

#include "engine/message.h"

enum {
    MOVE_NODES_MAX = 32 * 1024,
    MOVE_BATCHES_MAX = 4000,
    MOVE_REWINDS_MAX = 200, /* each is paid with a whole replay */
    CLOCK_AHEAD_MS = 60 * 1000,
};

/* A log being decided again. */
struct move {
    struct server *server;
    struct json_doc doc;
    int64_t player; /* who the caller is in it */
    uint8_t seed[RNG_SEED_SIZE], state_hash[SHA256_SIZE];
    uint32_t batches; /* node */
    int64_t code;
    struct room *room; /* room_size_max() bytes, also the draft: a refusal ends it all */
    struct room_turn turn;
    struct room_command command;
    char text[GAME_TEXT_MAX + 1], events[SERVER_BATCH_MAX];
    int count, rewinds;
    struct room_batch batch[MOVE_BATCHES_MAX];
    struct store_write write[MOVE_BATCHES_MAX];
    const char *why; /* what stands against it */
};

static bool against(struct move *move, const char *why)
{
    move->why = why;
    return false;
}

static bool read_hex(const struct json_doc *doc, const char *key, uint8_t *out, size_t count)
{
    char text[2 * SHA256_SIZE + 1];
    return json_read_text(doc, json_get(doc, 0, key), text, sizeof text) &&
           hex_read(out, count, text);
}

static bool read_head(struct move *move)
{
    const struct json_doc *doc = &move->doc;
    char id[ID_TEXT_SIZE];
    move->batches = json_get(doc, 0, "batches");
    if (!json_read_text(doc, json_get(doc, 0, "player"), id, sizeof id) ||
        !id_read(&move->player, id) || move->player == 0)
        return against(move, "player");
    if (!read_hex(doc, "seed", move->seed, sizeof move->seed))
        return against(move, "seed");
    if (!read_hex(doc, "state_hash", move->state_hash, sizeof move->state_hash))
        return against(move, "state_hash");
    if (move->batches == 0 || !json_is(doc, move->batches, JSON_ARRAY) ||
        doc->node[move->batches].count == 0)
        return against(move, "batches");
    return doc->node[move->batches].count <= MOVE_BATCHES_MAX || against(move, "too_long");
}

static bool read_clock(struct move *move, uint32_t node)
{
    struct room_command *command = &move->command;
    uint32_t type = json_get(&move->doc, node, "type");
    bool is_tick = json_equals(&move->doc, type, "tick");
    memset(command, 0, sizeof *command);
    if (!is_tick && !json_equals(&move->doc, type, "credit_clock"))
        return against(move, "command");
    for (int kind = 0; room_commands[kind].name != NULL; kind++)
        if (json_equals(&move->doc, type, room_commands[kind].name))
            command->kind = (uint16_t)kind;
    return is_tick ||
           json_read_int(&move->doc, json_get(&move->doc, node, "ms"), &command->arg[0]) ||
           against(move, "command");
}

/* A name must be one that we would have taken, to the letter. */
static bool clean_name(struct move *move)
{
    char clean[ROOM_NAME_SIZE];
    struct room_command *command = &move->command;
    return !command->has_name ||
           (name_clean(command->text, clean, sizeof clean, &command->name_key) &&
            text_equal(clean, command->text)) ||
           against(move, "name");
}

static bool names_hidden_game(const struct move *move, uint32_t node)
{
    uint32_t game = json_get(&move->doc, node, "game");
    for (int i = 0; game != 0 && games[i] != NULL; i++)
        if (json_equals(&move->doc, game, games[i]->id))
            return games[i]->is_hidden && !move->server->config->hidden_games;
    return false;
}

static bool read_person(struct move *move, uint32_t node)
{
    struct room_refusal refusal;
    char cid[SERVER_CID_SIZE] = "";
    uint32_t cid_node = json_get(&move->doc, node, "cid");
    if (!room_read(move->count > 0 ? move->room : NULL, &move->doc, node, &move->command,
                   move->text, &refusal) ||
        names_hidden_game(move, node) ||
        (cid_node != 0 && !json_read_text(&move->doc, cid_node, cid, sizeof cid)))
        return against(move, "command");
    move->command.player = move->player;
    move->command.cid = room_hash_cid(cid);
    if (move->count == 0)
        move->command.room_code = move->code;
    return clean_name(move);
}

static bool read_command(struct move *move, uint32_t node)
{
    uint32_t command =
        json_is(&move->doc, node, JSON_OBJECT) ? json_get(&move->doc, node, "command") : 0;
    int64_t now_ms;
    bool is_clock = false;
    if (command == 0 || !json_is(&move->doc, command, JSON_OBJECT))
        return against(move, "command");
    json_read_bool(&move->doc, json_get(&move->doc, node, "is_clock"), &is_clock);
    if (!json_read_int(&move->doc, json_get(&move->doc, node, "time_ms"), &now_ms) || now_ms <= 0 ||
        now_ms < move->room->time_ms || now_ms > server_now(move->server) + CLOCK_AHEAD_MS)
        return against(move, "time_ms");
    move->turn.now_ms = now_ms;
    return is_clock ? read_clock(move, command) : read_person(move, command);
}

/* After a rewind the state is built anew. */
static bool rebuild(struct move *move)
{
    const char *problem;
    uint8_t *skip = arena_take(&move->server->scratch, (size_t)move->count / 8 + 1);
    if (++move->rewinds > MOVE_REWINDS_MAX)
        return against(move, "too_long");
    room_rewound(move->batch, move->count, skip);
    memset(move->room, 0, room_size_max());
    for (int i = 0; i < move->count; i++)
        if (!room_replay(move->room, &move->batch[i], skip[i / 8] >> i % 8 & 1, &problem))
            return against(move, "command");
    return true;
}

static bool decide(struct move *move)
{
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    struct room_batch *batch = &move->batch[move->count];
    room_draw_entropy(move->seed, move->room->seq + 1, entropy);
    move->turn.draft = move->room;
    move->turn.entropy = entropy;
    if (!room_decide(&move->turn, &move->command) || move->turn.event_count == 0)
        return against(move, "command");
    if (!room_close_batch(&move->turn, &move->command, move->events, sizeof move->events, batch))
        return against(move, "too_long");
    batch->events = arena_copy(&move->server->scratch, move->events, batch->length);
    move->write[move->count] = append_write(move->server, &move->turn, batch);
    move->count++;
    return !move->room->needs_replay || rebuild(move);
}

/* Only whoever runs the game can bring it, and it must have come to what the device says. */
static bool is_the_same(struct move *move)
{
    const struct room *room = move->room;
    int me = room_member_of(room, move->player);
    uint8_t digest[SHA256_SIZE];
    sha256_of(room->state, room_size(room) - sizeof *room, digest);
    if (!room_game(room)->has_narrator || me < 0 || !room->member[me].is_narrator ||
        room->phase == ROOM_CLOSED)
        return against(move, "player");
    return memcmp(digest, move->state_hash, sizeof digest) == 0 || against(move, "state_hash");
}

static bool decide_all(struct move *move)
{
    const struct json_node *node = move->doc.node;
    for (uint32_t i = json_first(move->batches); i < node[move->batches].next; i = node[i].next)
        if (!read_command(move, i) || !decide(move))
            return false;
    return is_the_same(move);
}

static void written(struct store_write *write)
{
    memory_give(write);
}

/* Hands the log over. Should a part of it fail, what follows does not fit any more and fails as well. */
static void write_log(struct move *move)
{
    for (int i = 0; i < move->count; i++) {
        struct store_write *write = memory_take(sizeof *write + move->write[i].length);
        *write = move->write[i];
        memcpy(write + 1, write->bytes, write->length);
        write->bytes = (const char *)(write + 1);
        write->done = written;
        store_write(move->server->seams.store, write);
    }
}

/* The last batch makes the caller the narrator; once it is on disk, the room is made. */
static void settle_in(struct call *call, struct move *move)
{
    struct server *server = call->server;
    struct slot *slot = slot_create(server, move->room->id, move->code);
    struct errand *errand = errand_new(server, 0);
    write_log(move);
    slot_set_state(slot, move->room);
    errand->reply = REPLY_HTTP;
    errand->connection = call->connection;
    errand->is_create = errand->is_prepared = true;
    errand->command = (struct room_command){
        .kind = (uint16_t)message_find(room_commands, "move_here"),
        .arg = { move->player, call->identity.player },
    };
    server->metrics.rooms_created++;
    room_submit(server, slot, errand);
}

static bool is_here_already(struct server *server, int64_t id)
{
    struct store_room found;
    struct store *store = server->seams.store;
    return table_get(&server->slots, id) != NULL || store->ops->find_room(store, id, &found, NULL);
}

static bool parse(struct call *call, struct move *move)
{
    struct arena *scratch = &call->server->scratch;
    struct json_node *nodes = arena_take(scratch, MOVE_NODES_MAX * sizeof *nodes);
    const char *problem = NULL;
    if (call->request->body_length > 0 &&
        json_parse(&move->doc, call->request->body, call->request->body_length, nodes,
                   MOVE_NODES_MAX, &problem) &&
        json_is(&move->doc, 0, JSON_OBJECT))
        return true;
    call_refuse(call, "bad_json", problem);
    return false;
}

void game_move_in(struct call *call)
{
    struct server *server = call->server;
    if (!limit_address(server, LIMIT_ROOM, call->request->address)) {
        call_refuse(call, "too_many_requests", NULL);
        return;
    }
    struct move *move = memory_take(sizeof *move);
    move->server = server;
    move->room = memory_take(room_size_max());
    move->code = free_code(server);
    if (parse(call, move)) {
        if (!read_head(move) || !decide_all(move))
            call_refuse(call, "bad_log", move->why);
        else if (is_here_already(server, move->room->id))
            call_refuse(call, "moved_already", NULL);
        else
            settle_in(call, move);
    }
    memory_give(move->room);
    memory_give(move);
}

/* --- back to a device --- */

struct copying {
    struct server *server;
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

/* As src/wasm/local.h says; what was commanded is not kept here. */
static bool copy_batch(void *context, const struct store_batch *batch)
{
    struct copying *copying = context;
    struct json line;
    json_init(&line, copying->server->frame, SERVER_FRAME_MAX);
    json_object(&line, NULL);
    json_int(&line, "seq", batch->seq);
    json_int(&line, "time_ms", batch->time_ms);
    write_id(&line, "player", batch->player);
    write_id(&line, "cid", batch->cid);
    json_null(&line, "command");
    json_raw(&line, "events", batch->events, batch->length);
    write_hash(&line, "hash", batch->hash);
    json_end(&line);
    add_line(copying, &line);
    return true;
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

/* The log holds every secret of the room. During a game there is none in it that its narrator may not know,
 * but for the codes by which a seat moves to another phone, while they live. NULL, or what stands against. */
static const char *against_log(const struct call *call)
{
    const struct room *room = call->slot->room;
    int64_t now = server_now(call->server);
    if (!room_game(room)->has_narrator || room->phase != ROOM_PLAYING)
        return "not_now";
    if (room_viewer(room, call->identity.player) != SEAT_NARRATOR)
        return "not_allowed";
    for (int i = 0; i < ROOM_MEMBERS_MAX; i++)
        if (room->member[i].transfer_code != 0 && room->member[i].transfer_until_ms > now)
            return "not_now";
    return NULL;
}

void game_log(struct call *call)
{
    struct store *store = call->server->seams.store;
    struct copying copying = { .server = call->server };
    struct error error = { 0 };
    const char *code = against_log(call);
    if (code != NULL) {
        call_refuse(call, code, NULL);
        return;
    }
    copy_head(&copying, call);
    if (store->ops->load(store, call->slot->id, 0, copy_batch, &copying, &error))
        call_respond_text(call, "application/x-ndjson", copying.text, copying.length);
    else
        call_refuse(call, "too_busy", NULL);
    memory_give(copying.text);
}
