/* A game moves from a device to a server and back. The device is the code of the page, the server the real
 * one; coinflip stands in for a game with a narrator. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "room/fixture_test.h"
#include "integration/small_server.h"
#include "wasm/local.h"

enum { BATCHES_MAX = 64, TEXT_SIZE = 256 * 1024 };

/* --- the device --- */

static char reply[1024 * 1024], kept[BATCHES_MAX][8 * 1024];
static int kept_count;
static const char SEED[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

static const char *ask(size_t (*asked)(const char *, size_t, char *, size_t), const char *question)
{
    static char json[8 * 1024];
    assert_true(text_copy(json, sizeof json, question));
    for (char *c = json; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    asked(json, strlen(json), reply, sizeof reply);
    return reply;
}

static int64_t device_ms;

static void act(const char *command)
{
    char question[1024];
    snprintf(question, sizeof question, "{'now_ms':%lld,%s}", (long long)device_ms, command);
    ask(local_command, question);
    if (strstr(reply, "\"hash\"") == NULL)
        fail_msg("%s: %s", command, reply);
    assert_true(text_copy(kept[kept_count++], sizeof kept[0], reply));
    ask(local_commit, "{'now_ms':1000}");
}

static void open_device(void)
{
    char question[256];
    snprintf(question, sizeof question, "{'player':'0000000000001','seed':'%s'}", SEED);
    ask(local_open, question);
}

static void play_on_device(void)
{
    kept_count = 0;
    device_ms = 1000;
    open_device();
    act("'command':{'type':'create','game':'coinflip','name':'Ana','language':'fr','cid':'a'}");
    act("'command':{'type':'add_guest','name':'Gus','cid':'b'}");
    act("'command':{'type':'add_guest','name':'Hana','cid':'c'}");
    act("'command':{'type':'add_guest','name':'Ida','cid':'d'}");
    act("'command':{'type':'start','cid':'e'}");
    act("'clock':'credit_clock','ms':500");
}

/* The page's upload: times, commands, and the hash of the game's state. */
static char upload[TEXT_SIZE];

static void add(const char *text)
{
    assert_true(strlen(upload) + strlen(text) < sizeof upload);
    strcat(upload, text);
}

static int64_t time_of(const char *batch)
{
    return strtoll(strstr(batch, "\"time_ms\":") + strlen("\"time_ms\":"), NULL, 10);
}

static void add_batch(const char *batch, int64_t before_ms)
{
    static const char key[] = "\"command\":{\"type\"";
    bool is_clock = strstr(batch, "\"player\":\"\"") != NULL;
    const char *command = strstr(batch, key) + strlen(key), *end = strstr(batch, ",\"events\":");
    char text[2048];
    snprintf(text, sizeof text, "[%" PRId64 ",{\"%s\"%.*s]", time_of(batch) - before_ms,
             is_clock ? "clock" : "type", (int)(end - command), command);
    add(text);
}

/* `head`: what it says of where the game comes from. */
static void prepare(const char *head)
{
    char hash[80], text[512];
    ask(local_digest, "{}");
    assert_int_equal(sscanf(strstr(reply, "\"state_hash\":\"") + 14, "%64[0-9a-f]", hash), 1);
    snprintf(text, sizeof text,
             "{%s,\"seed\":\"%s\",\"state_hash\":\"%s\",\"time_ms\":%" PRId64 ",\"batches\":[",
             head, SEED, hash, time_of(kept[0]));
    upload[0] = '\0';
    add(text);
    for (int i = 0; i < kept_count; i++) {
        add(i > 0 ? "," : "");
        add_batch(kept[i], time_of(kept[i > 0 ? i - 1 : 0]));
    }
    add("]}");
}

static void prepare_upload(void)
{
    prepare("\"player\":\"0000000000001\"");
}

/* The first `words` of the upload become `others`, of any length. */
static void change(const char *words, const char *others)
{
    static char rest[TEXT_SIZE];
    char *at = strstr(upload, words);
    assert_non_null(at);
    assert_true(text_copy(rest, sizeof rest, at + strlen(words)));
    *at = '\0';
    add(others);
    add(rest);
}

/* --- the server --- */

static void member_of_answer(const char *name, char *out, size_t size)
{
    char key[32];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = strstr(answer.text, key);
    assert_non_null(at);
    at += strlen(key);
    size_t length = strcspn(at, "\"");
    assert_true(length < size);
    memcpy(out, at, length);
    out[length] = '\0';
}

static char token[80], other_token[80];

static void sign_in(const char *name, char out[80])
{
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    assert_int_equal(request("POST", "/api/session", NULL, body), 201);
    member_of_answer("token", out, 80);
}

static int set_up(void **unused)
{
    (void)unused;
    clear_table(1);
    bend("coinflip")->has_narrator = true;
    bend("coinflip")->can_undo = true;
    small_server_open();
    sign_in("Ana", token);
    sign_in("Bob", other_token);
    play_on_device();
    prepare_upload();
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    small_server_close();
    return 0;
}

static int move_in(void)
{
    return request("POST", "/api/games/move-in", token, upload);
}

static void assert_moved_in(void)
{
    if (move_in() != 201)
        fail_msg("%d: %s", answer.status, answer.text);
}

static int room_count(void)
{
    struct store_room found;
    int count = small_server_store->ops->list_rooms(small_server_store, 0, 0, &found, 1);
    if (count >= 0)
        return count;
    small_server_wait(0);
    return small_server_store->ops->list_rooms(small_server_store, 0, 0, &found, 1);
}

static void assert_no_room(void)
{
    assert_int_equal(room_count(), 0);
}

static void assert_not_taken(const char *why)
{
    char text[64];
    assert_int_equal(move_in(), 400);
    snprintf(text, sizeof text, "\"why\":\"%s\"", why);
    if (strstr(answer.text, text) == NULL)
        fail_msg("%s, not %s", answer.text, why);
    assert_no_room();
}

static void assert_not_saved(void)
{
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.text, "not_saved"));
}

