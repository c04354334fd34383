/* See evening.h. */
#include "wire/evening.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "harness/late.h"
#include "engine/message.h"
#include "harness/actions.h"
#include "net/plain_request.h"
#include "server/api.h"

enum { CONNECTIONS_MAX = 2048, NODES_MAX = 16 * 1024, VIEW_MAX = 64 * 1024, NOBODY = -1 };

static struct evening *evening; /* being played */
static struct server server;
static struct store *store;
static struct config config;
static struct rng chance;
static int64_t now_ms;
static int owner[CONNECTIONS_MAX]; /* of a connection */
static net_id last_connection;
static bool is_probing;
static char answer[VIEW_MAX]; /* the body of the latest response */
static int status;

/* The games */

#define GAME(id)                        \
    extern const struct game game_##id; \
    static struct game bent_##id;
#include "engine/games.def"
#undef GAME
const struct game *const games[] = {
#define GAME(id) &bent_##id,
#include "engine/games.def"
#undef GAME
    NULL,
};

void evening_unbend(void)
{
#define GAME(id) bent_##id = game_##id;
#include "engine/games.def"
#undef GAME
}

struct game *evening_bend(const char *id)
{
    struct game *bent[] = {
#define GAME(id) &bent_##id,
#include "engine/games.def"
#undef GAME
    };
    for (int i = 0; games[i]; i++)
        if (strcmp(bent[i]->id, id) == 0)
            return bent[i];
    return NULL;
}

/* Seams */

static int64_t wall_ms(void *context)
{
    (void)context;
    return now_ms;
}

static void random_bytes(void *context, void *out, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)rng_below(&chance, 256);
}

static void think(void *context, struct thought *thought)
{
    (void)context;
    thought_run(thought, NULL, 0);
    thought->done(&server, thought);
}

/* Notes "events":[…] of a message, which ends before the game's view begins. */
static void note_heard(struct observer *observer, const char *text, size_t length)
{
    static struct json_node node[NODES_MAX];
    struct json_doc doc;
    const char *problem;
    if (!json_parse(&doc, text, length, node, NODES_MAX, &problem))
        return;
    uint32_t events = json_get(&doc, 0, "events");
    int64_t seq;
    if (json_read_int(&doc, json_get(&doc, 0, "seq"), &seq) && seq > observer->seq)
        observer->seq = seq;
    if (events != 0)
        transcript_add(&observer->heard, "%.*s\n",
                       (int)(doc.node[events].end - doc.node[events].start),
                       doc.text + doc.node[events].start);
    if (json_equals(&doc, json_get(&doc, 0, "type"), "ok"))
        evening->is_done = true;
}

/* A message to somebody who has one already begins another batch. */
static void note_move(int index, const char *text, size_t length)
{
    bool is_narrator = evening->game->has_narrator && index == EVENING_NARRATOR;
    if (evening->game->frame_secret == 0 || is_narrator ||
        strncmp(text, "{\"type\":\"game_update\"", 21) != 0)
        return;
    if (evening->move_ms != now_ms || evening->move_heard >> index & 1) {
        evening->move_heard = 0;
        evening->move_ms = now_ms;
        evening->move_length = length;
    }
    evening->move_heard |= 1u << index;
    if (length != evening->move_length)
        evening->canary = "messages about one move differ in length";
}

static void note(net_id id, const char *kind, int code, const char *text, size_t length)
{
    int index = id < CONNECTIONS_MAX ? owner[id] : NOBODY;
    if (index == NOBODY)
        return;
    struct observer *observer = &evening->person[index];
    transcript_add(&observer->sent, "%lld %s %d %zu %.*s\n", (long long)now_ms, kind, code, length,
                   (int)length, text);
    if (is_probing)
        return;
    note_heard(observer, text, length);
    note_move(index, text, length);
    transcript_add(&evening->sizes, "%lld %d %s %zu\n", (long long)now_ms, index, kind, length);
}

