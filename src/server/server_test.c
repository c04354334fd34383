/* Tests of the server in one process: a clock of our own, a store in memory, sockets that only remember. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "net/fake_net.h"
#include "net/plain_request.h"
#include "server/api.h"
#include "server/server.h"

static const int64_t MINUTE_MS = 60 * 1000;

static net_id last_connection;
static int64_t now;
static struct rng chance;
static struct config config;
static struct server server;
static struct store *store;
static const char *address; /* where requests come from */

/* --- seams --- */

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

/* Reads are answered a moment later, as from a disk or a database. */
static bool are_reads_late;

/* One read may lead to another. */
static void catch_up(void)
{
    enum { ROUNDS = 12 };
    for (int i = 0; i < (are_reads_late ? ROUNDS : 1); i++)
        server_poll(&server);
}

static bool reloads(struct slot *slot)
{
    bool is_done = slot_reload(&server, slot);
    for (int i = 0; i < 100 && server_awaits(&server); i++) {
        catch_up();
        server_tick(&server);
        is_done = slot_reload(&server, slot);
    }
    return is_done;
}

static void fake_think(void *context, struct thought *thought)
{
    (void)context;
    thought_run(thought, NULL, 0);
    thought->done(&server, thought);
}

/* --- the world --- */

static void start_server(void)
{
    server_init(&server, &config,
                &(struct server_seams){ .now_ms = fake_now,
                                        .random = fake_random,
                                        .think = fake_think,
                                        .store = store,
                                        .net = &fake_net });
}

static int set_up(void **state)
{
    uint8_t seed[RNG_SEED_SIZE] = { 7 };
    (void)state;
    rng_seed(&chance, seed, 0);
    fake_net_open();
    last_connection = 0;
    address = "192.0.2.1";
    now = 1000 * MINUTE_MS;
    assert_true(config_read(&config, 0, NULL, NULL));
    config.commands_per_10s = 0;
    store = store_open_memory(&(struct store_config){ 0 });
    if (are_reads_late)
        store = store_open_reads(store, &(struct store_config){ 0 }, NULL);
    start_server();
    catch_up();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_free(&server);
    store->ops->close(store);
    fake_net_close();
    return 0;
}

/* Lets time pass and everything happen that is due. */
static void pass(int64_t ms)
{
    int64_t end = now + ms;
    catch_up();
    while (server_next_ms(&server) <= end) {
        int64_t next = server_next_ms(&server);
        now = next > now ? next : now + 1;
        server_tick(&server);
        catch_up();
    }
    now = end;
    server_tick(&server);
    catch_up();
}

static net_id request(const char *method, const char *path, const char *query, const char *token,
                      const char *body, bool is_upgrade)
{
    char authorization[96] = "";
    net_id id = ++last_connection;
    assert_true(id < FAKE_CONNECTIONS_MAX);
    if (token != NULL)
        snprintf(authorization, sizeof authorization, "Bearer %s", token);
    struct net_request asked = plain_request(method, path, authorization, body);
    asked.query = query;
    asked.address = address;
    asked.is_upgrade = is_upgrade;
    server_request(&server, id, &asked);
    catch_up();
    return id;
}

static void text_member(net_id id, const char *name, char *out, size_t size)
{
    struct json_node node[4096];
    struct json_doc doc;
    const char *problem;
    size_t line = strcspn(fake_text(id), "\n");
    assert_true(json_parse(&doc, fake_text(id), line, node, 4096, &problem));
    assert_true(json_read_text(&doc, json_get(&doc, 0, name), out, size));
}

struct player {
    char token[SERVER_TOKEN_SIZE];
    net_id socket;
};

static struct player new_player(const char *name)
{
    struct player player = { 0 };
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    net_id id = request("POST", "/api/session", "", NULL, body, false);
    assert_int_equal(fake_connections[id].status, 201);
    text_member(id, "token", player.token, sizeof player.token);
    return player;
}

static void open_socket(struct player *player, const char *code)
{
    char path[32];
    snprintf(path, sizeof path, "/ws/%s", code);
    player->socket = request("GET", path, "", player->token, NULL, true);
    assert_int_equal(fake_connections[player->socket].status, 101);
}

static void say(const struct player *player, const char *message)
{
    server_message(&server, player->socket, message, strlen(message));
    catch_up();
}

static bool was_told(const struct player *player, const char *words)
{
    return strstr(fake_text(player->socket), words) != NULL;
}

