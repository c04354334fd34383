/* Log lines as an operator's tools read them. Standard error is a datagram socket here, so that
 * each write arrives as one message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/error.h"
#include "base/json.h"
#include "base/log.h"

static int reader, standard_error;
static char line[8192];

static int open_log(void **unused)
{
    (void)unused;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends) < 0)
        return -1;
    standard_error = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    reader = ends[0];
    return 0;
}

static int close_log(void **unused)
{
    (void)unused;
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    close(reader);
    return 0;
}

/* The next message without its time, which begins every line; "" if there is none. */
static const char *next_line(void)
{
    ssize_t length = recv(reader, line, sizeof line - 1, 0);
    if (length <= 0)
        return "";
    line[length] = '\0';
    const char *level = strstr(line, "level");
    assert_non_null(level);
    return level;
}

static void values_are_quoted_only_where_needed(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, false);
    log_line(LOG_INFO, "listening", "port", "%d", 8000, "tls", "%s", "no", "empty", "%s", "",
             "spaced", "%s", "a b", "equation", "%s", "a=b", "path", "%s", "/x/y?z", NULL);
    assert_string_equal(next_line(), "level=info message=listening port=8000 tls=no empty=\"\" "
                                     "spaced=\"a b\" equation=\"a=b\" path=/x/y?z\n");
}

static void a_line_says_for_which_request_it_was(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, true);
    log_set_request("0123456789abcdef");
    log_line(LOG_INFO, "read", "room", "%d", 1, NULL);
    log_set_request("");
    log_line(LOG_INFO, "read", "room", "%d", 1, NULL);
    assert_string_equal(next_line(), "level\":\"info\",\"message\":\"read\",\"room\":1,"
                                     "\"request\":\"0123456789abcdef\"}\n");
    assert_string_equal(next_line(), "level\":\"info\",\"message\":\"read\",\"room\":1}\n");
}

static void a_value_cannot_forge_a_line(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, false);
    log_line(LOG_WARN, "two words", "name", "%s", "x\nlevel=error message=\"fake\"", "esc", "%s",
             "\x1B[2J", "bad", "%s", "\xFF", "backslash", "%s", "a\\b", NULL);
    assert_string_equal(next_line(),
                        "level=warn message=\"two words\" "
                        "name=\"x\\nlevel=error message=\\\"fake\\\"\" "
                        "esc=\"\\u001b[2J\" bad=\"\xEF\xBF\xBD\" backslash=\"a\\\\b\"\n");
}

static void numbers_are_numbers_in_json(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, true);
    log_line(LOG_ERROR, "no \"luck\"", "seq", "%lld", -9000000000LL, "port", "%d", 80, "why", "%s",
             "a\tb", NULL);
    assert_string_equal(next_line(),
                        "level\":\"error\",\"message\":\"no \\\"luck\\\"\",\"seq\":-9000000000,"
                        "\"port\":80,\"why\":\"a\\tb\"}\n");
}

static void a_line_begins_with_its_time(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, false);
    log_line(LOG_INFO, "x", NULL);
    next_line();
    assert_memory_equal(line, "time=20", 7);
    assert_int_equal(line[15], 'T');
    assert_memory_equal(line + 28, "Z level=", 8);
}

static void lines_below_the_least_level_are_not_written(void **unused)
{
    (void)unused;
    log_setup(LOG_WARN, false);
    log_line(LOG_DEBUG, "x", NULL);
    log_line(LOG_INFO, "x", NULL);
    assert_string_equal(next_line(), "");
    log_line(LOG_WARN, "x", NULL);
    assert_string_equal(next_line(), "level=warn message=x\n");
    log_setup(LOG_DEBUG, false);
    log_line(LOG_DEBUG, "x", NULL);
    assert_string_equal(next_line(), "level=debug message=x\n");
}

static void each_line_is_one_write(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, false);
    log_line(LOG_INFO, "first", "a", "%s", "b c", NULL);
    log_line(LOG_INFO, "second", NULL);
    assert_string_equal(next_line(), "level=info message=first a=\"b c\"\n");
    assert_string_equal(next_line(), "level=info message=second\n");
    assert_string_equal(next_line(), "");
}

static void a_missing_text_is_empty(void **unused)
{
    (void)unused;
    log_setup(LOG_INFO, false);
    log_line(LOG_INFO, "x", "who", "%s", (const char *)NULL, NULL);
    assert_string_equal(next_line(), "level=info message=x who=\"\"\n");
}

static void what_does_not_fit_is_left_out_whole(void **unused)
{
    (void)unused;
    char bytes[5000];
    memset(bytes, '\1', sizeof bytes - 1);
    bytes[sizeof bytes - 1] = '\0';
    log_setup(LOG_INFO, false);
    log_line(LOG_INFO, "x", "long", "%s", bytes, "short", "%d", 1, NULL);
    assert_string_equal(next_line(), "level=info message=x short=1 truncated=true\n");

    log_setup(LOG_INFO, true);
    log_line(LOG_INFO, "x", "long", "%s", bytes, "short", "%d", 1, NULL);
    assert_string_equal(next_line(),
                        "level\":\"info\",\"message\":\"x\",\"short\":1,\"truncated\":true}\n");
}

/* With a last value of any length the line ends in time and is JSON. */
static void a_json_line_is_json_at_every_length(void **unused)
{
    (void)unused;
    char bytes[1000];
    log_setup(LOG_INFO, true);
    for (size_t length = 0; length < sizeof bytes; length++) {
        memset(bytes, 'a', length);
        bytes[length] = '\0';
        log_line(LOG_INFO, "x", "a", "%s", bytes, "b", "%s", bytes, "c", "%s", bytes, "d", "%s",
                 bytes, "e", "%s", bytes, NULL);
        next_line();
        struct json_node node[32];
        struct json_doc doc;
        const char *problem;
        size_t end = strlen(line) - 1;
        assert_int_equal(line[end], '\n');
        assert_true(json_parse(&doc, line, end, node, 32, &problem));
    }
}

static void an_error_is_cut_to_fit(void **unused)
{
    (void)unused;
    char bytes[500];
    struct error error;
    memset(bytes, 'a', sizeof bytes - 1);
    bytes[sizeof bytes - 1] = '\0';
    assert_false(error_set(&error, ERROR_IO, "%d %s", 7, bytes));
    assert_int_equal(error.kind, ERROR_IO);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_memory_equal(error.text, "7 aaa", 5);
}

static void the_error_may_be_null(void **unused)
{
    (void)unused;
    assert_false(error_set(NULL, ERROR_STALE, "room %d", 1));
}

int main(void)
{
    const struct CMUnitTest log_tests[] = {
        cmocka_unit_test_setup_teardown(values_are_quoted_only_where_needed, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_line_says_for_which_request_it_was, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_value_cannot_forge_a_line, open_log, close_log),
        cmocka_unit_test_setup_teardown(numbers_are_numbers_in_json, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_line_begins_with_its_time, open_log, close_log),
        cmocka_unit_test_setup_teardown(lines_below_the_least_level_are_not_written, open_log,
                                        close_log),
        cmocka_unit_test_setup_teardown(each_line_is_one_write, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_missing_text_is_empty, open_log, close_log),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_left_out_whole, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_json_line_is_json_at_every_length, open_log, close_log),
        cmocka_unit_test(an_error_is_cut_to_fit),
        cmocka_unit_test(the_error_may_be_null),
    };
    return cmocka_run_group_tests(log_tests, NULL, NULL);
}
