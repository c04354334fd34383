/* See local.h. All memory is static: there is one room at a time and no allocator. */
#include "wasm/local.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "base/sha256.h"
#include "engine/message.h"
#include "room/catalog.h"
#include "room/table.h"

enum {
    LOG_SIZE = 8 * 1024 * 1024,
    BATCHES_MAX = 16 * 1024,
    NODES_MAX = 8192,
    CID_SIZE = 49,
    ROOM_SIZE = sizeof(struct room) + GAME_STATE_MAX,
    BOT_MEMORY = 4 * 1024 * 1024,
    BOT_STREAM = 1 << 30, /* the dice of the bots; decisions count from 0 */
};

static alignas(16) unsigned char room_bytes[2][ROOM_SIZE], past_bytes[ROOM_SIZE];
static struct table table; /* with what was decided and is not yet kept */

static int64_t player;
static uint8_t seed[RNG_SEED_SIZE];

/* The log: the events' texts one behind the other, and a batch for each. */
static char log_text[LOG_SIZE];
static size_t log_used;
static struct room_batch log_batch[BATCHES_MAX];
static int log_count;
static uint8_t log_hash[SHA256_SIZE], skip[BATCHES_MAX / 8];

static char pending_cid[CID_SIZE];

static struct json_node nodes[NODES_MAX];
static char frame[FRAMES_MESSAGE_MAX], events[ROOM_TOLD_MAX];
static struct room_scratch scratch;
static alignas(16) unsigned char bot_view[GAME_VIEW_MAX], bot_memory[BOT_MEMORY];

/* Questions and answers */

static void begin_reply(struct json *out, char *reply, size_t size)
{
    json_init(out, reply, size);
    json_object(out, NULL);
}

/* An answer that is too long for the page's memory becomes a problem. */
static size_t end_reply(struct json *out)
{
    json_end(out);
    if (!out->overflow)
        return out->length;
    begin_reply(out, out->out, out->size);
    json_text(out, "problem", "too_long");
    json_end(out);
    return out->length;
}

static size_t say_problem(const char *problem, char *reply, size_t size)
{
    struct json out;
    begin_reply(&out, reply, size);
    json_text(&out, "problem", problem);
    return end_reply(&out);
}

/* An initializer would put the whole table into the module's file. */
static void set_table(void)
{
    if (table.room == NULL) {
        table.room = (struct room *)room_bytes[0];
        table.draft = (struct room *)room_bytes[1];
    }
}

static bool read_question(struct json_doc *doc, const char *request, size_t length)
{
    const char *problem;
    set_table();
    return json_parse(doc, request, length, nodes, NODES_MAX, &problem) &&
           json_is(doc, 0, JSON_OBJECT);
}

/* An id, or 0 for the empty text. */
static bool read_id(const struct json_doc *doc, const char *key, int64_t *id)
{
    char word[ID_TEXT_SIZE];
    *id = 0;
    return json_read_text(doc, json_get(doc, 0, key), word, sizeof word) &&
           (word[0] == '\0' || id_read(id, word));
}

static void write_id(struct json *out, const char *key, int64_t id)
{
    char word[ID_TEXT_SIZE] = "";
    if (id != 0)
        id_write(word, id);
    json_text(out, key, word);
}

static bool read_hex(const struct json_doc *doc, const char *key, uint8_t bytes[SHA256_SIZE])
{
    char hex[2 * SHA256_SIZE + 1];
    return json_read_text(doc, json_get(doc, 0, key), hex, sizeof hex) &&
           hex_read(bytes, SHA256_SIZE, hex);
}

static void write_hex(struct json *out, const char *key, const uint8_t bytes[SHA256_SIZE])
{
    char hex[2 * SHA256_SIZE + 1];
    hex_write(hex, bytes, SHA256_SIZE);
    json_text(out, key, hex);
}

/* When the page has to ask again by itself. */
static void write_next(struct json *out)
{
    int64_t deadline = room_deadline(table.room);
    if (deadline != 0)
        json_int(out, "deadline_ms", deadline);
    else
        json_null(out, "deadline_ms");
    json_bool(out, "has_bot", room_bot_seat(table.room, -1) >= 0);
}