static void net_respond(struct net *net, net_id id, const struct net_response *response)
{
    (void)net;
    status = response->status;
    size_t length = response->length < sizeof answer ? response->length : sizeof answer - 1;
    if (length > 0)
        memcpy(answer, response->body, length);
    answer[length] = '\0';
    note(id, "response", status, answer, length);
}

static bool net_accept(struct net *net, net_id id)
{
    (void)net, (void)id;
    return true;
}

static void net_send(struct net *net, net_id id, const char *text, size_t length)
{
    (void)net;
    note(id, "message", 0, text, length);
}

static void net_end(struct net *net, net_id id, int code, const char *reason)
{
    (void)net;
    note(id, "close", code, reason, strlen(reason));
}

static const struct net_ops net_ops = { net_respond, net_accept, net_send, net_end };
static struct net net = { &net_ops };

/* Asking */

static net_id ask(int person, const char *method, const char *path, const char *query,
                  const char *body, bool is_socket)
{
    char bearer[SERVER_TOKEN_SIZE + 8] = "";
    net_id id = ++last_connection;
    assert(id < CONNECTIONS_MAX);
    owner[id] = person;
    if (person != NOBODY && evening->person[person].token[0] != '\0')
        snprintf(bearer, sizeof bearer, "Bearer %s", evening->person[person].token);
    struct net_request request = plain_request(method, path, bearer, body);
    request.query = query;
    request.is_upgrade = is_socket;
    server_request(&server, id, &request);
    late_poll(&server);
    return id;
}

static void take(const char *name, char *out, size_t size)
{
    static struct json_node node[NODES_MAX];
    struct json_doc doc;
    const char *problem;
    bool ok = json_parse(&doc, answer, strlen(answer), node, NODES_MAX, &problem) &&
              json_read_text(&doc, json_get(&doc, 0, name), out, size);
    assert(ok);
}

static void say(int person, const char *text)
{
    server_message(&server, evening->person[person].socket, text, strlen(text));
    late_poll(&server);
}

static void pass_to(int64_t end_ms)
{
    while (server_next_ms(&server) <= end_ms) {
        int64_t next = server_next_ms(&server);
        now_ms = next > now_ms ? next : now_ms + 1;
        server_tick(&server);
        late_poll(&server);
    }
    now_ms = end_ms > now_ms ? end_ms : now_ms;
    server_tick(&server);
    late_poll(&server);
}

/* The store: it reports a write in doubt as failed, but keeps it. */

static struct store_ops doubting;
static const struct store_ops *trusted;
static bool is_in_doubt;
static void (*doubted_done)(struct store_write *write);

static void done_in_doubt(struct store_write *write)
{
    write->done = doubted_done;
    if (write->result == ERROR_NONE)
        write->result = ERROR_IO;
    write->done(write);
}

static void write_in_doubt(struct store *to, struct store_write *write)
{
    if (is_in_doubt && write->kind == STORE_APPEND) {
        is_in_doubt = false;
        doubted_done = write->done;
        write->done = done_in_doubt;
    }
    trusted->write(to, write);
}

static void open_store(void)
{
    store = store_open_memory(&(struct store_config){ 0 });
    trusted = store->ops;
    doubting = *trusted;
    doubting.write = write_in_doubt;
    store->ops = &doubting;
    store = late_store(store);
}

static void open_server(void)
{
    server_init(&server, &config,
                &(struct server_seams){ .now_ms = wall_ms,
                                        .random = random_bytes,
                                        .think = think,
                                        .store = store,
                                        .net = &net });
}

/* The table */

static char code[CODE_TEXT_SIZE], game_id[ID_TEXT_SIZE], set_id[ID_TEXT_SIZE];

static struct slot *slot(void)
{
    int64_t number;
    bool ok = code_read(&number, code);
    assert(ok);
    return slot_by_code(&server, number);
}

static void open_socket(int person, const char *query)
{
    char path[32];
    snprintf(path, sizeof path, "/ws/%s", code);
    evening->person[person].socket = ask(person, "GET", path, query, NULL, true);
}

