/* The people: a session, a table, and then commands chosen from those that they are offered. Each has one
 * command on its way and sends it again, with the same id, until it is answered.
 *
 * On three of eight evenings they have bad manners: everybody talks most of the time, as long as a text may
 * be, in characters that are twice as long in JSON; or one floods the server with useless messages, while it
 * has its limits; or the host changes everything that a host may change, all evening. */
#include "simulation/world.h"

#include <stdio.h>
#include <string.h>

#include "harness/actions.h"
#include "net/plain_request.h"

enum {
    STATE_MAX = 160 * 1024,
    NODES_MAX = 32 * 1024,
    PATIENCE_MS = 8000,
    SIGHTS_FIRST = 64,
    LOUD_TEXT = 500,
    FLOOD = 40, /* messages at once */
};

static struct json_node nodes[NODES_MAX];
static struct actions actions;

uint64_t text_hash(const char *text, size_t length, uint64_t hash)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * UINT64_C(1099511628211);
    return hash;
}

enum manners { MANNERS_GOOD, MANNERS_LOUD, MANNERS_FLOOD, MANNERS_HOST };

/* By the seed, not by chance: the other evenings stay as they were. */
static enum manners manners_of(const struct world *world)
{
    static const enum manners of[8] = {
        [3] = MANNERS_LOUD, [5] = MANNERS_FLOOD, [7] = MANNERS_HOST
    };
    return of[world->seed % 8];
}

static struct table_of_people *table_of(struct world *world, const struct person *person)
{
    return &world->table[person->table];
}

/* Arriving */

static void seat_people(struct world *world, int table)
{
    for (int i = 0; i < world->table[table].seats && world->person_count < PEOPLE_MAX; i++) {
        struct person *person = &world->person[world->person_count];
        person->index = world->person_count++;
        person->table = table;
        person->is_host = i == 0;
        person->acts_ms = world->now_ms + 1 + below(world, 1000);
        person->state = memory_take(STATE_MAX);
        person->game = memory_take(STATE_MAX);
        snprintf(person->name, sizeof person->name, "Guest %d", person->index + 1);
    }
}

void people_arrive(struct world *world)
{
    for (int i = 0; i < world->table_count; i++)
        seat_people(world, i);
}

void people_free(struct world *world)
{
    for (int i = 0; i < world->person_count; i++) {
        memory_free(world->person[i].state);
        memory_free(world->person[i].game);
        memory_free(world->person[i].wish);
        memory_free(world->person[i].sight);
    }
}

/* Requests: which one follows from what the person still lacks. */

static bool wants_socket(const struct person *person, const struct table_of_people *table)
{
    return person->token[0] != '\0' && table->is_made;
}

static const char *write_body(const struct person *person, const struct table_of_people *table,
                              char *out, size_t size)
{
    if (person->token[0] == '\0')
        snprintf(out, size, "{\"name\":\"%s\"}", person->name);
    else if (table->game->seats_min == table->game->seats_max)
        snprintf(out, size, "{\"game\":\"%s\"}", table->game->id);
    else
        snprintf(out, size, "{\"game\":\"%s\",\"num_players\":%d}", table->game->id,
                 table->seats + table->has_bots);
    return out;
}

void people_request(const struct person *person, const struct table_of_people *table,
                    struct net_request *request, char scratch[512])
{
    char *path = scratch, *bearer = scratch + 64, *query = scratch + 160, *body = scratch + 192;
    bool is_socket = wants_socket(person, table);
    bool is_new = person->token[0] == '\0';
    snprintf(path, 64, is_socket ? "/ws/%s" : is_new ? "/api/session" : "/api/games", table->code);
    snprintf(bearer, 96, is_new ? "" : "Bearer %s", person->token);
    snprintf(query, 32, "after=%lld", (long long)person->seq);
    *request = plain_request(is_socket ? "GET" : "POST", path, bearer,
                             is_socket ? NULL : write_body(person, table, body, 512 - 192));
    request->query = is_socket && person->is_member ? query : "";
    request->idempotency_key = "the only table";
    request->is_upgrade = is_socket;
}

static void connect_or_ask(struct world *world, struct person *person)
{
    const struct table_of_people *table = table_of(world, person);
    bool is_socket = wants_socket(person, table);
    person->acts_ms = world->now_ms + 200 + below(world, 400);
    if (person->token[0] != '\0' && !table->is_made && !person->is_host)
        return; /* somebody else makes the table */
    struct wire *wire = wire_open(world, person->index, is_socket);
    person->wire = wire->id;
    person->patience_ms = world->now_ms + PATIENCE_MS;
    person->is_fresh = true;
    person->has_state = person->is_sent = false;
    wire_send_up(world, wire, PARCEL_REQUEST, "", 0);
}

