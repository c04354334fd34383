/* Nobody can use the limits against others: people with a seat or a session of their own can go on while a
 * stranger behind the same address does anything. And sockets of sessions that have ended close at once. */
#include "abuse/house.h"

static struct guest ana;
static char code[CODE_TEXT_SIZE], path[96];

static int a_table(void **unused)
{
    house_open(unused);
    ana = house_guest("Ana");
    house_room(&ana, "coinflip", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    return 0;
}

static void guess_until_refused(void)
{
    for (int i = 0; i <= house_config.guesses_per_minute; i++)
        house_dial("/ws/BCDFGH", NULL);
    assert_int_equal(house_close_code(house_dial("/ws/BCDFGH", NULL)), CLOSE_OVERLOAD);
}

static void guesses_of_strangers_lock_no_player_out(void **unused)
{
    (void)unused;
    guess_until_refused();

    net_id again = house_dial(path, ana.token);
    assert_int_equal(house_status(again), 101);
    assert_int_equal(house_close_code(again), 0);
    struct guest bob = house_guest("Bob");
    assert_int_equal(house_close_code(house_dial(path, bob.token)), 0);
    /* A caller without a session has to say a name first, or wait; right or wrong, the answer is the same. */
    assert_int_equal(house_close_code(house_dial(path, NULL)), CLOSE_OVERLOAD);
    house_pass(60 * 1000);
    assert_int_equal(house_close_code(house_dial(path, NULL)), 0);
}

static void whoever_has_a_session_guesses_no_faster(void **unused)
{
    (void)unused;
    struct guest eve = house_guest("Eve");
    for (int i = 0; i < house_config.guesses_per_minute; i++) {
        char free_code[32];
        snprintf(free_code, sizeof free_code, "/ws/BCDFG%d", i); /* makes its table */
        assert_int_equal(house_close_code(house_dial(free_code, eve.token)), 0);
    }

    assert_int_equal(house_close_code(house_dial("/ws/BCDFGH", eve.token)), CLOSE_OVERLOAD);
    assert_int_equal(house_close_code(house_dial(path, eve.token)), CLOSE_OVERLOAD);
}

/* Tries a code that no table has. Returns whether the server looked for the table. */
static bool guess(const struct guest *guest)
{
    int status = house_status(house_ask("GET", "/api/rooms/BCDFGH", guest->token, NULL));
    assert_true(status == 404 || status == 429);
    return status == 404;
}

static void many_names_behind_one_address_guess_little_faster_than_a_few(void **unused)
{
    enum { NAMES = 200, WITH_TRIES_OF_THEIR_OWN = 30 };
    int looked_at = 0, per_minute = (int)house_config.guesses_per_minute;
    struct guest eve[NAMES];
    (void)unused;
    house_config.sessions_per_minute = 0;
    for (int i = 0; i < NAMES; i++)
        eve[i] = house_guest("Eve");

    for (int i = 0; i < NAMES; i++)
        for (int k = 0; k <= per_minute; k++)
            looked_at += guess(&eve[i]);

    /* A new name has one try, so that nobody with the right code is ever refused. */
    assert_true(looked_at >= NAMES);
    assert_true(looked_at <= WITH_TRIES_OF_THEIR_OWN * per_minute + NAMES + per_minute);
    struct guest bob = house_guest("Bob");
    assert_int_equal(house_close_code(house_dial(path, bob.token)), 0);
    house_address = "192.0.2.9";
    struct guest zoe = house_guest("Zoe");
    for (int k = 0; k < per_minute; k++)
        assert_true(guess(&zoe));
    assert_false(guess(&zoe));
}

static void passwords_are_guessed_no_faster_than_codes(void **unused)
{
    (void)unused;
    house_config.commands_per_10s = 0;
    house_say(&ana, "{'type':'set_lock','locked':true,'password':'hedgehog','cid':'l'}");
    struct guest eve = house_guest("Eve"), bob = house_guest("Bob");
    eve.socket = house_dial(path, eve.token);
    bob.socket = house_dial(path, bob.token);
    for (int i = 0; i < house_config.guesses_per_minute; i++)
        house_say(&eve, "{'type':'join','name':'Eve','password':'word%d','cid':'g%d'}", i, i);
    assert_null(strstr(house_text(eve.socket), "too_many_requests"));

    /* Then even the right password is refused; but other people still get in. */
    house_say(&eve, "{'type':'join','name':'Eve','password':'hedgehog','cid':'right'}");
    assert_non_null(strstr(house_text(eve.socket), "too_many_requests"));
    assert_true(room_member_of(house_slot(code)->room, eve.player) < 0);
    house_say(&bob, "{'type':'join','name':'Bob','password':'hedgehog','cid':'j'}");
    assert_true(room_member_of(house_slot(code)->room, bob.player) >= 0);
    for (int i = 0; i <= house_config.guesses_per_minute; i++) { /* the right one costs nothing */
        house_say(&bob, "{'type':'leave','cid':'l%d'}", i);
        house_say(&bob, "{'type':'join','name':'Bob','password':'hedgehog','cid':'j%d'}", i);
        assert_true(room_member_of(house_slot(code)->room, bob.player) >= 0);
    }
    house_pass(60 * 1000);
    house_say(&eve, "{'type':'join','name':'Eve','password':'hedgehog','cid':'later'}");
    assert_true(room_member_of(house_slot(code)->room, eve.player) >= 0);
}

static void knock(const struct guest *guest, const char *name)
{
    house_say(guest, "{'type':'knock','name':'%s','cid':'%s'}", name, name);
}

static struct guest stranger_from(const char *address, const char *name)
{
    house_address = address;
    struct guest guest = house_guest(name);
    guest.socket = house_dial(path, guest.token);
    return guest;
}

static void a_network_knocks_three_times_a_minute(void **unused)
{
    (void)unused;
    house_say(&ana, "{'type':'set_lock','locked':true,'cid':'l'}");
    static const char *const from[] = { "2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::3",
                                        "2001:db8:1:2:4:5::4" };
    struct guest eve[4];
    for (int i = 0; i < 4; i++) {
        char name[] = { 'E', 'v', (char)('a' + i), '\0' };
        eve[i] = stranger_from(from[i], name);
        knock(&eve[i], name);
    }

    assert_int_equal(house_slot(code)->room->knock_count, 3);
    assert_non_null(strstr(house_text(eve[3].socket), "too_many_requests"));
    /* A knock that the table is not told of does not count. */
    struct guest bob = stranger_from("192.0.2.9", "Bob");
    for (int i = 0; i < 5; i++)
        knock(&bob, "Ana");
    knock(&bob, "Bob");
    assert_int_equal(house_slot(code)->room->knock_count, 4);
    house_say(&ana, "{'type':'answer_knock','player':'%s','yes':true,'cid':'a'}", bob.id);
    assert_true(room_member_of(house_slot(code)->room, bob.player) >= 0);
}

static void knocks_can_be_made_over_http(void **unused)
{
    char address[64];
    (void)unused;
    house_say(&ana, "{'type':'set_lock','locked':true,'cid':'l'}");
    snprintf(address, sizeof address, "/api/rooms/%s/knock", code);
    for (int i = 0; i < 4; i++) {
        char name[] = { 'E', 'v', (char)('a' + i), '\0' };
        net_id id = house_ask("POST", address, house_guest(name).token, "{}");
        assert_int_equal(house_status(id), i < 3 ? 200 : 429);
    }
    assert_int_equal(house_slot(code)->room->knock_count, 3);
}

/* So many members that the table remembers no more. */
static struct guest fill_the_table(void)
{
    struct guest last = ana;
    house_config.commands_per_10s = 0;
    house_say(&ana, "{'type':'set_spectators','allowed':true,'limit':40,'cid':'s'}");
    for (int i = 1; i < ROOM_MEMBERS_MAX; i++) {
        char name[24];
        snprintf(name, sizeof name, "Guest %d", i);
        last = house_guest(name);
        last.socket = house_dial(path, last.token);
        house_say(&last, "{'type':'join','name':'%s','cid':'j'}", name);
    }
    assert_int_equal(room_member_of(house_slot(code)->room, last.player), ROOM_MEMBERS_MAX - 1);
    house_config.commands_per_10s = 20;
    return last;
}

static void strangers_over_http_share_no_bucket_with_a_member(void **unused)
{
    char address[64];
    (void)unused;
    struct guest last = fill_the_table();
    struct guest eve = house_guest("Eve");
    snprintf(address, sizeof address, "/api/rooms/%s/join", code);
    int refused = 0;
    for (int i = 0; i < 2 * house_config.commands_per_10s; i++)
        refused += house_status(house_ask("POST", address, eve.token, "{}")) == 429;
    assert_int_equal(refused, house_config.commands_per_10s);

    house_say(&last, "{'type':'chat','text':'still here','cid':'c'}");

    assert_non_null(strstr(house_text(last.socket), "\"ok\",\"cid\":\"c\""));
}

static void a_new_socket_gives_a_stranger_no_new_bucket(void **unused)
{
    (void)unused;
    struct guest eve = house_guest("Eve");
    int refused = 0;
    for (int i = 0; i < 2 * house_config.commands_per_10s; i++) {
        eve.socket = house_dial(path, eve.token);
        house_say(&eve, "{'type':'stop_knocking','cid':'k'}");
        refused += strstr(house_text(eve.socket), "too_many_requests") != NULL;
    }
    assert_int_equal(refused, house_config.commands_per_10s);
}

static void strangers_leave_half_of_the_queue_to_the_table(void **unused)
{
    const char text[] = "{\"type\":\"chat\",\"text\":\"x\",\"cid\":\"x\"}";
    (void)unused;
    house_config.commands_per_10s = 0;
    struct guest eve[6];
    for (int i = 0; i < 6; i++) {
        char name[] = { 'E', 'v', (char)('a' + i), '\0' };
        eve[i] = house_guest(name);
        eve[i].socket = house_dial(path, eve[i].token);
    }
    server_message(&house, ana.socket, text, sizeof text - 1); /* on its way to the disk */
    for (int i = 0; i < 6 * ROOM_CIDS; i++)
        server_message(&house, eve[i % 6].socket, text, sizeof text - 1);
    assert_int_equal(house_slot(code)->waiting, SERVER_WAITING_MAX / 2);

    for (int i = 1; i < ROOM_CIDS; i++)
        server_message(&house, ana.socket, text, sizeof text - 1);

    assert_null(strstr(house_text(ana.socket), "too_busy"));
    house_settle();
}

static void one_network_of_ipv6_counts_as_one(void **unused)
{
    char address[64];
    int refused = 0;
    (void)unused;
    for (int i = 0; i < 100; i++) {
        snprintf(address, sizeof address, "2001:db8:1:2:%x::%x", i, i * 77);
        house_address = address;
        refused += house_close_code(house_dial("/ws/BCDFGH", NULL)) == CLOSE_OVERLOAD;
    }
    assert_int_equal(refused, 100 - house_config.guesses_per_minute);

    house_address = "2001:db8:1:3::1";
    assert_int_equal(house_close_code(house_dial("/ws/BCDFGH", NULL)), CLOSE_NO_ROOM);
    /* Mapped IPv4 addresses are addresses. */
    house_address = "::ffff:192.0.2.77";
    assert_int_equal(house_close_code(house_dial("/ws/BCDFGH", NULL)), CLOSE_NO_ROOM);
}

static void buckets_are_swept(void **unused)
{
    char address[64];
    (void)unused;
    for (int i = 0; i < 1000; i++) {
        snprintf(address, sizeof address, "2001:db8:%x::1", i);
        house_address = address;
        house_dial("/ws/BCDFGH", NULL);
    }
    assert_true(house.buckets.count >= 1000);

    house_pass(12 * 60 * 1000);

    assert_true(house.buckets.count < 10);
}

static void table_views_leave_half_of_an_address_to_players(void **unused)
{
    char view[64];
    net_id first = 0;
    int refused = 0;
    (void)unused;
    snprintf(view, sizeof view, "/ws/%s?table=1", code);
    for (int i = 0; i < 196; i++) {
        net_id id = house_dial(view, NULL);
        first = first == 0 ? id : first;
        refused += house_close_code(id) == CLOSE_OVERLOAD;
    }
    assert_int_equal(refused, 196 - house_config.connections_per_address / 2);

    assert_int_equal(house_close_code(house_dial(path, ana.token)), 0);
    house_hang_up(first);
    assert_int_equal(house_close_code(house_dial(view, NULL)), 0);
}

static void thirty_newcomers_are_all_admitted(void **unused)
{
    (void)unused;
    for (int i = 0; i < 30; i++) {
        char name[24];
        snprintf(name, sizeof name, "Guest %c%c", 'A' + i % 26, 'a' + i / 26);
        struct guest guest = house_guest(name);
        guest.socket = house_dial(path, guest.token);
        house_say(&guest, "{'type':'join','name':'%s','cid':'j'}", name);
        assert_null(strstr(house_text(guest.socket), "too_many_requests"));
    }
}

static void a_session_that_ends_closes_its_sockets(void **unused)
{
    (void)unused;
    net_id id = house_ask("DELETE", "/api/session", ana.token, NULL);
    assert_int_equal(house_status(id), 204);

    assert_int_equal(house_close_code(ana.socket), CLOSE_NO_SESSION);
}

static void a_new_token_closes_the_sockets_of_the_old_one(void **unused)
{
    (void)unused;
    struct guest bob = house_guest("Bob");
    bob.socket = house_dial(path, bob.token);
    net_id id = house_ask("POST", "/api/session/rotate", ana.token, NULL);
    assert_int_equal(house_status(id), 200);

    assert_int_equal(house_close_code(ana.socket), CLOSE_RESTART);
    assert_int_equal(house_close_code(bob.socket), 0);
    char token[SERVER_TOKEN_SIZE];
    house_member(id, "token", token, sizeof token);
    assert_int_equal(house_close_code(house_dial(path, token)), 0);
}

static void all_that_may_be_pending_counts_once(void **unused)
{
    (void)unused;
    char text[64];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < ROOM_CIDS; i++) {
            int length = snprintf(text, sizeof text,
                                  "{\"type\":\"chat\",\"text\":\"w%d\",\"cid\":\"c%d\"}", i, i);
            server_message(&house, ana.socket, text, (size_t)length);
            if (i == ROOM_CIDS - 1)
                house_settle();
            for (int k = 0; k < ROOM_CIDS && i == ROOM_CIDS - 1; k++)
                store_poll(house_store);
            house_pass(i == ROOM_CIDS - 1 ? 10 * 1000 : 0);
        }

    int64_t said = 0;
    for (const char *at = house_text(ana.socket); (at = strstr(at, "\"type\":\"chat\",")); at++)
        said++;
    assert_int_equal(said, ROOM_CIDS);
    for (int i = 0; i < ROOM_CIDS; i++) {
        snprintf(text, sizeof text, "\"ok\",\"cid\":\"c%d\"", i);
        assert_non_null(strstr(house_text(ana.socket), text));
    }
}

