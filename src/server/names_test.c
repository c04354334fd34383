/* Tests of names: what is kept, what is refused, what looks alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "server/server.h"

static const char *clean(const char *name)
{
    static char out[ROOM_NAME_SIZE];
    int64_t key;
    return name_clean(name, out, sizeof out, &key) ? out : NULL;
}

static int64_t key(const char *name)
{
    char out[ROOM_NAME_SIZE];
    int64_t result = 0;
    assert_true(name_clean(name, out, sizeof out, &result));
    return result;
}

static void names_are_trimmed_and_normalised(void **state)
{
    (void)state;
    assert_string_equal(clean("  Ana   Maria "), "Ana Maria");
    assert_string_equal(clean("Zoe\xcc\x88"), "Zo\xc3\xab");
    assert_string_equal(clean("李雷"), "李雷");
}

static void a_family_emoji_is_one_cluster(void **state)
{
    (void)state;
    assert_non_null(clean("👩‍👩‍👧 team"));
}

static void names_have_1_to_24_clusters(void **state)
{
    (void)state;
    assert_null(clean(""));
    assert_null(clean("   "));
    assert_non_null(clean("abcdefghijklmnopqrstuvwx"));
    assert_null(clean("abcdefghijklmnopqrstuvwxy"));
}

static void control_bidi_and_invisible_characters_are_refused(void **state)
{
    static const char *const bad[] = {
        "a\nb",
        "a\x7f",
        "\xe2\x80\xae"
        "ana",
        "a\xe2\x80\x8b"
        "b",
        "\xe2\x81\xa6x",
        "\xef\xbb\xbfx",
        "\xe3\x85\xa4",
        "\xe2\xa0\x80",
        "x\xe2\x80\x8d",
        "\xcc\x88",
        "a\xcc\x88\xcc\x88\xcc\x88\xcc\x88",
        "\xee\x80\x80",
        "bad\xff",
        "\xf3\xa0\x80\x81x",
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(clean(bad[i]));
}

static void names_that_look_alike_share_a_key(void **state)
{
    (void)state;
    assert_int_equal(key("Ana"), key("ANA"));
    assert_int_equal(key("Ana"), key("\xd0\x90na"));
    assert_int_equal(key("Zoë"), key("zoe"));
    assert_int_equal(key("b0b"), key("bob"));
    assert_int_equal(key("A na"), key("ana"));
    assert_int_not_equal(key("Ana"), key("Bob"));
}

static void other_scripts_pass_for_nobody(void **state)
{
    (void)state;
    assert_int_equal(key("Ana"), key("\xea\x93\xae\xea\x93\xa0\xea\x93\xae")); /* Lisu */
    assert_int_equal(key("MAW"), key("\xe1\x8e\xb7\xe1\x8e\xaa\xe1\x8e\xb3")); /* Cherokee */
    assert_int_equal(key("Coco"), key("\xcf\xb9o\xcf\xb2o"));                  /* lunate sigma */
    assert_int_equal(key("Ana"), key("\xe1\xb4\x80\xc9\xb4\xe1\xb4\x80"));     /* small capitals */
}

static void a_dot_or_a_crown_makes_no_other_name(void **state)
{
    (void)state;
    assert_int_equal(key("Alice"), key("Alice."));
    assert_int_equal(key("Alice"), key("Alice👑"));
    assert_int_equal(key("Alice"), key("_A-l-i-c-e_"));
    assert_int_not_equal(key("Guest 1"), key("Guest 2"));
    assert_int_not_equal(key("👑"), key("🦊"));
}

static void a_bots_name_is_a_bots(void **state)
{
    (void)state;
    assert_null(clean("Bot 1"));
    assert_null(clean("bot12"));
    assert_null(clean("B0t 7."));
    assert_non_null(clean("Bot"));
    assert_non_null(clean("Botho 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_trimmed_and_normalised),
        cmocka_unit_test(a_family_emoji_is_one_cluster),
        cmocka_unit_test(names_have_1_to_24_clusters),
        cmocka_unit_test(control_bidi_and_invisible_characters_are_refused),
        cmocka_unit_test(names_that_look_alike_share_a_key),
        cmocka_unit_test(other_scripts_pass_for_nobody),
        cmocka_unit_test(a_dot_or_a_crown_makes_no_other_name),
        cmocka_unit_test(a_bots_name_is_a_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
