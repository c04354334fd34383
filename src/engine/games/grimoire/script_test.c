/* Script files of many shapes. A test writes an accepted file again to show how it was read, or checks which
 * place of a bad file is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "script.h"

static const char *const known[] = { "chef", "empath", "fortune_teller",
                                     "imp",  "monk",   "scarlet_woman",
                                     "spy",  NULL };

static struct script script;
static struct script_scratch scratch;
static struct script_problem problem;
static char file[2 * SCRIPT_FILE_MAX], written[2 * SCRIPT_FILE_MAX];

static bool read(const char *text)
{
    problem = (struct script_problem){ "none", -2, NULL, 0, 0 };
    return script_read(&script, text, strlen(text), known, &scratch, &problem);
}

static void must_read(const char *text)
{
    if (!read(text))
        fail_msg("%s at %d %s in %.200s", problem.word, problem.entry,
                 problem.key ? problem.key : "", text);
}

static void must_refuse(const char *text, const char *word, int entry, const char *key)
{
    if (read(text))
        fail_msg("read, not %s: %.200s", word, text);
    assert_string_equal(problem.word, word);
    assert_int_equal(problem.entry, entry);
    assert_string_equal(problem.key ? problem.key : "", key ? key : "");
    assert_int_equal(script.entry_count, 0);
    assert_int_equal(script.text_length, 0);
}

/* Four more characters: the shortest script around one entry. */
#define FOUR         "\"chef\",\"empath\",\"monk\",\"imp\""
#define AROUND(item) "[" item "," FOUR "]"

/* A described character; `more` begins with a comma or is empty. */
#define OWL(more) \
    "{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"outsider\",\"ability\":\"Sees by night.\"" more "}"
#define OWL_OUT(nights, more)                                                       \
    "{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"outsider\",\"ability\":\"Sees by " \
    "night.\"," nights more "}"
#define NO_NIGHTS "\"firstNight\":0,\"otherNight\":0,"

#define OWLS_5  "\xF0\x9F\xA6\x89\xF0\x9F\xA6\x89\xF0\x9F\xA6\x89\xF0\x9F\xA6\x89\xF0\x9F\xA6\x89"
#define OWLS_30 OWLS_5 OWLS_5 OWLS_5 OWLS_5 OWLS_5 OWLS_5

