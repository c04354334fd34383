/* Messages to and from JSON: every type of argument, there and back, and refusals. */
#include "engine/message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { SEATS = 5 };

static const char *const fruit[] = { "apple", "pear", "plum", NULL };

static const struct game_message everything = {
    "everything",
    .args = { { "count", ARG_INT, .min = -3, .max = 9 },
              { "sure", ARG_BOOL },
              { "who", ARG_SEAT },
              { "team", ARG_SEATS },
              { "one", ARG_NAME, .names = fruit },
              { "some", ARG_NAMES, .names = fruit },
              { "at", ARG_TIME },
              { "where", ARG_FIELD } },
};
static const struct game_message others = {
    "others",
    .args = { { "path", ARG_FIELDS, .min = 0, .max = 7 },
              { "cards", ARG_SET, .min = 2, .max = 62 },
              { "word", ARG_WORD },
              { "id", ARG_ID },
              { "note", ARG_TEXT, .max = 8 },
              { "maybe", ARG_SEAT, .min = -1 },
              { "size", ARG_INT, .optional = true, .min = 1, .max = 4, .preset = -1 },
              { "hidden", ARG_INT, .secret = true, .optional = true, .min = 0, .max = 9 } },
};

static char text[GAME_TEXT_MAX + 1];
static int64_t arg[GAME_ARG_WORDS];
static const char *problem, *which;

static bool read_message(const struct game_message *message, const char *json)
{
    static struct json_node node[200];
    struct json_doc doc;
    assert_true(json_parse(&doc, json, strlen(json), node, 200, &problem));
    return message_read(message, &doc, 0, SEATS, arg, text, &problem, &which);
}

static const char *write_message(const struct game_message *message, const int64_t *args,
                                 const char *words, bool with_secrets)
{
    static char out[1000];
    struct json json;
    json_init(&json, out, sizeof out);
    json_object(&json, NULL);
    message_write(message, args, words, with_secrets, &json);
    json_end(&json);
    assert_false(json.overflow);
    return out;
}

/* One argument from one JSON value. */
static bool reads(struct game_arg entry, const char *json)
{
    struct game_message message = { "one", .args = { entry } };
    char object[200];
    snprintf(object, sizeof object, "{\"%s\":%s}", entry.name, json);
    return read_message(&message, object);
}

static void every_type_comes_back_as_it_was_written(void **unused)
{
    static const int64_t values[] = { -3, 1, 4, 0x13, 2, 5, 123456789, 0x2F };
    (void)unused;

    const char *json = write_message(&everything, values, NULL, true);

    assert_string_equal(json,
                        "{\"count\":-3,\"sure\":true,\"who\":4,\"team\":[0,1,4],\"one\":\"plum\","
                        "\"some\":[\"apple\",\"plum\"],\"at\":123456789,"
                        "\"where\":{\"x\":15,\"y\":2}}");
    assert_true(read_message(&everything, json));
    assert_memory_equal(arg, values, sizeof values);
}

static void the_other_types_come_back_too(void **unused)
{
    int64_t fields = fields_add(fields_add(0, field_pack(7, 0)), field_pack(0, 7));
    const int64_t values[] = { fields, (int64_t)1 << 62 | 4, 0, -2, 0, -1, 3, 7 };
    (void)unused;

    char json[1000];
    snprintf(json, sizeof json, "%s", write_message(&others, values, "h\xC3\xA9llo", true));

    assert_true(read_message(&others, json));
    assert_memory_equal(arg, values, sizeof values);
    assert_string_equal(text, "h\xC3\xA9llo");
}

static void seven_fields_fill_an_argument(void **unused)
{
    const struct game_arg entry = { "path", ARG_FIELDS };
    int64_t fields = 0;
    (void)unused;
    for (int i = 0; i < 7; i++)
        fields = fields_add(fields, field_pack(15 - i, 15));

    assert_true(message_arg_fits(&entry, SEATS, fields));

    assert_int_equal(fields_count(fields), 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(field_x(fields_at(fields, i)), 15 - i);
        assert_int_equal(field_y(fields_at(fields, i)), 15);
    }
}

static void secrets_are_left_out_for_those_not_told(void **unused)
{
    static const int64_t values[] = { 0, 4, 0, 1, 0, 0, 1, 7 };
    (void)unused;

    assert_null(strstr(write_message(&others, values, "", false), "hidden"));
    assert_non_null(strstr(write_message(&others, values, "", true), "\"hidden\":7"));
}