static void add_frame(void *context, const char *message, size_t length)
{
    json_raw(context, NULL, message, length);
}

/* Messages that become elements of the array that `out` has begun. */
static struct frames frames_into(struct json *out, int64_t now_ms)
{
    return (struct frames){ .frame = frame,
                            .frame_size = sizeof frame,
                            .events = events,
                            .events_size = sizeof events,
                            .view = &scratch,
                            .now_ms = now_ms,
                            .send = add_frame,
                            .context = out };
}

/* The log */

static bool has_space_for(const struct room_batch *batch)
{
    return log_count < BATCHES_MAX && batch->length <= sizeof log_text - log_used;
}

static void keep(const struct room_batch *batch)
{
    assert(has_space_for(batch));
    memcpy(log_text + log_used, batch->events, batch->length);
    log_batch[log_count] = *batch;
    log_batch[log_count++].events = log_text + log_used;
    log_used += batch->length;
}

static void clear_room(void)
{
    memset(table.room, 0, ROOM_SIZE);
    table.batch.length = 0;
}

/* Builds the room from the whole log. */
static bool rebuild(void)
{
    const char *problem;
    clear_room();
    return room_rebuild(table.room, log_batch, log_count, skip, &problem) == log_count &&
           log_count > 0 && !table.room->needs_replay;
}

size_t local_open(const char *request, size_t length, char *reply, size_t size)
{
    struct json_doc doc;
    struct json out;
    if (!read_question(&doc, request, length) || !read_id(&doc, "player", &player) || player == 0 ||
        !read_hex(&doc, "seed", seed))
        return say_problem("bad_question", reply, size);
    clear_room();
    memset(log_hash, 0, sizeof log_hash);
    log_used = 0;
    log_count = 0;
    begin_reply(&out, reply, size);
    return end_reply(&out);
}

static bool read_batch(const struct json_doc *doc, struct room_batch *batch)
{
    uint32_t list = json_get(doc, 0, "events");
    if (!list || !json_is(doc, list, JSON_ARRAY) ||
        !json_read_int(doc, json_get(doc, 0, "seq"), &batch->seq) ||
        !json_read_int(doc, json_get(doc, 0, "time_ms"), &batch->time_ms) ||
        !read_id(doc, "player", &batch->player) || !read_id(doc, "cid", &batch->cid))
        return false;
    batch->events = doc->text + doc->node[list].start;
    batch->length = doc->node[list].end - doc->node[list].start;
    return batch->seq == log_count + 1;
}

size_t local_load(const char *request, size_t length, char *reply, size_t size)
{
    struct json_doc doc;
    struct json out;
    struct room_batch batch;
    uint8_t hash[SHA256_SIZE];
    if (!read_question(&doc, request, length) || !read_batch(&doc, &batch) ||
        !read_hex(&doc, "hash", hash))
        return say_problem("damaged", reply, size);
    room_chain(log_hash, batch.events, batch.length);
    if (memcmp(log_hash, hash, sizeof hash) != 0)
        return say_problem("damaged", reply, size);
    if (!has_space_for(&batch))
        return say_problem("too_long", reply, size);
    keep(&batch);
    begin_reply(&out, reply, size);
    return end_reply(&out);
}

size_t local_begin(const char *request, size_t length, char *reply, size_t size)
{
    struct json_doc doc;
    struct json out;
    int64_t now_ms;
    if (!read_question(&doc, request, length) ||
        !json_read_int(&doc, json_get(&doc, 0, "now_ms"), &now_ms))
        return say_problem("bad_question", reply, size);
    if (!rebuild())
        return say_problem("cannot_replay", reply, size);
    begin_reply(&out, reply, size);
    json_array(&out, "frames");
    struct frames frames = frames_into(&out, now_ms);
    frames_welcome(&frames, table.room, player, 0);
    frames_state(&frames, table.room, player, NULL, NULL);
    json_end(&out);
    write_next(&out);
    return end_reply(&out);
}

/* Commands */

static bool ask_bots(void)
{
    struct rng rng;
    rng_seed(&rng, seed, BOT_STREAM + (uint64_t)table.room->seq);
    return table_ask_bots(
        &table,
        (struct game_bot){ .rng = &rng, .memory = bot_memory, .memory_size = sizeof bot_memory },
        bot_view);
}

