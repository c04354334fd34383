/* Reading the past slows the reader, and nobody else: a log of thousands of batches is read in slices, from
 * the nearest known place on, in memory that does not grow with it. */
#include "abuse/house.h"

#include "server/past.h"

enum { BATCHES = 3000, ROWS_OF_A_SLICE = PAST_SLICE + 1 };

/* A store that counts the batches that are read. */
static const struct store_ops *whole;
static struct store_ops counting;
static int rows, slices, largest_slice;
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
    int before = rows;
    reader.each = each;
    reader.context = context;
    bool ok = whole->load(store, room, after_seq, count_row, NULL, error);
    slices++;
    if (rows - before > largest_slice)
        largest_slice = rows - before;
    return ok;
}

static struct guest ana;
static char code[CODE_TEXT_SIZE], path[96];

static void count_from_here(void)
{
    rows = slices = largest_slice = 0;
}

static int a_long_log(void **unused)
{
    house_open(unused);
    house_config.commands_per_10s = house_config.reads_per_minute = 0;
    ana = house_guest("Ana");
    house_room(&ana, "coinflip", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    ana.socket = house_dial(path, ana.token);
    for (int i = 0; i < BATCHES; i++) {
        house_say(&ana, "{'type':'chat','text':'word %d'}", i);
        house_forget(ana.socket);
    }
    whole = house_store->ops;
    counting = *whole;
    counting.load = counting_load;
    house_store->ops = &counting;
    count_from_here();
    return 0;
}

static int end(void **unused)
{
    house_store->ops = whole;
    return house_close(unused);
}

static int64_t number(const struct json_doc *doc, uint32_t node)
{
    int64_t value = -1;
    assert_true(json_read_int(doc, node, &value));
    return value;
}

/* Reads a page; the seq it ends with. */
static int64_t read_page(const char *who, int64_t after, int64_t limit, int64_t *count, bool *more)
{
    static struct json_node node[64 * 1024];
    struct json_doc doc;
    const char *problem;
    char address[160];
    snprintf(address, sizeof address, "%s?after=%lld&limit=%lld", who, (long long)after,
             (long long)limit);
    net_id id = house_ask("GET", address, ana.token, NULL);
    assert_int_equal(house_status(id), 200);
    const char *text = house_text(id);
    assert_true(strlen(text) <= PAST_PAGE_MAX);
    assert_true(json_parse(&doc, text, strcspn(text, "\n"), node, 64 * 1024, &problem));
    uint32_t events = json_get(&doc, 0, "events");
    *count = doc.node[events].count;
    for (uint32_t at = json_first(events); at < doc.node[events].next; at = doc.node[at].next)
        assert_int_equal(number(&doc, json_get(&doc, json_get(&doc, at, "event"), "seq")), ++after);
    assert_true(json_read_bool(&doc, json_get(&doc, 0, "more"), more));
    return number(&doc, json_get(&doc, 0, "seq"));
}

static void a_long_past_is_read_in_slices(void **unused)
{
    (void)unused;
    snprintf(path, sizeof path, "/api/rooms/%s/events?after=2900", code);
    server_tick(&house);
    memset(house.place, 0, sizeof house.place);

    net_id id = house_begin("GET", path, NULL, NULL, false);
    snprintf(path, sizeof path, "/api/rooms/%s/events?after=0", code);
    net_id other = house_begin("GET", path, NULL, NULL, false);

    assert_int_equal(house_status(other), 0);
    for (int i = 0; i < BATCHES && house_status(id) + house_status(other) < 400; i++)
        server_tick(&house);
    assert_int_equal(house_status(id), 200);
    assert_int_equal(house_status(other), 200);
    assert_true(largest_slice <= ROWS_OF_A_SLICE);
    assert_true(slices > 10);
    assert_null(house.jobs);
}

static void all_pages_together_read_the_log_about_once(void **unused)
{
    int64_t seq = 0, count = 0, all = 0;
    bool more = true;
    (void)unused;
    snprintf(path, sizeof path, "/api/rooms/%s/events", code);
    while (more) {
        seq = read_page(path, seq, 100, &count, &more);
        assert_true(count <= 100);
        all += count;
    }

    assert_true(all >= BATCHES);
    assert_int_equal(all, house_slot(code)->room->public_told);
    assert_true(rows < 2 * BATCHES);
}

static void a_page_holds_what_fits_and_says_that_there_is_more(void **unused)
{
    int64_t count;
    bool more;
    char text[ROOM_CHAT_MAX + 1];
    (void)unused;
    memset(text, '\\', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    int64_t told = house_slot(code)->room->public_told;
    for (int i = 0; i < 300; i++)
        house_say(&ana, "{'type':'chat','text':'%s'}", text);
    snprintf(path, sizeof path, "/api/rooms/%s/events", code);

    int64_t seq = read_page(path, told, 1000, &count, &more);

    assert_true(more);
    assert_true(count > 50 && count < 300);
    assert_int_equal(seq, told + count);
}

static void a_reconnect_costs_a_bounded_read(void **unused)
{
    (void)unused;
    int64_t told = room_told(house_slot(code)->room, ana.player);
    for (int64_t missed = 1; missed <= 200; missed += 33) {
        snprintf(path, sizeof path, "/ws/%s?after=%lld", code, (long long)(told - missed));
        count_from_here();
        net_id id = house_dial(path, ana.token);
        assert_true(rows <= 400);
        assert_non_null(strstr(house_text(id), "\"word "));
    }
    snprintf(path, sizeof path, "/ws/%s?after=1", code);
    count_from_here();
    net_id id = house_dial(path, ana.token);
    assert_int_equal(rows, 0);
    assert_non_null(strstr(house_text(id), "\"events\":[],\"state\""));
}

static void a_reader_waits_for_their_own_reads_only(void **unused)
{
    (void)unused;
    net_id id[PAST_PER_READER_MAX + 1];
    snprintf(path, sizeof path, "/api/rooms/%s/events?after=0", code);
    for (int i = 0; i <= PAST_PER_READER_MAX; i++)
        id[i] = house_begin("GET", path, NULL, NULL, false);
    assert_int_equal(house_status(id[PAST_PER_READER_MAX]), 429);

    house_address = "192.0.2.9";
    net_id other = house_ask("GET", path, NULL, NULL);
    assert_int_equal(house_status(other), 200);
    house_settle();

    for (int i = 0; i < PAST_PER_READER_MAX; i++)
        assert_int_equal(house_status(id[i]), 200);
    assert_null(house.jobs);
}

static void reads_have_a_rate_and_members_have_their_own(void **unused)
{
    (void)unused;
    house_config.reads_per_minute = 5;
    char game[128];
    snprintf(path, sizeof path, "/api/rooms/%s/events?after=3000", code);
    id_write(game, house_slot(code)->id);
    for (int i = 0; i < 5; i++)
        assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 200);

    assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 429);

    assert_int_equal(house_status(house_ask("GET", path, ana.token, NULL)), 200);
    house_pass(60 * 1000);
    assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 200);
}

