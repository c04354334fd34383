/* Pages out of the binary (made by tools/embed from tests/net/site) and out of the same folder. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "net/static.h"

static struct static_site *site;
static struct static_answer answer;

static int open_binary(void **state)
{
    (void)state;
    site = static_open(NULL, "");
    return 0;
}

static int open_folder(void **state)
{
    (void)state;
    site = static_open(TEST_SITE, "");
    return 0;
}

static int close_site(void **state)
{
    (void)state;
    static_close(site);
    return 0;
}

static void find(const char *path, const char *accept_encoding, const char *if_none_match)
{
    static_find(site, path, accept_encoding, if_none_match, &answer);
}

static bool has_header(const char *line)
{
    return strstr(answer.headers, line) != NULL;
}

static bool body_begins(const char *text)
{
    return answer.length >= strlen(text) && memcmp(answer.body, text, strlen(text)) == 0;
}

static void a_path_without_extension_is_the_application(void **state)
{
    (void)state;
    const char *paths[] = { "/", "/game/BCDFGH", "/game/BCDFGH/", "/index.html", "/a.b/c" };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        find(paths[i], "", "");
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.content_type, "text/html; charset=utf-8");
        assert_true(body_begins("<!doctype html>"));
        assert_true(has_header("Cache-Control: no-cache\r\n"));
    }
}

static void an_address_has_the_page_of_its_first_part_if_there_is_one(void **state)
{
    (void)state;
    const char *rooms[] = { "/game", "/game/BCDFGH", "/game/BCDFGH/tv" };
    const char *others[] = { "/", "/games/BCDFGH", "/a/game", "/.hidden/game" };
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        find(rooms[i], "", "");
        assert_non_null(memmem(answer.body, answer.length, "room", 4));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        find(others[i], "", "");
        assert_int_equal(answer.status, 200);
        assert_null(memmem(answer.body, answer.length, "room", 4));
    }
}

static void an_address_that_is_too_long_for_a_file_is_the_application(void **state)
{
    (void)state;
    char path[4096];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    find(path, "", "");
    assert_int_equal(answer.status, 200);
    assert_true(body_begins("<!doctype html>"));
}

static void an_unknown_path_with_extension_is_not_found(void **state)
{
    (void)state;
    const char *paths[] = {
        "/x.js",    "/assets/x.js",      "/index.htm",         "/index.html/x.js",
        "/.hidden", "/.hidden/file.txt", "/assets/.secret.js", "/app.js.br.gz"
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        find(paths[i], "gzip", "");
        assert_int_equal(answer.status, 404);
        assert_null(answer.body);
        assert_string_equal(answer.headers, "");
    }
}

static void types_follow_the_extension(void **state)
{
    (void)state;
    find("/game.wasm", "", "");
    assert_string_equal(answer.content_type, "application/wasm");
    find("/assets/app-1a2b3c4d.js", "", "");
    assert_string_equal(answer.content_type, "text/javascript; charset=utf-8");
    find("/strange.thing", "", "");
    assert_string_equal(answer.content_type, "application/octet-stream");
}

static void hashed_assets_are_kept_for_ever(void **state)
{
    (void)state;
    find("/assets/app-1a2b3c4d.js", "", "");
    assert_true(has_header("Cache-Control: public, max-age=31536000, immutable\r\n"));
}

static void what_the_peer_has_is_not_sent_again(void **state)
{
    (void)state;
    char etag[80] = "", list[200];
    find("/", "", "");
    assert_int_equal(sscanf(answer.headers, "ETag: %79[^\r]", etag), 1);

    find("/", "", etag);
    assert_int_equal(answer.status, 304);
    snprintf(list, sizeof list, "\"other\", %s", etag + 2);
    find("/", "gzip", list);
    assert_int_equal(answer.status, 304);
    find("/", "", "*");
    assert_int_equal(answer.status, 304);

    find("/", "", "W/\"other\"");
    assert_int_equal(answer.status, 200);
}

static void the_best_accepted_form_is_sent(void **state)
{
    (void)state;
    const struct {
        const char *accept, *encoding;
    } table[] = {
        { "gzip, deflate, br", "Content-Encoding: br\r\n" },
        { "br;q=0, gzip", "Content-Encoding: gzip\r\n" },
        { "br;q=0.000,gzip;q=0.5", "Content-Encoding: gzip\r\n" },
        { "GZIP", "Content-Encoding: gzip\r\n" },
        { "deflate", NULL },
        { "gzipped, xbr", NULL },
        { "gzip;q=0", NULL },
        { "", NULL },
        { ",,;", NULL },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        find("/app.js", table[i].accept, "");
        assert_int_equal(answer.status, 200);
        assert_true(has_header("Vary: Accept-Encoding\r\n"));
        if (table[i].encoding)
            assert_true(has_header(table[i].encoding));
        else
            assert_false(has_header("Content-Encoding"));
    }
}

static void forms_are_what_they_say(void **state)
{
    (void)state;
    find("/app.js", "br", "");
    assert_true(body_begins("not really brotli"));
    find("/app.js", "gzip", "");
    assert_true(body_begins("\x1f\x8b"));
    find("/app.js", "", "");
    assert_true(body_begins("console.log("));
    assert_true(answer.is_static);
}

static void small_files_are_not_packed(void **state)
{
    (void)state;
    find("/strange.thing", "gzip", "");
    assert_false(has_header("Content-Encoding"));
    assert_int_equal(answer.length, 3);
}

static void the_folder_is_not_left(void **state)
{
    (void)state;
    const char *paths[] = { "/../site/index.html", "/assets/../index.html", "/assets.js" };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        find(paths[i], "", "");
        assert_int_equal(answer.status, 404);
    }
}

static void a_missing_folder_has_no_files(void **state)
{
    (void)state;
    static_close(site);
    site = static_open(TEST_SITE "/nowhere", "");
    find("/", "", "");
    assert_int_equal(answer.status, 404);
}

static void pages_name_their_base_path(void **state)
{
    (void)state;
    const char *folders[] = { NULL, TEST_SITE };
    const char *paths[] = { "/", "/index.html", "/rules/avalon" };
    for (int i = 0; i < 6; i++) {
        site = static_open(folders[i / 3], "/a/parlour");
        find(paths[i % 3], "br, gzip", "");
        assert_int_equal(answer.status, 200);
        assert_non_null(memmem(answer.body, answer.length, "<base href=\"/a/parlour/\" />", 27));
        assert_memory_equal(answer.body + answer.length - 9, "</title>\n", 9);
        assert_false(has_header("Content-Encoding"));
        assert_false(answer.is_static);

        char etag[128];
        assert_int_equal(sscanf(strstr(answer.headers, "ETag: "), "ETag: %127s", etag), 1);
        find(paths[i % 3], "", etag);
        assert_int_equal(answer.status, 304);
        static_close(site);
        site = static_open(folders[i / 3], "");
        find(paths[i % 3], "", etag);
        assert_int_equal(answer.status, 200);
        assert_non_null(memmem(answer.body, answer.length, "<base href=\"/\" />", 17));
        static_close(site);
    }
}

static void a_page_without_a_base_stays_as_it_is(void **state)
{
    (void)state;
    static_close(site);
    site = static_open(NULL, "/parlour");
    find("/game/BCDFGH", "", "");
    assert_int_equal(answer.status, 200);
    assert_null(memmem(answer.body, answer.length, "parlour", 7));
}

#define BOTH(test)                                                  \
    cmocka_unit_test_setup_teardown(test, open_binary, close_site), \
        cmocka_unit_test_setup_teardown(test, open_folder, close_site)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(a_path_without_extension_is_the_application),
        BOTH(an_address_has_the_page_of_its_first_part_if_there_is_one),
        BOTH(an_address_that_is_too_long_for_a_file_is_the_application),
        BOTH(an_unknown_path_with_extension_is_not_found),
        BOTH(types_follow_the_extension),
        BOTH(hashed_assets_are_kept_for_ever),
        BOTH(what_the_peer_has_is_not_sent_again),
        cmocka_unit_test_setup_teardown(the_best_accepted_form_is_sent, open_binary, close_site),
        cmocka_unit_test_setup_teardown(forms_are_what_they_say, open_binary, close_site),
        BOTH(small_files_are_not_packed),
        cmocka_unit_test_setup_teardown(the_folder_is_not_left, open_folder, close_site),
        cmocka_unit_test(pages_name_their_base_path),
        cmocka_unit_test_setup_teardown(a_page_without_a_base_stays_as_it_is, open_binary,
                                        close_site),
        cmocka_unit_test_setup_teardown(a_missing_folder_has_no_files, open_folder, close_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