static void forget_messages(const struct player *player)
{
    fake_forget(player->socket);
}

/* Ana and Bob at Journeyman, on a field of three by three. */
static struct player ana, bob;
static char code[CODE_TEXT_SIZE];

static void play_journeyman(const char *options)
{
    char body[128];
    ana = new_player("Ana");
    bob = new_player("Bob");
    snprintf(body, sizeof body, "{\"game\":\"journeyman\",\"options\":%s}", options);
    net_id made = request("POST", "/api/games", "", ana.token, body, false);
    assert_int_equal(fake_connections[made].status, 201);
    text_member(made, "code", code, sizeof code);
    open_socket(&ana, code);
    open_socket(&bob, code);
    say(&bob, "{\"type\":\"join\",\"name\":\"Bob\"}");
    say(&ana, "{\"type\":\"select_role\",\"role\":\"journeyman\"}");
    say(&bob, "{\"type\":\"select_role\",\"role\":\"weather\"}");
    say(&ana, "{\"type\":\"configure_grid\",\"size\":3}");
    assert_true(was_told(&ana, "\"game_status\":\"active\""));
}

static bool room_exists(void)
{
    struct store_room found;
    int64_t number;
    struct error error = { 0 };
    assert_true(code_read(&number, code));
    bool is_found = store->ops->find_code(store, number, &found, &error);
    for (int i = 0; i < 4 && !is_found && error.kind == ERROR_PENDING; i++) {
        catch_up();
        is_found = store->ops->find_code(store, number, &found, &error);
    }
    return is_found;
}

static struct slot *slot_of_number(int64_t number)
{
    struct slot *slot = slot_by_code(&server, number);
    for (int i = 0; i < 100 && slot == NULL && server_awaits(&server); i++) {
        catch_up();
        server_tick(&server);
        slot = slot_by_code(&server, number);
    }
    return slot;
}

static struct slot *slot_of_code(void)
{
    int64_t number;
    assert_true(code_read(&number, code));
    return slot_of_number(number);
}

static void end_by_last_day(void)
{
    say(&ana, "{\"type\":\"move\",\"position\":{\"x\":1,\"y\":1}}");
    say(&ana, "{\"type\":\"end_turn\"}");
    assert_true(was_told(&ana, "\"year_survived\""));
}

/* --- tests --- */

static void an_ended_journeyman_room_goes_after_five_minutes(void **state)
{
    (void)state;
    play_journeyman("{\"days\":1}");
    end_by_last_day();

    pass(4 * MINUTE_MS);
    assert_true(room_exists());
    pass(3 * MINUTE_MS);

    assert_false(room_exists());
    assert_int_equal(fake_connections[ana.socket].close_code, CLOSE_ENDED);
}

static void an_abandoned_room_goes_after_seven_days(void **state)
{
    (void)state;
    play_journeyman("{}");
    server_closed(&server, ana.socket);
    server_closed(&server, bob.socket);

    pass(6 * 24 * 60 * MINUTE_MS);
    assert_true(room_exists());
    pass(2 * 24 * 60 * MINUTE_MS);

    assert_false(room_exists());
}

static void a_room_with_people_in_it_is_not_abandoned(void **state)
{
    (void)state;
    play_journeyman("{}");

    pass(9 * 24 * 60 * MINUTE_MS);

    assert_true(room_exists());
    assert_int_equal(fake_connections[ana.socket].close_code, 0);
}

static void a_short_absence_is_not_noticed(void **state)
{
    (void)state;
    play_journeyman("{}");
    forget_messages(&bob);

    server_closed(&server, ana.socket);
    pass(config.away_ms - 1);
    open_socket(&ana, code);
    pass(MINUTE_MS);

    assert_false(was_told(&bob, "player_disconnected"));
}

static void a_longer_absence_pauses_the_game_until_the_return(void **state)
{
    (void)state;
    play_journeyman("{}");
    forget_messages(&bob);

    server_closed(&server, ana.socket);
    pass(config.away_ms + 1);
    assert_true(was_told(&bob, "\"player_disconnected\""));
    assert_true(was_told(&bob, "\"is_waiting\":true"));
    open_socket(&ana, code);
    pass(1);

    assert_true(was_told(&bob, "\"player_reconnected\""));
}