static void a_proof_is_read_in_slices_too(void **unused)
{
    char id[ID_TEXT_SIZE];
    (void)unused;
    id_write(id, house_slot(code)->room->next.game_id);
    snprintf(path, sizeof path, "/api/games/%s/proof", id);

    net_id proof = house_ask("GET", path, ana.token, NULL);

    assert_int_equal(house_status(proof), 200);
    assert_non_null(strstr(house_text(proof), "commitment"));
    assert_true(largest_slice <= ROWS_OF_A_SLICE);
    assert_true(rows >= 2 * BATCHES);
}

/* Plays the game on the table to its end, and begins the next one. The one that is over. */
static void play_a_game(const struct guest *bob, char game_id[ID_TEXT_SIZE])
{
    const struct room *room = house_slot(code)->room;
    id_write(game_id, room->phase == ROOM_LOBBY ? room->next.game_id : room->game_id);
    if (room->phase == ROOM_LOBBY)
        house_say(&ana, "{'type':'start'}");
    for (int i = 0; i < 100 && house_slot(code)->room->phase == ROOM_PLAYING; i++) {
        house_say(&ana, "{'type':'guess','side':'heads'}");
        house_say(bob, "{'type':'guess','side':'tails'}");
        house_pass(5000);
    }
    assert_int_equal(house_slot(code)->room->phase, ROOM_RESULTS);
    house_say(&ana, "{'type':'rematch'}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
}

/* Two games, of which the room in memory remembers the second. The first one's id. */
static void two_games(char game_id[ID_TEXT_SIZE])
{
    char second[ID_TEXT_SIZE];
    struct guest bob = house_guest("Bob");
    snprintf(path, sizeof path, "/ws/%s", code);
    bob.socket = house_dial(path, bob.token);
    house_say(&bob, "{'type':'join','name':'Bob'}");
    play_a_game(&bob, game_id);
    play_a_game(&bob, second);
    count_from_here();
}

static void an_earlier_game_is_read_in_slices(void **unused)
{
    char id[ID_TEXT_SIZE], shown[ID_TEXT_SIZE + 16];
    (void)unused;
    two_games(id);
    snprintf(path, sizeof path, "/api/games/%s.json", id);
    snprintf(shown, sizeof shown, "\"game_id\":\"%s\"", id);

    net_id report = house_ask("GET", path, ana.token, NULL);

    assert_int_equal(house_status(report), 200);
    assert_non_null(strstr(house_text(report), shown));
    assert_true(rows >= 2 * BATCHES);
    assert_true(largest_slice <= ROWS_OF_A_SLICE);
    count_from_here();
    assert_int_equal(house_status(house_ask("GET", path, ana.token, NULL)), 200);
    assert_int_equal(rows, 0);
}

static void strangers_and_wrong_links_read_an_earlier_game_no_faster(void **unused)
{
    char id[ID_TEXT_SIZE];
    (void)unused;
    two_games(id);
    struct guest zoe = house_guest("Zoe");
    snprintf(path, sizeof path, "/api/games/%s", id);
    assert_int_equal(house_status(house_ask("GET", path, zoe.token, NULL)), 404);
    snprintf(path, sizeof path, "/api/shared/%s/%s", id, id);
    assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 404);
    assert_true(largest_slice <= ROWS_OF_A_SLICE);

    house_config.reads_per_minute = 2;
    house_pass(60 * 1000);
    memory_free(house_slot(code)->ended);
    house_slot(code)->ended = NULL;
    house_slot(code)->ended_capacity = 0;

    assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 404);
    house_slot(code)->ended->game_id = 1;
    assert_int_equal(house_status(house_ask("GET", path, NULL, NULL)), 429);
}

