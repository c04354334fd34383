/* The judge reads each table's log as the store gives it back and compares it with the people's own records:
 * commands that were acknowledged, and states that they saw. */
#include "simulation/world.h"

#include <stdio.h>
#include <string.h>

enum {
    VIEW_MAX = 128 * 1024,
    NODES_MAX = 16 * 1024,
    CREDIT_LEAST_MS = 1000,
    ALIVE_FIRST_MS = 15 * 1000
};

struct log {
    struct world *world;
    const struct table_of_people *table;
    struct room_batch *batch;
    int count, capacity;
    uint8_t hash[SHA256_SIZE];
    bool is_whole;
    struct arena arena;
};

/* Reading */

static bool take_batch(void *context, const struct store_batch *stored)
{
    struct log *log = context;
    struct sha256 hash;
    if (log->count == log->capacity) {
        int capacity = log->capacity ? 2 * log->capacity : 256;
        log->batch = memory_grow(log->batch, (size_t)log->capacity * sizeof *log->batch,
                                 (size_t)capacity * sizeof *log->batch);
        log->capacity = capacity;
    }
    sha256_init(&hash);
    sha256_add(&hash, log->hash, sizeof log->hash);
    sha256_add(&hash, stored->events, stored->length);
    sha256_end(&hash, log->hash);
    if (stored->seq != log->count + 1 || memcmp(stored->hash, log->hash, SHA256_SIZE) != 0)
        log->is_whole = false;
    log->batch[log->count++] =
        (struct room_batch){ .seq = stored->seq,
                             .time_ms = stored->time_ms,
                             .player = stored->player,
                             .cid = stored->cid,
                             .events = arena_copy(&log->arena, stored->events, stored->length),
                             .length = stored->length };
    return true;
}

static bool log_open(struct log *log, struct world *world, const struct table_of_people *table)
{
    struct error error = { 0 };
    *log = (struct log){ .world = world, .table = table, .is_whole = true };
    arena_init(&log->arena);
    if (!world->store->ops->load(world->store, table->room, 0, take_batch, log, &error))
        return world_fail(world, "table %s cannot be read: %s", table->code, error.text);
    if (log->count == 0)
        return world_fail(world, "table %s was made and is gone", table->code);
    return log->is_whole || world_fail(world, "the hash chain of table %s is broken", table->code);
}

static void log_close(struct log *log)
{
    memory_free(log->batch);
    arena_free(&log->arena);
}

/* Commands: done ones are there once, refused ones not at all, open ones at most once. */

static int times_done(const struct log *log, int64_t player, const struct wish *wish)
{
    int count = 0;
    int64_t cid = room_hash_cid(wish->cid);
    for (int i = 0; i < log->count; i++) {
        const struct room_batch *batch = &log->batch[i];
        bool is_it = wish->mark[0] != '\0'
                         ? batch->player == player && strstr(batch->events, wish->mark) != NULL
                         : batch->player == player && batch->cid == cid;
        count += is_it;
    }
    return count;
}

/* A command of the room may have had no effect: a player who is ready may say so again. */
static bool judge_wish(struct log *log, const struct person *person, const struct wish *wish)
{
    int count = times_done(log, person->player, wish);
    bool is_wrong =
        count > 1 || (wish->fate == FATE_REFUSED && count > 0) ||
        (wish->fate == FATE_DONE && (wish->mark[0] != '\0' || wish->is_move) && count == 0);
    log->world->moves_matched += wish->is_move && count == 1;
    static const char *const fates[] = { "not been answered", "been acknowledged", "been refused" };
    return !is_wrong || world_fail(log->world, "command %s of %s has %s and is in the log %d times",
                                   wish->cid, person->name, fates[wish->fate], count);
}

static bool judge_wishes(struct log *log)
{
    struct world *world = log->world;
    for (int i = 0; i < world->person_count; i++) {
        const struct person *person = &world->person[i];
        if (&world->table[person->table] != log->table)
            continue;
        for (int k = 0; k < person->wish_count; k++)
            if (!judge_wish(log, person, &person->wish[k]))
                return false;
    }
    return true;
}

bool judge_log(struct world *world)
{
    bool ok = true;
    for (int i = 0; i < world->table_count && ok; i++) {
        struct log log;
        if (!world->table[i].is_made)
            continue;
        ok = log_open(&log, world, &world->table[i]) && judge_wishes(&log);
        log_close(&log);
    }
    return ok;
}

/* Sights: every state that somebody saw must follow from the log at that point of their sequence. */

static struct json_node nodes[NODES_MAX];
static char view_text[VIEW_MAX];
static struct room_scratch view_scratch;

static uint64_t node_hash(const struct json_doc *doc, uint32_t node, uint64_t hash)
{
    return text_hash(doc->text + doc->node[node].start, doc->node[node].end - doc->node[node].start,
                     hash);
}