static void the_host_passes_on_after_a_minute(void **state)
{
    (void)state;
    play_journeyman("{}");
    forget_messages(&bob);

    server_closed(&server, ana.socket);
    pass(config.away_ms + ROOM_HOST_GONE_MS + 1000);

    assert_true(was_told(&bob, "\"host_changed\""));
}

static void a_turn_clock_that_runs_out_moves_the_game_on(void **state)
{
    (void)state;
    play_journeyman("{\"turn_seconds\":30}");
    forget_messages(&bob);

    pass(29 * 1000);
    assert_false(was_told(&bob, "\"current_role\":\"weather\""));
    pass(2 * 1000);

    assert_true(was_told(&bob, "\"current_role\":\"weather\""));
}

static void clocks_stand_still_while_no_server_runs(void **state)
{
    (void)state;
    play_journeyman("{\"turn_seconds\":30}");
    pass(10 * 1000);
    server_free(&server);
    now += 10 * MINUTE_MS;
    start_server();
    open_socket(&ana, code);
    open_socket(&bob, code);
    pass(15 * 1000);
    forget_messages(&bob);

    pass(10 * 1000);

    assert_true(was_told(&bob, "\"current_role\":\"weather\""));
}

static void an_unused_room_is_forgotten_and_read_again(void **state)
{
    (void)state;
    play_journeyman("{}");
    int64_t seq = slot_of_code()->room->seq;
    server_closed(&server, ana.socket);
    server_closed(&server, bob.socket);

    pass(30 * MINUTE_MS);
    assert_int_equal(server.slots.count, 0);
    open_socket(&ana, code);

    assert_true(slot_of_code()->room->seq >= seq);
    assert_true(was_told(&ana, "\"game_status\":\"active\""));
}

static void a_long_room_gets_a_snapshot_that_is_used(void **state)
{
    (void)state;
    play_journeyman("{}");
    for (int i = 0; i < SERVER_SNAPSHOT_EVERY + 5; i++) {
        forget_messages(&ana);
        say(&ana, i % 2 == 0 ? "{\"type\":\"move\",\"position\":{\"x\":0,\"y\":1}}"
                             : "{\"type\":\"move\",\"position\":{\"x\":1,\"y\":1}}");
    }
    struct slot *slot = slot_of_code();
    size_t size = room_size(slot->room);
    struct room *before = memory_take(size);
    memcpy(before, slot->room, size);
    assert_true(slot->snapshot_seq > 0);

    assert_true(reloads(slot));

    assert_true(slot->snapshot_seq > 0);
    assert_int_equal(room_size(slot->room), size);
    assert_memory_equal(slot->room, before, size);
    memory_free(before);
}

static void must_succeed(struct store_write *write)
{
    assert_int_equal(write->result, ERROR_NONE);
}

static void a_log_that_is_not_as_it_was_written_is_not_replayed(void **state)
{
    (void)state;
    play_journeyman("{}");
    struct slot *slot = slot_of_code();
    struct store_write other = { .kind = STORE_APPEND,
                                 .room = slot->id,
                                 .time_ms = now,
                                 .expected_seq = slot->room->seq,
                                 .bytes = "[]",
                                 .length = 2,
                                 .game = "journeyman",
                                 .hash = "of something else",
                                 .done = must_succeed };
    store_write(store, &other);
    catch_up();

    assert_false(reloads(slot));
}

static void a_command_that_loses_a_race_is_decided_again(void **state)
{
    (void)state;
    play_journeyman("{}");
    struct slot *slot = slot_of_code();
    /* Another server appends to the same room behind our back. */
    struct store_write other = { .kind = STORE_APPEND,
                                 .room = slot->id,
                                 .time_ms = now,
                                 .expected_seq = slot->room->seq,
                                 .bytes = "[]",
                                 .length = 2,
                                 .game = "journeyman",
                                 .expires_ms = now + MINUTE_MS,
                                 .next_game_id = slot->room->next.game_id };
    int64_t seq = slot->room->seq;
    memcpy(other.hash, slot->room->hash, sizeof other.hash);
    room_chain(other.hash, other.bytes, other.length);
    other.done = must_succeed;
    store_write(store, &other);
    catch_up();
    forget_messages(&ana);

    say(&ana, "{\"type\":\"chat\",\"cid\":\"c\",\"text\":\"hello\"}");
    catch_up();

    assert_true(was_told(&ana, "\"ok\",\"cid\":\"c\""));
    assert_int_equal(slot->room->seq, seq + 2);
    /* Nothing in that batch was for her, so nothing was sent but what was said. */
    assert_true(was_told(&ana, "hello"));
    assert_false(was_told(&ana, "\"room_state\""));
}