static void the_log_of_a_narrator_is_read_in_slices_too(void **unused)
{
    char id[ID_TEXT_SIZE], table[CODE_TEXT_SIZE];
    struct guest guest[6];
    (void)unused;
    house_hang_up(ana.socket);
    house_room(&ana, "grimoire", table);
    snprintf(path, sizeof path, "/ws/%s", table);
    ana.socket = house_dial(path, ana.token);
    house_say(&ana, "{'type':'select_role','role':'narrator'}");
    for (int i = 0; i < 6; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest %d", i);
        guest[i] = house_guest(name);
        guest[i].socket = house_dial(path, guest[i].token);
        house_say(&guest[i], "{'type':'join','name':'%s'}", name);
        house_say(&guest[i], "{'type':'sit'}");
    }
    house_say(&ana, "{'type':'start'}");
    for (int i = 0; i < 500; i++)
        house_say(&ana, "{'type':'chat','text':'word %d'}", i);
    const struct room *room = house_slot(table)->room;
    assert_int_equal(room->phase, ROOM_PLAYING);
    id_write(id, room->game_id);
    snprintf(path, sizeof path, "/api/games/%s/log", id);
    count_from_here();

    net_id log = house_ask("GET", path, ana.token, NULL);

    assert_int_equal(house_status(log), 200);
    assert_non_null(strstr(house_text(log), "\"word 499\""));
    assert_true(largest_slice <= ROWS_OF_A_SLICE);
    house_config.reads_per_minute = 1;
    house_pass(60 * 1000);
    assert_int_equal(house_status(house_ask("GET", path, ana.token, NULL)), 200);
    assert_int_equal(house_status(house_ask("GET", path, ana.token, NULL)), 429);
}

