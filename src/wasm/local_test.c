/* A room on the device: the same room, kept by the page. */
#include "room/fixture_test.h"
#include "wasm/local.h"

#include <stdio.h>

typedef size_t question(const char *request, size_t length, char *reply, size_t size);

enum { KEPT_MAX = 64, KEPT_SIZE = 16 * 1024, REPLY_SIZE = 1024 * 1024 };
static char reply[REPLY_SIZE], kept[KEPT_MAX][KEPT_SIZE];
static int kept_count;

static const char *ask(question *asked, const char *request)
{
    asked(request, strlen(request), reply, sizeof reply);
    return reply;
}

/* ' for ". */
static const char *ask_json(question *asked, const char *request)
{
    char json[4096];
    assert_true(text_copy(json, sizeof json, request));
    for (char *c = json; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    return ask(asked, json);
}

static bool has(const char *answer, const char *words)
{
    return strstr(answer, words) != NULL;
}

static void open_device(void)
{
    ask_json(local_open, "{'player':'0000000000001','seed':"
                         "'00000000000000000000000000000000000000000000000000000000000000aa'}");
    assert_string_equal(reply, "{}");
}

static int set_up(void **unused)
{
    (void)unused;
    clear_table(1);
    kept_count = 0;
    open_device();
    return 0;
}

static int64_t device_ms = 5000;

/* A command of the device's owner; what happened is kept, as the page would, before it is told. */
static const char *act(const char *command)
{
    char request[1024];
    snprintf(request, sizeof request, "{'now_ms':%lld,%s}", (long long)device_ms, command);
    const char *answer = ask_json(local_command, request);
    if (!has(answer, "\"hash\""))
        return answer;
    assert_false(has(answer, "\"frames\""));
    assert_true(text_copy(kept[kept_count++], KEPT_SIZE, answer));
    snprintf(request, sizeof request, "{'now_ms':%lld}", (long long)device_ms);
    return ask_json(local_commit, request);
}

static void load_all(void)
{
    open_device();
    for (int i = 0; i < kept_count; i++)
        assert_string_equal(ask(local_load, kept[i]), "{}");
}

static void play_some(void)
{
    act("'command':{'type':'create','game':'coinflip','name':'Ana','cid':'a'}");
    act("'command':{'type':'add_bot','cid':'b'}");
    act("'command':{'type':'add_bot','cid':'c'}");
    assert_true(has(act("'command':{'type':'start','cid':'d'}"), "\"type\":\"ok\",\"cid\":\"d\""));
}

static void a_command_gives_the_messages_of_a_socket(void **unused)
{
    (void)unused;
    play_some();

    act("'command':{'type':'guess','side':'heads','cid':'e'}");

    assert_true(has(reply, "\"type\":\"game_update\""));
    assert_true(has(reply, "\"own_guess\":\"heads\""));
    assert_true(has(reply, "\"type\":\"ok\",\"cid\":\"e\",\"server_time_ms\":5000"));
}

static void nothing_is_told_before_it_is_kept(void **unused)
{
    (void)unused;
    play_some();
    ask_json(local_command, "{'now_ms':5000,'command':{'type':'guess','side':'heads'}}");
    assert_false(has(reply, "frames"));

    ask_json(local_begin, "{'now_ms':5000}");

    assert_true(has(reply, "\"own_guess\":null"));
    assert_true(has(ask_json(local_commit, "{'now_ms':5000}"), "problem"));
}

static void a_refused_command_changes_nothing(void **unused)
{
    (void)unused;
    play_some();
    int before = kept_count;

    assert_true(has(act("'command':{'type':'guess','side':'edge','cid':'x'}"),
                    "{\"frames\":[{\"type\":\"error\",\"cid\":\"x\",\"code\":\"bad_argument\""));
    assert_true(has(act("'command':{'type':'tick'}"), "unknown_command"));
    assert_true(has(act("'clock':'admin_close'"), "\"error\""));
    assert_true(has(act("'command':7"), "\"error\""));
    assert_int_equal(kept_count, before);
    assert_true(has(ask_json(local_command, "[]"), "bad_question"));
}

static void a_repeated_command_is_done_once(void **unused)
{
    (void)unused;
    play_some();
    act("'command':{'type':'guess','side':'heads','cid':'e'}");
    int before = kept_count;

    assert_true(has(act("'command':{'type':'guess','side':'heads','cid':'e'}"), "\"ok\""));
    assert_int_equal(kept_count, before);
}

static void a_room_comes_back_from_its_log(void **unused)
{
    (void)unused;
    char digest[256];
    play_some();
    act("'command':{'type':'guess','side':'heads','cid':'e'}");
    assert_true(text_copy(digest, sizeof digest, ask(local_digest, "{}")));

    load_all();
    ask_json(local_begin, "{'now_ms':6000}");

    assert_true(has(reply, "{\"frames\":[{\"type\":\"welcome\""));
    assert_true(has(reply, "\"own_guess\":\"heads\""));
    assert_string_equal(ask(local_digest, "{}"), digest);
}

static void a_damaged_log_is_not_played(void **unused)
{
    (void)unused;
    play_some();
    char *events = strstr(kept[0], "Ana");
    events[0] = 'B'; /* in the command: only what happened is chained */
    load_all();
    events = strstr(strstr(kept[0], "\"events\""), "Ana");
    assert_non_null(events);
    events[0] = 'B';

    open_device();
    assert_true(has(ask(local_load, kept[0]), "damaged"));
    open_device();
    assert_true(has(ask(local_load, kept[1]), "damaged"));
    assert_true(has(ask_json(local_load, "{'seq':1}"), "damaged"));
    assert_true(has(ask_json(local_begin, "{'now_ms':1}"), "cannot_replay"));
}

static void the_clock_fires_on_the_device_too(void **unused)
{
    (void)unused;
    play_some();
    load_all();
    ask_json(local_begin, "{'now_ms':5000}");
    assert_false(has(reply, "\"deadline_ms\":null}"));

    for (int round = 0; round < 3; round++) {
        device_ms += 60 * 1000;
        act("'clock':'tick'");
    }
    device_ms = 5000;

    assert_true(has(reply, "\"type\":\"game_over\""));
    load_all();
}

static void the_past_can_be_read_again(void **unused)
{
    (void)unused;
    play_some();

    ask_json(local_history, "{'after':0}");

    assert_true(has(reply, "{\"events\":[{\"seq\":1,\"type\":\"room_created\""));
    assert_true(has(reply, "\"type\":\"game_started\""));
    assert_false(has(ask_json(local_history, "{'after':1000}"), "room_created"));
}

static void a_rewind_shows_the_earlier_state(void **unused)
{
    (void)unused;
    struct game *game = bend("coinflip");
    game->has_narrator = game->can_undo = true;
    act("'command':{'type':'create','game':'coinflip','name':'Ana','cid':'a'}");
    act("'command':{'type':'add_guest','name':'Gus','cid':'b'}");
    act("'command':{'type':'add_bot','cid':'c'}");
    act("'command':{'type':'add_guest','name':'Hana','cid':'d'}");
    act("'command':{'type':'start','cid':'e'}");
    device_ms += 24 * 60 * 60 * 1000;
    act("'clock':'tick'");
    device_ms = 5000;
    assert_true(has(reply, "\"round\":2"));

    act("'command':{'type':'rewind','to':1,'cid':'f'}");

    assert_true(has(reply, "\"type\":\"room_state\""));
    assert_true(has(reply, "\"round\":1"));
    assert_true(has(reply, "\"type\":\"rewound\""));
    assert_true(has(reply, "\"type\":\"ok\",\"cid\":\"f\""));
}

static void a_game_is_written_as_a_file_only_where_it_has_such_a_file(void **unused)
{
    (void)unused;
    assert_true(has(ask_json(local_export, "{'extension':'fen'}"), "not_found"));
    act("'command':{'type':'create','game':'chess','name':'Ana','cid':'a'}");
    act("'command':{'type':'add_bot','cid':'b'}");
    assert_true(has(ask_json(local_export, "{'extension':'fen'}"), "not_found"));
    act("'command':{'type':'start','cid':'c'}");

    ask_json(local_export, "{'extension':'fen'}");

    assert_true(has(reply, "{\"file\":\"rnbqkbnr/"));
    assert_true(has(ask_json(local_export, "{'extension':'script.json'}"), "not_found"));
    assert_true(has(ask_json(local_export, "{'extension':7}"), "bad_question"));
}

static void bots_play_on_the_device_too(void **unused)
{
    (void)unused;
    play_some();
    assert_true(has(reply, "\"has_bot\":true"));
    act("'command':{'type':'guess','side':'heads','cid':'e'}");

    assert_true(has(act("'bot':true"), "\"type\":\"guess_made\""));
    assert_true(has(kept[kept_count - 1], "\"command\":{\"type\":\"guess\",\"side\":"));
    load_all();
    ask_json(local_begin, "{'now_ms':5000}");
    assert_true(has(reply, "\"own_guess\":\"heads\""));
}

static void no_bot_moves_where_none_is_asked(void **unused)
{
    (void)unused;
    act("'command':{'type':'create','game':'coinflip','name':'Ana','cid':'a'}");
    assert_true(has(reply, "\"has_bot\":false"));
    int before = kept_count;

    assert_true(has(act("'bot':true"), "\"code\":\"not_now\""));
    assert_int_equal(kept_count, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_command_gives_the_messages_of_a_socket, set_up),
        cmocka_unit_test_setup(nothing_is_told_before_it_is_kept, set_up),
        cmocka_unit_test_setup(a_refused_command_changes_nothing, set_up),
        cmocka_unit_test_setup(a_repeated_command_is_done_once, set_up),
        cmocka_unit_test_setup(a_room_comes_back_from_its_log, set_up),
        cmocka_unit_test_setup(a_damaged_log_is_not_played, set_up),
        cmocka_unit_test_setup(the_clock_fires_on_the_device_too, set_up),
        cmocka_unit_test_setup(the_past_can_be_read_again, set_up),
        cmocka_unit_test_setup(a_game_is_written_as_a_file_only_where_it_has_such_a_file, set_up),
        cmocka_unit_test_setup(bots_play_on_the_device_too, set_up),
        cmocka_unit_test_setup(no_bot_moves_where_none_is_asked, set_up),
        cmocka_unit_test_setup(a_rewind_shows_the_earlier_state, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
