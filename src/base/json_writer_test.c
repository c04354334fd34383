/* The JSON writer: what it writes, at every size of its buffer, and that the reader reads it back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/json.h"

enum { NODES = 64 };
static struct json_node nodes[NODES];
static struct json_doc doc;

static void parse(const char *text)
{
    const char *problem = "";
    if (!json_parse(&doc, text, strlen(text), nodes, NODES, &problem))
        fail_msg("%s: %s", text, problem);
}

static void write_sample(struct json *json)
{
    json_object(json, NULL);
    json_int(json, "least", INT64_MIN);
    json_int(json, "most", INT64_MAX);
    json_int(json, "zero", 0);
    json_array(json, "list");
    json_bool(json, NULL, true);
    json_bool(json, NULL, false);
    json_null(json, NULL);
    json_object(json, NULL);
    json_end(json);
    json_array(json, NULL);
    json_end(json);
    json_end(json);
    json_text(json, "text", "\"\\/\b\f\n\r\t\x01\x1F\x7F \xC3\xA9\xF0\x9F\x98\x80");
    json_text_n(json, "part", "a\0bcd", 3);
    json_raw(json, "raw", "[1]", 3);
    json_members(json, "", 0);
    json_members(json, "\"a\":1,\"b\":2", 11);
    json_bool(json, "last", true);
    json_end(json);
}

static const char SAMPLE[] =
    "{\"least\":-9223372036854775808,\"most\":9223372036854775807,\"zero\":0,"
    "\"list\":[true,false,null,{},[]],"
    "\"text\":\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7F \xC3\xA9\xF0\x9F\x98\x80\","
    "\"part\":\"a\\u0000b\",\"raw\":[1],\"a\":1,\"b\":2,\"last\":true}";

static void the_writer_writes_what_it_is_told(void **unused)
{
    (void)unused;
    char out[sizeof SAMPLE];
    struct json json;
    json_init(&json, out, sizeof out);
    write_sample(&json);
    assert_false(json.overflow);
    assert_int_equal(json.length, sizeof SAMPLE - 1);
    assert_int_equal(json.depth, 0);
    assert_string_equal(out, SAMPLE);
    parse(out);
}

static void a_buffer_too_small_overflows_at_every_size(void **unused)
{
    (void)unused;
    for (size_t size = 0; size < sizeof SAMPLE; size++) {
        char *out = memory_take(size);
        struct json json;
        memset(out, 'x', size);
        json_init(&json, out, size);
        write_sample(&json);
        assert_true(json.overflow);
        if (size > 0) {
            assert_true(json.length < size);
            assert_int_equal(out[json.length], '\0');
            assert_memory_equal(out, SAMPLE, json.length);
        }
        memory_free(out);
    }
}

static void nothing_is_written_after_an_overflow(void **unused)
{
    (void)unused;
    char out[8];
    struct json json;
    json_init(&json, out, sizeof out);
    json_array(&json, NULL);
    json_text(&json, NULL, "far too long");
    json_int(&json, NULL, 1);
    json_end(&json);
    assert_true(json.overflow);
    assert_string_equal(out, "[");
}

static void a_single_value_may_stand_at_the_top(void **unused)
{
    (void)unused;
    char out[8];
    struct json json;
    json_init(&json, out, sizeof out);
    json_int(&json, NULL, -5);
    assert_string_equal(out, "-5");
}

static void bytes_that_are_not_utf8_are_replaced(void **unused)
{
    (void)unused;
    char out[64];
    struct json json;
    json_init(&json, out, sizeof out);
    json_text(&json, NULL, "a\xFFz\xC3(\xED\xA0\x80\xE2\x82");
    parse(out);
    assert_string_equal(out, "\"a\xEF\xBF\xBDz\xEF\xBF\xBD(\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                             "\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

/* The byte stands at every position, because the writer looks at eight bytes together. */
static void a_byte_that_needs_an_escape_gets_one_wherever_it_stands(void **unused)
{
    (void)unused;
    for (int length = 1; length <= 20; length++)
        for (int at = 0; at < length; at++)
            for (int c = 1; c < 0x80; c++) {
                char text[21] = "", out[128], back[21] = "";
                struct json json;
                memset(text, 'a', (size_t)length);
                text[at] = (char)c;
                json_init(&json, out, sizeof out);
                json_object(&json, NULL);
                json_text(&json, "key", text);
                json_end(&json);
                bool is_odd = c < ' ' || c == '"' || c == '\\';
                assert_int_equal(strchr(out, '\\') != NULL, is_odd);
                parse(out);
                assert_true(json_read_text(&doc, json_get(&doc, 0, "key"), back, sizeof back));
                assert_string_equal(back, text);
            }
}

static void every_text_comes_back_as_it_was(void **unused)
{
    (void)unused;
    for (int c = 1; c < 0x80; c++) {
        char text[3] = { (char)c, 'x', '\0' }, out[16], back[3] = "";
        struct json json;
        json_init(&json, out, sizeof out);
        json_text(&json, NULL, text);
        parse(out);
        assert_true(json_read_text(&doc, 0, back, sizeof back));
        assert_string_equal(back, text);
    }
}

int main(void)
{
    const struct CMUnitTest json_writer_tests[] = {
        cmocka_unit_test(the_writer_writes_what_it_is_told),
        cmocka_unit_test(a_buffer_too_small_overflows_at_every_size),
        cmocka_unit_test(nothing_is_written_after_an_overflow),
        cmocka_unit_test(a_single_value_may_stand_at_the_top),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(a_byte_that_needs_an_escape_gets_one_wherever_it_stands),
        cmocka_unit_test(every_text_comes_back_as_it_was),
    };
    return cmocka_run_group_tests(json_writer_tests, NULL, NULL);
}
