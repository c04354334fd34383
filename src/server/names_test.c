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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_trimmed_and_normalised),
        cmocka_unit_test(a_family_emoji_is_one_cluster),
        cmocka_unit_test(names_have_1_to_24_clusters),
        cmocka_unit_test(control_bidi_and_invisible_characters_are_refused),
        cmocka_unit_test(names_that_look_alike_share_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