/* A disk that is full: nothing is kept until it is mended. */
static const struct store_ops *whole_ops;
static struct store_write *not_kept;

static void refuse_write(struct store *base, struct store_write *write)
{
    (void)base;
    write->next = not_kept;
    not_kept = write;
}

static void poll_full(struct store *base)
{
    (void)base;
    while (not_kept != NULL) {
        struct store_write *write = not_kept;
        not_kept = write->next;
        write->next = NULL;
        write->result = ERROR_FULL;
        write->done(write);
    }
}

static void fill_disk(void)
{
    static struct store_ops full;
    whole_ops = store->ops;
    full = *whole_ops;
    full.write = refuse_write;
    full.poll = poll_full;
    store->ops = &full;
}

static void start_coinflip(void)
{
    config.hidden_games = true;
    ana = new_player("Ana");
    bob = new_player("Bob");
    net_id made = request("POST", "/api/games", "", ana.token, "{\"game\":\"coinflip\"}", false);
    assert_int_equal(fake_connections[made].status, 201);
    text_member(made, "code", code, sizeof code);
    open_socket(&ana, code);
    open_socket(&bob, code);
    say(&bob, "{\"type\":\"join\",\"name\":\"Bob\"}");
    say(&ana, "{\"type\":\"start\"}");
    assert_int_equal(slot_of_code()->room->phase, ROOM_PLAYING);
}

static void an_outage_of_the_disk_takes_nobodys_time(void **state)
{
    (void)state;
    start_coinflip();
    struct slot *slot = slot_of_code();
    int64_t left_ms = room_deadline(slot->room) - now;
    assert_true(left_ms > 0);

    fill_disk();
    say(&ana, "{\"type\":\"chat\",\"cid\":\"c\",\"text\":\"hello\"}");
    pass(10 * left_ms);
    assert_true(was_told(&ana, "not_saved"));
    store->ops = whole_ops;
    forget_messages(&bob);
    pass(2000);

    assert_true(was_told(&bob, "clock_credited"));
    assert_int_equal(slot->room->phase, ROOM_PLAYING);
    assert_in_range(room_deadline(slot->room) - now, left_ms - 2000, left_ms);
    say(&ana, "{\"type\":\"chat\",\"cid\":\"d\",\"text\":\"hello again\"}");
    assert_true(was_told(&bob, "hello again"));
}

static void a_draining_server_takes_nothing_new_and_says_come_back(void **state)
{
    (void)state;
    play_journeyman("{}");

    server_drain(&server);

    assert_int_equal(fake_connections[ana.socket].close_code, CLOSE_RESTART);
    net_id refused =
        request("POST", "/api/games", "", ana.token, "{\"game\":\"journeyman\"}", false);
    assert_int_equal(fake_connections[refused].status, 503);
    assert_true(server_is_drained(&server));
}

/* The code that a socket is closed with at once, as a browser can read it. */
static int door(const char *path, const char *token)
{
    net_id id = request("GET", path, "", token, NULL, true);
    assert_int_equal(fake_connections[id].status, 101);
    return fake_connections[id].close_code;
}

static void a_socket_that_may_not_be_opened_says_why(void **state)
{
    char path[32];
    (void)state;
    play_journeyman("{\"days\":1}");
    snprintf(path, sizeof path, "/ws/%s", code);
    struct player eve = new_player("Eve");

    assert_int_equal(fake_connections[request("GET", path, "", NULL, NULL, false)].status, 400);
    say(&ana, "{\"type\":\"set_spectators\",\"allowed\":false}");
    assert_int_equal(door(path, eve.token), CLOSE_NOT_ALLOWED);
    assert_int_equal(door(path, ana.token), 0);
    ana.socket = last_connection;
    say(&ana, "{\"type\":\"set_spectators\",\"allowed\":true}");
    end_by_last_day();
    say(&ana, "{\"type\":\"end_set\"}");
    assert_int_equal(door(path, eve.token), CLOSE_ENDED);
    assert_int_equal(door(path, ana.token), 0); /* for the scores */
}

