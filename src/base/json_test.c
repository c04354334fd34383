/* The JSON reader against everything that RFC 8259 forbids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/rng.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { NODES = 64 };
static struct json_node nodes[NODES];
static struct json_doc doc;

/* NULL if the bytes are one JSON value, else the problem. They are parsed in a copy of exactly
 * their size, so that a sanitizer sees the first byte read too far. */
static const char *problem_of(const char *text, size_t length)
{
    const char *problem = NULL;
    char *copy = memory_take(length);
    memcpy(copy, text, length);
    bool is_ok = json_parse(&doc, copy, length, nodes, NODES, &problem);
    assert_int_equal(is_ok, problem == NULL);
    memory_free(copy);
    return problem;
}

static void assert_all(const char *const *texts, size_t count, const char *problem)
{
    for (size_t i = 0; i < count; i++) {
        const char *found = problem_of(texts[i], strlen(texts[i]));
        if (!found || strcmp(found, problem) != 0)
            fail_msg("%s: %s", texts[i], found ? found : "accepted");
    }
}

static void parse(const char *text)
{
    const char *problem = "";
    if (!json_parse(&doc, text, strlen(text), nodes, NODES, &problem))
        fail_msg("%s: %s", text, problem);
}

static void values_of_every_shape_are_accepted(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "-1",
        "10",
        "0.5",
        "-0.0",
        "1e5",
        "1E5",
        "1e+5",
        "1e-5",
        "1.25E-07",
        "0e0",
        "123456789012345678901234567890",
        "1e99999",
        "true",
        "false",
        "null",
        "\"\"",
        "\"a\"",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "{\"\":{}}",
        "[1,2]",
        " [ 1 , 2 ] ",
        "\t\r\n 1 \t\r\n",
        "{\"a\":1,\"b\":[null,true,false]}",
        "{ \"a\" : 1 , \"b\" : 2 }",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0000\"",
        "\"\\u00e9\\u00E9\"",
        "\"\\uD83D\\uDE00\"",
        "\"\\udbff\\udfff\"",
        "\"\\uFFFF\"",
        "\"\x7F\"",
        "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"",
        "\"/\"",
        "\"a\\u0062\"",
        "{\"a\":1,\"A\":2,\"\":3,\"aa\":4}",
        "\"\xEF\xBB\xBF\"",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *problem = problem_of(texts[i], strlen(texts[i]));
        if (problem)
            fail_msg("%s: %s", texts[i], problem);
    }
}

