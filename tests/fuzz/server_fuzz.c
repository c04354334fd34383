/* The whole server against people who may send anything: the bytes of their sockets go through the real
 * parsers of HTTP and WebSocket into the real server, its rooms and its store, and its answers go into the
 * real queues. Only the sockets, the clock and the disk are ours.
 *
 * Head: the game and its people. A record is what one of them does: ask by HTTP, open a socket, send a
 * command of the tables, talk as long as the tables allow, send frames and bytes that mean nothing, stop
 * reading, hang up, end a session, let time pass. After each step what is queued has its bound; what is sent
 * is whole JSON; at the end every room can be built again from its log, and everything is given back. */
#include <assert.h>
#include <string.h>

#include "engine/message.h"
#include "fuzz/records.h"
#include "net/connection.h"
#include "server/api.h"

enum { PEOPLE = 6, BYTES_MAX = 20 * 1024, SETTLE_MAX = 1000, NODES = FRAMES_NODES_MAX };

struct person {
    char token[SERVER_TOKEN_SIZE];
    char id[ID_TEXT_SIZE];
    struct connection asks, plays; /* for requests, and a WebSocket */
    bool asks_is_open, plays_is_open;
    bool is_slow; /* does not read what comes on the WebSocket */
};

static struct server server;
static struct config config;
static struct store *store;
static struct net_core core;
static struct person people[PEOPLE];
static char code[CODE_TEXT_SIZE], game_id[ID_TEXT_SIZE];
static net_id last_id;
static int64_t now;
static struct rng chance;
static int accepted, closed, games_over;
static struct json_node nodes[NODES];

/* The seams */

static int64_t fake_now(void *context)
{
    (void)context;
    return now;
}

static void fake_random(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_below(&chance, 256);
}

static void fake_think(void *context, struct thought *thought)
{
    (void)context;
    if (!thought->game->bot_is_slow) /* slow bots think for seconds; here they do not move */
        thought_run(thought, NULL, 0);
    thought->done(&server, thought);
}

static struct connection *find(net_id id)
{
    for (int i = 0; i < PEOPLE; i++) {
        if (people[i].asks_is_open && people[i].asks.id == id)
            return &people[i].asks;
        if (people[i].plays_is_open && people[i].plays.id == id)
            return &people[i].plays;
    }
    return NULL;
}

static bool parse(struct json_doc *doc, const char *text, size_t length)
{
    const char *problem;
    return json_parse(doc, text, length, nodes, NODES, &problem);
}

/* Reads from an answer what the person who asked would learn: their token, and where the table is. */
static void learn(const struct net_response *response, net_id id)
{
    struct json_doc doc;
    if (response->status != 201 || !parse(&doc, response->body, response->length))
        return;
    for (int i = 0; i < PEOPLE; i++)
        if (people[i].asks_is_open && people[i].asks.id == id && json_get(&doc, 0, "token")) {
            json_read_text(&doc, json_get(&doc, 0, "token"), people[i].token,
                           sizeof people[i].token);
            json_read_text(&doc, json_get(&doc, 0, "player_id"), people[i].id, sizeof people[i].id);
        }
    if (json_get(&doc, 0, "game_set_id") && code[0] == '\0') {
        json_read_text(&doc, json_get(&doc, 0, "code"), code, sizeof code);
        json_read_text(&doc, json_get(&doc, 0, "game_id"), game_id, sizeof game_id);
    }
}

static void op_respond(struct net *net, net_id id, const struct net_response *response)
{
    struct connection *connection = find(id);
    (void)net;
    assert(response->status >= 200 && response->status < 600 && response->status != 500);
    learn(response, id);
    if (connection)
        connection_respond(connection, response);
}

static bool op_accept(struct net *net, net_id id)
{
    struct connection *connection = find(id);
    (void)net;
    bool is_accepted = connection && connection_accept(connection);
    accepted += is_accepted;
    return is_accepted;
}