static void arrive(int person)
{
    struct observer *observer = &evening->person[person];
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"Guest %d\"}", person + 1);
    ask(NOBODY, "POST", "/api/session", "", body, false);
    take("token", observer->token, sizeof observer->token);
    take("player_id", observer->id, sizeof observer->id);
    bool ok = id_read(&observer->player, observer->id);
    assert(ok);
}

static void make_table(int seats)
{
    char body[128];
    const struct game *game = evening->game;
    snprintf(body, sizeof body,
             game->seats_min == game->seats_max ? "{\"game\":\"%s\"}"
                                                : "{\"game\":\"%s\",\"num_players\":%d}",
             game->id, seats);
    ask(0, "POST", "/api/games", "", body, false);
    assert(status == 201);
    take("code", code, sizeof code);
    take("game_id", game_id, sizeof game_id);
    take("game_set_id", set_id, sizeof set_id);
}

static void sit_down(int person)
{
    char text[128];
    const struct game *game = evening->game;
    snprintf(text, sizeof text, "{\"type\":\"join\",\"cid\":\"j\",\"name\":\"Guest %d\"}",
             person + 1);
    if (person > 0)
        say(person, text);
    snprintf(text, sizeof text, "{\"type\":\"select_role\",\"cid\":\"r\",\"role\":\"%s\"}",
             game->is_duel ? game->sides[person] : "");
    if (game->is_duel)
        say(person, text);
}

static void seat_guests(void)
{
    char text[96];
    for (int i = 0; i < evening->guests; i++) {
        snprintf(text, sizeof text,
                 "{\"type\":\"add_guest\",\"cid\":\"g%d\",\"name\":\"Nobody %d\"}", i, i + 1);
        say(EVENING_NARRATOR, text);
    }
}

/* The last one at the table has not sat down, and asks for the seat of the first guest. */
static void take_guests_seat(int person)
{
    const struct room *room = slot()->room;
    char text[96], id[ID_TEXT_SIZE];
    int seat = room->seat_count - evening->guests;
    id_write(id, room->member[room->member_of_seat[seat]].player);
    snprintf(text, sizeof text, "{\"type\":\"claim_seat\",\"cid\":\"t\",\"player\":\"%s\"}", id);
    say(person, text);
    snprintf(text, sizeof text,
             "{\"type\":\"confirm_claim\",\"cid\":\"y\",\"player\":\"%s\",\"yes\":true}",
             evening->person[person].id);
    say(EVENING_NARRATOR, text);
    assert(room_viewer(slot()->room, evening->person[person].player) == seat);
}

static void begin(void)
{
    const struct game *game = evening->game;
    int sizes = game->seats_max - game->seats_min + 1;
    int seats = game->seats_min + (int)(evening->seed % (uint64_t)(sizes < 3 ? sizes : 3));
    int seated = seats + game->has_narrator - evening->guests;
    int players = seated + (evening->guests > 0);
    assert(players < PEOPLE_MAX);
    evening->people = players + 1;
    for (int i = 0; i < players; i++)
        arrive(i);
    make_table(seats);
    for (int i = 0; i < evening->people; i++)
        open_socket(i, i == players ? "table=1" : "");
    /* So that its answers are probed. */
    say(0, "{\"type\":\"set_bridge\",\"open\":true,\"cid\":\"b\"}");
    for (int i = 0; i < seated; i++)
        sit_down(i);
    seat_guests();
    if (!game->is_duel)
        say(0, "{\"type\":\"start\",\"cid\":\"s\"}");
    assert(slot()->room->phase == ROOM_PLAYING);
    if (evening->guests > 0)
        take_guests_seat(players - 1);
}

/* Playing */

static struct rng dice(uint64_t stream)
{
    struct rng rng;
    uint8_t seed[RNG_SEED_SIZE];
    harness_seed(seed, evening->seed);
    rng_seed(&rng, seed, stream);
    return rng;
}