static void anything_but_the_grammar_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        /* nothing, and more than one value */
        "",
        " ",
        "\n",
        "1 2",
        "[] []",
        "{}1",
        "null,",
        "1,",
        ",",
        "[1]x",
        "[]]",
        "{}}",
        "\"a\"b",
        "\"a\"\"b\"",
        "1 //",
        "/**/1",
        "1#",
        "\xEF\xBB\xBF"
        "1",
        "\xFE\xFF",
        "\v1",
        "\f1",
        "\xC2\xA0"
        "1",
        /* words */
        "t",
        "tru",
        "truee",
        "True",
        "TRUE",
        "nul",
        "nulll",
        "None",
        "fals",
        "falsy",
        "undefined",
        "NaN",
        "-NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "inf",
        "a",
        "true1",
        "truefalse",
        "'a'",
        "`a`",
        /* numbers */
        "01",
        "00",
        "-01",
        "-",
        "+1",
        "+",
        "1.",
        ".5",
        "-.5",
        "1.e5",
        "1e",
        "1e+",
        "1e-",
        "1E",
        "e1",
        "0x1",
        "0b1",
        "0o7",
        "1_000",
        "1 000",
        "1,000",
        "1.2.3",
        "1e5.5",
        "1e5e5",
        "--1",
        "-+1",
        "1-",
        "1+2",
        "1f",
        "1L",
        "0.1.",
        "\xEF\xBC\x91",
        "-a",
        "1a",
        "- 1",
        /* texts */
        "\"",
        "\"a",
        "\"\\\"",
        "\"\\",
        "\"\\a\"",
        "\"\\'\"",
        "\"\\0\"",
        "\"\\x41\"",
        "\"\\u\"",
        "\"\\u1\"",
        "\"\\u12\"",
        "\"\\u123\"",
        "\"\\u123",
        "\"\\u12g4\"",
        "\"\\u 123\"",
        "\"\\u-123\"",
        "\"\\u+123\"",
        "\"\\U0041\"",
        "\"\\uD83D\\uDE0\"",
        "\"\\uD83D\\u\"",
        "\"\n\"",
        "\"\t\"",
        "\"\r\"",
        "\"\x01\"",
        "\"\x1F\"",
        "\"\\\n\"",
        "\"\\u\xC3\xA9"
        "41\"",
        "a\"",
        "\\u0041",
        /* arrays */
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[,]",
        "[1,,2]",
        "[1 2]",
        "[1:2]",
        "[1;2]",
        "[\"a\"",
        "[1}",
        "[1]]",
        "[[1]",
        "[[1],",
        "[a]",
        "[\"a\":1]",
        "[true",
        "[tru]",
        "[1",
        "[-]",
        "[\"a",
        "[ ,]",
        "[\"\",]",
        /* objects */
        "{",
        "}",
        "{]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{,}",
        "{,\"a\":1}",
        "{\"a\" 1}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,,\"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{1:1}",
        "{null:1}",
        "{[]:1}",
        "{\"a\"::1}",
        "{\"a\":1:2}",
        "{\"a\",\"b\"}",
        "{\"a\":1]",
        "{:1}",
        "{\"a\"=1}",
        "{\"a\":1;\"b\":2}",
        "{\"a\":1,\"b\"}",
        "{\"a\":1,\"b\":}",
        "{\"a\":a}",
        "{\"a",
        "{\"a\":/**/1}",
        "{\"a\":\"b}",
        "{\"a\":[}",
        "{\"a\":{]}",
        "{{}:1}",
        "{\"a\" :",
        "{ ",
        /* numbers and words followed by a container's end of the wrong kind */
        "[1,2}",
        "{\"a\":true]",
    };
    assert_all(texts, COUNT(texts), "bad_json");
}

static void a_nul_byte_is_refused_everywhere(void **unused)
{
    (void)unused;
    static const char texts[][6] = { "1\0",
                                     "\0"
                                     "1",
                                     "[\0]",
                                     "\"\0\"",
                                     "{\0}",
                                     "[1\0]",
                                     "\"a\\\0\"" };
    static const size_t lengths[] = { 2, 2, 3, 3, 3, 4, 5 };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_string_equal(problem_of(texts[i], lengths[i]), "bad_json");
}

static void text_must_be_utf8(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "\"\x80\"",
        "\"\xBF\"",
        "\"\xC0\x80\"",
        "\"\xC1\xBF\"",
        "\"\xE0\x9F\xBF\"",
        "\"\xF0\x8F\xBF\xBF\"",
        "\"\xED\xA0\x80\"",
        "\"\xED\xBF\xBF\"",
        "\"\xED\xA0\xBD\xED\xB8\x80\"",
        "\"\xF4\x90\x80\x80\"",
        "\"\xF5\x80\x80\x80\"",
        "\"\xF8\x88\x80\x80\x80\"",
        "\"\xFE\"",
        "\"\xFF\"",
        "\"\xC3\"",
        "\"\xE2\x82\"",
        "\"\xF0\x9F\x98\"",
        "\"caf\xE9\"",
        "\"\xC3",
        "\"\xE2\x82",
        "\"\xF0\x9F\x98",
        "{\"\xFF\":1}",
        "[\"\xFF\"]",
        "\"a\\n\xFF\"",
    };
    assert_all(texts, COUNT(texts), "bad_utf8");
}

