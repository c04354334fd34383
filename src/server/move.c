/* See move.h. */
#include "server/move.h"

#include <assert.h>
#include <string.h>

enum {
    MOVE_NODES_MAX = 32 * 1024,
    MOVE_REWINDS_MAX = 200,        /* each costs a whole replay */
    MOVE_REPLAYED_MAX = 32 * 1024, /* batches of all these replays */
    CLOCK_AHEAD_MS = 60 * 1000,
};

struct move *move_open(struct call *call)
{
    struct move *move = memory_take(sizeof *move);
    move->server = call->server;
    move->room = memory_take(room_size_max());
    return move;
}

void move_close(struct move *move)
{
    memory_free(move->room);
    memory_free(move);
}

bool move_against(struct move *move, const char *why)
{
    move->why = why;
    return false;
}

bool move_parse(struct call *call, struct move *move)
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

bool move_read_hash(struct move *move, const char *key, uint8_t out[SHA256_SIZE])
{
    char text[2 * SHA256_SIZE + 1];
    return (json_read_text(&move->doc, json_get(&move->doc, 0, key), text, sizeof text) &&
            hex_read(out, SHA256_SIZE, text)) ||
           move_against(move, key);
}

bool move_read_head(struct move *move)
{
    const struct json_doc *doc = &move->doc;
    static_assert(sizeof move->seed == SHA256_SIZE, "a seed looks like a hash");
    move->batches = json_get(doc, 0, "batches");
    if (!move_read_hash(move, "seed", move->seed) ||
        !move_read_hash(move, "state_hash", move->state_hash))
        return false;
    if (move->batches == 0 || !json_is(doc, move->batches, JSON_ARRAY) ||
        doc->node[move->batches].count == 0)
        return move_against(move, "batches");
    if (!json_read_int(doc, json_get(doc, 0, "time_ms"), &move->time_ms) || move->time_ms <= 0)
        return move_against(move, "time_ms");
    return doc->node[move->batches].count <= (uint32_t)(MOVE_BATCHES_MAX - move->own) ||
           move_against(move, "too_long");
}

/* A move to the device is how a game that came from here begins there. */
static bool read_clock(struct move *move, uint32_t node)
{
    bool may_move = move->own > 0 && move->count == move->own;
    return (table_read_clock(&move->table, &move->doc, node, move->player) &&
            (may_move || move->table.command.kind != ROOM_MOVE_HERE)) ||
           move_against(move, "command");
}

/* A name must be exactly as this server would have stored it. */
static bool is_clean_name(const char *name, char *clean, size_t size, int64_t *key)
{
    return name_clean(name, clean, size, key) && text_equal(clean, name);
}

static bool read_person(struct move *move, uint32_t node)
{
    const struct table_rules rules = {
        .has_hidden_games = move->server->config->hidden_games,
        .clean_name = is_clean_name,
    };
    struct table *table = &move->table;
    if (!table_read(table, &rules, &move->doc, node, move->player, ""))
        return move_against(move,
                            text_equal(table->turn.refusal.code, "bad_name") ? "name" : "command");
    if (move->count == 0)
        table->command.room_code = move->code;
    return true;
}

static bool read_time(struct move *move, uint32_t node)
{
    int64_t latest_ms = server_now(move->server) + CLOCK_AHEAD_MS, since_ms;
    if (!json_read_int(&move->doc, node, &since_ms) || since_ms < 0 ||
        since_ms > latest_ms - move->time_ms)
        return move_against(move, "time_ms");
    move->time_ms += since_ms;
    return move->time_ms >= move->room->time_ms || move_against(move, "time_ms");
}

static bool read_command(struct move *move, uint32_t node)
{
    const struct json_doc *doc = &move->doc;
    if (!json_is(doc, node, JSON_ARRAY) || doc->node[node].count != 2)
        return move_against(move, "command");
    uint32_t time = json_first(node), command = doc->node[time].next;
    if (!json_is(doc, command, JSON_OBJECT))
        return move_against(move, "command");
    return read_time(move, time) &&
           (json_get(doc, command, "clock") != 0 ? read_clock(move, command)
                                                 : read_person(move, command));
}

bool move_replay(struct server *server, const struct room_batch *batch, int count,
                 struct room *room)
{
    const char *problem;
    uint8_t *skip = arena_take(&server->scratch, (size_t)count / 8 + 1);
    memset(room, 0, room_size_max());
    return room_rebuild(room, batch, count, skip, &problem) == count;
}

/* After a rewind the state is built anew. */
static bool follow_rewind(struct move *move)
{
    move->replayed += move->count;
    if (++move->rewinds > MOVE_REWINDS_MAX || move->replayed > MOVE_REPLAYED_MAX)
        return move_against(move, "too_long");
    return move_replay(move->server, move->batch, move->count, move->room) ||
           move_against(move, "command");
}

void move_add_write(struct move *move, const struct room_batch *batch)
{
    if (move->scores == NULL)
        move->scores = arena_take(&move->server->scratch, GAME_SEATS_MAX * sizeof *move->scores);
    struct store_write *write = &move->write[move->write_count++];
    *write = append_write(move->server, &move->table.turn, batch, move->scores);
    if (write->score_count > 0)
        move->scores = NULL;
}