static void an_optional_argument_that_is_missing_is_its_preset(void **unused)
{
    struct game_message message = { "one", .args = { others.args[6] } };
    (void)unused;

    assert_true(read_message(&message, "{}"));
    assert_int_equal(arg[0], -1);

    assert_string_equal(write_message(&message, arg, NULL, true), "{}");
    assert_true(message_arg_fits(&message.args[0], SEATS, -1));
    assert_false(reads(message.args[0], "-1"));
}

static void an_optional_text_that_is_missing_is_empty(void **unused)
{
    struct game_message message = { "one", .args = { { "note", ARG_TEXT, .optional = true } } };
    (void)unused;

    assert_true(read_message(&message, "{}"));

    assert_string_equal(text, "");
    assert_string_equal(write_message(&message, arg, NULL, true), "{}");
}

static void a_missing_argument_is_named(void **unused)
{
    struct game_message message = { "two", .args = { { "a", ARG_BOOL }, { "b", ARG_BOOL } } };
    (void)unused;

    assert_false(read_message(&message, "{\"a\":true}"));

    assert_string_equal(problem, "missing_argument");
    assert_string_equal(which, "b");
}

static void a_bad_argument_is_named(void **unused)
{
    struct game_message message = { "two", .args = { { "a", ARG_BOOL }, { "b", ARG_BOOL } } };
    (void)unused;

    assert_false(read_message(&message, "{\"a\":true,\"b\":1}"));

    assert_string_equal(problem, "bad_argument");
    assert_string_equal(which, "b");
}

static void unknown_members_are_refused_but_for_the_envelope(void **unused)
{
    struct game_message message = { "one", .args = { { "a", ARG_BOOL } } };
    (void)unused;

    assert_false(read_message(&message, "{\"a\":true,\"z\":{\"deep\":[1]}}"));
    assert_string_equal(problem, "unknown_argument");
    assert_true(read_message(&message, "{\"type\":\"one\",\"cid\":\"x\",\"kind\":2,\"a\":true}"));
}

static void a_message_is_an_object(void **unused)
{
    struct game_message message = { "none" };
    (void)unused;

    assert_false(read_message(&message, "[]"));
    assert_false(read_message(&message, "null"));
    assert_true(read_message(&message, "{}"));
}

static void assert_refused(struct game_arg entry, const char *const *values)
{
    for (int i = 0; values[i]; i++)
        if (reads(entry, values[i]))
            fail_msg("type %d accepted %s", (int)entry.type, values[i]);
}

#define REFUSES(entry, ...) assert_refused(entry, (const char *const[]){ __VA_ARGS__, NULL })
#define ENTRY(...)          ((struct game_arg){ "a", __VA_ARGS__ })

static void values_of_another_type_or_outside_their_bounds_are_refused(void **unused)
{
    (void)unused;
    REFUSES(ENTRY(ARG_INT, .min = 1, .max = 4), "0", "5", "1.0", "1e0", "\"1\"", "null", "true",
            "99999999999999999999", "[1]");
    REFUSES(ENTRY(ARG_INT), "9007199254740992", "-9007199254740992");
    REFUSES(ENTRY(ARG_BOOL), "0", "1", "\"true\"", "null");
    REFUSES(ENTRY(ARG_SEAT), "-1", "5", "null", "\"0\"");
    REFUSES(ENTRY(ARG_SEAT, .min = -1), "-1", "5", "false");
    REFUSES(ENTRY(ARG_SEATS), "[5]", "[-1]", "[1,1]", "3", "{}", "[null]", "[64]", "[1,\"2\"]");
    REFUSES(ENTRY(ARG_NAME, .names = fruit), "\"\"", "\"Apple\"", "\"apple \"", "0", "null");
    REFUSES(ENTRY(ARG_NAME, .names = fruit, .min = 1), "\"apple\"");
    REFUSES(ENTRY(ARG_NAMES, .names = fruit), "[\"apple\",\"apple\"]", "[0]", "\"apple\"",
            "[\"fig\"]");
    REFUSES(ENTRY(ARG_TIME), "-1", "9007199254740992", "null");
    REFUSES(ENTRY(ARG_FIELD, .min = 0, .max = 7), "{\"x\":8,\"y\":0}", "{\"x\":0,\"y\":-1}",
            "{\"x\":0}", "{\"x\":0,\"y\":0,\"z\":0}", "[0,0]", "{}", "{\"x\":\"0\",\"y\":0}");
    REFUSES(ENTRY(ARG_FIELD), "{\"x\":16,\"y\":0}", "{\"x\":0,\"y\":16}", "{\"x\":0,\"y\":\"a\"}",
            "{\"x\":0,\"z\":0}");
    REFUSES(ENTRY(ARG_FIELDS), "[{\"x\":16,\"y\":0}]", "{\"x\":1,\"y\":0}", "[1]",
            "[{\"x\":0,\"y\":0},{\"x\":0,\"y\":0},{\"x\":0,\"y\":0},{\"x\":0,\"y\":0},"
            "{\"x\":0,\"y\":0},{\"x\":0,\"y\":0},{\"x\":0,\"y\":0},{\"x\":0,\"y\":0}]");
    REFUSES(ENTRY(ARG_SET, .min = 2, .max = 4), "[1]", "[5]", "[2,2]", "[63]", "[-1]", "[64]", "2");
    REFUSES(ENTRY(ARG_WORD), "\"ninechars\"", "\"a b\"", "\"\\u00e9\"", "7", "null");
    REFUSES(ENTRY(ARG_ID), "\"\"", "0", "null", "\"zzzzzzzzzzzzzzzz\"", "\"0000000000000\"");
    REFUSES(ENTRY(ARG_TEXT, .max = 3), "\"four\"", "3", "null", "\"\\u0000\"");
}

