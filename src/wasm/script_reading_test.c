/* A script file as the page gets it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "wasm/script_reading.h"

static char reply[16 * 1024];

static const char *read(const char *file)
{
    size_t length = read_script(file, strlen(file), reply, sizeof reply);
    assert_int_equal(length, strlen(reply));
    return reply;
}

static void assert_says(const char *text)
{
    if (strstr(reply, text) == NULL)
        fail_msg("%s is not in %s", text, reply);
}

static void known_characters_are_named_as_the_game_names_them(void **state)
{
    (void)state;
    read("[\"chef\",\"Fortune Teller\",\"scarlet-woman\",{\"id\":\"imp\"},\"spy\"]");
    assert_says("{\"id\":\"fortuneteller\",\"character\":\"fortune_teller\"}");
    assert_says("\"character\":\"scarlet_woman\"");
}

static void a_character_of_ones_own_brings_all_that_the_table_needs(void **state)
{
    (void)state;
    read(
        "[{\"id\":\"_meta\",\"name\":\"Mine\",\"author\":\"Ana\",\"firstNight\":[\"owl\",\"imp\"]},"
        "{\"id\":\"owl\",\"name\":\"Owl\",\"team\":\"minion\",\"ability\":\"Hoots.\","
        "\"firstNight\":12.5,"
        "\"reminders\":[\"Heard\"],\"setup\":true,\"image\":\"https://example.com/owl.png\"},"
        "\"chef\",\"imp\",\"spy\",\"monk\"]");
    assert_says("{\"name\":\"Mine\",\"author\":\"Ana\",");
    assert_says("\"first_night\":[\"owl\",\"imp\"]");
    assert_says(
        "{\"id\":\"owl\",\"character\":null,\"name\":\"Owl\",\"team\":\"minion\",\"ability\":"
        "\"Hoots.\",\"first\":13,\"other\":0,\"changes_setup\":true,\"reminders\":[\"Heard\"]}");
    assert_null(strstr(reply, "example.com"));
}

static void an_unknown_name_stands_for_itself(void **state)
{
    (void)state;
    read("[\"pukka\",\"chef\",\"imp\",\"spy\",\"monk\"]");
    assert_says("{\"id\":\"pukka\",\"character\":null,\"name\":\"pukka\",\"team\":\"\"");
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    assert_string_equal(read("{}"), "{\"problem\":\"not_a_list\",\"entry\":null,\"key\":null}");
    assert_string_equal(
        read("[\"chef\",\"imp\",\"spy\",\"monk\",{\"id\":\"owl\",\"team\":\"minion\"}]"),
        "{\"problem\":\"missing\",\"entry\":4,\"key\":\"name\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_characters_are_named_as_the_game_names_them),
        cmocka_unit_test(a_character_of_ones_own_brings_all_that_the_table_needs),
        cmocka_unit_test(an_unknown_name_stands_for_itself),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