static bool decide(struct move *move)
{
    struct table *table = &move->table;
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    struct room_batch *batch = &move->batch[move->count];
    room_draw_entropy(move->seed, move->room->seq + 1, entropy);
    table->room = table->draft = move->room;
    enum table_answer answer = table_decide(table, move->time_ms, entropy);
    if (answer != TABLE_BATCH)
        return move_against(move, answer == TABLE_REFUSED &&
                                          text_equal(table->turn.refusal.code, "internal")
                                      ? "too_long"
                                      : "command");
    *batch = table->batch;
    batch->events = arena_copy(&move->server->scratch, batch->events, batch->length);
    move->count++;
    return move->decided(move, batch) && (!table_is_rewound(table) || follow_rewind(move));
}

/* Only the narrator can bring the game, and its state must be the one that the device claims. */
static bool is_the_same(struct move *move)
{
    const struct room *room = move->room;
    int me = room_member_of(room, move->player);
    uint8_t digest[SHA256_SIZE];
    sha256_of(room_state(room), room_size(room) - sizeof *room, digest);
    if (!room_game(room)->has_narrator || me < 0 || !room->member[me].is_narrator ||
        room->phase == ROOM_CLOSED)
        return move_against(move, "player");
    return memcmp(digest, move->state_hash, sizeof digest) == 0 || move_against(move, "state_hash");
}

bool move_decide_all(struct move *move)
{
    const struct json_node *node = move->doc.node;
    for (uint32_t i = json_first(move->batches); i < node[move->batches].next; i = node[i].next)
        if (!read_command(move, i) || !decide(move))
            return false;
    return is_the_same(move);
}

/* --- on its way to the disk --- */

struct arrival {
    struct arrival *next; /* among those whose room is being read */
    struct store_write *last;
    struct server *server;
    struct task *task;
    struct store_write write[]; /* and behind them their scores and bytes */
};

static void wait_for_last(struct store_write *write)
{
    (void)write;
}

static void arrived(struct store_write *last)
{
    struct arrival *arrival = last->owner;
    struct server *server = arrival->server;
    struct task *task = arrival->task;
    enum error_kind result = last->result;
    server_settle(server);
    struct slot *slot = slot_by_id(server, last->room);
    if (slot == NULL && server_awaits(server)) {
        arrival->last = last;
        arrival->next = server->arrivals;
        server->arrivals = arrival;
        return; /* until move_go_on() */
    }
    memory_free(arrival);
    server->moving--;
    if (result == ERROR_NONE && slot != NULL) {
        room_grown(server, slot, task);
        return;
    }
    if (slot != NULL && !task->is_create)
        slot_failed(server, slot, result);
    problem_respond(server, task->connection, "not_saved", NULL);
    task_free(server, task);
}

void move_go_on(struct server *server)
{
    struct arrival *arrival = server->arrivals;
    server->arrivals = NULL;
    for (struct arrival *next; arrival != NULL; arrival = next) {
        next = arrival->next;
        arrived(arrival->last);
        server_rest(server);
    }
}

static size_t scores_size(const struct store_write *write)
{
    return (size_t)write->score_count * sizeof *write->scores;
}

/* The scratch memory of the call does not last until then. */
static struct arrival *pack(const struct move *move)
{
    size_t size = 0, count = (size_t)move->write_count;
    for (size_t i = 0; i < count; i++)
        size += move->write[i].length + scores_size(&move->write[i]);
    struct arrival *arrival = memory_take(sizeof *arrival + count * sizeof *arrival->write + size);
    char *bytes = (char *)&arrival->write[count];
    for (size_t i = 0; i < count; i++) { /* in front, because they are aligned */
        arrival->write[i] = move->write[i];
        if (move->write[i].score_count > 0)
            arrival->write[i].scores =
                memcpy(bytes, move->write[i].scores, scores_size(&move->write[i]));
        bytes += scores_size(&move->write[i]);
    }
    for (size_t i = 0; i < count; i++) {
        struct store_write *write = &arrival->write[i];
        write->bytes = memcpy(bytes, write->bytes, write->length);
        write->done = i + 1 < count ? wait_for_last : arrived;
        write->owner = arrival;
        write->next = i + 1 < count ? write + 1 : NULL;
        bytes += write->length;
    }
    return arrival;
}

static bool decide_end(struct move *move, struct room *room, const struct room_command *command)
{
    struct server *server = move->server;
    struct table *table = &move->table;
    uint8_t entropy[ROOM_ENTROPY_SIZE];
    server->seams.random(server->seams.context, entropy, sizeof entropy);
    table->room = table->draft = room;
    table->command = *command;
    if (table_decide(table, server_now(server), entropy) != TABLE_BATCH)
        return false;
    move_add_write(move, &table->batch);
    return true;
}

void move_arrive(struct move *move, struct room *room, struct task *task)
{
    struct server *server = move->server;
    if (!decide_end(move, room, &task->command)) {
        const struct room_refusal *refusal = &move->table.turn.refusal;
        const char *code = refusal->code != NULL ? refusal->code : "internal";
        problem_respond(server, task->connection, code, refusal->why);
        task_free(server, task);
        return;
    }
    struct arrival *arrival = pack(move);
    arrival->server = server;
    arrival->task = task;
    server->moving++;
    store_write(server->seams.store, arrival->write);
}
