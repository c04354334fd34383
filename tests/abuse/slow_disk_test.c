/* A disk that takes minutes. Commands that wait for it are neither lost nor done twice. Clocks, bots, sweeps
 * and a stopping server wait for it or do without it. */
#include "abuse/house.h"

enum { WRITES_MAX = 64 };

static struct guest ana, bob;
static char code[CODE_TEXT_SIZE], path[96];
static const struct store_ops *whole;
static struct store_ops slow;
static struct store_write *held[WRITES_MAX];
static int held_count;

static void hold_write(struct store *store, struct store_write *write)
{
    (void)store;
    assert_true(held_count < WRITES_MAX);
    held[held_count++] = write;
}

/* From now on nothing comes to the disk. */
static void hold(void)
{
    whole = house_store->ops;
    slow = *whole;
    slow.write = hold_write;
    house_store->ops = &slow;
}

static void let_go(void)
{
    house_store->ops = whole;
    for (int i = 0; i < held_count; i++)
        whole->write(house_store, held[i]);
    held_count = 0;
    house_pass(100);
}

/* Counts the held batches of rooms, without the server's signs of life, which are held, too. */
static int held_batches(void)
{
    int count = 0;
    for (int i = 0; i < held_count; i++)
        count += held[i]->kind == STORE_APPEND;
    return count;
}

static int two_people(void **unused)
{
    house_open(unused);
    held_count = 0;
    ana = house_guest("Ana");
    bob = house_guest("Bob");
    return 0;
}

