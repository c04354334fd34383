/* What selfplay() answers to good and bad questions; that WebAssembly answers the same is checked in
 * tests/wasm/wasm_test.mjs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/json.h"
#include "wasm/selfplay.h"

static char reply[4096];

static const char *ask(const char *request)
{
    size_t length = selfplay(request, strlen(request), reply, sizeof reply);
    assert_int_equal(length, strlen(reply));
    return reply;
}

static const char *ask_seed(int seed)
{
    char request[256];
    snprintf(request, sizeof request,
             "{\"game\":\"coinflip\",\"seat_count\":3,\"seed\":\"%064x\",\"strength\":2}", seed);
    return ask(request);
}

static void a_game_is_played_to_its_end(void **unused)
{
    (void)unused;
    struct json_node node[16];
    struct json_doc doc;
    const char *problem;
    int64_t events = 0;
    ask_seed(1);
    assert_true(json_parse(&doc, reply, strlen(reply), node, 16, &problem));
    assert_true(json_read_int(&doc, json_get(&doc, 0, "events"), &events));
    assert_true(events > 3);
    assert_true(json_is(&doc, json_get(&doc, 0, "reason"), JSON_TEXT));
    assert_true(json_is(&doc, json_get(&doc, 0, "state_hash"), JSON_TEXT));
}

static void the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    char first[sizeof reply];
    strcpy(first, ask_seed(1));
    ask_seed(2);
    assert_string_equal(ask_seed(1), first);
}

static void another_seed_gives_another_game(void **unused)
{
    (void)unused;
    char first[sizeof reply];
    strcpy(first, ask_seed(1));
    assert_string_not_equal(ask_seed(2), first);
}

static void options_change_the_game(void **unused)
{
    (void)unused;
    char shorter[sizeof reply];
    strcpy(shorter,
           ask("{\"game\":\"coinflip\",\"seat_count\":2,\"options\":{\"rounds\":1},\"seed\":"
               "\"0000000000000000000000000000000000000000000000000000000000000000\","
               "\"strength\":0}"));
    ask("{\"game\":\"coinflip\",\"seat_count\":2,\"options\":{\"rounds\":9},\"seed\":"
        "\"0000000000000000000000000000000000000000000000000000000000000000\",\"strength\":0}");
    assert_null(strstr(shorter, "problem"));
    assert_null(strstr(reply, "problem"));
    assert_string_not_equal(reply, shorter);
}

#define REST                                                                          \
    ",\"seed\":\"00000000000000000000000000000000000000000000000000000000000000ff\"," \
    "\"strength\":0}"

static void a_bad_question_is_named(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        { "", "bad_json" },
        { "{", "bad_json" },
        { "\"\xFF\"", "bad_utf8" },
        { "[]", "unknown_game" },
        { "{}", "unknown_game" },
        { "{\"game\":\"nonesuch\",\"seat_count\":3" REST, "unknown_game" },
        { "{\"game\":7,\"seat_count\":3" REST, "unknown_game" },
        { "{\"game\":\"coinflip\"" REST, "bad_seat_count" },
        { "{\"game\":\"coinflip\",\"seat_count\":0" REST, "bad_seat_count" },
        { "{\"game\":\"coinflip\",\"seat_count\":-1" REST, "bad_seat_count" },
        { "{\"game\":\"coinflip\",\"seat_count\":4294967299" REST, "bad_seat_count" },
        { "{\"game\":\"coinflip\",\"seat_count\":1" REST, "too_few_seats" },
        { "{\"game\":\"coinflip\",\"seat_count\":20" REST, "too_many_seats" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"options\":[]" REST, "bad_option" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"options\":{\"x\":1}" REST, "bad_option" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"options\":{\"rounds\":0}" REST, "bad_option" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"options\":{\"rounds\":\"a\"}" REST,
          "bad_option" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"strength\":0}", "bad_seed" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"seed\":\"00\",\"strength\":0}", "bad_seed" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"seed\":"
          "\"0000000000000000000000000000000000000000000000000000000000000000\",\"strength\":5}",
          "bad_strength" },
        { "{\"game\":\"coinflip\",\"seat_count\":3,\"seed\":"
          "\"0000000000000000000000000000000000000000000000000000000000000000\"}",
          "bad_strength" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "{\"problem\":\"%s\"}", cases[i][1]);
        assert_string_equal(ask(cases[i][0]), expected);
    }
}

static void the_answer_stays_within_its_buffer(void **unused)
{
    (void)unused;
    char small[8];
    assert_true(selfplay("{}", 2, small, sizeof small) < sizeof small);
}

int main(void)
{
    const struct CMUnitTest selfplay_tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(another_seed_gives_another_game),
        cmocka_unit_test(options_change_the_game),
        cmocka_unit_test(a_bad_question_is_named),
        cmocka_unit_test(the_answer_stays_within_its_buffer),
    };
    return cmocka_run_group_tests(selfplay_tests, NULL, NULL);
}