static void surrogates_come_in_pairs(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "\"\\uD800\"",        "\"\\uDBFF\"",        "\"\\uDC00\"",        "\"\\uDFFF\"",
        "\"\\uDE00\\uD83D\"", "\"\\uD83D\\uD83D\"", "\"\\uD83D\\u0041\"", "\"\\uD83D\\n\"",
        "\"\\uD83Dx\"",       "\"\\uD83D",          "\"\\uD83D\\",        "\"\\uD83D\\\"",
        "\"\\uD83D uDE00\"",  "{\"\\uD800\":1}",
    };
    assert_all(texts, COUNT(texts), "bad_utf8");
}

/* Every beginning of a document is refused, unless it is a whole value itself. */
static void a_document_cut_short_is_refused(void **unused)
{
    (void)unused;
    static const char text[] =
        "{\"a\":[1.5e3,\"\\u00e9\\uD83D\\uDE00\xF0\x9F\x98\x80\",true,false,null,"
        "{\"b\":{},\"c\":[]}]}";
    for (size_t length = 0; length < sizeof text - 1; length++)
        assert_non_null(problem_of(text, length));
    assert_null(problem_of(text, sizeof text - 1));
}

static void depth_is_limited(void **unused)
{
    (void)unused;
    char text[2 * JSON_DEPTH_MAX + 3] = "";
    memset(text, '[', JSON_DEPTH_MAX);
    memset(text + JSON_DEPTH_MAX, ']', JSON_DEPTH_MAX);
    assert_null(problem_of(text, 2 * JSON_DEPTH_MAX));

    memset(text, '[', JSON_DEPTH_MAX + 1);
    memset(text + JSON_DEPTH_MAX + 1, ']', JSON_DEPTH_MAX + 1);
    assert_string_equal(problem_of(text, 2 * JSON_DEPTH_MAX + 2), "too_deep");
}

static void a_hundred_thousand_brackets_do_no_harm(void **unused)
{
    (void)unused;
    enum { BRACKETS = 100000 };
    char *text = memory_take(BRACKETS);
    memset(text, '[', BRACKETS);
    assert_string_equal(problem_of(text, BRACKETS), "too_deep");
    memory_free(text);
}

static void values_are_limited_by_the_nodes(void **unused)
{
    (void)unused;
    static const char text[] = "{\"a\":[1,\"b\",null]}";
    const char *problem = NULL;
    for (uint32_t max = 0; max < 6; max++) {
        struct json_node *few = memory_take(max * sizeof *few);
        assert_false(json_parse(&doc, text, sizeof text - 1, few, max, &problem));
        assert_string_equal(problem, "too_many_values");
        memory_free(few);
    }
    assert_true(json_parse(&doc, text, sizeof text - 1, nodes, 6, &problem));
    assert_int_equal(doc.node_count, 6);
}

static void duplicate_keys_are_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "{\"a\":1,\"a\":1}",
        "{\"\":1,\"\":2}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"\\u0061\":1,\"a\":2}",
        "{\"\\u0061\":1,\"\\u0061\":2}",
        "{\"\xC3\xA9\":1,\"\\u00e9\":2}",
        "{\"\xF0\x9F\x98\x80\":1,\"\\uD83D\\uDE00\":2}",
        "{\"/\":1,\"\\/\":2}",
        "[{\"x\":{\"a\":1,\"b\":[],\"a\":1}}]",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,"
        "\"l\":1,\"m\":1,\"n\":1,\"\\u0063\":1}",
    };
    assert_all(texts, COUNT(texts), "duplicate_key");
}

static void equal_keys_in_different_objects_are_fine(void **unused)
{
    (void)unused;
    parse("{\"a\":{\"a\":[{\"a\":1},{\"a\":2}]},\"b\":{\"a\":1}}");
    parse("{\"\\u0061b\":1,\"a\":2,\"\\\\u0061\":3}");
}

/* Fills `text` with an object of keys 0 … count - 1, in an order that `step` stirs; key `again`
 * twice. */