static void come_to(const char *game)
{
    house_room(&ana, game, code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    bob.socket = house_dial(path, bob.token);
    house_say(&bob, "{'type':'join','name':'Bob','cid':'j'}");
    house_settle();
}

static bool was_told(const struct guest *guest, const char *text)
{
    return strstr(house_text(guest->socket), text) != NULL;
}

static struct slot *slot_there(void)
{
    int64_t number;
    assert_true(code_read(&number, code));
    return map_get(&house.codes, number);
}

static void a_move_that_waits_for_the_disk_was_made_in_time(void **unused)
{
    (void)unused;
    come_to("coinflip");
    house_say(&ana, "{'type':'start','cid':'s'}");
    const struct room *room = house_slot(code)->room;
    int64_t left_ms = room_deadline(room) - server_now(&house), seq = room->seq;
    assert_true(left_ms > 0);

    hold();
    house_say(&ana, "{'type':'guess','side':'heads','cid':'g'}");
    house_pass(2 * left_ms);
    assert_int_equal(house_slot(code)->room->seq, seq);
    assert_int_equal(held_batches(), 1);
    assert_false(was_told(&ana, "\"ok\",\"cid\":\"g\""));
    let_go();

    assert_true(was_told(&ana, "\"ok\",\"cid\":\"g\""));
    house_pass(1000);
    assert_true(was_told(&bob, "\"revealed\"") || house_slot(code)->room->seq > seq + 1);
}

/* The store refuses a write, because a game came home before it. Both wait for the same, long log. */
static void a_game_that_comes_home_holds_up_no_command(void **unused)
{
    (void)unused;
    house_config.commands_per_10s = 0;
    come_to("coinflip");
    for (int i = 0; i < 2 * LOAD_SLICE; i++)
        house_say(&ana, "{'type':'chat','text':'word %d'}", i);
    struct slot *slot = house_slot(code);
    hold();
    house_say(&bob, "{'type':'chat','text':'still here','cid':'late'}");
    struct store_write *late = held[held_count - 1];
    assert_int_equal(late->kind, STORE_APPEND);
    held_count--;

    room_grown(&house, slot, task_new(&house, ana.player));
    late->result = ERROR_STALE;
    late->done(late);
    assert_true(slot->waits_for_log);
    assert_non_null(slot->pending);
    let_go();

    assert_true(was_told(&bob, "\"ok\",\"cid\":\"late\""));
    assert_true(was_told(&ana, "still here"));
    assert_null(slot->pending);
}

static void a_table_in_the_making_is_nobodys_yet(void **unused)
{
    (void)unused;
    strcpy(code, "HELLO1");
    hold();
    net_id made = house_begin("POST", "/api/games", ana.token,
                              "{\"game\":\"coinflip\",\"code\":\"HELLO1\"}", false);

    assert_int_equal(house_status(house_ask("GET", "/api/rooms/HELLO1", bob.token, NULL)), 404);
    assert_int_equal(house_close_code(house_dial("/ws/HELLO1", bob.token)), CLOSE_RESTART);
    net_id other =
        house_ask("POST", "/api/games", bob.token, "{\"game\":\"coinflip\",\"code\":\"HELLO1\"}");
    assert_non_null(strstr(house_text(other), "code_taken"));
    server_stood_still(&house, server_now(&house) - 60 * 1000);
    house_pass(10 * 60 * 1000);
    assert_false(server_is_drained(&house));
    assert_int_equal(house_status(made), 0);
    let_go();

    assert_int_equal(house_status(made), 201);
    assert_int_equal(house_status(house_ask("GET", "/api/rooms/HELLO1", bob.token, NULL)), 200);
    assert_true(server_is_drained(&house));
}

static void a_table_whose_write_is_pending_is_not_forgotten(void **unused)
{
    char id[ID_TEXT_SIZE], chat[96];
    (void)unused;
    come_to("coinflip");
    id_write(id, house_slot(code)->id);
    snprintf(chat, sizeof chat, "/api/games/%s/chat", id);
    house_hang_up(ana.socket);
    house_hang_up(bob.socket);
    house_pass(10 * 1000);

    hold();
    net_id said = house_begin("POST", chat, ana.token, "{\"text\":\"still here\"}", false);
    house_pass(20 * 60 * 1000);
    assert_non_null(slot_there());
    assert_int_equal(house_status(said), 0);
    let_go();

    assert_int_equal(house_status(said), 200);
    house_pass(20 * 60 * 1000);
    assert_null(slot_there());
}

static void a_table_whose_time_is_over_is_removed_once_nothing_is_pending(void **unused)
{
    (void)unused;
    come_to("journeyman");
    house_say(&ana, "{'type':'select_role','role':'journeyman','cid':'a'}");
    house_say(&bob, "{'type':'select_role','role':'weather','cid':'b'}");
    house_settle();
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    house_say(&ana, "{'type':'void_vote','void':true,'cid':'c'}");
    house_say(&bob, "{'type':'void_vote','void':true,'cid':'d'}");
    house_settle();
    assert_int_equal(house_slot(code)->room->phase, ROOM_RESULTS);

    house_pass(4 * 60 * 1000);
    hold();
    house_say(&ana, "{'type':'chat','text':'good game','cid':'e'}");
    house_pass(10 * 60 * 1000);
    assert_non_null(slot_there());
    assert_int_equal(house_close_code(ana.socket), 0);
    let_go();
    assert_true(was_told(&ana, "\"ok\",\"cid\":\"e\""));

    house_pass(10 * 60 * 1000);
    assert_null(slot_there());
    assert_int_equal(house_close_code(ana.socket), CLOSE_ENDED);
}

static void a_bot_moves_once_what_is_pending_is_on_disk(void **unused)
{
    (void)unused;
    come_to("coinflip");
    house_say(&ana, "{'type':'add_bot','cid':'b'}");
    hold();
    house_say(&ana, "{'type':'start','cid':'s'}");
    house_pass(10 * 1000);
    assert_int_equal(held_batches(), 1);
    let_go();
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    int64_t seq = house_slot(code)->room->seq;

    hold();
    house_say(&ana, "{'type':'chat','text':'hurry up','cid':'h'}");
    house_pass(10 * 1000);
    assert_int_equal(held_batches(), 1);
    assert_int_equal(house_slot(code)->room->seq, seq);
    let_go();
    house_pass(5 * 1000);

    assert_true(house_slot(code)->room->seq >= seq + 2);
    assert_true(was_told(&ana, "guess_made"));
}

/* The loop sleeps while nothing can be done. */
static void a_server_that_waits_for_its_disk_sleeps(void **unused)
{
    (void)unused;
    come_to("coinflip");
    hold();
    house_say(&ana, "{'type':'chat','text':'one','cid':'1'}");
    house_pass(60 * 1000 + 1);

    assert_true(server_next_ms(&house) > server_now(&house));
    let_go();
}

static void a_server_stops_when_all_is_on_disk(void **unused)
{
    (void)unused;
    come_to("coinflip");
    hold();
    house_say(&ana, "{'type':'chat','text':'one','cid':'1'}");
    house_say(&bob, "{'type':'chat','text':'two','cid':'2'}");

    server_drain(&house);
    house_say(&bob, "{'type':'chat','text':'three','cid':'3'}");
    assert_true(was_told(&bob, "restarting"));
    assert_false(server_is_drained(&house));
    let_go();

    assert_true(server_is_drained(&house));
    assert_true(was_told(&ana, "\"ok\",\"cid\":\"1\"") && was_told(&bob, "\"ok\",\"cid\":\"2\""));
    assert_false(was_told(&ana, "three"));
    house.is_draining = false;
}

int main(void)
{
#define SLOW(name) cmocka_unit_test_setup_teardown(name, two_people, house_close)
    const struct CMUnitTest tests[] = {
        SLOW(a_game_that_comes_home_holds_up_no_command),
        SLOW(a_move_that_waits_for_the_disk_was_made_in_time),
        SLOW(a_table_in_the_making_is_nobodys_yet),
        SLOW(a_table_whose_write_is_pending_is_not_forgotten),
        SLOW(a_table_whose_time_is_over_is_removed_once_nothing_is_pending),
        SLOW(a_bot_moves_once_what_is_pending_is_on_disk),
        SLOW(a_server_that_waits_for_its_disk_sleeps),
        SLOW(a_server_stops_when_all_is_on_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