static char game_path[64];

static const char *path_of(const char *part)
{
    static char path[96];
    snprintf(path, sizeof path, "%s%s", game_path, part);
    return path;
}

static void ask_game(const char *method, const char *part, const char *body, int status)
{
    const char *path = path_of(part);
    if (request(method, path, token, body) != status)
        fail_msg("%s %s: %d %s", method, path, answer.status, answer.text);
}

/* The log of the game that has just moved in, back on the device, which keeps only newer batches from now
 * on. */
static char parting[256];

static void take_home(void)
{
    char player[32], question[256], game_id[32], hash[80] = "";
    int count = 0;
    member_of_answer("game_id", game_id, sizeof game_id);
    snprintf(game_path, sizeof game_path, "/api/games/%s", game_id);
    ask_game("GET", "/log", NULL, 200);
    member_of_answer("player", player, sizeof player);
    snprintf(question, sizeof question, "{'player':'%s','seed':'%s'}", player, SEED);
    ask(local_open, question);
    char *line = strtok(strchr(answer.text, '\n') + 1, "\n");
    for (; line != NULL; line = strtok(NULL, "\n")) {
        local_load(line, strlen(line), reply, sizeof reply);
        assert_string_equal(reply, "{}");
        sscanf(strstr(line, "\"hash\":\"") + 8, "%64[0-9a-f]", hash);
        count++;
    }
    snprintf(parting, sizeof parting, "\"seq\":%d,\"hash\":\"%s\"", count, hash);
    kept_count = 0;
    device_ms = SMALL_SERVER_NOW_MS;
    ask(local_begin, "{'now_ms':100000000}");
}

/* A round ends on the device, and somebody speaks there. */
static void play_at_home(void)
{
    assert_moved_in();
    take_home();
    act("'clock':'move_here'");
    act("'command':{'type':'chat','text':'only here','cid':'h'}");
    act("'clock':'tick'");
    prepare(parting);
}

static void come_back(int status)
{
    ask_game("POST", "/move-back", upload, status);
}

static void assert_not_taken_back(const char *why)
{
    char text[64];
    come_back(400);
    snprintf(text, sizeof text, "\"why\":\"%s\"", why);
    if (strstr(answer.text, text) == NULL)
        fail_msg("%s, not %s", answer.text, why);
    ask_game("GET", "", NULL, 200);
    assert_non_null(strstr(answer.text, "\"round\":1"));
}