/* The game as a player is shown it, alone. */
static bool view_of(int person, char out[VIEW_MAX])
{
    static char text[VIEW_MAX];
    static struct json_node node[NODES_MAX];
    struct json json;
    struct json_doc doc;
    const char *problem;
    json_init(&json, text, sizeof text);
    json_object(&json, NULL);
    room_view_game(slot()->room, evening->person[person].player, server.view, &json);
    json_end(&json);
    bool ok = json_parse(&doc, text, json.length, node, NODES_MAX, &problem);
    uint32_t game = ok ? json_get(&doc, 0, "game") : 0;
    if (game == 0 || !json_is(&doc, game, JSON_OBJECT))
        return false;
    size_t length = doc.node[game].end - doc.node[game].start;
    memcpy(out, doc.text + doc.node[game].start, length);
    out[length] = '\0';
    return true;
}

enum { CID_SIZE = 16 };

static const char *write_cid(int step, char out[CID_SIZE])
{
    snprintf(out, CID_SIZE, "c%03d", step);
    return out;
}

/* Writes one of the commands that `person` is offered; false if there is none. */
static bool choose(int person, int step, uint64_t which)
{
    static struct actions actions;
    static char view[VIEW_MAX];
    const char *problem;
    struct json out;
    struct rng rng = dice(1000 + 100 * (uint64_t)step + which);
    char cid[CID_SIZE];
    if (!view_of(person, view) ||
        !actions_find(&actions, evening->game, slot()->room->deal.setup.seat_count, view,
                      &problem) ||
        actions.count == 0)
        return false;
    json_init(&out, evening->command, sizeof evening->command);
    json_object(&out, NULL);
    json_text(&out, "type", actions_pick(&actions, &rng));
    json_text(&out, "cid", write_cid(step, cid));
    bool ok = actions_write(&actions, &rng, &out);
    json_end(&out);
    return ok && !out.overflow;
}

/* Writes what a bot would do in the place of `person`; false if it is nothing. */
static bool choose_as_bot(int person, int step)
{
    static _Alignas(16) unsigned char view[GAME_VIEW_MAX];
    const struct room *room = slot()->room;
    const struct game *game = evening->game;
    struct rng rng = dice(1000 + 100 * (uint64_t)step);
    struct game_bot bot = { .seat = room_viewer(room, evening->person[person].player),
                            .rng = &rng };
    struct game_command command = { 0 };
    struct json out;
    char cid[CID_SIZE];
    memset(view, 0, game->view_size);
    game->view(room_state(room), bot.seat, view);
    if (!game->bot(view, &bot, &command))
        return false;
    const struct game_message *message = &game->commands[command.kind];
    json_init(&out, evening->command, sizeof evening->command);
    json_object(&out, NULL);
    json_text(&out, "type", message->name);
    json_text(&out, "cid", write_cid(step, cid));
    message_write(message, command.arg, command.text, true, &out);
    json_end(&out);
    return !out.overflow;
}

/* Random commands alone do not lead a narrator into the first night, so bots play all commands but the
 * last. */
static bool choose_next(int person, int step)
{
    bool is_led = evening->game->has_narrator && step < evening->last;
    return is_led ? choose_as_bot(person, step) : choose(person, step, 0);
}

/* Chooses the actor: anybody who can act, beginning with a random one. */
static int find_actor(int step)
{
    int players = evening->people - 1;
    struct rng rng = dice((uint64_t)step);
    int first = (int)rng_below(&rng, (uint64_t)players);
    for (int i = 0; i < players; i++)
        if (choose_next((first + i) % players, step))
            return (first + i) % players;
    return NOBODY;
}

static void forget_heard(void)
{
    evening->is_done = false;
    transcript_clear(&evening->sizes);
    for (int i = 0; i < evening->people; i++)
        transcript_clear(&evening->person[i].heard);
}

