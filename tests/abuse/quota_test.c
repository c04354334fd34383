/* Bounds on how much is stored: of a room, of an address, in all. People who play can go on playing. */
#include "abuse/house.h"

static struct guest ana;
static char code[CODE_TEXT_SIZE], path[96];

enum { MB = 1024 * 1024 };

static int a_table(void **unused)
{
    house_open(unused);
    house_config.commands_per_10s = 0;
    ana = house_guest("Ana");
    house_room(&ana, "coinflip", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    return 0;
}

static bool is_refused(const struct guest *guest, const char *why)
{
    char member[64];
    snprintf(member, sizeof member, "\"code\":\"%s\"", why);
    return strstr(house_text(guest->socket), member) != NULL;
}

/* Talks until it is refused. Returns how often that took. */
static int talk_until_refused(const struct guest *guest, const char *why)
{
    char text[480];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 10000; i++) {
        house_forget(guest->socket);
        house_say(guest, "{'type':'chat','text':'%s','cid':'t%d'}", text, i);
        if (is_refused(guest, why))
            return i;
    }
    fail_msg("talk was never refused");
    return 0;
}

static void talk_leaves_a_quarter_of_the_log_to_the_game(void **unused)
{
    (void)unused;
    house_config.room_mb = 1;
    int said = talk_until_refused(&ana, "log_full");
    int64_t kept = house_slot(code)->log_bytes;

    assert_in_range(said, 100, MB / 480);
    assert_in_range(kept, MB / 4 * 3 - 1024, MB / 4 * 3);
    house_forget(ana.socket);
    house_say(&ana, "{'type':'sit','seat':0,'cid':'sit'}");
    assert_false(is_refused(&ana, "log_full"));
}

static void a_room_keeps_no_more_than_it_may_and_can_be_left(void **unused)
{
    (void)unused;
    house_config.room_mb = 1;
    struct slot *slot = house_slot(code);
    for (int i = 0; i < 100000 && !is_refused(&ana, "log_full"); i++) {
        house_forget(ana.socket);
        house_say(&ana, "{'type':'set_chat','open':%s,'cid':'s%d'}", i % 2 ? "true" : "false", i);
        if (i == 10) /* as if there had been much more */
            slot->log_bytes = MB - 4096;
    }
    assert_true(is_refused(&ana, "log_full"));
    assert_in_range(slot->log_bytes, MB - 4096, MB);

    /* Refused commands have changed nothing, and people may still leave. */
    int64_t seq = slot->room->seq;
    house_say(&ana, "{'type':'set_chat','open':false,'cid':'no'}");
    assert_int_equal(slot->room->seq, seq);
    house_forget(ana.socket);
    house_say(&ana, "{'type':'leave','cid':'bye'}");
    assert_false(is_refused(&ana, "log_full"));
}

static void coming_and_going_writes_no_log_for_ever(void **unused)
{
    (void)unused;
    house_config.room_mb = 1;
    struct slot *slot = house_slot(code);
    struct guest bob = house_guest("Bob"); /* somebody stays, so that the room does */
    bob.socket = house_dial(path, bob.token);
    slot->log_bytes = MB / 4 * 5 - 100;
    for (int i = 0; i < 20; i++) {
        house_hang_up(ana.socket);
        house_pass(10 * 1000);
        ana.socket = house_dial(path, ana.token);
        house_pass(10 * 1000);
    }

    assert_ptr_equal(house_slot(code), slot);
    assert_in_range(slot->log_bytes, MB, MB / 4 * 5);
}

static void the_size_of_a_log_survives_the_rooms_sleep(void **unused)
{
    (void)unused;
    house_config.room_mb = 1;
    talk_until_refused(&ana, "log_full");
    int64_t kept = house_slot(code)->log_bytes;
    int64_t id = house_slot(code)->id;
    house_hang_up(ana.socket);
    house_pass(10 * 60 * 1000);
    assert_null(map_get(&house.slots, id));

    ana.socket = house_dial(path, ana.token);

    assert_in_range(house_slot(code)->log_bytes, kept, kept + 1024); /* she went and came back */
    house_say(&ana, "{'type':'chat','text':'%0400d','cid':'again'}", 7);
    assert_true(is_refused(&ana, "log_full"));
}

static net_id make(void)
{
    return house_ask("POST", "/api/games", ana.token, "{\"game\":\"coinflip\"}");
}