static void op_send(struct net *net, net_id id, const char *text, size_t length)
{
    struct connection *connection = find(id);
    struct json_doc doc;
    (void)net;
    assert(length <= FRAMES_MESSAGE_MAX && parse(&doc, text, length));
    if (connection)
        connection_send(connection, text, length);
}

static void op_close(struct net *net, net_id id, int reason_code, const char *reason)
{
    struct connection *connection = find(id);
    (void)net;
    if (connection)
        connection_close(connection, reason_code, reason);
}

static const struct net_ops ops = { op_respond, op_accept, op_send, op_close };
static struct net net = { &ops };

static void on_closed(void *owner, net_id id)
{
    closed++;
    server_closed(owner, id);
}

static void wake(struct connection *connection)
{
    (void)connection;
}

/* The wires */

static void drain(struct connection *connection)
{
    connection_attend(connection);
    if (connection->out.length == 0)
        return;
    out_clear(&core.blocks, &connection->out);
    connection_progress(connection);
    connection_drained(connection);
    connection_attend(connection);
}

static void hang_up(struct connection *connection, bool *is_open)
{
    if (!*is_open)
        return;
    connection_lose(connection);
    connection_attend(connection);
    connection_release(connection);
    *is_open = false;
}

static void settle_one(struct connection *connection, bool *is_open, bool is_slow)
{
    if (!*is_open)
        return;
    if (!is_slow)
        drain(connection);
    connection_attend(connection);
    assert(connection->out.length <= NET_QUEUE_MAX + 1024);
    if (connection->state == CONNECTION_DONE)
        hang_up(connection, is_open);
}

static void settle(void)
{
    for (int i = 0; i < SETTLE_MAX; i++) {
        store_poll(store);
        for (int k = 0; k < PEOPLE; k++) {
            settle_one(&people[k].asks, &people[k].asks_is_open, false);
            settle_one(&people[k].plays, &people[k].plays_is_open, people[k].is_slow);
        }
        if (server_next_ms(&server) > now && i > 2)
            return;
        server_tick(&server);
    }
}

static void dial(struct connection *connection, bool *is_open)
{
    hang_up(connection, is_open);
    connection_open(connection, &core, ++last_id, &(struct address){ 0 }, false);
    *is_open = true;
}

static void receive(struct connection *connection, bool is_open, const char *bytes, size_t length)
{
    if (!is_open || length == 0 || !connection_wants_input(connection))
        return;
    char *copy = memory_take(length);
    memcpy(copy, bytes, length);
    connection_receive(connection, copy, length);
    memory_free(copy);
}

/* What people do */

static void ask(struct person *person, const char *method, const char *path, const char *body)
{
    static char bytes[BYTES_MAX];
    char credentials[128] = "";
    if (person->token[0])
        snprintf(credentials, sizeof credentials, "Authorization: Bearer %s\r\n", person->token);
    int length = snprintf(bytes, sizeof bytes,
                          "%s %s HTTP/1.1\r\nHost: house\r\n%sContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n%s",
                          method, path, credentials, strlen(body), body);
    if (!person->asks_is_open || person->asks.state != CONNECTION_READING)
        dial(&person->asks, &person->asks_is_open);
    receive(&person->asks, person->asks_is_open, bytes, (size_t)length);
    settle();
}