static void sets_are_read_in_any_order(void **unused)
{
    (void)unused;
    assert_true(reads((struct game_arg){ "a", ARG_SEATS }, "[4,0]"));
    assert_int_equal(arg[0], 0x11);
}

static void null_is_nobody_where_nobody_is_allowed(void **unused)
{
    (void)unused;
    assert_true(reads((struct game_arg){ "a", ARG_SEAT, .min = -1 }, "null"));
    assert_int_equal(arg[0], -1);
    assert_true(reads((struct game_arg){ "a", ARG_ID, .min = -1 }, "null"));
    assert_int_equal(arg[0], 0);
}

static void only_values_that_could_be_read_fit(void **unused)
{
    static const struct {
        struct game_arg arg;
        int64_t misfit;
    } cases[] = {
        { { "a", ARG_INT, .min = 1, .max = 4 }, 0 },
        { { "a", ARG_BOOL }, 2 },
        { { "a", ARG_SEAT }, SEATS },
        { { "a", ARG_SEAT }, -1 },
        { { "a", ARG_SEATS }, 1 << SEATS },
        { { "a", ARG_NAME, .names = fruit }, 3 },
        { { "a", ARG_NAME, .names = fruit, .min = 1 }, 0 },
        { { "a", ARG_NAMES, .names = fruit }, 8 },
        { { "a", ARG_TIME }, -1 },
        { { "a", ARG_FIELD }, 256 },
        { { "a", ARG_FIELD, .max = 7 }, 8 },
        { { "a", ARG_FIELD, .max = 7 }, 8 << 4 },
        { { "a", ARG_FIELDS, .max = 7 }, 1 | 8 << 8 },
        { { "a", ARG_FIELDS }, 8 },
        { { "a", ARG_FIELDS }, 0x100 },
        { { "a", ARG_SET, .min = 2, .max = 4 }, 1 },
        { { "a", ARG_SET, .min = 0, .max = 62 }, INT64_MIN },
        { { "a", ARG_WORD }, ' ' },
        { { "a", ARG_ID }, 0 },
        { { "a", ARG_TEXT }, 1 },
        { { "a", ARG_NONE }, 0 },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_false(message_arg_fits(&cases[i].arg, SEATS, cases[i].misfit));
}

#define TEN(n) #n "0", #n "1", #n "2", #n "3", #n "4", #n "5", #n "6", #n "7", #n "8", #n "9"
static const char *const hundred[] = { TEN(n0), TEN(n1), TEN(n2), TEN(n3), TEN(n4), TEN(n5),
                                       TEN(n6), TEN(n7), TEN(n8), TEN(n9), NULL };
static const struct game_message many = {
    "many",
    .args = { { "first", ARG_INT }, { "some", ARG_NAMES, .optional = true, .names = hundred } }
};

static void a_wide_set_goes_to_json_and_back(void **unused)
{
    (void)unused;
    assert_true(read_message(&many, "{\"first\":7,\"some\":[\"n99\",\"n00\",\"n63\",\"n64\"]}"));
    assert_int_equal(arg[0], 7);
    assert_true(arg[1] == (int64_t)((uint64_t)1 << 63 | 1));
    assert_true(arg[GAME_ARGS_MAX] == ((int64_t)1 << 35 | 1));
    assert_int_equal(arg[GAME_ARGS_MAX + 1], 0);
    assert_true(message_rest_fits(&many, arg));
    assert_string_equal(write_message(&many, arg, NULL, true),
                        "{\"first\":7,\"some\":[\"n00\",\"n63\",\"n64\",\"n99\"]}");
    arg[1] = 0;
    assert_string_equal(write_message(&many, arg, NULL, true),
                        "{\"first\":7,\"some\":[\"n64\",\"n99\"]}");
    arg[GAME_ARGS_MAX] = 0;
    assert_string_equal(write_message(&many, arg, NULL, true), "{\"first\":7}");
}

static void a_wide_set_holds_its_names_once(void **unused)
{
    (void)unused;
    assert_false(read_message(&many, "{\"first\":7,\"some\":[\"n99\",\"n99\"]}"));
    assert_false(read_message(&many, "{\"first\":7,\"some\":[\"n100\"]}"));
    assert_false(read_message(&many, "{\"first\":7,\"some\":\"n99\"}"));
    memset(arg, 0, sizeof arg);
    arg[GAME_ARGS_MAX] = (int64_t)1 << 36;
    assert_false(message_rest_fits(&many, arg));
    arg[GAME_ARGS_MAX] = 1;
    assert_true(message_rest_fits(&many, arg));
    assert_false(message_rest_fits(&everything, arg));
}

static void a_message_is_found_by_its_name(void **unused)
{
    const struct game_message table[] = { { "first" }, { "second" }, { 0 } };
    (void)unused;

    assert_int_equal(message_find(table, "second"), 1);
    assert_int_equal(message_find(table, "third"), -1);
    assert_int_equal(message_find(table, ""), -1);
}

static void arguments_are_counted_to_the_last_place(void **unused)
{
    (void)unused;
    assert_int_equal(message_arg_count(&everything), GAME_ARGS_MAX);
    assert_int_equal(message_arg_count(&(struct game_message){ "none" }), 0);
}

static void an_event_is_written_for_its_hearer(void **unused)
{
    static const struct game_message events[] = {
        { "dealt", .announced = true,
          .args = { { "n", ARG_INT }, { "card", ARG_INT, .secret = true } } },
        { 0 },
    };
    static const struct game game = { .events = events };
    struct game_event event = { .told = 2, .arg = { 1, 9 } };
    char out[100];
    struct json json;
    (void)unused;

    json_init(&json, out, sizeof out);
    json_array(&json, NULL);
    message_write_event(&game, &event, 0, NULL, &json);
    message_write_event(&game, &event, 1, NULL, &json);
    json_end(&json);

    assert_string_equal(out,
                        "[{\"type\":\"dealt\",\"n\":1},{\"type\":\"dealt\",\"n\":1,\"card\":9}]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_comes_back_as_it_was_written),
        cmocka_unit_test(the_other_types_come_back_too),
        cmocka_unit_test(seven_fields_fill_an_argument),
        cmocka_unit_test(secrets_are_left_out_for_those_not_told),
        cmocka_unit_test(an_optional_argument_that_is_missing_is_its_preset),
        cmocka_unit_test(an_optional_text_that_is_missing_is_empty),
        cmocka_unit_test(a_missing_argument_is_named),
        cmocka_unit_test(a_bad_argument_is_named),
        cmocka_unit_test(unknown_members_are_refused_but_for_the_envelope),
        cmocka_unit_test(a_message_is_an_object),
        cmocka_unit_test(values_of_another_type_or_outside_their_bounds_are_refused),
        cmocka_unit_test(sets_are_read_in_any_order),
        cmocka_unit_test(null_is_nobody_where_nobody_is_allowed),
        cmocka_unit_test(only_values_that_could_be_read_fit),
        cmocka_unit_test(a_wide_set_goes_to_json_and_back),
        cmocka_unit_test(a_wide_set_holds_its_names_once),
        cmocka_unit_test(a_message_is_found_by_its_name),
        cmocka_unit_test(arguments_are_counted_to_the_last_place),
        cmocka_unit_test(an_event_is_written_for_its_hearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
