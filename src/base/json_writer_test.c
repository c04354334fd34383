/* The JSON writer: its output at every size of its buffer, and that the reader reads it back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/json.h"

enum { NODES = 64 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

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

/* A value in an object, in the middle or at the start of it, at every size of the buffer. */
static void assert_quick(bool (*quickly)(struct json *), void (*slowly)(struct json *))
{
    enum { SIZE = 80 };
    int written = 0;
    for (size_t size = 1; size <= SIZE; size++)
        for (int before = 0; before < 3; before++) {
            char *quick = memory_take(size), *slow = memory_take(size);
            struct json one, other;
            json_init(&one, quick, size);
            json_init(&other, slow, size);
            for (int i = 0; i < before; i++) {
                i == 0 ? json_put_begin(&one, NULL, 0, true) : json_put_int(&one, "a", 1, 1);
                i == 0 ? json_put_begin(&other, NULL, 0, true) : json_put_int(&other, "a", 1, 1);
            }
            bool is_written = quickly(&one);
            if (is_written) {
                slowly(&other);
                assert_false(one.overflow || other.overflow);
                assert_int_equal(one.depth, other.depth);
                assert_int_equal(one.is_object, other.is_object);
                assert_int_equal(one.has_element, other.has_element);
            }
            assert_int_equal(one.length, other.length);
            assert_memory_equal(quick, slow, is_written ? one.length + 1 : one.length);
            written += is_written;
            memory_free(quick);
            memory_free(slow);
        }
    assert_true(written > SIZE / 2 && written < 2 * SIZE);
}

static int64_t sample_number;
static const char *sample_word;
static bool sample_bool;

static bool quick_int(struct json *json)
{
    return json_quick_int(json, "key", 3, sample_number);
}
static void slow_int(struct json *json)
{
    json_put_int(json, "key", 3, sample_number);
}
static bool quick_text(struct json *json)
{
    return json_quick_text(json, "key", 3, sample_word, strlen(sample_word));
}
static void slow_text(struct json *json)
{
    json_put_text(json, "key", 3, sample_word, strlen(sample_word));
}
static bool quick_bool(struct json *json)
{
    return json_quick_bool(json, "key", 3, sample_bool);
}
static void slow_bool(struct json *json)
{
    json_put_raw(json, "key", 3, sample_bool ? "true" : "false", sample_bool ? 4 : 5);
}
static bool quick_begin(struct json *json)
{
    return json_quick_begin(json, "key", 3, sample_bool);
}
static void slow_begin(struct json *json)
{
    json_put_begin(json, "key", 3, sample_bool);
}
static bool quick_end(struct json *json)
{
    return json_quick_end(json);
}
static void slow_end(struct json *json)
{
    json_put_end(json);
}

/* With any space: the same bytes and the same state, or nothing. */
static void values_compiled_into_the_caller_are_the_same(void **unused)
{
    (void)unused;
    static const int64_t numbers[] = { 0, 9, 10, 99, 100, 12345, INT64_MAX };
    static const char *const words[] = { "", "a", "abcd", "abcdefgh", "abcdefghijklmnopqrst" };
    for (size_t i = 0; i < COUNT(numbers); i++) {
        sample_number = numbers[i];
        assert_quick(quick_int, slow_int);
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        sample_word = words[i];
        assert_quick(quick_text, slow_text);
    }
    for (int i = 0; i < 2; i++) {
        sample_bool = i != 0;
        assert_quick(quick_bool, slow_bool);
        assert_quick(quick_begin, slow_begin);
    }
    assert_quick(quick_end, slow_end);
}

static void what_has_to_be_escaped_is_not_written_quickly(void **unused)
{
    (void)unused;
    char out[64];
    struct json json;
    json_init(&json, out, sizeof out);
    json_put_begin(&json, NULL, 0, true);
    assert_false(json_quick_text(&json, "key", 3, "a\"b", 3));
    assert_false(json_quick_text(&json, "key", 3, "abcdefghijk\n", 12));
    assert_false(json_quick_text(&json, "key", 3, "\xC3\xA9", 2));
    assert_false(json_quick_int(&json, "key", 3, -1));
    assert_int_equal(json.length, 1);
}

/* Every number of digits, at both of its ends. */
static void integers_are_written_as_printf_does(void **unused)
{
    (void)unused;
    uint64_t power = 1;
    for (int digits = 1; digits <= 20; digits++, power *= 10)
        for (int step = -1; step <= 1; step++) {
            char out[JSON_INT_MAX + 1] = "", expected[JSON_INT_MAX + 1];
            uint64_t value = power + (uint64_t)step;
            *json_write_digits(out, value) = '\0';
            snprintf(expected, sizeof expected, "%ju", (uintmax_t)value);
            assert_string_equal(out, expected);
        }
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
        cmocka_unit_test(values_compiled_into_the_caller_are_the_same),
        cmocka_unit_test(what_has_to_be_escaped_is_not_written_quickly),
        cmocka_unit_test(integers_are_written_as_printf_does),
        cmocka_unit_test(a_single_value_may_stand_at_the_top),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(a_byte_that_needs_an_escape_gets_one_wherever_it_stands),
        cmocka_unit_test(every_text_comes_back_as_it_was),
    };
    return cmocka_run_group_tests(json_writer_tests, NULL, NULL);
}