static void more_than_can_be_known_again_is_refused(void **unused)
{
    (void)unused;
    house_config.commands_per_10s = 0;
    const char text[] = "{\"type\":\"chat\",\"text\":\"x\",\"cid\":\"x\"}";
    for (int i = 0; i < ROOM_CIDS; i++)
        server_message(&house, ana.socket, text, sizeof text - 1);
    assert_null(strstr(house_text(ana.socket), "too_busy"));

    server_message(&house, ana.socket, text, sizeof text - 1);

    assert_non_null(strstr(house_text(ana.socket), "too_busy"));
    house_settle();
}

static void an_operator_whose_browser_plays_may_not_look_up_roles(void **unused)
{
    uint8_t bytes[(SERVER_TOKEN_SIZE - 1) / 2] = { 42 };
    char operator[SERVER_TOKEN_SIZE], cookie[96], address[96], id[ID_TEXT_SIZE];
    (void)unused;
    hex_write(operator, bytes, sizeof bytes);
    sha256_of(bytes, sizeof bytes, house.admin_hash);
    house.has_admin = true;
    struct guest bob = house_guest("Bob");
    bob.socket = house_dial(path, bob.token);
    house_say(&bob, "{'type':'join','name':'Bob'}");
    house_say(&bob, "{'type':'sit'}");
    house_say(&ana, "{'type':'sit'}");
    house_say(&ana, "{'type':'start'}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    id_write(id, house_slot(code)->room->game_id);
    snprintf(address, sizeof address, "/api/admin/games/%s/roles", id);
    assert_int_equal(house_status(house_ask("GET", address, operator, NULL)), 200);

    snprintf(cookie, sizeof cookie, "parlour=%s", bob.token);
    house_cookie = cookie;

    assert_int_equal(house_status(house_ask("GET", address, operator, NULL)), 403);
}

/* The numbers of codes with vowels come behind all of ours, and the last of them is beyond 2^31. */
static void any_code_makes_its_table_and_is_read_again(void **unused)
{
    static const char *const codes[] = {
        "222222", "XXXXXX", "000000", "HELLO1", "XYZ000", "ZZZZZZ"
    };
    char address[32], body[64];
    (void)unused;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct guest eve = house_guest("Eve");
        snprintf(address, sizeof address, "/ws/%s", codes[i]);
        if (i % 2 == 0)
            eve.socket = house_dial(address, eve.token);
        else {
            snprintf(body, sizeof body, "{\"game\":\"chess\",\"code\":\"%s\"}", codes[i]);
            assert_int_equal(house_status(house_ask("POST", "/api/games", eve.token, body)), 201);
            eve.socket = house_dial(address, eve.token);
        }
        assert_int_equal(house_close_code(eve.socket), 0);
        house_hang_up(eve.socket);
        house_pass(10 * 60 * 1000);
        int64_t number;
        assert_true(code_read(&number, codes[i]));
        assert_null(map_get(&house.codes, number)); /* out of memory, and read from its log */
        assert_non_null(house_slot(codes[i]));
    }
}