static const struct {
    const char *shape, *file, *written;
} understood[] = {
    { "ids only", "[\"spy\"," FOUR "]", AROUND("\"spy\"") },
    { "spaces and line ends", " [ \"spy\" ,\r\n\t" FOUR " ]\n", AROUND("\"spy\"") },
    { "a byte order mark", "\xEF\xBB\xBF" AROUND("\"spy\""), AROUND("\"spy\"") },
    { "objects with nothing but an id", AROUND("{\"id\":\"spy\"}"), AROUND("\"spy\"") },
    { "both mixed", "[{\"id\":\"spy\"},\"chef\",{\"id\":\"empath\"},\"monk\",{\"id\":\"imp\"}]",
      AROUND("\"spy\"") },
    { "an id in upper case", AROUND("\"SPY\""), AROUND("\"spy\"") },
    { "an id with a space", AROUND("\"Fortune Teller\""), AROUND("\"fortuneteller\"") },
    { "an id with a dash", AROUND("\"fortune-teller\""), AROUND("\"fortuneteller\"") },
    { "an id with an underscore", AROUND("{\"id\":\"scarlet_woman\"}"),
      AROUND("\"scarletwoman\"") },
    { "an id with an escape", AROUND("\"\\u0073py\""), AROUND("\"spy\"") },
    { "an unknown id", AROUND("\"pukka\""), AROUND("\"pukka\"") },
    { "an unknown id with an apostrophe", AROUND("\"Lil' Monsta\""), AROUND("\"lilmonsta\"") },
    { "an unknown id of the longest bare length", AROUND("\"abcdefghijklmnopqrst\""),
      AROUND("\"abcdefghijklmnopqrst\"") },
    { "an id in another alphabet", AROUND("\"\xD0\xA1\xD0\xBE\xD0\xB2\xD0\xB0\""),
      AROUND("\"\xD0\xA1\xD0\xBE\xD0\xB2\xD0\xB0\"") },
    { "unknown keys", AROUND("{\"id\":\"spy\",\"colour\":{\"deep\":[1,null,true]}}"),
      AROUND("\"spy\"") },
    { "a known role described, in the file's words",
      AROUND("{\"id\":\"Spy\",\"name\":\"Spion\",\"team\":\"minion\",\"ability\":\"Sieht alles\"}"),
      AROUND("\"spy\"") },
    { "a known role described wrongly", AROUND("{\"id\":\"spy\",\"name\":7,\"team\":\"cat\"}"),
      AROUND("\"spy\"") },
    { "a name for the script", AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}") },
    { "an empty name", AROUND("{\"id\":\"_meta\",\"name\":\"\"}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"\"}") },
    { "an author", AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"author\":\"Ana\"}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"author\":\"Ana\"}") },
    { "meta last", "[" FOUR ",{\"name\":\"Fog\",\"id\":\"_meta\"}]",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}") },
    { "what other apps keep in meta",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"logo\":\"https://a/b.png\",\"hideTitle\":true,"
             "\"background\":\"https://a/c.jpg\",\"almanac\":\"https://a/\"}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}") },
    { "house rules",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"bootlegger\":[\"One.\",\"Two.\"]}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"bootlegger\":[\"One.\",\"Two.\"]}") },
    { "null for nothing",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"author\":null,\"bootlegger\":null,"
             "\"firstNight\":null}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}") },
    { "an order of the nights, ids in any spelling",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"firstNight\":[\"dusk\",\"Minion Info\",\"chef\","
             "\"dawn\"],\"otherNight\":[\"imp\",\"nobody\"]}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"firstNight\":[\"dusk\",\"minioninfo\",\"chef\","
             "\"dawn\"],\"otherNight\":[\"imp\",\"nobody\"]}") },
    { "empty lists",
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\",\"bootlegger\":[],\"otherNight\":[]}"),
      AROUND("{\"id\":\"_meta\",\"name\":\"Fog\"}") },
    { "a homebrew character", AROUND(OWL("")), AROUND(OWL_OUT(NO_NIGHTS, "\"setup\":false")) },
    { "its team in upper case",
      AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"Outsider\","
             "\"ability\":\"Sees by night.\"}"),
      AROUND(OWL_OUT(NO_NIGHTS, "\"setup\":false")) },
    { "an id longer than a bare one may be",
      AROUND("{\"id\":\"the_owl_that_lives_behind_the_mill\",\"name\":\"\",\"team\":\"demon\","
             "\"ability\":\"\"}"),
      AROUND("{\"id\":\"theowlthatlivesbehindthemill\",\"name\":\"\",\"team\":\"demon\","
             "\"ability\":\"\",\"firstNight\":0,\"otherNight\":0,\"setup\":false}") },
    { "a traveller in the old spelling",
      AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"traveler\",\"ability\":\"Flies.\"}"),
      AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"traveller\",\"ability\":\"Flies.\","
             "\"firstNight\":0,\"otherNight\":0,\"setup\":false}") },
    { "the newest team",
      AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"loric\",\"ability\":\"Flies.\"}"),
      AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"loric\",\"ability\":\"Flies.\","
             "\"firstNight\":0,\"otherNight\":0,\"setup\":false}") },
    { "night numbers and instructions",
      AROUND(
          OWL(",\"firstNight\":12,\"otherNight\":3,\"firstNightReminder\":\"Wake it. :reminder:\","
              "\"otherNightReminder\":\"*YOU ARE*\"")),
      AROUND(OWL_OUT("\"firstNight\":12,\"firstNightReminder\":\"Wake it. :reminder:\","
                     "\"otherNight\":3,\"otherNightReminder\":\"*YOU ARE*\",",
                     "\"setup\":false")) },
    { "night numbers with a fraction", AROUND(OWL(",\"firstNight\":12.5,\"otherNight\":0.07")),
      AROUND(OWL_OUT("\"firstNight\":12.50,\"otherNight\":0.07,", "\"setup\":false")) },
    { "night numbers with more digits than are kept",
      AROUND(OWL(",\"firstNight\":3.14159,\"otherNight\":4.000001")),
      AROUND(OWL_OUT("\"firstNight\":3.14,\"otherNight\":4,", "\"setup\":false")) },
    { "the largest night number", AROUND(OWL(",\"firstNight\":9999.99")),
      AROUND(OWL_OUT("\"firstNight\":9999.99,\"otherNight\":0,", "\"setup\":false")) },
    { "reminders of both kinds",
      AROUND(OWL(",\"reminders\":[\"Seen\",\"Seen\"],\"remindersGlobal\":[\"Is the Owl\"]")),
      AROUND(OWL_OUT(NO_NIGHTS, "\"reminders\":[\"Seen\",\"Seen\"],"
                                "\"remindersGlobal\":[\"Is the Owl\"],\"setup\":false")) },
    { "a change of the set-up", AROUND(OWL(",\"setup\":true")),
      AROUND(OWL_OUT(NO_NIGHTS, "\"setup\":true")) },
    { "what other apps keep in a character",
      AROUND(OWL(",\"image\":[\"https://a/b.png\"],\"edition\":\"wood\",\"flavor\":\"Hoo.\","
                 "\"jinxes\":[{\"id\":\"spy\",\"reason\":\"No.\"}],"
                 "\"special\":[{\"type\":\"signal\",\"name\":\"card\",\"value\":3}]")),
      AROUND(OWL_OUT(NO_NIGHTS, "\"setup\":false")) },
    { "quotes, lines and emoji in a text",
      AROUND("{\"id\":\"owl\",\"name\":\"\xF0\x9F\xA6\x89\",\"team\":\"minion\","
             "\"ability\":\"\\\"Hoo\\\"\\n\\ud83e\\udd89\"}"),
      AROUND("{\"id\":\"owl\",\"name\":\"\xF0\x9F\xA6\x89\",\"team\":\"minion\","
             "\"ability\":\"\\\"Hoo\\\"\\n\xF0\x9F\xA6\x89\",\"firstNight\":0,\"otherNight\":0,"
             "\"setup\":false}") },
    { "a name of thirty characters of four bytes",
      AROUND("{\"id\":\"owl\",\"name\":\"" OWLS_30 "\",\"team\":\"fabled\",\"ability\":\"\"}"),
      AROUND("{\"id\":\"owl\",\"name\":\"" OWLS_30 "\",\"team\":\"fabled\",\"ability\":\"\","
             "\"firstNight\":0,\"otherNight\":0,\"setup\":false}") },
};