static size_t write_keys(char *text, int count, int step, int again)
{
    size_t length = 0;
    for (int i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, "%c\"%d\":%d", i ? ',' : '{', i * step % count, i);
    if (again >= 0)
        length += (size_t)sprintf(text + length, ",\"%d\":0", again);
    return length + (size_t)sprintf(text + length, "}");
}

static void a_duplicate_is_found_among_any_number_of_keys(void **unused)
{
    (void)unused;
    enum { KEYS_MAX = 67 };
    static struct json_node many[2 * KEYS_MAX + 3];
    static char text[KEYS_MAX * 12];
    const char *problem;
    for (int count = 1; count <= KEYS_MAX; count++) {
        /* 71 divides no count: each key comes once. */
        size_t length = write_keys(text, count, 71, -1);
        assert_true(json_parse(&doc, text, length, many, COUNT(many), &problem));
        for (uint32_t key = 1; key < doc.node_count; key = many[key + 1].next)
            assert_int_equal(many[key].next, key + 1);
        for (int again = 0; again < count; again++) {
            length = write_keys(text, count, 71, again);
            assert_false(json_parse(&doc, text, length, many, COUNT(many), &problem));
            assert_string_equal(problem, "duplicate_key");
        }
    }
}

/* Comparing each of these keys with each would take most of a minute; the limit leaves room for
 * sanitizers and a busy machine. */
static void an_object_full_of_keys_is_read_quickly(void **unused)
{
    (void)unused;
    enum { KEYS = 200000, SECONDS_MAX = 5 };
    static struct json_node many[2 * KEYS + 1];
    static char text[KEYS * 17];
    const char *problem;
    size_t length = write_keys(text, KEYS, 71, -1);
    clock_t start = clock();
    assert_true(json_parse(&doc, text, length, many, COUNT(many), &problem));
    assert_true((clock() - start) / CLOCKS_PER_SEC < SECONDS_MAX);
}

static void nodes_lie_in_document_order(void **unused)
{
    (void)unused;
    static const char text[] = " {\"a\": [1, {}], \"b\": \"x\"} ";
    static const struct json_node expected[] = {
        { .type = JSON_OBJECT, .start = 1, .end = 25, .count = 2, .next = 7 },
        { .type = JSON_TEXT, .start = 3, .end = 4, .next = 2 },
        { .type = JSON_ARRAY, .start = 7, .end = 14, .count = 2, .next = 5 },
        { .type = JSON_NUMBER, .start = 8, .end = 9, .next = 4 },
        { .type = JSON_OBJECT, .start = 11, .end = 13, .next = 5 },
        { .type = JSON_TEXT, .start = 17, .end = 18, .next = 6 },
        { .type = JSON_TEXT, .start = 22, .end = 23, .next = 7 },
    };
    parse(text);
    assert_int_equal(doc.node_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(nodes[i].type, expected[i].type);
        assert_int_equal(nodes[i].start, expected[i].start);
        assert_int_equal(nodes[i].end, expected[i].end);
        assert_int_equal(nodes[i].count, expected[i].count);
        assert_int_equal(nodes[i].next, expected[i].next);
    }
}

static void members_are_found_by_key(void **unused)
{
    (void)unused;
    int64_t value = 0;
    parse("{\"a\":{\"b\":1},\"b\":2,\"\\u0063\\u00e9\":3,\"\":4}");
    assert_true(json_read_int(&doc, json_get(&doc, 0, "b"), &value));
    assert_int_equal(value, 2);
    assert_true(json_read_int(&doc, json_get(&doc, json_get(&doc, 0, "a"), "b"), &value));
    assert_int_equal(value, 1);
    assert_true(json_read_int(&doc, json_get(&doc, 0, "c\xC3\xA9"), &value));
    assert_int_equal(value, 3);
    assert_true(json_read_int(&doc, json_get(&doc, 0, ""), &value));
    assert_int_equal(value, 4);
}