static void join_by_socket(struct person *person, const char *where, const char *query)
{
    char bytes[512], credentials[128] = "";
    if (person->token[0])
        snprintf(credentials, sizeof credentials, "Authorization: Bearer %s\r\n", person->token);
    int length = snprintf(bytes, sizeof bytes,
                          "GET /ws/%s%s HTTP/1.1\r\nHost: house\r\n%sUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                          where, query, credentials);
    dial(&person->plays, &person->plays_is_open);
    receive(&person->plays, person->plays_is_open, bytes, (size_t)length);
    settle();
}

/* A frame with a mask of zeros. */
static void send_frame(struct person *person, int first, const char *text, size_t length)
{
    static char bytes[BYTES_MAX + 16];
    size_t head = length < 126 ? 2 : 4;
    assert(length <= BYTES_MAX);
    bytes[0] = (char)first;
    bytes[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (head == 4) {
        bytes[2] = (char)(length >> 8);
        bytes[3] = (char)length;
    }
    memset(bytes + head, 0, 4);
    memcpy(bytes + head + 4, text, length);
    receive(&person->plays, person->plays_is_open, bytes, head + 4 + length);
    settle();
}

static struct slot *table(void)
{
    int64_t number;
    return code_read(&number, code) ? slot_by_code(&server, number) : NULL;
}

static int count_of(const struct game_message *list)
{
    int count = 0;
    while (list[count].name)
        count++;
    return count;
}

static void write_arg(const struct game_arg *arg, uint8_t byte, struct json *out)
{
    static const char *const texts[] = { "Ana", "\\\"\\\"", "hello", "", "white", "\xe2\x80\xae" };
    int64_t value = record_value(arg, GAME_SEATS_MAX, byte);
    if (arg->optional && value == arg->preset)
        return;
    if (arg->type == ARG_TEXT || arg->type == ARG_WORD)
        json_text(out, arg->name, texts[byte % 6]);
    else if (arg->type == ARG_ID)
        json_text(out, arg->name, people[byte % PEOPLE].id);
    else if (arg->type != ARG_OTHER && message_arg_fits(arg, GAME_SEATS_MAX, value))
        message_write_arg(arg, arg->name, value, "", out);
    else
        json_int(out, arg->name, value);
}

static size_t write_command(const struct record *record, char *text, size_t size)
{
    struct slot *slot = table();
    struct json out;
    bool is_game = slot && slot->room && slot->room->phase == ROOM_PLAYING && record->how & 1;
    const struct game_message *list = is_game ? room_game(slot->room)->commands : room_commands;
    const struct game_message *message = &list[record->arg[7] % count_of(list)];
    char cid[16];
    json_init(&out, text, size);
    json_object(&out, NULL);
    json_text(&out, "type", message->name);
    for (int i = 0; i < message_arg_count(message) && i < RECORD_ARGS - 1; i++)
        if (!message->args[i].optional || record->how & 2)
            write_arg(&message->args[i], record->arg[i], &out);
    snprintf(cid, sizeof cid, "%d", record->how >> 2);
    if (record->how & 128)
        json_text(&out, "cid", cid);
    json_end(&out);
    return out.overflow ? 0 : out.length;
}

static void talk(struct person *person, const struct record *record)
{
    static const char fill[] = { '"', '\\', 'x', '\n', 'e' };
    char text[1200], one = fill[record->arg[0] % sizeof fill];
    struct json out;
    char said[512] = "";
    size_t length = (size_t)record->arg[1] * 2;
    memset(said, one, length < 500 ? length : 500);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    json_text(&out, "type", "chat");
    json_text(&out, "text", said);
    json_end(&out);
    for (int i = 0; i <= record->arg[2] % 8 && !out.overflow; i++)
        send_frame(person, 0x81, out.out, out.length);
}

static void ask_something(struct person *person, const struct record *record)
{
    static const char *const paths[] = {
        "/api/games/%s",
        "/api/rooms/%s/events",
        "/api/games/%s/proof",
        "/api/games/%s/replay",
        "/api/rooms/%s",
        "/api/games/%s/everything",
        "/api/leaderboard",
        "/api/session",
        "/api/games/%s/log",
        "/api/games",
        "/metrics",
        "/ready",
        "/api/games/%s/join",
        "/api/session/rotate",
        "/api/rooms/%s/join",
        "/api/games/%s.json",
        "/api/games/%s.pgn",
        "/api/catalog",
        "/api/games/%s/actions",
        "/api/games/%s/start",
        "/api/games/%s/vote",
        "/api/games/%s/events",
        "/api/games/move-in",
        "/api/games/%s/move-back",
        "/api/games/%s/leave",
        "/api/openapi.json",
        "/api/game-sets/%s/evening.csv",
    };
    static const char *const queries[] = {
        "",          "?after=0",         "?after=99999999999999999999",
        "?after=-1", "?limit=5&after=3", "?table=1&x=%41"
    };
    static const char *const methods[] = { "GET", "GET", "GET", "POST", "DELETE", "PUT" };
    char path[160], body[1024] = "";
    const char *pattern = paths[record->arg[0] % (sizeof paths / sizeof *paths)];
    const char *method = methods[record->arg[1] % 6];
    int length = snprintf(path, sizeof path, pattern, strstr(pattern, "rooms") ? code : game_id);
    snprintf(path + length, sizeof path - (size_t)length, "%s", queries[record->arg[2] % 6]);
    if (strcmp(method, "GET") != 0) {
        if (record->how & 4)
            body[write_command(record, body, sizeof body - 1)] = '\0';
        else
            snprintf(body, sizeof body, "{\"name\":\"Zoe\",\"game\":\"%s\"}",
                     games[record->arg[3] % 4]->id);
    }
    ask(person, method, path, body);
}

static void send_noise(struct person *person, const struct record *record)
{
    if (record->how & 1)
        send_frame(person, record->arg[0], (const char *)record->arg + 1, record->arg[1] % 7);
    else
        receive(&person->plays, person->plays_is_open, (const char *)record->arg, RECORD_ARGS);
    if (record->how & 2)
        receive(&person->asks, person->asks_is_open, (const char *)record->arg, RECORD_ARGS);
    settle();
}

static void wait(const struct record *record)
{
    int64_t end = now + (record->delay < 200 ? record->delay * 50 : (record->delay - 199) * 60000);
    for (int i = 0; i < SETTLE_MAX && server_next_ms(&server) < end; i++) {
        int64_t next = server_next_ms(&server);
        now = next > now ? next : now + 1;
        core.now_ms = now;
        settle();
    }
    now = core.now_ms = end;
    for (int i = 0; i < PEOPLE; i++) {
        if (people[i].asks_is_open)
            connection_tick(&people[i].asks);
        if (people[i].plays_is_open)
            connection_tick(&people[i].plays);
    }
    settle();
}

/* To a code of chance, whose table is made for them. */
static void go_elsewhere(struct person *person, const struct record *record)
{
    char where[CODE_TEXT_SIZE] = "";
    for (int i = 0; i < CODE_LENGTH; i++)
        where[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[(uint8_t)record->arg[i] % 36];
    join_by_socket(person, where, "");
}

static void come_back(struct person *person, const struct record *record)
{
    char query[64];
    if (record->how % 32 == 31) {
        go_elsewhere(person, record);
        return;
    }
    snprintf(query, sizeof query, record->how & 1 ? "?after=%d" : "?table=1&after=%d",
             (int)record->arg[0] - (record->how & 2 ? 200 : 0));
    /* Deep: a client comes back late to a game that was played to its end. */
    PLANT(games_over > 0 && person->is_slow && record->arg[0] > 100);
    join_by_socket(person, code, query);
}

static void step(const struct record *record)
{
    static char text[BYTES_MAX];
    struct person *person = &people[record->actor % PEOPLE];
    switch (record->kind % 16) {
    case 0: ask_something(person, record); break;
    case 1: come_back(person, record); break;
    case 2: talk(person, record); break;
    case 3: send_noise(person, record); break;
    case 4: person->is_slow = record->how & 1; break;
    case 5: hang_up(&person->plays, &person->plays_is_open); break;
    case 6:
    case 7: wait(record); break;
    default: send_frame(person, 0x81, text, write_command(record, text, sizeof text)); break;
    }
    struct slot *slot = table();
    games_over += slot && slot->room && slot->room->phase == ROOM_RESULTS;
}

/* Beginning and end */

static void begin(const uint8_t *head)
{
    char body[128];
    uint8_t seed[RNG_SEED_SIZE] = { head[1], head[2] };
    int count = 0;
    while (games[count])
        count++;
    rng_seed(&chance, seed, 0);
    memset(people, 0, sizeof people);
    code[0] = game_id[0] = '\0';
    accepted = closed = games_over = 0;
    now = 1000 * 1000 * 1000;
    bool is_read = config_read(&config, 0, NULL, NULL);
    assert(is_read);
    config.hidden_games = true;
    config.sessions_per_minute = 0;
    if (head[4] & 1)
        config.commands_per_10s = config.reads_per_minute = config.guesses_per_minute = 0;
    store = store_open_memory(&(struct store_config){ 0 });
    server_init(&server, &config,
                &(struct server_seams){ .now_ms = fake_now,
                                        .random = fake_random,
                                        .think = fake_think,
                                        .store = store,
                                        .net = &net });
    core = (struct net_core){
        .handlers = { .owner = &server,
                      .request = server_request,
                      .message = server_message,
                      .closed = on_closed,
                      .shares = server_shares },
        .timeouts = { 10000, 20000, 60000, 10000, 25000, 2000 },
        .wake = wake,
        .now_ms = now,
        .date = "now",
    };
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s %c\"}", "Guest", 'A' + i);
        ask(&people[i], "POST", "/api/session", body);
        assert(people[i].token[0]);
    }
    snprintf(body, sizeof body, "{\"game\":\"%s\"}", games[head[0] % count]->id);
    ask(&people[0], "POST", "/api/games", body);
    assert(code[0]);
    for (int i = 0; i < PEOPLE; i++) {
        join_by_socket(&people[i], code, "");
        snprintf(body, sizeof body, "{\"type\":\"join\",\"name\":\"Guest %c\"}", 'A' + i);
        if (i > 0 && i <= head[3] % PEOPLE)
            send_frame(&people[i], 0x81, body, strlen(body));
    }
}

/* Bots in the other chairs and a game that has begun, so that not every input has to find the way there. */
static void begin_game(const uint8_t *head)
{
    static const char add[] = "{\"type\":\"add_bot\"}", start[] = "{\"type\":\"start\"}";
    for (int i = 0; i < head[6] % 8; i++)
        send_frame(&people[0], 0x81, add, strlen(add));
    if (head[5] & 1)
        send_frame(&people[0], 0x81, start, strlen(start));
}

static void rebuild(void *context, void *value)
{
    struct slot *slot = value;
    (void)context;
    assert(slot->pending == NULL && slot->first == NULL);
    bool is_built = slot->room == NULL || slot_reload(&server, slot);
    while (!is_built && server_awaits(&server)) {
        server_settle(&server);
        loadings_slice(&server);
        is_built = slot_reload(&server, slot);
    }
    assert(is_built);
}

static void end(void)
{
    settle();
    for (int i = 0; i < PEOPLE; i++) {
        hang_up(&people[i].asks, &people[i].asks_is_open);
        hang_up(&people[i].plays, &people[i].plays_is_open);
    }
    settle();
    map_each(&server.slots, rebuild, NULL);
    server_rest(&server);
    assert(closed == accepted && server.clients.count == 0);
    assert(core.blocks.taken_count == 0 && core.stats.connections == 0);
    net_core_free(&core);
    server_free(&server);
    store->ops->close(store);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    return records_mutate(data, size, size_max, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < RECORDS_HEAD)
        return 0;
    begin(data);
    begin_game(data);
    for (int i = 0; i < records_count(size); i++) {
        struct record record = record_at(data, i);
        step(&record);
    }
    end();
    return 0;
}