static void an_argument_that_is_none_is_named(void **unused)
{
    (void)unused;
    house_say(&ana, "{'type':'chat','text':'hi','colour':'red','cid':'c'}");

    assert_non_null(
        strstr(house_text(ana.socket), "\"code\":\"unknown_argument\",\"why\":\"colour\""));
}

#define CROWD(name) cmocka_unit_test_setup_teardown(name, a_table, house_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CROWD(guesses_of_strangers_lock_no_player_out),
        CROWD(whoever_has_a_session_guesses_no_faster),
        CROWD(many_names_behind_one_address_guess_little_faster_than_a_few),
        CROWD(passwords_are_guessed_no_faster_than_codes),
        CROWD(a_network_knocks_three_times_a_minute),
        CROWD(knocks_can_be_made_over_http),
        CROWD(strangers_over_http_share_no_bucket_with_a_member),
        CROWD(a_new_socket_gives_a_stranger_no_new_bucket),
        CROWD(strangers_leave_half_of_the_queue_to_the_table),
        CROWD(one_network_of_ipv6_counts_as_one),
        CROWD(buckets_are_swept),
        CROWD(table_views_leave_half_of_an_address_to_players),
        CROWD(thirty_newcomers_are_all_admitted),
        CROWD(a_session_that_ends_closes_its_sockets),
        CROWD(a_new_token_closes_the_sockets_of_the_old_one),
        CROWD(all_that_may_be_pending_counts_once),
        CROWD(more_than_can_be_known_again_is_refused),
        CROWD(an_operator_whose_browser_plays_may_not_look_up_roles),
        CROWD(any_code_makes_its_table_and_is_read_again),
        CROWD(an_argument_that_is_none_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