static void take_token(struct world *world, struct person *person, const struct json_doc *doc)
{
    char id[ID_TEXT_SIZE];
    if (!json_read_text(doc, json_get(doc, 0, "token"), person->token, sizeof person->token) ||
        !json_read_text(doc, json_get(doc, 0, "player_id"), id, sizeof id) ||
        !id_read(&person->player, id))
        world_fail(world, "%s got a session without token or id", person->name);
}

static void take_table(struct world *world, struct person *person, const struct json_doc *doc)
{
    struct table_of_people *table = table_of(world, person);
    char id[ID_TEXT_SIZE];
    table->is_made =
        json_read_text(doc, json_get(doc, 0, "code"), table->code, sizeof table->code) &&
        json_read_text(doc, json_get(doc, 0, "game_set_id"), id, sizeof id) &&
        id_read(&table->room, id);
    if (!table->is_made)
        world_fail(world, "%s made a table without a code", person->name);
}

static void take_response(struct world *world, struct person *person, const struct parcel *parcel,
                          const struct json_doc *doc)
{
    person->wire = 0;
    person->acts_ms = world->now_ms + 50 + below(world, 500);
    if (parcel->status >= 400)
        return; /* asked again */
    if (person->token[0] == '\0')
        take_token(world, person, doc);
    else if (person->is_host && !table_of(world, person)->is_made)
        take_table(world, person, doc);
}

/* What comes over the socket */

static uint64_t node_hash(const struct json_doc *doc, uint32_t node, uint64_t hash)
{
    return text_hash(doc->text + doc->node[node].start, doc->node[node].end - doc->node[node].start,
                     hash);
}

static void note_sight(struct person *person, bool is_whole, uint64_t hash)
{
    if (person->sight_count == person->sight_capacity) {
        int capacity = person->sight_capacity ? 2 * person->sight_capacity : SIGHTS_FIRST;
        person->sight =
            memory_grow(person->sight, (size_t)person->sight_capacity * sizeof *person->sight,
                        (size_t)capacity * sizeof *person->sight);
        person->sight_capacity = capacity;
    }
    person->sight[person->sight_count++] = (struct sight){
        .seq = person->seq, .hash = hash, .is_whole = is_whole, .is_member = person->is_member
    };
}

static size_t keep_node(char *out, const struct json_doc *doc, uint32_t node)
{
    size_t length = doc->node[node].end - doc->node[node].start;
    if (length >= STATE_MAX)
        length = 0;
    memcpy(out, doc->text + doc->node[node].start, length);
    out[length] = '\0';
    return length;
}

static void show_game(struct person *person, const struct json_doc *doc, uint32_t parent)
{
    uint32_t game = json_get(doc, parent, "game");
    person->game_length = json_is(doc, game, JSON_OBJECT) ? keep_node(person->game, doc, game) : 0;
}

/* The events of a frame continue one another, and the first of them what was seen before. */
static bool events_continue(const struct person *person, const struct json_doc *doc,
                            uint32_t events, int64_t seq)
{
    int64_t expected = 0;
    for (uint32_t at = json_first(events); at < doc->node[events].next; at = doc->node[at].next) {
        int64_t number = 0;
        json_read_int(doc, json_get(doc, at, "seq"), &number);
        if (expected == 0 ? number > person->seq + 1 : number != expected)
            return false;
        expected = number + 1;
    }
    return expected == 0 ? person->is_fresh || seq == person->seq : expected == seq + 1;
}

static void take_frame(struct world *world, struct person *person, const struct json_doc *doc,
                       bool is_whole)
{
    uint32_t state = json_get(doc, 0, "state"), events = json_get(doc, 0, "events");
    int64_t seq = 0;
    json_read_int(doc, json_get(doc, 0, "seq"), &seq);
    bool is_member =
        is_whole ? json_is(doc, json_get(doc, state, "you"), JSON_OBJECT) : person->is_member;
    bool is_same_viewer = is_member == person->is_member;
    if (is_same_viewer && seq < person->seq)
        world_fail(world, "%s had seen event %lld and is now shown the table at %lld", person->name,
                   (long long)person->seq, (long long)seq);
    else if (is_same_viewer && !events_continue(person, doc, events, seq))
        world_fail(world, "%s misses events between %lld and %lld", person->name,
                   (long long)person->seq, (long long)seq);
    person->seq = seq;
    person->is_member = is_member;
    person->is_fresh = false;
    if (is_whole) {
        person->state_length = keep_node(person->state, doc, state);
        person->has_state = true;
        note_sight(person, true, node_hash(doc, state, 0));
        show_game(person, doc, state);
        return;
    }
    note_sight(
        person, false,
        node_hash(doc, json_get(doc, 0, "game"), node_hash(doc, json_get(doc, 0, "clock"), 0)));
    show_game(person, doc, 0);
}