static void files_of_many_shapes_are_understood(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof understood / sizeof *understood; i++) {
        must_read(understood[i].file);
        size_t length = script_write(&script, written, sizeof written);
        assert_int_equal(length, strlen(written));
        if (!text_equal(written, understood[i].written))
            fail_msg("%s: %s", understood[i].shape, written);
    }
}

static void what_is_written_reads_as_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof understood / sizeof *understood; i++) {
        must_read(understood[i].file);
        assert_true(script_write(&script, file, sizeof file) > 0);
        must_read(file);
        assert_true(script_write(&script, written, sizeof written) > 0);
        assert_string_equal(written, file);
    }
}

static const struct {
    const char *file, *word;
    int entry;
    const char *key;
} refused[] = {
    { "", "bad_json", -1, NULL },
    { "[\"spy\"," FOUR ",]", "bad_json", -1, NULL },
    { AROUND("\"\xFF\""), "bad_utf8", -1, NULL },
    { AROUND("{\"id\":\"spy\",\"id\":\"spy\"}"), "duplicate_key", -1, NULL },
    { "{\"roles\":[\"spy\"," FOUR "]}", "not_a_list", -1, NULL },
    { "\"imp\"", "not_a_list", -1, NULL },
    { "[" FOUR "]", "too_few_entries", -1, NULL },
    { AROUND("7"), "bad_entry", 0, NULL },
    { AROUND("[\"spy\"]"), "bad_entry", 0, NULL },
    { "[" FOUR ",null]", "bad_entry", 4, NULL },
    { AROUND("{}"), "missing", 0, "id" },
    { AROUND("{\"id\":null,\"name\":\"Owl\"}"), "missing", 0, "id" },
    { AROUND("\"\""), "missing", 0, "id" },
    { AROUND("\"- _'\""), "missing", 0, "id" },
    { AROUND("{\"id\":7}"), "wrong_type", 0, "id" },
    { AROUND("\"abcdefghijklmnopqrstu\""), "too_long", 0, "id" },
    { AROUND("{\"id\":\"abcdefghijklmnopqrstu\"}"), "too_long", 0, "id" },
    { AROUND("\"a\\u0000b\""), "bad_text", 0, "id" },
    { AROUND("\"imp\""), "repeated_character", 4, NULL },
    { AROUND("\"I_M_P\""), "repeated_character", 4, NULL },
    { "[" FOUR "," OWL("") "," OWL("") "]", "repeated_character", 5, NULL },
    { AROUND("{\"id\":\"_meta\"}"), "missing", 0, "name" },
    { AROUND("{\"id\":\"_meta\",\"name\":null}"), "missing", 0, "name" },
    { AROUND("{\"id\":\"_meta\",\"name\":3}"), "wrong_type", 0, "name" },
    { AROUND("{\"id\":\"_meta\",\"name\":\"a\"},{\"id\":\"_meta\",\"name\":\"b\"}"), "second_meta",
      1, NULL },
    { AROUND("{\"id\":\"_meta\",\"name\":\"a\",\"bootlegger\":\"One.\"}"), "wrong_type", 0,
      "bootlegger" },
    { AROUND("{\"id\":\"_meta\",\"name\":\"a\",\"bootlegger\":[\"\",\"\",\"\",\"\",\"\",\"\",\"\","
             "\"\",\"\",\"\",\"\"]}"),
      "too_many", 0, "bootlegger" },
    { AROUND("{\"id\":\"_meta\",\"name\":\"a\",\"firstNight\":[\"imp\",4]}"), "wrong_type", 0,
      "firstNight" },
    { AROUND("{\"id\":\"_meta\",\"name\":\"a\",\"otherNight\":[\"-\"]}"), "missing", 0,
      "otherNight" },
    { AROUND("{\"id\":\"owl\",\"team\":\"minion\",\"ability\":\"\"}"), "missing", 0, "name" },
    { AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"ability\":\"\"}"), "missing", 0, "team" },
    { AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"minion\"}"), "missing", 0, "ability" },
    { AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"cats\",\"ability\":\"\"}"), "bad_team", 0,
      "team" },
    { AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"\",\"ability\":\"\"}"), "bad_team", 0,
      "team" },
    { AROUND("{\"id\":\"owl\",\"name\":\"Owl\",\"team\":2,\"ability\":\"\"}"), "wrong_type", 0,
      "team" },
    { AROUND(OWL(",\"firstNight\":-1")), "bad_number", 0, "firstNight" },
    { AROUND(OWL(",\"firstNight\":1e2")), "bad_number", 0, "firstNight" },
    { AROUND(OWL(",\"otherNight\":10000")), "bad_number", 0, "otherNight" },
    { AROUND(OWL(",\"otherNight\":99999999999999999999")), "bad_number", 0, "otherNight" },
    { AROUND(OWL(",\"otherNight\":\"3\"")), "wrong_type", 0, "otherNight" },
    { AROUND(OWL(",\"reminders\":\"Seen\"")), "wrong_type", 0, "reminders" },
    { AROUND(OWL(",\"reminders\":[{}]")), "wrong_type", 0, "reminders" },
    { AROUND(OWL(",\"remindersGlobal\":[\"1234567890123456789012345678901\"]")), "too_long", 0,
      "remindersGlobal" },
    { AROUND(OWL(",\"setup\":1")), "wrong_type", 0, "setup" },
    { AROUND(OWL(",\"firstNightReminder\":[]")), "wrong_type", 0, "firstNightReminder" },
};

