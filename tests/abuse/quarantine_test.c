/* A room that ends the server: an assertion is planted in its game. Each failure is a process that ends, as
 * the server's would; the file of strikes is what they have in common. */
#include <stdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "room/fixture_test.h"
#include "server/quarantine.h"
#include "integration/small_server.h"

static char path[] = "/tmp/parlour-strikes-XXXXXX";
static char token[SERVER_TOKEN_SIZE], other_token[SERVER_TOKEN_SIZE];

static void member(const char *name, char *out, size_t size)
{
    static struct json_node node[4096];
    struct json_doc doc;
    const char *problem;
    assert_true(json_parse(&doc, answer.text, strlen(answer.text), node, 4096, &problem));
    assert_true(json_read_text(&doc, json_get(&doc, 0, name), out, size));
}

struct made {
    char code[CODE_TEXT_SIZE], game_id[ID_TEXT_SIZE];
};

static struct made make_room(const char *game)
{
    struct made made;
    char body[64], url[64];
    snprintf(body, sizeof body, "{\"game\":\"%s\"}", game);
    assert_int_equal(request("POST", "/api/games", token, body), 201);
    member("code", made.code, sizeof made.code);
    member("game_id", made.game_id, sizeof made.game_id);
    snprintf(url, sizeof url, "/api/games/%s/join", made.game_id);
    assert_int_equal(request("POST", url, other_token, "{}"), 200);
    return made;
}

static int show(const struct made *made)
{
    char url[64];
    snprintf(url, sizeof url, "/api/rooms/%s", made->code);
    return request("GET", url, NULL, NULL);
}

static enum refusal break_down(struct game_turn *unused, const struct game_command *command)
{
    (void)unused;
    (void)command;
    abort();
}

static void start(const struct made *made)
{
    char url[64];
    snprintf(url, sizeof url, "/api/games/%s/start", made->game_id);
    request("POST", url, token, "{}");
}

/* The server works for the room and fails. */
static void end_a_server(const struct made *made)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        bend("coinflip")->decide = break_down;
        start(made);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static int set_up(void **unused)
{
    (void)unused;
    clear_table(1);
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    assert_true(quarantine_open(path, NULL));
    small_server_open();
    request("POST", "/api/session", NULL, "{\"name\":\"Ana\"}");
    member("token", token, sizeof token);
    request("POST", "/api/session", NULL, "{\"name\":\"Bob\"}");
    member("token", other_token, sizeof other_token);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    small_server_close();
    quarantine_close();
    unlink(path);
    memcpy(path + strlen(path) - 6, "XXXXXX", 6);
    return 0;
}

static void forget_rooms(void)
{
    for (int i = 0; i < 20; i++)
        small_server_wait(60 * 1000);
}

static void a_room_that_fails_three_times_is_out_of_order_and_the_others_are_served(void **unused)
{
    (void)unused;
    struct made bad = make_room("coinflip"), good = make_room("chess");
    for (int i = 0; i < QUARANTINE_STRIKES - 1; i++)
        end_a_server(&bad);
    forget_rooms();
    assert_int_equal(show(&bad), 200);
    assert_int_equal(request("GET", "/ready", NULL, NULL), 200);
    assert_null(strstr(answer.text, "rooms_out_of_order"));

    end_a_server(&bad);
    forget_rooms();

    assert_int_equal(show(&bad), 503);
    assert_non_null(strstr(answer.text, "\"code\":\"out_of_order\""));
    assert_int_equal(show(&good), 200);
    assert_int_equal(request("GET", "/ready", NULL, NULL), 200);
    assert_non_null(strstr(answer.text, "\"rooms_out_of_order\":1"));
    assert_int_equal(request("GET", "/metrics", NULL, NULL), 200);
    assert_non_null(strstr(answer.text, "parlour_rooms_out_of_order 1"));
    struct store_room found[4];
    assert_int_equal(small_server_store->ops->list_rooms(small_server_store, 0, 0, found, 4), 2);
}

static void whoever_removes_the_file_lets_the_room_try_again(void **unused)
{
    (void)unused;
    struct made bad = make_room("coinflip");
    for (int i = 0; i < QUARANTINE_STRIKES; i++)
        end_a_server(&bad);
    forget_rooms();
    assert_int_equal(show(&bad), 503);

    quarantine_close();
    unlink(path);
    assert_true(quarantine_open(path, NULL));

    assert_int_equal(show(&bad), 200);
}

static void a_server_that_is_killed_is_nobodys_fault(void **unused)
{
    (void)unused;
    struct made room = make_room("coinflip");
    for (int i = 0; i < 2 * QUARANTINE_STRIKES; i++) {
        pid_t child = fork();
        if (child == 0) {
            start(&room);
            raise(SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    forget_rooms();

    assert_int_equal(show(&room), 200);
}

static void the_file_has_place_for_the_rooms_that_fail_most(void **unused)
{
    (void)unused;
    for (int room = 1; room <= 2 * QUARANTINE_ROOMS_MAX; room++) {
        pid_t child = fork();
        if (child == 0) {
            quarantine_serve(room % 2 ? 1 : room);
            abort();
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
    }

    assert_true(quarantine_has(1));
    assert_int_equal(quarantine_count(), 1);
}

#define ABUSE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ABUSE(a_room_that_fails_three_times_is_out_of_order_and_the_others_are_served),
        ABUSE(whoever_removes_the_file_lets_the_room_try_again),
        ABUSE(a_server_that_is_killed_is_nobodys_fault),
        ABUSE(the_file_has_place_for_the_rooms_that_fail_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
