/* The page's analysis board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "wasm/explore.h"

static char reply[16 * 1024];

static const char *ask(const char *request)
{
    size_t length = explore(request, strlen(request), reply, sizeof reply);
    assert_int_equal(length, strlen(reply));
    return reply;
}

static void a_position_is_told_without_a_search(void **state)
{
    (void)state;
    ask("{\"moves\":[\"e2e4\",\"e7e5\",\"g1f3\"],\"depth\":0}");
    assert_non_null(strstr(reply, "\"sans\":[\"e4\",\"e5\",\"Nf3\"]"));
    assert_non_null(strstr(reply, "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"));
    assert_non_null(strstr(reply, "\"b8c6\""));
    assert_null(strstr(reply, "\"score\""));
}

static void a_search_gives_its_move_and_its_line(void **state)
{
    (void)state;
    ask("{\"start\":\"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1\",\"moves\":[],"
        "\"depth\":7}");
    assert_non_null(strstr(reply, "\"score\":29997,\"best\":\"g3g6\",\"line\":[\"Qg6\""));
}

static void black_to_move_is_scored_for_white(void **state)
{
    (void)state;
    ask("{\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\"],\"depth\":2}");
    assert_non_null(strstr(reply, "\"score\":-29999,\"best\":\"d8h4\",\"line\":[\"Qh4#\"]"));
    ask("{\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\",\"d8h4\"],\"depth\":2}");
    assert_non_null(strstr(reply, "\"legal\":[]"));
    assert_non_null(strstr(reply, "\"score\":-30000,\"best\":null,\"line\":[]"));
}

static void a_game_written_down_leads_to_its_last_position(void **state)
{
    (void)state;
    ask("{\"start\":\"[Event \\\"x\\\"]\\n\\n1. e4 e5 2. Nf3 *\",\"moves\":[],\"depth\":0}");
    assert_non_null(strstr(reply, "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"));
    ask("{\"start\":\"1. d4 d5\",\"moves\":[\"c2c4\"],\"depth\":0}");
    assert_non_null(strstr(reply, "\"sans\":[\"c4\"]"));
}

static void bad_questions_are_refused(void **state)
{
    static const char *const bad[][2] = {
        { "", "bad_json" },
        { "{}", "bad_question" },
        { "{\"moves\":[]}", "bad_question" },
        { "{\"moves\":[],\"depth\":-1}", "bad_question" },
        { "{\"moves\":[],\"depth\":21}", "bad_question" },
        { "{\"moves\":[],\"depth\":0,\"start\":7}", "bad_start" },
        { "{\"moves\":[],\"depth\":0,\"start\":\"\"}", "bad_start" },
        { "{\"moves\":[],\"depth\":0,\"start\":\"hello\"}", "bad_start" },
        { "{\"moves\":[],\"depth\":0,\"start\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}", "bad_start" },
        { "{\"moves\":[\"e2e5\"],\"depth\":0}", "bad_move" },
        { "{\"moves\":[7],\"depth\":0}", "bad_move" },
    };
    char expected[64];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(expected, sizeof expected, "{\"problem\":\"%s\"}", bad[i][1]);
        assert_string_equal(ask(bad[i][0]), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_told_without_a_search),
        cmocka_unit_test(a_search_gives_its_move_and_its_line),
        cmocka_unit_test(black_to_move_is_scored_for_white),
        cmocka_unit_test(a_game_written_down_leads_to_its_last_position),
        cmocka_unit_test(bad_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