/* --- tests --- */

static void a_game_moves_in_with_its_state_and_its_guests(void **unused)
{
    (void)unused;
    char path[64], game_id[32];

    assert_moved_in();

    member_of_answer("game_id", game_id, sizeof game_id);
    snprintf(path, sizeof path, "/api/games/%s", game_id);
    assert_int_equal(request("GET", path, token, NULL), 200);
    assert_non_null(strstr(answer.text, "\"phase\":\"playing\""));
    assert_non_null(strstr(answer.text, "\"name\":\"Hana\""));
    assert_non_null(strstr(answer.text, "\"is_narrator\":true"));
    assert_non_null(strstr(answer.text, "\"language\":\"fr\""));
    assert_int_equal(request("GET", path, other_token, NULL), 404);
}

static void the_log_says_that_it_moved(void **unused)
{
    (void)unused;
    char path[64], game_id[32];
    assert_moved_in();
    member_of_answer("game_id", game_id, sizeof game_id);
    snprintf(path, sizeof path, "/api/games/%s/events", game_id);

    assert_int_equal(request("GET", path, token, NULL), 200);

    assert_non_null(strstr(answer.text, "\"type\":\"room_moved\""));
}

static void what_was_rewound_stays_rewound(void **unused)
{
    (void)unused;
    device_ms = 900000;
    act("'clock':'tick'");
    act("'command':{'type':'rewind','to':1,'cid':'r'}");
    prepare_upload();

    assert_moved_in();
}

/* Talk, and then one step back and forth so often. The game is as it was. */
static void add_rewinds(int talk, int rewinds)
{
    static char text[128 * 1024];
    size_t length = 0;
    for (int i = 0; i < talk; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ",[0,{\"type\":\"chat\",\"text\":\"a\"}]");
    for (int i = 0; i < 2 * rewinds; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   ",[0,{\"type\":\"rewind\",\"to\":%d}]", 1 + i % 2);
    snprintf(text + length, sizeof text - length, "]}");
    upload[strlen(upload) - 2] = '\0';
    add(text);
}

static void rewinds_that_take_too_long_to_follow_are_refused(void **unused)
{
    (void)unused;
    device_ms = 900000;
    act("'clock':'tick'");
    prepare_upload();
    add_rewinds(1000, 30);
    assert_not_taken("too_long");

    prepare_upload();
    add_rewinds(1000, 6);
    assert_moved_in();
}

static void a_game_moves_in_once(void **unused)
{
    (void)unused;
    assert_moved_in();

    assert_int_equal(move_in(), 409);
    assert_non_null(strstr(answer.text, "moved_already"));
}

/* A disk whose nth write fails, either because it is full or without saying whether the data was kept. */
static const struct store_ops *whole;
static int healthy_count;
static bool is_kept;
static struct store_write *failed;

static void take_or_fail(struct store *store, struct store_write *first)
{
    if (healthy_count-- != 0)
        whole->write(store, first);
    else
        failed = first;
}

static void ignore(struct store_write *write)
{
    (void)write;
}

/* Copies of the writes, so that the caller gets this test's result and not the store's. */
static void keep_secretly(struct store *store, const struct store_write *first)
{
    static struct store_write copy[BATCHES_MAX];
    int count = 0;
    for (const struct store_write *write = first; write != NULL; write = write->next) {
        copy[count] = *write;
        copy[count].done = ignore;
        copy[count].next = write->next != NULL ? &copy[count + 1] : NULL;
        assert_true(++count < BATCHES_MAX);
    }
    whole->write(store, copy);
    whole->poll(store);
}

static void poll_or_fail(struct store *store)
{
    struct store_write *first = failed;
    failed = NULL;
    if (first != NULL && is_kept)
        keep_secretly(store, first);
    while (first != NULL) {
        struct store_write *write = first;
        first = write->next;
        write->next = NULL;
        write->result = is_kept ? ERROR_IO : ERROR_FULL;
        write->done(write);
    }
    whole->poll(store);
}

static void break_disk(int after, bool keeps)
{
    static struct store_ops broken;
    whole = small_server_store->ops;
    broken = *whole;
    broken.write = take_or_fail;
    broken.poll = poll_or_fail;
    healthy_count = after;
    is_kept = keeps;
    small_server_store->ops = &broken;
}