/* A chat message or another event that is a message of its own: new, or told already in a frame. */
static void take_event(struct world *world, struct person *person, const struct json_doc *doc)
{
    int64_t seq = 0;
    if (!json_read_int(doc, json_get(doc, 0, "seq"), &seq))
        world_fail(world, "%s got a message that is none", person->name);
    else if (seq > person->seq + 1)
        world_fail(world, "%s misses events between %lld and %lld", person->name,
                   (long long)person->seq, (long long)seq);
    else if (seq > person->seq)
        person->seq = seq;
}

/* "welcome" tells where the person's sequence stands: never before what they have seen. */
static void take_welcome(struct world *world, struct person *person, const struct json_doc *doc)
{
    int64_t seq = 0;
    bool is_member = false;
    json_read_int(doc, json_get(doc, 0, "seq"), &seq);
    json_read_bool(doc, json_get(doc, 0, "is_member"), &is_member);
    if (person->is_member && !is_member)
        world_fail(world, "%s is no longer a member", person->name);
    else if (person->is_member == is_member && seq < person->seq)
        world_fail(world, "%s had seen event %lld, the server knows %lld", person->name,
                   (long long)person->seq, (long long)seq);
}

static bool is_answer_to(const struct json_doc *doc, const char *cid)
{
    char answered[SERVER_CID_SIZE];
    if (!json_read_text(doc, json_get(doc, 0, "cid"), answered, sizeof answered))
        return false;
    answered[strcspn(answered, "~")] = '\0';
    return text_equal(answered, cid);
}

static bool is_passing(const struct json_doc *doc)
{
    static const char *const codes[] = { "not_saved",  "too_busy",   "too_many_requests",
                                         "restarting", "not_member", NULL };
    for (int i = 0; codes[i]; i++)
        if (json_equals(doc, json_get(doc, 0, "code"), codes[i]))
            return true;
    return false;
}

static void take_answer(struct world *world, struct person *person, const struct json_doc *doc,
                        bool is_ok)
{
    struct wish *wish = person->wish_count ? &person->wish[person->wish_count - 1] : NULL;
    if (!person->is_waiting || !wish || !is_answer_to(doc, wish->cid))
        return;
    if (!is_ok && is_passing(doc)) {
        person->is_sent = false;
        person->acts_ms = world->now_ms + 100 + below(world, 900);
        return;
    }
    wish->fate = is_ok ? FATE_DONE : FATE_REFUSED;
    person->is_waiting = person->is_sent = false;
    person->acts_ms = world->now_ms + 1 + below(world, world->think_ms);
    world->commands_done += is_ok;
    world->moves_done += is_ok && wish->is_move;
    person->answered_calm += world->is_calm;
}

static void take_text(struct world *world, struct person *person, const struct json_doc *doc)
{
    uint32_t type = json_get(doc, 0, "type");
    if (json_equals(doc, type, "welcome"))
        take_welcome(world, person, doc);
    else if (json_equals(doc, type, "room_state"))
        take_frame(world, person, doc, true);
    else if (json_equals(doc, type, "game_update"))
        take_frame(world, person, doc, false);
    else if (json_equals(doc, type, "ok"))
        take_answer(world, person, doc, true);
    else if (json_equals(doc, type, "error"))
        take_answer(world, person, doc, false);
    else
        take_event(world, person, doc);
}

void person_loses(struct world *world, struct person *person, net_id wire)
{
    if (person->wire != wire)
        return;
    person->wire = 0;
    person->is_sent = false;
    person->acts_ms = world->now_ms + 1 + below(world, 800);
}

void person_receives(struct world *world, struct person *person, struct wire *wire,
                     const struct parcel *parcel)
{
    struct json_doc doc;
    const char *problem = "";
    if (person->wire != wire->id)
        return;
    if (parcel->kind == PARCEL_CLOSE) {
        person_loses(world, person, wire->id);
        return;
    }
    if (!json_parse(&doc, parcel->text, parcel->length, nodes, NODES_MAX, &problem))
        world_fail(world, "%s got something that is not JSON: %s", person->name, problem);
    else if (parcel->kind == PARCEL_RESPONSE)
        take_response(world, person, parcel, &doc);
    else
        take_text(world, person, &doc);
}