static bool is_read(const struct json_doc *doc)
{
    static const struct table_rules rules = { .has_hidden_games = true };
    uint32_t node = json_get(doc, 0, "command"), cid = node ? json_get(doc, node, "cid") : 0;
    pending_cid[0] = '\0';
    table.turn.refusal = (struct room_refusal){ .code = "bad_json" };
    if (json_get(doc, 0, "bot") != 0)
        return ask_bots();
    if (node == 0)
        return table_read_clock(&table, doc, 0, player);
    return (cid == 0 || json_read_text(doc, cid, pending_cid, sizeof pending_cid)) &&
           table_read(&table, &rules, doc, node, player, pending_cid);
}

static enum table_answer decide(int64_t now_ms)
{
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    room_draw_entropy(seed, table.room->seq + 1, entropy);
    return table_decide(&table, now_ms, entropy);
}

static size_t write_answer(const struct room_refusal *refusal, int64_t now_ms, char *reply,
                           size_t size)
{
    struct json out;
    begin_reply(&out, reply, size);
    json_array(&out, "frames");
    struct frames frames = frames_into(&out, now_ms);
    if (refusal == NULL)
        frames_ok(&frames, pending_cid);
    else
        frames_error(&frames, pending_cid, refusal->code, refusal->why, NULL);
    json_end(&out);
    return end_reply(&out);
}

static void write_clock(struct json *out)
{
    const struct room_command *command = &table.command;
    json_object(out, "command");
    json_text(out, "type", room_commands[command->kind].name);
    if (command->kind == ROOM_CREDIT_CLOCK)
        json_int(out, "ms", command->arg[0]);
    json_end(out);
}

static void write_move(struct json *out)
{
    const struct room_command *command = &table.command;
    const struct game_message *message = &room_game(table.room)->commands[command->kind];
    json_object(out, "command");
    json_text(out, "type", message->name);
    message_write(message, command->arg, NULL, true, out);
    json_end(out);
}

static size_t write_pending(const struct json_doc *doc, char *reply, size_t size)
{
    const struct room_batch *batch = &table.batch;
    uint32_t node = json_get(doc, 0, "command");
    struct json out;
    begin_reply(&out, reply, size);
    json_int(&out, "seq", batch->seq);
    json_int(&out, "time_ms", batch->time_ms);
    write_id(&out, "player", batch->player);
    write_id(&out, "cid", batch->cid);
    if (table.command.is_bot)
        write_move(&out);
    else if (node != 0)
        json_raw(&out, "command", doc->text + doc->node[node].start,
                 doc->node[node].end - doc->node[node].start);
    else
        write_clock(&out);
    json_raw(&out, "events", batch->events, batch->length);
    write_hex(&out, "hash", table.draft->hash);
    return end_reply(&out);
}

size_t local_command(const char *request, size_t length, char *reply, size_t size)
{
    struct json_doc doc;
    int64_t now_ms;
    table.batch.length = 0;
    if (!read_question(&doc, request, length) ||
        !json_read_int(&doc, json_get(&doc, 0, "now_ms"), &now_ms))
        return say_problem("bad_question", reply, size);
    enum table_answer answer = is_read(&doc) ? decide(now_ms) : TABLE_REFUSED;
    if (answer == TABLE_NOTHING)
        return write_answer(NULL, now_ms, reply, size);
    bool is_too_long = answer == TABLE_REFUSED ? text_equal(table.turn.refusal.code, "internal")
                                               : !has_space_for(&table.batch);
    if (is_too_long) {
        table.batch.length = 0;
        return say_problem("too_long", reply, size);
    }
    if (answer == TABLE_REFUSED)
        return write_answer(&table.turn.refusal, now_ms, reply, size);
    return write_pending(&doc, reply, size);
}

static void tell(const struct frames *frames)
{
    struct frames_memo memo;
    frames_begin(&memo);
    table_tell(&table, frames, player, &memo);
    table_commit(&table);
}

static void add_events(void *context, struct json *out)
{
    const struct json *told = context;
    json_raw(out, NULL, told->out + 1, told->length - 2); /* without its brackets */
}