static void what_is_no_script_is_refused_with_a_word_and_the_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        must_refuse(refused[i].file, refused[i].word, refused[i].entry, refused[i].key);
}

/* A character whose member `key` is a text of `length` letters. */
static const char *with_text(const char *key, int length)
{
    static const char *const required[] = { "name", "team", "ability" };
    int at = sprintf(file, "[" FOUR ",{\"id\":\"owl\",\"%s\":\"%0*d\"", key, length, 0);
    for (int i = 0; i < 3; i++)
        if (!text_equal(required[i], key))
            at += sprintf(file + at, ",\"%s\":\"demon\"", required[i]);
    sprintf(file + at, "}]");
    return file;
}

static void texts_may_be_as_long_as_the_format_says_and_no_longer(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        int max;
    } texts[] = { { "name", SCRIPT_NAME_MAX },
                  { "ability", SCRIPT_ABILITY_MAX },
                  { "firstNightReminder", SCRIPT_INSTRUCTION_MAX },
                  { "otherNightReminder", SCRIPT_INSTRUCTION_MAX } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        must_read(with_text(texts[i].key, texts[i].max));
        must_refuse(with_text(texts[i].key, texts[i].max + 1), "too_long", 4, texts[i].key);
    }
}

/* A script of `count` characters that nobody knows, each with as much text as a member may hold. */
static const char *of_entries(int count)
{
    int at = 0;
    for (int i = 0; i < count; i++)
        at += sprintf(
            file + at,
            "%c{\"id\":\"owl%d\",\"name\":\"Owl\",\"team\":\"townsfolk\",\"ability\":\"%0*d\","
            "\"firstNightReminder\":\"%0*d\"}",
            i ? ',' : '[', i, SCRIPT_ABILITY_MAX, 0, SCRIPT_INSTRUCTION_MAX, 0);
    sprintf(file + at, "]");
    return file;
}