/* Choosing a command */

static struct wish *new_wish(struct person *person)
{
    if (person->wish_count == person->wish_capacity) {
        int capacity = person->wish_capacity ? 2 * person->wish_capacity : SIGHTS_FIRST;
        person->wish =
            memory_grow(person->wish, (size_t)person->wish_capacity * sizeof *person->wish,
                        (size_t)capacity * sizeof *person->wish);
        person->wish_capacity = capacity;
    }
    struct wish *wish = &person->wish[person->wish_count++];
    *wish = (struct wish){ 0 };
    snprintf(wish->cid, sizeof wish->cid, "%d.%d", person->index, person->wish_count);
    return wish;
}

static void begin(struct person *person, struct json *out, const char *type)
{
    struct wish *wish = new_wish(person);
    json_init(out, person->text, sizeof person->text);
    json_object(out, NULL);
    json_text(out, "type", type);
    json_text(out, "cid", wish->cid);
    person->is_waiting = true;
}

static void want(struct person *person, const char *type)
{
    struct json out;
    begin(person, &out, type);
    json_end(&out);
}

static void want_with(struct person *person, const char *type, const char *key, const char *value)
{
    struct json out;
    begin(person, &out, type);
    json_text(&out, key, value);
    json_end(&out);
}

static void want_chat(struct world *world, struct person *person)
{
    char mark[24], text[LOUD_TEXT + 1];
    snprintf(mark, sizeof mark, "word %d-%d.", person->index, ++person->chat_count);
    text_copy(text, sizeof text, mark);
    if (manners_of(world) == MANNERS_LOUD) {
        size_t length = strlen(text);
        memset(text + length, "\"\\"[person->index % 2], LOUD_TEXT - length);
        text[LOUD_TEXT] = '\0';
    }
    want_with(person, "chat", "text", text);
    text_copy(person->wish[person->wish_count - 1].mark, sizeof mark, mark);
}

/* Everything that a host may do to a table without sending anybody away. */
static void want_power(struct world *world, struct person *person)
{
    static const char *const switches[][2] = { { "set_lock", "locked" },
                                               { "set_chat", "open" },
                                               { "set_spectators", "allowed" },
                                               { "set_lock", "locked" } };
    const char *const *chosen = switches[below(world, 4)];
    struct json out;
    begin(person, &out, chosen[0]);
    json_bool(&out, chosen[1], below(world, 2));
    json_end(&out);
}

static void want_bot(struct world *world, struct person *person)
{
    const struct game *game = table_of(world, person)->game;
    struct json out;
    begin(person, &out, "add_bot");
    json_int(&out, "strength", 0);
    if (game->sides)
        json_text(&out, "role", game->sides[below(world, game_side_count(game))]);
    json_end(&out);
}

static bool may(const struct json_doc *doc, const char *type)
{
    uint32_t list = json_get(doc, json_get(doc, 0, "you"), "actions");
    for (uint32_t at = json_first(list); list && at < doc->node[list].next; at = doc->node[at].next)
        if (json_equals(doc, at, type))
            return true;
    return false;
}

static bool is_set(const struct json_doc *doc, uint32_t parent, const char *key)
{
    uint32_t node = json_get(doc, parent, key);
    return node && !json_is(doc, node, JSON_NULL) && !json_is(doc, node, JSON_FALSE);
}

/* The lobby: a seat, a side where there are sides, readiness; the host starts. */
static void choose_in_lobby(struct world *world, struct person *person, const struct json_doc *doc)
{
    const struct table_of_people *table = table_of(world, person);
    const struct game *game = table->game;
    uint32_t you = json_get(doc, 0, "you");
    if (game->sides && !is_set(doc, you, "side") && below(world, 4))
        want_with(person, "select_role", "role", game->sides[below(world, game_side_count(game))]);
    else if (!is_set(doc, you, "seat") && may(doc, "sit"))
        want(person, "sit");
    else if (person->is_host && table->has_bots && may(doc, "add_bot") && below(world, 3) == 0)
        want_bot(world, person);
    else if (may(doc, "start") && below(world, 2))
        want(person, "start");
    else if (may(doc, "ready") && below(world, 2))
        want(person, "ready");
    else
        want_chat(world, person);
}