static uint64_t whole_hash(const struct room *room, int64_t player)
{
    struct json out;
    json_init(&out, view_text, sizeof view_text);
    json_object(&out, NULL);
    room_view(room, player, &view_scratch, &out);
    json_end(&out);
    return text_hash(view_text, out.length, 0);
}

static uint64_t part_hash(const struct room *room, int64_t player)
{
    struct json out;
    struct json_doc doc;
    const char *problem;
    json_init(&out, view_text, sizeof view_text);
    json_object(&out, NULL);
    room_view_game(room, player, &view_scratch, &out);
    json_end(&out);
    if (!json_parse(&doc, view_text, out.length, nodes, NODES_MAX, &problem))
        return 0;
    return node_hash(&doc, json_get(&doc, 0, "game"),
                     node_hash(&doc, json_get(&doc, 0, "clock"), 0));
}

static void find_sights(struct person *person, const struct room *room)
{
    bool is_member = room_member_of(room, person->player) >= 0;
    int64_t seq = room_told(room, person->player);
    uint64_t hash[2] = { 0 };
    for (int i = 0; i < person->sight_count; i++) {
        struct sight *sight = &person->sight[i];
        if (sight->is_found || sight->seq != seq || sight->is_member != is_member)
            continue;
        if (hash[sight->is_whole] == 0)
            hash[sight->is_whole] = sight->is_whole ? whole_hash(room, person->player)
                                                    : part_hash(room, person->player);
        sight->is_found = hash[sight->is_whole] == sight->hash;
    }
}

static void find_all_sights(struct log *log, const struct room *room)
{
    struct world *world = log->world;
    for (int i = 0; i < world->person_count; i++)
        if (&world->table[world->person[i].table] == log->table)
            find_sights(&world->person[i], room);
}

static bool sights_were_found(struct log *log)
{
    struct world *world = log->world;
    for (int i = 0; i < world->person_count; i++) {
        const struct person *person = &world->person[i];
        if (&world->table[person->table] != log->table)
            continue;
        for (int k = 0; k < person->sight_count; k++)
            if (!person->sight[k].is_found)
                return world_fail(world, "%s saw at %lld what the log does not give", person->name,
                                  (long long)person->sight[k].seq);
    }
    return true;
}

/* Clocks: the first batch after a time without a server gives that time back. A server that ran only for a
 * moment in between, without anybody at this table, makes no difference. */

static int64_t time_without_server(const struct world *world, int64_t before_ms, int64_t after_ms)
{
    int64_t sum = 0, up_until_ms = 0;
    for (int i = world->downtime_count - 1; i >= 0; i--) {
        const struct downtime *downtime = &world->downtime[i];
        bool is_between = before_ms <= downtime->from_ms && downtime->to_ms <= after_ms;
        if (is_between && sum > 0 && up_until_ms - downtime->to_ms >= ALIVE_FIRST_MS)
            break;
        if (is_between) {
            sum += downtime->to_ms - downtime->from_ms;
            up_until_ms = downtime->from_ms;
        }
    }
    return sum;
}

static bool clock_is_credited(struct log *log, const struct room *before,
                              const struct room_batch *batch)
{
    static const char credited[] = "\"clock_credited\",\"kind\":\"room\",\"ms\":";
    long long down = time_without_server(log->world, before->time_ms, batch->time_ms);
    if (down <= CREDIT_LEAST_MS || before->phase != ROOM_PLAYING || before->is_paused ||
        before->is_waiting)
        return true;
    const char *at = strstr(batch->events, credited);
    long long ms = 0;
    if (at)
        sscanf(at + sizeof credited - 1, "%lld", &ms);
    long long most = batch->time_ms - before->time_ms;
    if (ms >= down && ms <= most)
        return true;
    return world_fail(
        log->world,
        "the server was away for %lld ms, batch %lld of %s credits %lld of at most %lld", down,
        (long long)batch->seq, log->table->code, ms, most);
}

static bool follow(struct log *log, struct room *room)
{
    uint8_t *skip = arena_take(&log->arena, (size_t)log->count / 8 + 1);
    room_rewound(log->batch, log->count, skip);
    for (int i = 0; i < log->count; i++) {
        const char *problem = "";
        if (i > 0 && !clock_is_credited(log, room, &log->batch[i]))
            return false;
        if (!room_replay(room, &log->batch[i], skip[i / 8] >> (i % 8) & 1, &problem))
            return world_fail(log->world, "batch %d of table %s does not replay: %s", i + 1,
                              log->table->code, problem);
        log->world->games_begun += strstr(log->batch[i].events, "\"game_started\"") != NULL;
        log->world->games_ended += strstr(log->batch[i].events, "\"game_over\"") != NULL;
        find_all_sights(log, room);
    }
    return sights_were_found(log);
}

bool judge_sights(struct world *world)
{
    bool ok = true;
    for (int i = 0; i < world->table_count && ok; i++) {
        struct log log;
        struct room *room = memory_take(room_size_max());
        ok = log_open(&log, world, &world->table[i]) && follow(&log, room);
        log_close(&log);
        memory_free(room);
    }
    return ok;
}
