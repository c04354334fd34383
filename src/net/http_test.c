/* HTTP without sockets: grammars, the parser in all splits, response heads. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "net/http.h"

static struct http_pool parsers;

static int free_parsers(void **state)
{
    (void)state;
    http_pool_free(&parsers);
    return 0;
}

static void tokens_are_found_in_lists(void **state)
{
    (void)state;
    assert_true(http_list_has("Upgrade", "upgrade"));
    assert_true(http_list_has("keep-alive, Upgrade", "upgrade"));
    assert_true(http_list_has(" ,\tupgrade\t , x", "upgrade"));
    assert_false(http_list_has("", "upgrade"));
    assert_false(http_list_has("upgraded", "upgrade"));
    assert_false(http_list_has("up grade", "upgrade"));
    assert_false(http_list_has("x-upgrade", "upgrade"));
    assert_false(http_list_has(",,,", "upgrade"));
}

static void targets_are_split_and_decoded(void **state)
{
    (void)state;
    const struct {
        const char *target, *path, *query; /* path NULL: refused */
    } table[] = {
        { "/", "/", "" },
        { "/a/b?x=%20&y=?", "/a/b", "x=%20&y=?" },
        { "/a%2Fb%41", "/a/bA", "" },
        { "/%e2%82%ac", "/\xe2\x82\xac", "" },
        { "/...", "/...", "" },
        { "/a..b/.c", "/a..b/.c", "" },
        { "/a?../b", "/a", "../b" },
        { "//a", "//a", "" },
        { "", NULL, NULL },
        { "*", NULL, NULL },
        { "a", NULL, NULL },
        { "http://a/", NULL, NULL },
        { "/%", NULL, NULL },
        { "/%4", NULL, NULL },
        { "/%4g", NULL, NULL },
        { "/%g4", NULL, NULL },
        { "/%00", NULL, NULL },
        { "/%1f", NULL, NULL },
        { "/%7F", NULL, NULL },
        { "/%80", NULL, NULL },
        { "/%c0%ae%c0%ae", NULL, NULL },
        { "/%ed%a0%80", NULL, NULL },
        { "/..", NULL, NULL },
        { "/a/../b", NULL, NULL },
        { "/a/.", NULL, NULL },
        { "/%2E%2e", NULL, NULL },
        { "/a%2f%2e%2e", NULL, NULL },
        { "/a%5cb", NULL, NULL },
        { "/a#b", NULL, NULL },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char target[64];
        const char *path, *query;
        strcpy(target, table[i].target);
        bool is_good = http_split_target(target, &path, &query);
        assert_int_equal(is_good, table[i].path != NULL);
        if (!is_good)
            continue;
        assert_string_equal(path, table[i].path);
        assert_string_equal(query, table[i].query);
    }
}

static void keys_are_16_bytes_in_base64(void **state)
{
    (void)state;
    assert_true(http_key_valid("dGhlIHNhbXBsZSBub25jZQ=="));
    assert_true(http_key_valid("AAAAAAAAAAAAAAAAAAAAAA=="));
    assert_false(http_key_valid(""));
    assert_false(http_key_valid("dGhlIHNhbXBsZSBub25jZQ="));
    assert_false(http_key_valid("dGhlIHNhbXBsZSBub25jZR=="));
    assert_false(http_key_valid("dGhlIHNhbXBsZSBub25jZQ===="));
    assert_false(http_key_valid("dGhlIHNhbXBsZSBub25j===="));
    assert_false(http_key_valid("dGhlIHNhbXBsZS-ub25jZQ=="));
}

/* Feeds `bytes` in two parts; each part byte for byte in a block of its own, so that a sanitizer sees
 * any read beyond it. */
static enum http_result feed(struct http_parser *parser, const char *bytes, size_t length,
                             size_t *used)
{
    char *copy = memory_take(length);
    memcpy(copy, bytes, length);
    enum http_result result = http_parser_feed(parser, copy, length, used);
    memory_free(copy);
    return result;
}

static void a_request_is_the_same_in_all_splits(void **state)
{
    (void)state;
    static const char BYTES[] = "POST /a?b HTTP/1.1\r\nHost: x\r\nCookie:  a=b \r\nX-Other: 1\r\n"
                                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;e=f\r\nde\r\n0\r\n"
                                "Cookie: no\r\n\r\nGET /next";
    size_t request_length = sizeof BYTES - 1 - 9;
    for (size_t split = 0; split < request_length; split++) {
        struct http_parser *parser = http_acquire(&parsers);
        size_t used, rest_used;

        enum http_result result = feed(parser, BYTES, split, &used);
        assert_int_equal(result, HTTP_MORE);
        assert_int_equal(used, split);
        result = feed(parser, BYTES + split, sizeof BYTES - 1 - split, &rest_used);

        assert_int_equal(result, HTTP_DONE);
        assert_int_equal(split + rest_used, request_length);
        const struct net_request *request = http_request(parser);
        assert_string_equal(request->method, "POST");
        assert_string_equal(request->path, "/a");
        assert_string_equal(request->query, "b");
        assert_string_equal(request->cookie, "a=b");
        assert_string_equal(request->origin, "");
        assert_int_equal(request->body_length, 5);
        assert_memory_equal(request->body, "abcde", 5);
        assert_true(http_keeps_alive(parser));
        http_release(&parsers, parser);
    }
}