static void a_script_has_at_most_201_entries(void **state)
{
    (void)state;
    must_read(of_entries(SCRIPT_ITEMS_MAX));
    assert_int_equal(script.entry_count, SCRIPT_ITEMS_MAX);
    assert_string_equal(script_get(&script, script.entry[SCRIPT_ITEMS_MAX - 1].id), "owl200");
    must_refuse(of_entries(SCRIPT_ITEMS_MAX + 1), "too_many_entries", -1, NULL);
}

/* A valid script of exactly `length` bytes. */
static const char *of_bytes(size_t length)
{
    static const char begin[] = "[" FOUR ",{\"id\":\"spy\",\"image\":\"", end[] = "\"}]";
    memset(file, 'x', length);
    memcpy(file, begin, sizeof begin - 1);
    memcpy(file + length - (sizeof end - 1), end, sizeof end);
    return file;
}

static void a_file_has_at_most_256_kibibytes(void **state)
{
    (void)state;
    must_read(of_bytes(SCRIPT_FILE_MAX));
    must_refuse(of_bytes(SCRIPT_FILE_MAX + 1), "file_too_long", -1, NULL);
}

static void a_file_of_too_many_values_is_refused(void **state)
{
    (void)state;
    int at = sprintf(file, "[" FOUR ",{\"id\":\"spy\",\"jinxes\":[0");
    for (int i = 0; i < SCRIPT_VALUES_MAX; i++)
        at += sprintf(file + at, ",0");
    sprintf(file + at, "]}]");
    must_refuse(file, "too_many_values", -1, NULL);
}

static void a_known_role_is_its_number_and_anything_else_is_manual(void **state)
{
    (void)state;
    must_read("[\"Monk\",\"pukka\",{\"id\":\"IMP\"}," OWL(
        ",\"setup\":true,\"otherNight\":7") ",\"chef\"]");

    assert_int_equal(script.entry_count, 5);
    assert_string_equal(known[script.entry[0].role], "monk");
    assert_int_equal(script.entry[1].role, SCRIPT_MANUAL);
    assert_false(script.entry[1].is_described);
    assert_int_equal(script.entry[1].team, SCRIPT_NO_TEAM);
    assert_string_equal(known[script.entry[2].role], "imp");
    const struct script_entry *owl = &script.entry[3];
    assert_int_equal(owl->role, SCRIPT_MANUAL);
    assert_true(owl->is_described);
    assert_true(owl->changes_setup);
    assert_int_equal(owl->team, SCRIPT_OUTSIDER);
    assert_int_equal(owl->first_night, 0);
    assert_int_equal(owl->other_night, 7 * SCRIPT_NIGHT_UNIT);
    assert_string_equal(script_get(&script, owl->name), "Owl");
}

static void writing_into_too_little_room_writes_nothing(void **state)
{
    (void)state;
    must_read(AROUND(OWL("")));
    size_t length = script_write(&script, written, sizeof written);
    assert_int_equal(script_write(&script, written, length), 0);
    assert_int_equal(script_write(&script, written, length + 1), length);
}

static void a_problem_has_its_line_and_column(void **unused)
{
    (void)unused;
    static const struct {
        const char *file;
        int line, column;
    } cases[] = {
        { "[\"imp\",\n  \"chef\",\n  monk]", 3, 3 },
        { "[\"imp\",\"chef\",\"monk\",\"spy\",\n \"\u00e9\xC3\xA9\", 7]", 2, 8 },
        { "[\"imp\",\"chef\",\"monk\",\"spy\",\n{\"id\":\"owl\",\"team\":\"minion\",\"ability\":"
          "\"a\",\n\"name\":7}]",
          3, 8 },
        { "{}", 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_false(read(cases[i].file));
        if (problem.line != cases[i].line || problem.column != cases[i].column)
            fail_msg("%s at %d:%d, not %d:%d", problem.word, problem.line, problem.column,
                     cases[i].line, cases[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_many_shapes_are_understood),
        cmocka_unit_test(what_is_written_reads_as_the_same),
        cmocka_unit_test(what_is_no_script_is_refused_with_a_word_and_the_place),
        cmocka_unit_test(texts_may_be_as_long_as_the_format_says_and_no_longer),
        cmocka_unit_test(a_script_has_at_most_201_entries),
        cmocka_unit_test(a_file_has_at_most_256_kibibytes),
        cmocka_unit_test(a_file_of_too_many_values_is_refused),
        cmocka_unit_test(a_known_role_is_its_number_and_anything_else_is_manual),
        cmocka_unit_test(a_problem_has_its_line_and_column),
        cmocka_unit_test(writing_into_too_little_room_writes_nothing),
    };
    return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