static void mend_disk(void)
{
    small_server_store->ops = whole;
}

static int ask_failing(const char *path, int after)
{
    break_disk(after, false);
    int status = request("POST", path, token, upload);
    mend_disk();
    return status;
}

static void what_could_not_be_kept_is_not_there(void **unused)
{
    (void)unused;
    int after = 0;
    while (ask_failing("/api/games/move-in", after) != 201) {
        assert_not_saved();
        assert_no_room();
        after++;
    }

    assert_true(after > 0);
}

static void only_somebody_with_a_session_moves_in(void **unused)
{
    (void)unused;
    assert_int_equal(request("POST", "/api/games/move-in", NULL, upload), 401);
}

static void what_is_no_log_is_refused(void **unused)
{
    static const char *const bodies[] = { "", "[]", "null", "{", "\"x\"" };
    (void)unused;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_int_equal(request("POST", "/api/games/move-in", token, bodies[i]), 400);
}

static void a_forged_log_is_refused_and_nothing_is_made(void **unused)
{
    static const struct {
        const char *words, *others, *why;
    } forgeries[] = {
        { "\"0000000000001\"", "\"0000000000000\"", "player" },
        { "\"0000000000001\"", "7", "player" },
        { "\"seed\":\"00", "\"seed\":\"zz", "seed" },
        { "\"seed\":\"00", "\"seed\":\"01", "state_hash" },
        { "\"state_hash\":\"", "\"state_hash\":\"0", "state_hash" },
        { "\"batches\":[", "\"batches\":[],\"more\":[", "batches" },
        { "\"batches\":[", "\"batches\":[7,", "command" },
        { "\"batches\":[", "\"batches\":[[0],", "command" },
        { "\"batches\":[", "\"batches\":[[0,7],", "command" },
        { "\"batches\":[", "\"batches\":[{\"type\":\"start\"},", "command" },
        { "\"type\":\"add_guest\"", "\"type\":\"conjure\"", "command" },
        { "\"type\":\"add_guest\"", "\"type\":\"move_here\"", "command" },
        { "\"clock\":\"credit_clock\"", "\"clock\":\"admin_close\"", "command" },
        { "\"clock\":\"credit_clock\"", "\"clock\":\"mark_away\"", "command" },
        { "\"clock\":\"credit_clock\"", "\"clock\":7", "command" },
        { "\"name\":\"Hana\"", "\"name\":\"Gus\"", "command" },
        { "\"name\":\"Hana\"", "\"name\":\" Hana\"", "name" },
        { "\"name\":\"Hana\"", "\"name\":\"Ha\\u202ena\"", "name" },
        { "\"time_ms\":1000", "\"time_ms\":-5", "time_ms" },
        { "\"time_ms\":1000", "\"time_ms\":100060001", "time_ms" },
        { "[[0,", "[[-1,", "time_ms" },
        { "[[0,", "[[100059001,", "time_ms" },
        { "[[0,", "[[9007199254740991,", "time_ms" },
        { "[[0,", "[[\"0\",", "time_ms" },
        { "\"time_ms\":1000", "\"time_ms\":\"1000\"", "time_ms" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        prepare_upload();
        change(forgeries[i].words, forgeries[i].others);
        assert_not_taken(forgeries[i].why);
    }
}

static void a_game_without_a_narrator_does_not_move(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = false;
    kept_count = 0;
    open_device();
    act("'command':{'type':'create','game':'coinflip','name':'Ana','cid':'a'}");
    prepare_upload();

    assert_not_taken("player");
}

static void a_hidden_game_is_not_brought_in(void **unused)
{
    (void)unused;
    small_server_config.hidden_games = false;

    assert_not_taken("command");
}

static void a_game_goes_to_a_device(void **unused)
{
    (void)unused;
    assert_moved_in();

    take_home();

    assert_non_null(strstr(reply, "\"is_narrator\":true"));
    act("'clock':'move_here'");
    assert_non_null(strstr(kept[0], "\"type\":\"room_moved\""));
}

static void a_game_comes_back_to_the_room_that_it_left(void **unused)
{
    (void)unused;
    play_at_home();
    ask_game("POST", "/actions", "{\"type\":\"pause\"}", 200);
    ask_game("POST", "/chat", "{\"text\":\"still here\"}", 200);

    come_back(200);

    assert_non_null(strstr(answer.text, "\"round\":2"));
    assert_non_null(strstr(answer.text, "\"is_paused\":false"));
    ask_game("GET", "/events", NULL, 200);
    assert_non_null(strstr(answer.text, "\"type\":\"game_brought_back\""));
    ask_game("GET", "/chat", NULL, 200);
    assert_non_null(strstr(answer.text, "still here"));
    assert_null(strstr(answer.text, "only here"));
}

static void its_clock_shows_what_it_showed_on_the_device(void **unused)
{
    (void)unused;
    play_at_home();
    int64_t deadline_ms = 0;
    ask(local_begin, "{'now_ms':100000000}");
    assert_int_equal(sscanf(strstr(reply, "\"deadline_ms\":") + 14, "%" SCNd64, &deadline_ms), 1);

    come_back(200);

    char text[64];
    snprintf(text, sizeof text, "\"deadline_ms\":%" PRId64, deadline_ms);
    assert_non_null(strstr(answer.text, text));
}

static void what_was_taken_back_on_the_device_is_taken_back(void **unused)
{
    (void)unused;
    play_at_home();
    act("'command':{'type':'rewind','to':1,'cid':'r'}");
    prepare(parting);

    come_back(200);

    assert_non_null(strstr(answer.text, "\"round\":1"));
    ask_game("POST", "/actions", "{\"type\":\"rewind\",\"to\":2}", 200);
    assert_non_null(strstr(answer.text, "\"round\":2"));
}

static void a_game_that_was_not_played_on_the_device_comes_back_too(void **unused)
{
    (void)unused;
    assert_moved_in();
    take_home();
    act("'clock':'move_here'");
    prepare(parting);

    come_back(200);

    assert_non_null(strstr(answer.text, "\"round\":1"));
}

static void a_game_that_came_back_can_leave_again(void **unused)
{
    (void)unused;
    play_at_home();
    come_back(200);

    take_home();
    act("'clock':'move_here'");
    device_ms += 20000;
    act("'clock':'tick'");
    prepare(parting);
    come_back(200);

    assert_non_null(strstr(answer.text, "\"round\":3"));
}

static void a_table_that_has_played_on_keeps_its_game(void **unused)
{
    (void)unused;
    play_at_home();
    ask_game("POST", "/actions", "{\"type\":\"skip\"}", 200);

    come_back(400);

    assert_non_null(strstr(answer.text, "\"why\":\"played_on\""));
    ask_game("GET", "", NULL, 200);
    assert_non_null(strstr(answer.text, "\"round\":2"));
}

static void a_game_that_ended_on_the_device_stays_there(void **unused)
{
    (void)unused;
    play_at_home();
    for (int round = 2; round <= 3; round++) {
        device_ms += 20000;
        act("'clock':'tick'");
    }
    prepare(parting);

    assert_not_taken_back("over");
}

static void a_forged_return_is_refused_and_nothing_is_changed(void **unused)
{
    static const struct {
        const char *words, *others, *why;
    } forgeries[] = {
        { "\"seq\":", "\"seq\":1", "log" },
        { "\"seq\":", "\"seq\":-", "log" },
        { "\"seq\":", "\"saq\":", "log" },
        { "\"hash\":\"", "\"hash\":\"z", "hash" },
        { "\"seed\":\"00", "\"seed\":\"zz", "seed" },
        { "\"state_hash\":\"", "\"state_hash\":\"0", "state_hash" },
        { "\"batches\":[", "\"batches\":[],\"more\":[", "batches" },
        { "\"clock\":\"tick\"", "\"clock\":\"move_here\"", "command" },
        { "\"clock\":\"tick\"", "\"clock\":\"bring_back\"", "command" },
        { "\"clock\":\"tick\"", "\"clock\":\"mark_away\"", "command" },
        { "\"clock\":\"tick\"", "\"clock\":\"credit_clock\",\"ms\":1", "state_hash" },
        { "\"time_ms\":100000000", "\"time_ms\":99999999", "time_ms" },
    };
    (void)unused;
    play_at_home();
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        prepare(parting);
        change(forgeries[i].words, forgeries[i].others);
        assert_not_taken_back(forgeries[i].why);
    }
    parting[strlen(parting) - 2] ^= 1; /* the last digit of the hash */
    prepare(parting);
    assert_not_taken_back("log");
}

