/* A server with a table has died, and another one takes it over. What the database said of the one that died
 * it says once, because the table has another owner from then on; the table is read in pieces after that, and
 * whoever waits for it asks again meanwhile. */
#include "abuse/house.h"

enum { SEATS = 5, TALK = 3 * LOAD_SLICE, ADOPT_MS = 2000, ROUNDS = 200, DEAD_MS = 7000 };

/* A database with one table, which belongs to a server that has died until this one claims it. */
static struct store_ops shared;
static bool is_claimed, is_due;
static int64_t table, seen_ms;

static bool claim(struct store *store, int64_t room, struct store_claim *out, struct error *error)
{
    (void)store, (void)error;
    *out = (struct store_claim){ .seen_ms = is_claimed || room != table ? 0 : seen_ms };
    is_claimed |= room == table;
    return true;
}

static int list_due(struct store *store, int64_t now_ms, int64_t *out, int max)
{
    (void)store, (void)now_ms, (void)max;
    out[0] = table;
    return is_due && !is_claimed;
}

static int64_t epoch(struct store *store)
{
    (void)store;
    return 1;
}

static bool holds_lease(struct store *store)
{
    (void)store;
    return true;
}

static struct guest ana, people[SEATS];
static char code[CODE_TEXT_SIZE], path[64];
static int64_t number;

static void talk(void)
{
    for (int i = 0; i < TALK; i++) {
        house_say(&ana, "{'type':'chat','text':'word %d'}", i);
        for (int k = 0; k < SEATS; k++)
            house_forget(people[k].socket);
        house_forget(ana.socket);
    }
}

static void play(void)
{
    char socket[64];
    ana = house_guest("Ana");
    house_room(&ana, "grimoire", code);
    assert_true(code_read(&number, code));
    snprintf(path, sizeof path, "/api/rooms/%s", code);
    snprintf(socket, sizeof socket, "/ws/%s", code);
    ana.socket = house_dial(socket, ana.token);
    house_say(&ana, "{'type':'select_role','role':'narrator'}");
    for (int i = 0; i < SEATS; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest %d", i);
        people[i] = house_guest(name);
        people[i].socket = house_dial(socket, people[i].token);
        house_say(&people[i], "{'type':'join','name':'%s'}", name);
        house_say(&people[i], "{'type':'sit'}");
    }
    house_say(&ana, "{'type':'start'}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    talk();
}

/* Nobody is there, and the server forgets the table, as if it had never had it. */
static void all_leave(void)
{
    house_hang_up(ana.socket);
    for (int i = 0; i < SEATS; i++)
        house_hang_up(people[i].socket);
    house_pass(20 * 60 * 1000);
    assert_null(map_get(&house.codes, number));
}

static int the_owner_dies(void **unused)
{
    house_open(unused);
    house_config.commands_per_10s = house_config.reads_per_minute = 0;
    house_config.sessions_per_minute = 0;
    play();
    table = house_slot(code)->id;
    all_leave();
    seen_ms = server_now(&house);
    house_pass(DEAD_MS);
    is_claimed = is_due = false;
    shared = *house_store->ops;
    shared.claim = claim;
    shared.list_due = list_due;
    shared.epoch = epoch;
    shared.holds_lease = holds_lease;
    house_store->ops = &shared;
    house_store = store_open_reads(house_store, &(struct store_config){ 0 }, NULL);
    house.seams.store = house_store;
    house_settle();
    return 0;
}

static bool counts_credit(void *context, const struct store_batch *batch)
{
    const char *found = strstr(batch->events, "\"clock_credited\"");
    long long ms = 0;
    if (found != NULL && (found = strstr(found, "\"ms\":")) != NULL)
        sscanf(found, "\"ms\":%lld", &ms);
    *(int64_t *)context += ms;
    return true;
}

/* The log that the database has. */
static int64_t credited_ms(void)
{
    int64_t ms = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct error error = { 0 };
        ms = 0;
        if (house_store->ops->load(house_store, table, 0, counts_credit, &ms, &error))
            break;
        server_settle(&house);
        store_poll(house_store);
    }
    return ms;
}

static void go_on(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        server_tick(&house);
        server_poll(&house);
    }
}

static void who_asks_for_a_table_gets_it_with_the_time_of_its_owners_death(void **unused)
{
    (void)unused;
    net_id asked = house_begin("GET", path, NULL, NULL, false);
    go_on();

    assert_int_equal(house_status(asked), 200);
    assert_true(is_claimed);
    assert_non_null(map_get(&house.codes, number));
    assert_in_range(credited_ms(), DEAD_MS, DEAD_MS + ADOPT_MS);
}

static void a_table_that_is_due_is_adopted_though_nobody_asks(void **unused)
{
    (void)unused;
    is_due = true;
    house_pass(ADOPT_MS);
    go_on();

    assert_true(is_claimed);
    assert_non_null(map_get(&house.codes, number));
    assert_int_equal(house.metrics.rooms_adopted, 1);
    assert_in_range(credited_ms(), DEAD_MS, DEAD_MS + ADOPT_MS);
}

#define AFTER_DEATH(name) cmocka_unit_test_setup_teardown(name, the_owner_dies, house_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AFTER_DEATH(who_asks_for_a_table_gets_it_with_the_time_of_its_owners_death),
        AFTER_DEATH(a_table_that_is_due_is_adopted_though_nobody_asks),
    };
    return cmocka_run_group_tests_name("takeover", tests, NULL, NULL);
}