/* Lets the time pass until somebody can do something. */
static int wait_for_actor(int step)
{
    enum { WAITS = 40 };
    int actor = NOBODY;
    for (int i = 0; i < WAITS && actor == NOBODY && slot()->room->phase == ROOM_PLAYING; i++) {
        actor = find_actor(step);
        if (actor != NOBODY)
            break;
        int64_t deadline_ms = room_deadline(slot()->room);
        pass_to(deadline_ms > now_ms ? deadline_ms : now_ms + 1000);
    }
    return slot()->room->phase == ROOM_PLAYING ? actor : NOBODY;
}

/* Another server has the table from now on, and everybody goes on there from what they have seen. */
static void move_table(void)
{
    server_drain(&server);
    while (!server_is_drained(&server))
        pass_to(now_ms + 1);
    server_free(&server);
    now_ms += 1500;
    open_server();
    for (int i = 0; i < evening->people; i++) {
        char query[64];
        bool watches = i == evening->people - 1;
        snprintf(query, sizeof query, "after=%lld%s", (long long)evening->person[i].seq,
                 watches ? "&table=1" : "");
        open_socket(i, query);
    }
}

/* The last command meets trouble, and is sent again by its own name. */
static void say_in_trouble(void)
{
    enum { SETTLED_MS = 3000 };
    is_in_doubt = evening->seed % 2 == 0;
    say(evening->actor, evening->command);
    is_in_doubt = false;
    if (evening->seed % 2 != 0)
        move_table();
    pass_to(now_ms + SETTLED_MS);
    say(evening->actor, evening->command);
}

static void play(void)
{
    enum { MOVES_ONE_IN = 10 };
    for (int step = 0; step <= evening->last; step++) {
        struct rng rng = dice(500 + (uint64_t)step);
        pass_to(now_ms + 1 + (int64_t)rng_below(&rng, 1500));
        if (evening->moves && rng_below(&rng, MOVES_ONE_IN) == 0)
            move_table();
        evening->actor = wait_for_actor(step);
        if (evening->actor == NOBODY)
            return;
        if (step == evening->last && evening->instead > 0)
            choose(evening->actor, step, (uint64_t)evening->instead);
        forget_heard();
        if (evening->moves && step == evening->last)
            say_in_trouble();
        else
            say(evening->actor, evening->command);
    }
}

/* Probing */

/* Writes the path of a route; {player_id} becomes `player`. */
static void write_path(const char *pattern, const char *player, char *out, size_t size)
{
    const struct {
        const char *word, *value;
    } words[] = { { "{code}", code },
                  { "{game_id}", game_id },
                  { "{game_set_id}", set_id },
                  { "{player_id}", player } };
    size_t length = 0;
    while (*pattern && length + 1 < size) {
        size_t taken = 0;
        for (size_t i = 0; i < sizeof words / sizeof *words && taken == 0; i++)
            if (strncmp(pattern, words[i].word, strlen(words[i].word)) == 0) {
                taken = strlen(words[i].word);
                length += (size_t)snprintf(out + length, size - length, "%s", words[i].value);
            }
        if (taken == 0)
            out[length++] = *pattern;
        pattern += taken ? taken : 1;
    }
    out[length] = '\0';
}

/* The log holds every secret, for a narrator who takes the game home. */
static bool is_own_log(const struct route *route, int person)
{
    return evening->game->has_narrator && person == EVENING_NARRATOR &&
           strcmp(route->path, "/api/games/{game_id}/log") == 0;
}

/* Leaves out the long tables of the program itself, and routes that are compared elsewhere. */
static bool is_probed(const struct route *route)
{
    static const char *const others[] = { "/api/catalog", "/api/openapi.json", "/metrics",
                                          "/ws/{code}", NULL };
    for (int i = 0; others[i]; i++)
        if (strcmp(route->path, others[i]) == 0)
            return false;
    return strcmp(route->method, "GET") == 0;
}