static void only_its_narrator_brings_a_game_back(void **unused)
{
    (void)unused;
    char path[96];
    play_at_home();
    snprintf(path, sizeof path, "%s/move-back", game_path);
    assert_int_equal(request("POST", path, NULL, upload), 401);
    assert_int_equal(request("POST", path, other_token, upload), 404);
    snprintf(path, sizeof path, "%s/join", game_path);
    assert_int_equal(request("POST", path, other_token, "{\"as_spectator\":true}"), 200);
    snprintf(path, sizeof path, "%s/move-back", game_path);
    assert_int_equal(request("POST", path, other_token, upload), 403);
    come_back(200);
}

static void what_could_not_be_kept_has_not_come_back(void **unused)
{
    (void)unused;
    int after = 0;
    play_at_home();
    while (ask_failing(path_of("/move-back"), after) != 200) {
        assert_not_saved();
        small_server_wait(2000); /* until its clock is credited */
        ask_game("GET", "", NULL, 200);
        assert_non_null(strstr(answer.text, "\"round\":1"));
        after++;
    }

    assert_true(after > 0);
    assert_non_null(strstr(answer.text, "\"round\":2"));
}

/* It is not known whether the write was kept: the room is loaded again, and the upload is checked again. */
static void what_was_kept_after_all_has_come_back_once(void **unused)
{
    (void)unused;
    play_at_home();
    break_disk(0, true);
    come_back(503);
    mend_disk();
    small_server_wait(5000);

    come_back(200);

    assert_non_null(strstr(answer.text, "\"round\":2"));
    ask_game("GET", "/events", NULL, 200);
    const char *first = strstr(answer.text, "\"type\":\"game_brought_back\"");
    assert_non_null(first);
    assert_null(strstr(first + 1, "\"type\":\"game_brought_back\""));
}