static void an_address_makes_so_many_rooms_a_day(void **unused)
{
    (void)unused;
    house_config.rooms_per_minute = 0;
    house_config.rooms_per_day = 40;
    house_address = "192.0.2.2";
    for (int i = 0; i < 40; i++)
        assert_int_equal(house_status(make()), 201);
    net_id refused = make();

    assert_int_equal(house_status(refused), 429);
    assert_non_null(strstr(house_text(refused), "too_many_tables"));
    /* A pause does not help, the tables that are there go on, and so does everybody else. */
    house_pass(20 * 60 * 1000);
    assert_int_equal(house_status(make()), 429);
    net_id again = house_dial(path, ana.token);
    assert_int_equal(house_close_code(again), 0);
    house_address = "198.51.100.7";
    assert_int_equal(house_status(make()), 201);
    /* After a day the share is free again. */
    house_address = "192.0.2.2";
    house_pass(24 * 60 * 60 * 1000);
    assert_int_equal(house_status(make()), 201);
}

static void rooms_that_write_much_keep_their_address_from_making_more(void **unused)
{
    (void)unused;
    house_config.mb_per_day = 1;
    house_config.room_mb = 0;
    house_address = "192.0.2.2";
    house_room(&ana, "coinflip", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    char text[480];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct slot *slot = house_slot(code);
    for (int i = 0; slot->log_bytes < 2 * MB; i++) {
        house_forget(ana.socket);
        house_say(&ana, "{'type':'chat','text':'%s','cid':'t%d'}", text, i);
        assert_null(strstr(house_text(ana.socket), "\"error\"")); /* players get no error */
    }

    net_id refused = make();

    assert_int_equal(house_status(refused), 429);
    assert_non_null(strstr(house_text(refused), "too_many_tables"));
    house_address = "198.51.100.7";
    assert_int_equal(house_status(make()), 201);
}

static void a_data_file_that_is_nearly_full_is_for_the_tables_that_are_there(void **unused)
{
    (void)unused;
    house_config.disk_mb = 1;
    house_config.room_mb = 0;
    struct guest bob = house_guest("Bob");
    struct slot *slot = house_slot(code);
    char text[480];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; slot->log_bytes < MB / 8 * 7 + 4096; i++)
        house_say(&ana, "{'type':'chat','text':'%s','cid':'t%d'}", text, i);

    assert_int_equal(house_status(make()), 503);
    assert_int_equal(house_status(house_ask("POST", "/api/session", NULL, "{\"name\":\"Eve\"}")),
                     503);
    char report[64], body[160];
    id_write(report, slot->room->game_id);
    snprintf(body, sizeof body, "/api/games/%s/report", report);
    snprintf(report, sizeof report, "{\"player\":\"%s\",\"reason\":\"chat\"}", bob.id);
    assert_int_equal(house_status(house_ask("POST", body, ana.token, report)), 503);
    bob.socket = house_dial(path, bob.token);
    house_say(&bob, "{'type':'join','name':'Bob','cid':'j'}");
    assert_false(is_refused(&bob, "disk_full"));

    int said = talk_until_refused(&ana, "disk_full");

    assert_in_range(said, 10, MB / 8 / 480);
    assert_in_range(slot->log_bytes, MB - 4096, MB + 4096);
    /* Existing tables can be read, and people can leave them. */
    net_id again = house_dial(path, ana.token);
    assert_int_equal(house_close_code(again), 0);
    house_forget(bob.socket);
    house_say(&bob, "{'type':'leave','cid':'bye'}");
    assert_false(is_refused(&bob, "disk_full"));
}

int main(void)
{
#define QUOTA(name) cmocka_unit_test_setup_teardown(name, a_table, house_close)
    const struct CMUnitTest tests[] = {
        QUOTA(talk_leaves_a_quarter_of_the_log_to_the_game),
        QUOTA(a_room_keeps_no_more_than_it_may_and_can_be_left),
        QUOTA(coming_and_going_writes_no_log_for_ever),
        QUOTA(the_size_of_a_log_survives_the_rooms_sleep),
        QUOTA(an_address_makes_so_many_rooms_a_day),
        QUOTA(rooms_that_write_much_keep_their_address_from_making_more),
        QUOTA(a_data_file_that_is_nearly_full_is_for_the_tables_that_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