static void what_is_not_a_member_is_node_zero(void **unused)
{
    (void)unused;
    int64_t value = 42;
    parse("{\"a\":[\"b\",1]}");
    assert_int_equal(json_get(&doc, 0, "b"), 0);
    assert_int_equal(json_get(&doc, 0, "aa"), 0);
    assert_int_equal(json_get(&doc, 2, "b"), 0);
    assert_int_equal(json_get(&doc, 99, "a"), 0);
    assert_false(json_read_int(&doc, json_get(&doc, 0, "b"), &value));
    assert_int_equal(value, 42);
}

static void texts_are_compared_unescaped(void **unused)
{
    (void)unused;
    parse("[\"ab\",\"a\\u0062\",\"\\uD83D\\uDE00\",\"a\\u0000\",12,\"\\n\"]");
    assert_true(json_equals(&doc, 1, "ab"));
    assert_false(json_equals(&doc, 1, "a"));
    assert_false(json_equals(&doc, 1, "abc"));
    assert_true(json_equals(&doc, 2, "ab"));
    assert_false(json_equals(&doc, 2, "abc"));
    assert_false(json_equals(&doc, 2, "a"));
    assert_false(json_equals(&doc, 2, "a\\u0062"));
    assert_false(json_equals(&doc, 2, "\xFF"));
    assert_true(json_equals(&doc, 3, "\xF0\x9F\x98\x80"));
    assert_false(json_equals(&doc, 4, "a"));
    assert_false(json_equals(&doc, 5, "12"));
    assert_true(json_equals(&doc, 6, "\n"));
    assert_false(json_equals(&doc, 7, ""));
}

static void integers_are_read_up_to_64_bits(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        { "0", 0 },
        { "-0", 0 },
        { "7", 7 },
        { "-7", -7 },
        { "1234567890123", 1234567890123 },
        { "9223372036854775807", INT64_MAX },
        { "-9223372036854775808", INT64_MIN },
        { "-9223372036854775807", -INT64_MAX },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int64_t value = 42;
        parse(cases[i].text);
        assert_true(json_read_int(&doc, 0, &value));
        assert_true(value == cases[i].value);
    }
}

static void anything_else_is_not_an_integer(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "18446744073709551617",
        "99999999999999999999",
        "-99999999999999999999",
        "9223372036854775810",
        "1.0",
        "1e3",
        "0.5",
        "1E0",
        "true",
        "null",
        "\"1\"",
        "[1]",
        "{}",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        int64_t value = 42;
        parse(texts[i]);
        assert_false(json_read_int(&doc, 0, &value));
        assert_int_equal(value, 42);
    }
}

static void booleans_are_true_and_false_only(void **unused)
{
    (void)unused;
    bool value = false;
    parse("[true,false,0,null,\"true\"]");
    assert_true(json_read_bool(&doc, 1, &value) && value);
    assert_true(json_read_bool(&doc, 2, &value) && !value);
    for (uint32_t node = 3; node < 7; node++)
        assert_false(json_read_bool(&doc, node, &value));
}

static void texts_are_unescaped(void **unused)
{
    (void)unused;
    char out[40] = "";
    parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\uFFFFz\"");
    assert_true(json_read_text(&doc, 0, out, sizeof out));
    assert_string_equal(out, "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBFz");
}

static void a_text_must_fit_with_its_nul(void **unused)
{
    (void)unused;
    char out[4] = "xyz";
    parse("[\"abcd\",\"ab\\u00e9\",\"abc\",\"\"]");
    assert_false(json_read_text(&doc, 1, out, 4));
    assert_false(json_read_text(&doc, 2, out, 4));
    assert_false(json_read_text(&doc, 4, out, 0));
    assert_string_equal(out, "xyz");
    assert_true(json_read_text(&doc, 3, out, 4));
    assert_string_equal(out, "abc");
    assert_true(json_read_text(&doc, 4, out, 1));
    assert_string_equal(out, "");
}