static void whoever_guesses_codes_is_kept_out_for_a_while(void **state)
{
    char path[32];
    (void)state;
    play_journeyman("{}");
    snprintf(path, sizeof path, "/ws/%s", code);
    for (int i = 0; i < config.guesses_per_minute; i++)
        assert_int_equal(door("/ws/NOSUCH", NULL), CLOSE_NO_ROOM);

    assert_int_equal(door("/ws/NOSUCH", NULL), CLOSE_OVERLOAD);
    assert_int_equal(door(path, NULL), CLOSE_OVERLOAD);
    assert_int_equal(door(path, ana.token), 0); /* has a seat */
    pass(MINUTE_MS);
    assert_int_equal(door(path, NULL), 0);
}

static void one_address_makes_so_many_sessions_and_rooms_a_minute(void **state)
{
    (void)state;
    config.sessions_per_minute = 2;
    config.rooms_per_minute = 1;
    struct player eve = new_player("Eve");
    new_player("Fay");
    net_id id = request("POST", "/api/session", "", NULL, "{\"name\":\"Gil\"}", false);
    assert_int_equal(fake_connections[id].status, 429);
    id = request("POST", "/api/games", "", eve.token, "{\"game\":\"chess\"}", false);
    assert_int_equal(fake_connections[id].status, 201);

    id = request("POST", "/api/games", "", eve.token, "{\"game\":\"chess\"}", false);

    assert_int_equal(fake_connections[id].status, 429);
    pass(MINUTE_MS);
    id = request("POST", "/api/games", "", eve.token, "{\"game\":\"chess\"}", false);
    assert_int_equal(fake_connections[id].status, 201);
}

static void readiness_ends_with_draining_and_health_does_not(void **state)
{
    (void)state;
    assert_int_equal(fake_connections[request("GET", "/ready", "", NULL, NULL, false)].status, 200);

    server_drain(&server);

    assert_int_equal(fake_connections[request("GET", "/ready", "", NULL, NULL, false)].status, 503);
    assert_int_equal(fake_connections[request("GET", "/health", "", NULL, NULL, false)].status,
                     200);
}

static void what_cannot_be_read_as_a_command_is_answered(void **state)
{
    (void)state;
    play_journeyman("{}");
    forget_messages(&ana);

    say(&ana, "nonsense");
    assert_true(was_told(&ana, "\"bad_json\""));
    say(&ana, "{\"type\":\"heartbeat\",\"cid\":\"h1\"}");
    assert_true(was_told(&ana, "\"ok\",\"cid\":\"h1\""));
    forget_messages(&ana);
    say(&ana, "{\"type\":\"chat\",\"cid\":"
              "\"a command id that is longer than any that a client may choose\",\"text\":\"hi\"}");
    assert_true(was_told(&ana, "\"error\""));
    assert_false(was_told(&bob, "\"hi\""));
}

static int answer_to(const char *method, const char *path, const char *query, const char *body)
{
    return fake_connections[request(method, path, query, ana.token, body, false)].status;
}

static void a_body_that_is_not_an_object_is_refused_everywhere(void **state)
{
    char game_id[ID_TEXT_SIZE], path[64];
    (void)state;
    ana = new_player("Ana");
    net_id made = request("POST", "/api/games", "", ana.token, "{\"game\":\"chess\"}", false);
    text_member(made, "game_id", game_id, sizeof game_id);
    static const char *const ends[] = { "join", "actions", "chat", "vote", NULL };

    for (int i = 0; ends[i] != NULL; i++) {
        snprintf(path, sizeof path, "/api/games/%s/%s", game_id, ends[i]);
        assert_int_equal(answer_to("POST", path, "", "nonsense"), 400);
    }
    assert_int_equal(answer_to("POST", "/api/session", "", "[]"), 400);
    assert_int_equal(answer_to("POST", "/api/games", "", "7"), 400);
}

static void what_is_asked_for_wrongly_is_refused_and_changes_nothing(void **state)
{
    char game_id[ID_TEXT_SIZE], path[64];
    (void)state;
    ana = new_player("Ana");
    net_id made = request("POST", "/api/games", "", ana.token, "{\"game\":\"chess\"}", false);
    text_member(made, "game_id", game_id, sizeof game_id);
    snprintf(path, sizeof path, "/api/games/%s.pgn", game_id);

    assert_int_equal(answer_to("GET", path, "", NULL), 404); /* there is no game in the lobby */
    assert_int_equal(answer_to("GET", "/api/players/nobody/history", "", NULL), 404);
    assert_int_equal(answer_to("GET", "/api/rooms/!", "", NULL), 400);
    snprintf(path, sizeof path, "/api/games/%s/events", game_id);
    assert_int_equal(answer_to("GET", path, "after=", NULL), 400);
    assert_int_equal(answer_to("GET", path, "after=-1&x", NULL), 400);
    assert_int_equal(answer_to("GET", path, "after=9a", NULL), 400);
    assert_int_equal(answer_to("HEAD", "/version", "", NULL), 200);
    assert_int_equal(answer_to("PATCH", "/version", "", NULL), 405);
}