/* After a rewind the draft cannot be shown: the state is built anew from the log. */
static void tell_rewound(const struct frames *frames)
{
    struct json told;
    json_init(&told, events, sizeof events);
    json_array(&told, NULL);
    int count = room_tell(table.room, table.turn.event, table.turn.event_count, player, &told);
    json_end(&told);
    bool is_whole = rebuild();
    assert(is_whole);
    frames_state(frames, table.room, player, count > 0 ? add_events : NULL, &told);
}

size_t local_commit(const char *request, size_t length, char *reply, size_t size)
{
    struct json_doc doc;
    struct json out;
    int64_t now_ms;
    if (!read_question(&doc, request, length) || table.batch.length == 0 ||
        !json_read_int(&doc, json_get(&doc, 0, "now_ms"), &now_ms))
        return say_problem("bad_question", reply, size);
    keep(&table.batch);
    memcpy(log_hash, table.draft->hash, sizeof log_hash);
    table.batch.length = 0;
    begin_reply(&out, reply, size);
    json_array(&out, "frames");
    struct frames frames = frames_into(&out, now_ms);
    if (table_is_rewound(&table))
        tell_rewound(&frames);
    else
        tell(&frames);
    frames_ok(&frames, pending_cid);
    json_end(&out);
    write_next(&out);
    return end_reply(&out);
}

/* Looking back */

size_t local_history(const char *request, size_t length, char *reply, size_t size)
{
    static struct room_reading reading;
    struct json_doc doc;
    struct json out;
    int64_t after;
    const char *problem;
    if (!read_question(&doc, request, length) ||
        !json_read_int(&doc, json_get(&doc, 0, "after"), &after))
        return say_problem("bad_question", reply, size);
    begin_reply(&out, reply, size);
    json_array(&out, "events");
    struct room *past = memset(past_bytes, 0, sizeof past_bytes);
    room_rewound(log_batch, log_count, skip);
    for (int i = 0; i < log_count; i++) {
        int count = room_read_batch(past, &log_batch[i], &reading);
        if (count > 0 && room_told(past, player) >= after)
            room_tell(past, reading.event, count, player, &out);
        if (!room_replay(past, &log_batch[i], skip[i / 8] >> i % 8 & 1, &problem))
            return say_problem("cannot_replay", reply, size);
    }
    if (out.overflow)
        return say_problem("too_long", reply, size);
    json_end(&out);
    return end_reply(&out);
}

size_t local_export(const char *request, size_t length, char *reply, size_t size)
{
    static alignas(16) char work[EXPORT_MEMORY_SIZE];
    const struct room_export_memory memory = {
        .view = &scratch, .work = work, .out = frame, .out_size = sizeof frame
    };
    struct json_doc doc;
    struct json out;
    char extension[32];
    const char *content_type;
    if (!read_question(&doc, request, length) ||
        !json_read_text(&doc, json_get(&doc, 0, "extension"), extension, sizeof extension))
        return say_problem("bad_question", reply, size);
    if (room_export(table.room, player, extension, &memory, &content_type) == 0)
        return say_problem("not_found", reply, size);
    begin_reply(&out, reply, size);
    json_text(&out, "file", frame);
    return end_reply(&out);
}

size_t local_digest(const char *request, size_t length, char *reply, size_t size)
{
    struct json out;
    uint8_t digest[SHA256_SIZE];
    (void)request, (void)length;
    set_table();
    sha256_of(room_state(table.room), room_size(table.room) - sizeof *table.room, digest);
    begin_reply(&out, reply, size);
    write_hex(&out, "state_hash", digest);
    json_text(&out, "game", room_game(table.room)->id);
    return end_reply(&out);
}

size_t local_catalog(const char *request, size_t length, char *reply, size_t size)
{
    struct json out;
    struct json_doc doc;
    bool is_reference = false;
    if (read_question(&doc, request, length))
        json_read_bool(&doc, json_get(&doc, 0, "reference"), &is_reference);
    json_init(&out, reply, size);
    if (is_reference)
        catalog_write_reference(&out);
    else
        catalog_write(&out);
    assert(!out.overflow);
    return out.length;
}
