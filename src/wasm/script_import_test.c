/* The page's questions about a script file, and the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wasm/script_import.h"

static char reply[64 * 1024];

static void assert_reply(const char *file, const char *expected)
{
    size_t length = script_import(file, strlen(file), reply, sizeof reply);
    assert_string_equal(reply, expected);
    assert_int_equal(length, strlen(expected));
}

static void a_script_becomes_the_storytellers_commands(void **unused)
{
    (void)unused;
    assert_reply(
        "[{\"id\":\"_meta\",\"name\":\"Fog\"},\"Fortune Teller\",\"imp\",\"lleech\",\"chef\"]",
        "{\"commands\":[{\"type\":\"begin_script\",\"name\":\"Fog\"},"
        "{\"type\":\"add_character\",\"character\":\"fortune_teller\"},"
        "{\"type\":\"add_character\",\"character\":\"imp\"},"
        "{\"type\":\"add_custom\",\"team\":\"demon\",\"first\":30,\"other\":51,\"name\":\"Lleech\"}"
        ","
        "{\"type\":\"describe_custom\",\"character\":\"custom_1\",\"part\":\"id\",\"text\":"
        "\"lleech\"},"
        "{\"type\":\"describe_custom\",\"character\":\"custom_1\",\"part\":\"reminder\",\"text\":"
        "\"Dead\"},"
        "{\"type\":\"describe_custom\",\"character\":\"custom_1\",\"part\":\"reminder\",\"text\":"
        "\"Poisoned\"},"
        "{\"type\":\"add_character\",\"character\":\"chef\"}],\"texts_cut\":0,\"left_out\":0}");
}

static void a_bad_file_is_answered_with_its_problem_alone(void **unused)
{
    (void)unused;
    assert_reply(
        "[\"imp\"]",
        "{\"problem\":\"too_few_entries\",\"entry\":null,\"line\":0,\"column\":0,\"key\":null}");
    assert_reply(
        "[\"imp\",\"spy\",\"chef\",\"monk\",{\"id\":\"owl\",\"name\":\"Owl\",\"ability\":\"\"}]",
        "{\"problem\":\"missing\",\"entry\":4,\"line\":1,\"column\":28,\"key\":\"team\"}");
}

static void an_answer_that_does_not_fit_is_none(void **unused)
{
    (void)unused;
    static const char file[] = "[\"imp\",\"spy\",\"chef\",\"monk\",\"saint\"]";
    assert_int_equal(script_import(file, strlen(file), reply, 40), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_becomes_the_storytellers_commands),
        cmocka_unit_test(a_bad_file_is_answered_with_its_problem_alone),
        cmocka_unit_test(an_answer_that_does_not_fit_is_none),
    };
    return cmocka_run_group_tests_name("script_import", tests, NULL, NULL);
}