/* One address asks as often as it may, under as many names as it likes. */
static void who_asks_for_much_waits_longer_and_only_they(void **unused)
{
    net_id asked[PAST_PER_NETWORK_MAX + 1];
    house_config.sessions_per_minute = 0;
    (void)unused;
    snprintf(path, sizeof path, "/api/rooms/%s/events?after=0&limit=1000", code);
    struct guest one = house_guest("One");
    for (int i = 0; i <= PAST_PER_NETWORK_MAX; i++) {
        if (i % PAST_PER_READER_MAX == 0)
            one = house_guest("Other");
        asked[i] = house_begin("GET", path, one.token, NULL, false);
    }
    assert_int_equal(house_status(asked[PAST_PER_NETWORK_MAX]), 429);

    house_address = "192.0.2.9";
    net_id good = house_begin("GET", path, ana.token, NULL, false);
    int served = 0;
    for (int i = 0; i < BATCHES && house_status(good) == 0; i++)
        server_tick(&house);

    assert_int_equal(house_status(good), 200);
    for (int i = 0; i < PAST_PER_NETWORK_MAX; i++)
        served += house_status(asked[i]) == 200;
    assert_true(served <= PAST_ACTIVE_MAX);
    house_settle();
    for (int i = 0; i < PAST_PER_NETWORK_MAX; i++)
        assert_int_equal(house_status(asked[i]), 200);
}

static int (*counted_board)(struct store *store, const char *game, const char *const *points,
                            struct store_rank *out, int max);
static int boards;

static int count_board(struct store *store, const char *game, const char *const *points,
                       struct store_rank *out, int max)
{
    boards++;
    return counted_board(store, game, points, out, max);
}

static void the_leaderboard_is_added_up_once_however_often_it_is_asked_for(void **unused)
{
    (void)unused;
    boards = 0;
    counted_board = counting.leaderboard;
    counting.leaderboard = count_board;

    for (int i = 0; i < 50; i++)
        assert_int_equal(house_status(house_ask("GET", "/api/leaderboard", NULL, NULL)), 200);
    house_ask("GET", "/api/leaderboard?game=chess", NULL, NULL);
    house_ask("GET", "/api/leaderboard?game=nothing", NULL, NULL);

    assert_int_equal(boards, 2);
    house.metrics.games_over++;
    house_ask("GET", "/api/leaderboard", NULL, NULL);
    assert_int_equal(boards, 3);
}

static void invalid_numbers_are_refused(void **unused)
{
    static const char *const bad[] = { "after=x",  "after=",    "after=-1",
                                       "limit=0",  "limit=ten", "after=9999999999999999999",
                                       "after=1e3" };
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(path, sizeof path, "/api/rooms/%s/events?%s", code, bad[i]);
        net_id id = house_ask("GET", path, NULL, NULL);
        assert_int_equal(house_status(id), 400);
        assert_non_null(strstr(house_text(id), "\"code\":\"bad_argument\""));
    }
    snprintf(path, sizeof path, "/ws/%s?after=9999999999999999999", code);
    assert_int_equal(house_status(house_dial(path, ana.token)), 400);
}

#define READ(name) cmocka_unit_test_setup_teardown(name, a_long_log, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        READ(a_long_past_is_read_in_slices),
        READ(all_pages_together_read_the_log_about_once),
        READ(a_page_holds_what_fits_and_says_that_there_is_more),
        READ(a_reconnect_costs_a_bounded_read),
        READ(a_reader_waits_for_their_own_reads_only),
        READ(reads_have_a_rate_and_members_have_their_own),
        READ(a_proof_is_read_in_slices_too),
        READ(an_earlier_game_is_read_in_slices),
        READ(strangers_and_wrong_links_read_an_earlier_game_no_faster),
        READ(the_log_of_a_narrator_is_read_in_slices_too),
        READ(who_asks_for_much_waits_longer_and_only_they),
        READ(the_leaderboard_is_added_up_once_however_often_it_is_asked_for),
        READ(invalid_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
