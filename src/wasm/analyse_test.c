/* The page's question about a game of chess. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wasm/analyse.h"

static char reply[16 * 1024];

static const char *ask(const char *request)
{
    size_t length = analyse(request, strlen(request), reply, sizeof reply);
    assert_int_equal(length, strlen(reply));
    return reply;
}

static void every_position_gets_a_score(void **state)
{
    int first, after_e4, after_e5;
    (void)state;
    ask("{\"moves\":[\"e2e4\",\"e7e5\"],\"depth\":2}");
    assert_int_equal(sscanf(reply, "{\"scores\":[%d,%d,%d]}", &first, &after_e4, &after_e5), 3);
    assert_in_range(first + 200, 100, 300);
}

static void a_mate_is_seen_from_whites_side(void **state)
{
    (void)state;
    ask("{\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\",\"d8h4\"],\"depth\":1}");
    assert_non_null(strstr(reply, ",-29999,-30000]}"));
}

static void a_game_may_begin_elsewhere(void **state)
{
    (void)state;
    ask("{\"fen\":\"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\",\"moves\":[\"a1a8\"],\"depth\":2}");
    assert_string_equal(reply, "{\"scores\":[29999,30000]}");
}

static void bad_questions_are_refused(void **state)
{
    static const char *const bad[][2] = {
        { "", "bad_json" },
        { "[]", "bad_question" },
        { "{}", "bad_question" },
        { "{\"moves\":[]}", "bad_question" },
        { "{\"moves\":{},\"depth\":1}", "bad_question" },
        { "{\"moves\":[],\"depth\":0}", "bad_question" },
        { "{\"moves\":[],\"depth\":9}", "bad_question" },
        { "{\"moves\":[],\"depth\":\"1\"}", "bad_question" },
        { "{\"moves\":[],\"depth\":1,\"fen\":\"8/8\"}", "bad_question" },
        { "{\"moves\":[\"e2e5\"],\"depth\":1}", "bad_move" },
        { "{\"moves\":[7],\"depth\":1}", "bad_move" },
        { "{\"moves\":[\"e2e4e2e4e2e4\"],\"depth\":1}", "bad_move" },
    };
    char expected[64];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(expected, sizeof expected, "{\"problem\":\"%s\"}", bad[i][1]);
        assert_string_equal(ask(bad[i][0]), expected);
    }
}

static void a_game_longer_than_any_is_refused(void **state)
{
    static char request[32 * 1024];
    size_t length = (size_t)sprintf(request, "{\"depth\":1,\"moves\":[\"e2e4\"");
    (void)state;
    for (int i = 0; i < 1000; i++)
        length += (size_t)sprintf(request + length, ",\"e2e4\"");
    sprintf(request + length, "]}");
    assert_string_equal(ask(request), "{\"problem\":\"too_many_moves\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_gets_a_score),
        cmocka_unit_test(a_mate_is_seen_from_whites_side),
        cmocka_unit_test(a_game_may_begin_elsewhere),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(a_game_longer_than_any_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