static void whoever_has_no_session_watches_and_says_nothing(void **state)
{
    struct player guest = { 0 };
    char path[32];
    (void)state;
    play_journeyman("{}");
    snprintf(path, sizeof path, "/ws/%s", code);
    assert_int_equal(door(path, NULL), 0);
    guest.socket = last_connection;
    forget_messages(&guest);

    say(&guest, "{\"type\":\"chat\",\"cid\":\"g1\",\"text\":\"let me in\"}");

    assert_true(was_told(&guest, "\"error\""));
    assert_false(was_told(&ana, "let me in"));
}

static void too_many_waiting_commands_are_refused(void **state)
{
    (void)state;
    play_journeyman("{}");
    forget_messages(&ana);

    const char message[] = "{\"type\":\"chat\",\"text\":\"x\"}";
    for (int i = 0; i < SERVER_WAITING_MAX + 5; i++)
        server_message(&server, ana.socket, message, sizeof message - 1);

    assert_true(was_told(&ana, "\"too_busy\""));
    for (int i = 0; i < SERVER_WAITING_MAX + 5; i++)
        catch_up();
    forget_messages(&ana);
    say(&ana, message);
    assert_true(was_told(&ana, "\"chat\""));
}

/* Otherwise the room would wait for it for ever, and refuse every command. */
static void a_clock_is_credited_however_many_wait(void **state)
{
    const char message[] = "{\"type\":\"chat\",\"text\":\"x\"}";
    (void)state;
    play_journeyman("{\"turn_seconds\":30}");
    struct slot *slot = slot_of_code();
    server_message(&server, ana.socket, message, sizeof message - 1);
    slot->waiting += SERVER_WAITING_MAX;

    server_stood_still(&server, now - 20 * 1000);

    slot->waiting -= SERVER_WAITING_MAX;
    catch_up();
    catch_up();
    assert_int_equal(slot->credit_from_ms, 0);
    assert_int_equal(slot->room->clock_offset_ms, 20 * 1000);
    forget_messages(&ana);
    say(&ana, message);
    assert_true(was_told(&ana, "\"chat\""));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_ended_journeyman_room_goes_after_five_minutes),
        TEST(an_abandoned_room_goes_after_seven_days),
        TEST(a_room_with_people_in_it_is_not_abandoned),
        TEST(a_short_absence_is_not_noticed),
        TEST(a_longer_absence_pauses_the_game_until_the_return),
        TEST(the_host_passes_on_after_a_minute),
        TEST(a_turn_clock_that_runs_out_moves_the_game_on),
        TEST(clocks_stand_still_while_no_server_runs),
        TEST(an_unused_room_is_forgotten_and_read_again),
        TEST(a_long_room_gets_a_snapshot_that_is_used),
        TEST(a_log_that_is_not_as_it_was_written_is_not_replayed),
        TEST(a_command_that_loses_a_race_is_decided_again),
        TEST(an_outage_of_the_disk_takes_nobodys_time),
        TEST(a_draining_server_takes_nothing_new_and_says_come_back),
        TEST(a_socket_that_may_not_be_opened_says_why),
        TEST(whoever_guesses_codes_is_kept_out_for_a_while),
        TEST(one_address_makes_so_many_sessions_and_rooms_a_minute),
        TEST(readiness_ends_with_draining_and_health_does_not),
        TEST(what_cannot_be_read_as_a_command_is_answered),
        TEST(a_body_that_is_not_an_object_is_refused_everywhere),
        TEST(what_is_asked_for_wrongly_is_refused_and_changes_nothing),
        TEST(whoever_has_no_session_watches_and_says_nothing),
        TEST(too_many_waiting_commands_are_refused),
        TEST(a_clock_is_credited_however_many_wait),
    };
    int failed = cmocka_run_group_tests_name("reads at once", tests, NULL, NULL);
    are_reads_late = true;
    return failed + cmocka_run_group_tests_name("reads later", tests, NULL, NULL);
}