static void a_text_with_nul_is_refused(void **unused)
{
    (void)unused;
    char out[8] = "x";
    parse("[\"a\\u0000b\",1]");
    assert_false(json_read_text(&doc, 1, out, sizeof out));
    assert_false(json_read_text(&doc, 2, out, sizeof out));
    assert_string_equal(out, "x");
}

/* Random edits of a good document: whatever is accepted can be walked and read without harm, and
 * the walk covers all nodes. */
static void walk(uint32_t node)
{
    char text[64];
    int64_t number;
    json_read_text(&doc, node, text, sizeof text);
    json_read_int(&doc, node, &number);
    assert_true(nodes[node].start <= nodes[node].end);
    if (!json_is(&doc, node, JSON_ARRAY) && !json_is(&doc, node, JSON_OBJECT))
        return;
    uint32_t child = json_first(node), children = 0;
    for (; child < nodes[node].next; child = nodes[child].next, children++)
        walk(child);
    assert_int_equal(child, nodes[node].next);
    assert_int_equal(children, nodes[node].count * (json_is(&doc, node, JSON_OBJECT) ? 2 : 1));
}

static void mutated_documents_do_no_harm(void **unused)
{
    (void)unused;
    static const char good[] =
        "{\"a\":[1,-2.5e3,\"x\\u00e9\xC3\xA9\"],\"b\":{\"c\":null,\"d\":true}}";
    static const char spice[] = "{}[]\",:\\u0eE+-.dD8\x80\xC3\xFF\n t\0";
    struct rng rng;
    int accepted = 0;
    rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 1 }, 0);
    for (int i = 0; i < 100000; i++) {
        char text[sizeof good];
        const char *problem;
        memcpy(text, good, sizeof good);
        for (uint64_t edits = rng_below(&rng, 4); edits > 0; edits--)
            text[rng_below(&rng, sizeof good - 1)] = spice[rng_below(&rng, sizeof spice)];
        size_t length = sizeof good - 1 - (rng_below(&rng, 8) == 0);
        if (json_parse(&doc, text, length, nodes, NODES, &problem)) {
            accepted++;
            walk(0);
            assert_int_equal(nodes[0].next, doc.node_count);
        }
    }
    assert_in_range(accepted, 10000, 90000);
}

int main(void)
{
    const struct CMUnitTest json_tests[] = {
        cmocka_unit_test(values_of_every_shape_are_accepted),
        cmocka_unit_test(anything_but_the_grammar_is_refused),
        cmocka_unit_test(a_nul_byte_is_refused_everywhere),
        cmocka_unit_test(text_must_be_utf8),
        cmocka_unit_test(surrogates_come_in_pairs),
        cmocka_unit_test(a_document_cut_short_is_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(a_hundred_thousand_brackets_do_no_harm),
        cmocka_unit_test(values_are_limited_by_the_nodes),
        cmocka_unit_test(duplicate_keys_are_refused),
        cmocka_unit_test(equal_keys_in_different_objects_are_fine),
        cmocka_unit_test(a_duplicate_is_found_among_any_number_of_keys),
        cmocka_unit_test(an_object_full_of_keys_is_read_quickly),
        cmocka_unit_test(nodes_lie_in_document_order),
        cmocka_unit_test(members_are_found_by_key),
        cmocka_unit_test(what_is_not_a_member_is_node_zero),
        cmocka_unit_test(texts_are_compared_unescaped),
        cmocka_unit_test(integers_are_read_up_to_64_bits),
        cmocka_unit_test(anything_else_is_not_an_integer),
        cmocka_unit_test(booleans_are_true_and_false_only),
        cmocka_unit_test(texts_are_unescaped),
        cmocka_unit_test(a_text_must_fit_with_its_nul),
        cmocka_unit_test(a_text_with_nul_is_refused),
        cmocka_unit_test(mutated_documents_do_no_harm),
    };
    return cmocka_run_group_tests(json_tests, NULL, NULL);
}
