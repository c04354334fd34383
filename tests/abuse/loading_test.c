/* A table whose log has thousands of batches is built from it in slices, when somebody comes back to it and
 * when a step is undone: no turn of the loop reads more than one slice; others are served in between. */
#include "abuse/house.h"

enum { TALK = 1200, SEATS = 6, ROWS_OF_A_SLICE = LOAD_SLICE + 1 };

/* A store that counts the batches that are read. */
static const struct store_ops *whole;
static struct store_ops counting;
static int rows;
static struct {
    bool (*each)(void *context, const struct store_batch *batch);
    void *context;
} reader;

static bool count_row(void *context, const struct store_batch *batch)
{
    (void)context;
    rows++;
    return reader.each(reader.context, batch);
}

static bool counting_load(struct store *store, int64_t room, int64_t after_seq,
                          bool (*each)(void *context, const struct store_batch *batch),
                          void *context, struct error *error)
{
    reader.each = each;
    reader.context = context;
    return whole->load(store, room, after_seq, count_row, NULL, error);
}

static struct guest ana, people[SEATS];
static char code[CODE_TEXT_SIZE], path[96];

static void sit_down(void)
{
    house_room(&ana, "grimoire", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    house_say(&ana, "{'type':'select_role','role':'narrator'}");
    for (int i = 0; i < SEATS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest %d", i);
        people[i] = house_guest(name);
        people[i].socket = house_dial(path, people[i].token);
        house_say(&people[i], "{'type':'join','name':'%s'}", name);
        house_say(&people[i], "{'type':'sit'}");
    }
    house_say(&ana, "{'type':'start'}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
}

static void assign(int seat, const char *character)
{
    house_say(&ana, "{'type':'assign','seat':%d,'character':'%s','cid':'a%d%s'}", seat, character,
              seat, character);
}

/* A game that can be rewound is kept without snapshots, so all of its log is read. */
static int a_long_evening(void **unused)
{
    house_open(unused);
    house_config.commands_per_10s = house_config.reads_per_minute = 0;
    house_config.sessions_per_minute = 0;
    ana = house_guest("Ana");
    sit_down();
    assign(0, "imp");
    assign(1, "poisoner");
    for (int i = 0; i < TALK; i++) {
        house_say(&ana, "{'type':'chat','text':'word %d'}", i);
        for (int k = 0; k < SEATS; k++)
            house_forget(people[k].socket);
        house_forget(ana.socket);
    }
    assign(2, "chef");
    assert_int_equal(house_slot(code)->room->step, 4);
    assert_true(house_slot(code)->room->seq > TALK);
    whole = house_store->ops;
    counting = *whole;
    counting.load = counting_load;
    house_store->ops = &counting;
    return 0;
}

static int end(void **unused)
{
    house_store->ops = whole;
    return house_close(unused);
}

static struct slot *slot_in_memory(void)
{
    int64_t number;
    assert_true(code_read(&number, code));
    return map_get(&house.codes, number);
}

static void all_leave(void)
{
    house_hang_up(ana.socket);
    for (int i = 0; i < SEATS; i++)
        house_hang_up(people[i].socket);
    house_pass(20 * 60 * 1000);
    assert_null(slot_in_memory());
}

/* Ticks until the condition holds; how many it took. In each somebody else is answered. */
static int tick_until(bool (*holds)(net_id id), net_id id)
{
    int ticks = 0;
    while (!holds(id)) {
        rows = 0;
        server_tick(&house);
        assert_true(rows <= ROWS_OF_A_SLICE);
        rows = 0;
        net_id other = house_begin("GET", "/health", NULL, NULL, false);
        assert_int_equal(house_status(other), 200);
        house_forget(other);
        server_poll(&house);
        assert_true(rows <= ROWS_OF_A_SLICE);
        assert_true(++ticks < 10 * TALK);
    }
    return ticks;
}

static bool is_answered(net_id id)
{
    return house_status(id) != 0;
}

static bool has_ok(net_id id)
{
    return strstr(house_text(id), "\"ok\"") != NULL;
}

static void a_long_log_is_loaded_in_slices(void **unused)
{
    uint8_t hash[SHA256_SIZE];
    (void)unused;
    house_pass(60 * 1000);
    all_leave();

    rows = 0;
    snprintf(path, sizeof path, "/api/rooms/%s", code);
    net_id asked = house_begin("GET", path, NULL, NULL, false);
    net_id another = house_begin("GET", path, NULL, NULL, false);
    assert_int_equal(house_status(asked), 0);
    int64_t slices = (int64_t)house.load_slices;
    int ticks = tick_until(is_answered, asked);

    assert_true(ticks >= 2 * (TALK / LOAD_SLICE));
    assert_int_equal(house_status(asked), 200);
    assert_int_equal(house_status(another), 200);
    const struct room *room = slot_in_memory()->room;
    assert_int_equal(room->step, 4);
    assert_in_range((int64_t)house.load_slices - slices, 2 * (room->seq / LOAD_SLICE),
                    2 * (room->seq / LOAD_SLICE) + 4);
    assert_null(house.parked);

    memcpy(hash, room->hash, sizeof hash);
    ana.socket = house_dial(strcat(strcpy(path, "/ws/"), code), ana.token);
    assert_non_null(strstr(house_text(ana.socket), "\"state\""));
    assert_true(room->seq > TALK && memcmp(hash, (uint8_t[SHA256_SIZE]){ 0 }, sizeof hash) != 0);
}

static void an_undone_step_is_read_in_slices(void **unused)
{
    (void)unused;
    uint64_t slices = house.load_slices;
    house_forget(ana.socket);
    char message[] = "{\"type\":\"rewind\",\"to\":3,\"cid\":\"u\"}";
    server_message(&house, ana.socket, message, sizeof message - 1);
    char chat[] = "{\"type\":\"chat\",\"text\":\"wait\",\"cid\":\"c\"}";
    server_message(&house, people[0].socket, chat, sizeof chat - 1);
    server_poll(&house);
    assert_false(has_ok(ana.socket));

    int ticks = tick_until(has_ok, ana.socket);

    assert_true(ticks >= 2 * (TALK / LOAD_SLICE) - 2);
    const struct room *room = slot_in_memory()->room;
    assert_int_equal(room->step, 3);
    assert_true(house.load_slices - slices <= (uint64_t)(2 * (room->seq / LOAD_SLICE) + 4));
    tick_until(has_ok, people[0].socket);
    assign(2, "monk");
    house_settle();
    assert_int_equal(slot_in_memory()->room->step, 4);
}

/* A room whose only client left while it was loaded is not kept. */
static void what_nobody_waits_for_any_more_is_given_back(void **unused)
{
    (void)unused;
    house_pass(60 * 1000);
    all_leave();
    house_store->ops = whole;
    int64_t number;
    assert_true(code_read(&number, code));
    for (int i = 0; i < 4 && house.loadings == NULL; i++) {
        assert_null(slot_by_code(&house, number));
        server_poll(&house);
        server_settle(&house);
    }
    assert_non_null(house.loadings);

    house_settle();
    assert_null(slot_in_memory());
    house_pass(60 * 1000);
    server_tick(&house);

    assert_null(house.loadings);
    house_store->ops = &counting;
}

/* Sockets that close before their table is loaded do not count against their address. */
static void who_hangs_up_while_a_table_is_loaded_has_never_watched(void **unused)
{
    (void)unused;
    house_pass(60 * 1000);
    all_leave();
    snprintf(path, sizeof path, "/ws/%s?table=1", code);
    for (int64_t i = 0; i < house_config.connections_per_address; i++)
        house_go(house_begin("GET", path, NULL, NULL, true));
    for (int i = 0; i < TALK && house.parked != NULL; i++)
        house_settle();
    assert_non_null(slot_in_memory());
    assert_null(slot_in_memory()->clients);

    net_id watcher = house_dial(path, NULL);
    assert_int_equal(house_status(watcher), 101);
    assert_int_equal(house_close_code(watcher), 0);
    assert_non_null(strstr(house_text(watcher), "\"state\""));
}

#define LONG(name) cmocka_unit_test_setup_teardown(name, a_long_evening, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LONG(a_long_log_is_loaded_in_slices),
        LONG(an_undone_step_is_read_in_slices),
        LONG(what_nobody_waits_for_any_more_is_given_back),
        LONG(who_hangs_up_while_a_table_is_loaded_has_never_watched),
    };
    return cmocka_run_group_tests_name("loading", tests, NULL, NULL);
}