static void the_log_of_a_lobby_is_given_to_nobody(void **unused)
{
    (void)unused;
    char path[64], game_id[32];
    kept_count = 0;
    open_device();
    act("'command':{'type':'create','game':'coinflip','name':'Ana','cid':'a'}");
    prepare_upload();
    assert_moved_in();
    member_of_answer("game_id", game_id, sizeof game_id);
    snprintf(path, sizeof path, "/api/games/%s/log", game_id);

    assert_int_equal(request("GET", path, token, NULL), 409);
}

#define MOVE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MOVE(a_game_moves_in_with_its_state_and_its_guests),
        MOVE(the_log_says_that_it_moved),
        MOVE(what_was_rewound_stays_rewound),
        MOVE(a_game_moves_in_once),
        MOVE(what_could_not_be_kept_is_not_there),
        MOVE(only_somebody_with_a_session_moves_in),
        MOVE(what_is_no_log_is_refused),
        MOVE(a_forged_log_is_refused_and_nothing_is_made),
        MOVE(a_game_without_a_narrator_does_not_move),
        MOVE(a_hidden_game_is_not_brought_in),
        MOVE(a_game_goes_to_a_device),
        MOVE(a_game_comes_back_to_the_room_that_it_left),
        MOVE(its_clock_shows_what_it_showed_on_the_device),
        MOVE(what_was_taken_back_on_the_device_is_taken_back),
        MOVE(a_game_that_was_not_played_on_the_device_comes_back_too),
        MOVE(a_game_that_came_back_can_leave_again),
        MOVE(a_table_that_has_played_on_keeps_its_game),
        MOVE(a_game_that_ended_on_the_device_stays_there),
        MOVE(a_forged_return_is_refused_and_nothing_is_changed),
        MOVE(only_its_narrator_brings_a_game_back),
        MOVE(rewinds_that_take_too_long_to_follow_are_refused),
        MOVE(what_could_not_be_kept_has_not_come_back),
        MOVE(what_was_kept_after_all_has_come_back_once),
        MOVE(the_log_of_a_lobby_is_given_to_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