static void an_empty_header_is_there_and_empty(void **state)
{
    (void)state;
    static const char BYTES[] = "GET / HTTP/1.1\r\nHost: x\r\nOrigin:\r\nCookie: \t \r\n\r\n";
    struct http_parser *parser = http_acquire(&parsers);
    size_t used;
    assert_int_equal(feed(parser, BYTES, sizeof BYTES - 1, &used), HTTP_DONE);
    assert_string_equal(http_request(parser)->origin, "");
    assert_string_equal(http_request(parser)->cookie, "");
    assert_string_equal(http_request(parser)->host, "x");
    http_release(&parsers, parser);
}

static void a_used_parser_remembers_nothing(void **state)
{
    (void)state;
    static const char FIRST[] =
        "POST / HTTP/1.1\r\nHost: x\r\nCookie: secret\r\nContent-Length: 3\r\n"
        "\r\nabc";
    static const char SECOND[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    size_t used;
    struct http_parser *parser = http_acquire(&parsers);
    assert_int_equal(feed(parser, FIRST, sizeof FIRST - 1, &used), HTTP_DONE);
    http_release(&parsers, parser);

    struct http_parser *again = http_acquire(&parsers);
    assert_ptr_equal(again, parser);
    assert_int_equal(feed(again, SECOND, sizeof SECOND - 1, &used), HTTP_DONE);

    assert_string_equal(http_request(again)->cookie, "");
    assert_int_equal(http_request(again)->body_length, 0);
    http_release(&parsers, again);
}

static void a_large_body_is_not_kept_in_the_pool(void **state)
{
    (void)state;
    static char bytes[NET_BODY_MAX + 200];
    int head = snprintf(bytes, sizeof bytes,
                        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", NET_BODY_MAX);
    size_t used;
    struct http_parser *parser = http_acquire(&parsers);
    assert_int_equal(feed(parser, bytes, (size_t)head + NET_BODY_MAX, &used), HTTP_DONE);
    assert_int_equal(http_request(parser)->body_length, NET_BODY_MAX);

    http_release(&parsers, parser);

    assert_int_equal(parsers.free_count, 0);
}

static void random_damage_is_survived(void **state)
{
    (void)state;
    static const char SOUND[] = "GET /ws?a=%41 HTTP/1.1\r\nHost: a:1\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    uint32_t random = 7;
    int done_count = 0;
    for (int i = 0; i < 20000; i++) {
        char bytes[sizeof SOUND];
        memcpy(bytes, SOUND, sizeof SOUND);
        for (int j = 0; j < 1 + i % 3; j++) {
            random = random * 1664525 + 1013904223;
            bytes[(random >> 8) % (sizeof SOUND - 1)] = (char)(random >> 24);
        }
        struct http_parser *parser = http_acquire(&parsers);
        size_t used;
        enum http_result result = feed(parser, bytes, sizeof SOUND - 1, &used);
        assert_true(used <= sizeof SOUND - 1);
        assert_true(result != HTTP_BAD || http_status(parser) >= 400);
        done_count += result == HTTP_DONE;
        http_release(&parsers, parser);
    }
    assert_true(done_count > 1000 && done_count < 19000);
}

static void a_response_head_says_what_follows(void **state)
{
    (void)state;
    const struct {
        struct net_response response;
        bool is_head, keeps_alive;
        const char *expected;
    } table[] = {
        { { .status = 200, .content_type = "text/plain", .body = "hi", .length = 2 },
          .keeps_alive = true,
          .expected = "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: keep-alive\r\n"
                      "Content-Length: 2\r\nContent-Type: text/plain\r\n\r\nhi" },
        { { .status = 200, .content_type = "text/plain", .body = "hi", .length = 2 },
          .is_head = true,
          .expected = "HTTP/1.1 200 OK\r\nDate: now\r\nConnection: close\r\n"
                      "Content-Length: 2\r\nContent-Type: text/plain\r\n\r\n" },
        { { .status = 404, .headers = "X: y\r\n" },
          .expected = "HTTP/1.1 404 Not Found\r\nDate: now\r\nConnection: close\r\n"
                      "Content-Length: 0\r\nX: y\r\n\r\n" },
        { { .status = 304, .content_type = "text/plain", .body = "hi", .length = 2 },
          .expected = "HTTP/1.1 304 Not Modified\r\nDate: now\r\nConnection: close\r\n\r\n" },
        { { .status = 204 },
          .keeps_alive = true,
          .expected = "HTTP/1.1 204 No Content\r\nDate: now\r\nConnection: keep-alive\r\n\r\n" },
    };
    struct out_pool pool = { 0 };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct out_queue queue = { 0 };
        struct iovec span;
        struct http_answer answer = { .response = &table[i].response,
                                      .date = "now",
                                      .is_head = table[i].is_head,
                                      .keeps_alive = table[i].keeps_alive };
        http_write(&pool, &queue, &answer);
        assert_int_equal(out_peek(&queue, &span, 1), 1);
        assert_int_equal(span.iov_len, strlen(table[i].expected));
        assert_memory_equal(span.iov_base, table[i].expected, span.iov_len);
        out_clear(&pool, &queue);
    }
    out_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_found_in_lists),
        cmocka_unit_test(targets_are_split_and_decoded),
        cmocka_unit_test(keys_are_16_bytes_in_base64),
        cmocka_unit_test_teardown(a_request_is_the_same_in_all_splits, free_parsers),
        cmocka_unit_test_teardown(an_empty_header_is_there_and_empty, free_parsers),
        cmocka_unit_test_teardown(a_used_parser_remembers_nothing, free_parsers),
        cmocka_unit_test_teardown(a_large_body_is_not_kept_in_the_pool, free_parsers),
        cmocka_unit_test_teardown(random_damage_is_survived, free_parsers),
        cmocka_unit_test(a_response_head_says_what_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