/* One of the actions that the game offers, with arguments that it offers. */
static bool choose_in_game(struct world *world, struct person *person)
{
    const struct game *game = table_of(world, person)->game;
    const char *problem = "";
    struct json out;
    if (person->game_length == 0)
        return false;
    if (!actions_find(&actions, game, GAME_SEATS_MAX, person->game, &problem))
        return world_fail(world, "%s is shown a game that is none: %s", person->name, problem);
    if (actions.count == 0)
        return false;
    const char *name = actions_pick(&actions, &world->rng);
    begin(person, &out, name);
    person->wish[person->wish_count - 1].is_move = true;
    if (!actions_write(&actions, &world->rng, &out))
        return world_fail(world, "%s cannot choose what %s offers", person->name, name);
    json_end(&out);
    return true;
}

static void choose(struct world *world, struct person *person)
{
    struct json_doc doc;
    const char *problem = "";
    if (!person->is_member) {
        want_with(person, "join", "name", person->name);
        return;
    }
    if (manners_of(world) == MANNERS_HOST && person->is_host && below(world, 3) == 0) {
        want_power(world, person);
        return;
    }
    if (below(world, 4) < (manners_of(world) == MANNERS_LOUD && !world->is_calm ? 3 : 1)) {
        want_chat(world, person);
        return;
    }
    json_parse(&doc, person->state, person->state_length, nodes, NODES_MAX, &problem);
    uint32_t phase = json_get(&doc, 0, "phase");
    uint32_t clock = json_get(&doc, 0, "clock");
    if (json_equals(&doc, phase, "lobby"))
        choose_in_lobby(world, person, &doc);
    else if (is_set(&doc, clock, "is_paused") && may(&doc, "resume"))
        want(person, "resume");
    else if (json_equals(&doc, phase, "playing") && below(world, 60) == 0 && may(&doc, "pause"))
        want(person, "pause");
    else if (json_equals(&doc, phase, "playing") && choose_in_game(world, person))
        return;
    else if (may(&doc, "rematch") && below(world, 2))
        want(person, "rematch");
    else if (may(&doc, "next_game") && person->is_host)
        want(person, "next_game");
    else
        want_chat(world, person);
}

/* Acting */

/* Sends rubbish before the real command: none of it may have an effect or do harm. */
static void flood(struct world *world, struct wire *wire)
{
    static const char *const noise[] = {
        "{\"type\":\"chat\",\"text\":\"\"}",     "{\"type\":\"nothing\",\"cid\":\"x\"}",
        "{\"type\":\"start\",\"cid\":1}",        "[[[[[[[[[[[[[[[[[[",
        "{\"type\":\"kick\",\"player\":\"?\"}",  "{\"type\":\"heartbeat\"}",
        "{\"type\":\"tick\",\"cid\":\"clock\"}", "",
    };
    for (int i = 0; i < FLOOD; i++) {
        const char *text = noise[below(world, 8)];
        wire_send_up(world, wire, PARCEL_TEXT, text, strlen(text));
    }
}

static void send_command(struct world *world, struct person *person, struct wire *wire)
{
    if (manners_of(world) == MANNERS_FLOOD && !world->is_calm && person->index % 3 == 1)
        flood(world, wire);
    wire_send_up(world, wire, PARCEL_TEXT, person->text, strlen(person->text));
    person->is_sent = true;
    person->patience_ms = world->now_ms + PATIENCE_MS;
    person->acts_ms = person->patience_ms;
}

static void person_acts(struct world *world, struct person *person)
{
    struct wire *wire = wire_find(world, person->wire);
    bool lost_patience =
        (person->is_sent || !person->has_state) && person->patience_ms <= world->now_ms;
    person->acts_ms = world->now_ms + 100 + below(world, world->think_ms);
    if (wire && lost_patience) {
        wire_hang_up(world, wire);
        person_loses(world, person, person->wire);
    } else if (!wire)
        connect_or_ask(world, person);
    else if (person->has_state && !person->is_sent) {
        if (!person->is_waiting)
            choose(world, person);
        if (person->is_waiting)
            send_command(world, person, wire);
    }
}

int64_t people_next_ms(const struct world *world)
{
    int64_t next = INT64_MAX;
    for (int i = 0; i < world->person_count; i++)
        if (world->person[i].acts_ms < next)
            next = world->person[i].acts_ms;
    return next;
}

void people_step(struct world *world)
{
    for (int i = 0; i < world->person_count; i++)
        if (world->person[i].acts_ms <= world->now_ms)
            person_acts(world, &world->person[i]);
}