static void probe_route(int person, const struct route *route)
{
    char path[256];
    bool names_player = strstr(route->path, "{player_id}") != NULL;
    if (!is_probed(route) || is_own_log(route, person))
        return;
    write_path(route->path, evening->person[person].id, path, sizeof path);
    ask(person, "GET", path, "", NULL, false);
    if (!names_player)
        return;
    write_path(route->path, evening->person[evening->actor].id, path, sizeof path);
    ask(person, "GET", path, "", NULL, false);
}

static void probe(int person)
{
    bool watches = person == evening->people - 1;
    open_socket(person, watches ? "table=1&after=0" : "after=0");
    open_socket(person, watches ? "table=1" : "");
    for (int i = 0; routes[i].path; i++)
        probe_route(person, &routes[i]);
}

/* Those of the private address, once without and once with all that the histograms have counted. */
static void probe_metrics(void)
{
    int64_t kept_ms = now_ms;
    for (int i = 0; i < 2; i++) {
        struct net_request request = plain_request("GET", "/metrics", "", NULL);
        request.is_private = true;
        owner[++last_connection] = NOBODY;
        server_request(&server, last_connection, &request);
        assert(status == 200 && strstr(answer, "parlour_commit_seconds_count"));
        assert(i == 0 || !strstr(answer, "parlour_decide_seconds_count 0\n"));
        transcript_add(&evening->metrics, "%s", answer);
        now_ms += DURATIONS_REFRESH_US / 1000;
    }
    now_ms = kept_ms;
}

static void probe_all(void)
{
    probe_metrics();
    is_probing = true;
    int players = evening->people - 1, curious = (int)(evening->seed % (uint64_t)players);
    probe(curious != evening->actor ? curious : (curious + 1) % players);
    probe(players);
    is_probing = false;
}

/* Canaries: secrets that can be told by their letters. */

static void look_for(const char *what, const char *secret, int but_person)
{
    for (int i = 0; i < evening->people; i++)
        if (i != but_person && strstr(evening->person[i].sent.text, secret))
            evening->canary = what;
    if (strstr(evening->metrics.text, secret))
        evening->canary = what;
}

static void look_for_canaries(void)
{
    char hex[2 * SHA256_SIZE + 1];
    const struct room *room = slot()->room;
    for (int i = 0; i < evening->people - 1; i++)
        look_for("a token", evening->person[i].token, i);
    if (room->phase != ROOM_PLAYING)
        return;
    hex_write(hex, room->deal.chance.secret, ROOM_SECRET_SIZE);
    look_for("the secret of the deal", hex, NOBODY);
    hex_write(hex, room->deal.seed, RNG_SEED_SIZE);
    look_for("the seed", hex, NOBODY);
    hex_write(hex, room->next.secret, ROOM_SECRET_SIZE);
    look_for("the secret of the next deal", hex, NOBODY);
}

/* The evening */

static void open_house(void)
{
    uint8_t seed[RNG_SEED_SIZE];
    harness_seed(seed, evening->seed);
    rng_seed(&chance, seed, UINT64_MAX);
    now_ms = 1000 * 1000 * 1000;
    last_connection = 0;
    bool ok = config_read(&config, 0, NULL, NULL);
    assert(ok);
    config.reads_per_minute = config.rooms_per_minute = config.guesses_per_minute =
        config.sessions_per_minute = config.rooms_per_day = config.mb_per_day = 0;
    config.commands_per_10s = 0;
    config.hidden_games = 1;
    open_store();
    open_server();
}

void evening_play(struct evening *played)
{
    evening = played;
    open_house();
    begin();
    play();
    if (evening->actor != NOBODY) {
        probe_all();
        look_for_canaries();
    }
    server_free(&server);
    store->ops->close(store);
}

void evening_free(struct evening *played)
{
    for (int i = 0; i < PEOPLE_MAX; i++) {
        transcript_free(&played->person[i].sent);
        transcript_free(&played->person[i].heard);
    }
    transcript_free(&played->sizes);
    transcript_free(&played->metrics);
}
