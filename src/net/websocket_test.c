/* WebSocket without sockets: headers, keys, UTF-8, the receiver in all splits. The table of what a peer
 * may do wrong is in tests/net/net_test.py. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/text.h"
#include "net/websocket.h"

static struct ws_pool pool;
static struct ws_receiver receiver;
static char heard[4096]; /* messages, each followed by '|' and pings by '?' */

static void hear(const char *text, size_t length, char mark)
{
    size_t used = strlen(heard);
    assert_true(used + length + 2 < sizeof heard);
    memcpy(heard + used, text, length);
    heard[used + length] = mark;
    heard[used + length + 1] = '\0';
}

static bool is_long; /* messages: only their length and end are kept */

static bool on_message(void *owner, const char *text, size_t length)
{
    (void)owner;
    if (is_long)
        snprintf(heard, sizeof heard, "%zu %.*s", length, 100, text + length - 100);
    else
        hear(text, length, '|');
    return !(length == 4 && memcmp(text, "stop", 4) == 0);
}

static void on_ping(void *owner, const uint8_t *payload, size_t length)
{
    (void)owner;
    hear((const char *)payload, length, '?');
}

static const struct ws_sink sink = { .message = on_message, .ping = on_ping };

static int start(void **state)
{
    (void)state;
    receiver = (struct ws_receiver){ 0 };
    heard[0] = '\0';
    return 0;
}

static int finish(void **state)
{
    (void)state;
    ws_release(&receiver, &pool);
    ws_pool_free(&pool);
    return 0;
}

/* A masked frame of at most 125 bytes. */
static size_t put_frame(uint8_t *out, int first, const char *payload, size_t length)
{
    static const uint8_t MASK[4] = { 0x5a, 0x01, 0xff, 0x80 };
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)(0x80 | length);
    memcpy(out + 2, MASK, 4);
    for (size_t i = 0; i < length; i++)
        out[6 + i] = (uint8_t)(payload[i] ^ MASK[i % 4]);
    return 6 + length;
}

static int receive(const uint8_t *bytes, size_t length)
{
    uint8_t *copy = memory_take(length);
    memcpy(copy, bytes, length);
    int code = ws_receive(&receiver, &pool, copy, length, &sink);
    memory_free(copy);
    return code;
}

static void headers_are_as_short_as_can_be(void **state)
{
    (void)state;
    const struct {
        size_t length, size;
        uint8_t bytes[WS_HEADER_MAX];
    } table[] = {
        { 0, 2, { 0x81, 0 } },
        { 125, 2, { 0x81, 125 } },
        { 126, 4, { 0x81, 126, 0, 126 } },
        { 65535, 4, { 0x81, 126, 0xff, 0xff } },
        { 65536, 10, { 0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0 } },
        { 0x0102030405, 10, { 0x81, 127, 0, 0, 0, 1, 2, 3, 4, 5 } },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint8_t out[WS_HEADER_MAX];
        assert_int_equal(ws_write_header(out, WS_TEXT, table[i].length), table[i].size);
        assert_memory_equal(out, table[i].bytes, table[i].size);
    }
}

static void a_close_reason_is_cut_at_a_whole_character(void **state)
{
    (void)state;
    uint8_t out[WS_CONTROL_MAX];
    char reason[200] = "";
    assert_int_equal(ws_write_close(out, 4001, "bye"), 5);
    assert_memory_equal(out,
                        "\x0f\xa1"
                        "bye",
                        5);
    assert_int_equal(ws_write_close(out, 1000, NULL), 2);
    strcpy(reason, "x");
    for (int i = 0; i < 50; i++)
        strcat(reason, "\xe2\x82\xac");

    size_t length = ws_write_close(out, 1000, reason);

    assert_int_equal(length, 2 + 1 + 40 * 3); /* not all of the 123 bytes that fit */
    assert_true(utf8_valid((char *)out + 2, length - 2));
}

static void the_accept_key_is_that_of_the_rfc(void **state)
{
    (void)state;
    char out[WS_ACCEPT_SIZE];
    ws_accept_key(out, "dGhlIHNhbXBsZSBub25jZQ==");
    assert_string_equal(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

/* Every sequence of up to three bytes out of those at the borders of the ranges, in every split, must be
 * judged as the whole text is. */
static void utf8_in_pieces_is_judged_like_the_whole(void **state)
{
    (void)state;
    static const uint8_t EDGES[] = { 0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                     0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xee,
                                     0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff };
    enum { COUNT = sizeof EDGES };
    for (size_t n = 0; n < COUNT * COUNT * COUNT * COUNT; n++) {
        uint8_t text[4] = { EDGES[n % COUNT], EDGES[n / COUNT % COUNT],
                            EDGES[n / COUNT / COUNT % COUNT], EDGES[n / COUNT / COUNT / COUNT] };
        size_t split = n % 5;
        struct utf8_check check = { 0 };
        bool is_valid = utf8_check_add(&check, text, split) &&
                        utf8_check_add(&check, text + split, 4 - split) && utf8_check_ends(&check);
        assert_int_equal(is_valid, utf8_valid((char *)text, 4));
    }
}

static void a_stream_is_the_same_in_all_splits(void **state)
{
    uint8_t bytes[300];
    size_t length = put_frame(bytes, 0x81, "one", 3);
    length += put_frame(bytes + length, 0x01, "tw\xc3", 3);
    length += put_frame(bytes + length, 0x89, "ping", 4);
    length += put_frame(bytes + length, 0x00, "", 0);
    length += put_frame(bytes + length, 0x80, "\xb6o", 2);
    length += put_frame(bytes + length, 0x8a, "", 0);
    length += put_frame(bytes + length, 0x81, "", 0);
    for (size_t first = 0; first <= length; first++) {
        for (size_t second = first; second <= length; second++) {
            start(state);
            assert_int_equal(receive(bytes, first), 0);
            assert_int_equal(receive(bytes + first, second - first), 0);
            assert_int_equal(receive(bytes + second, length - second), 0);
            assert_string_equal(heard, "one|ping?tw\xc3\xb6o||");
            assert_null(receiver.slot);
            assert_null(receiver.buffer);
        }
    }
}

/* A masked text frame whose length is written in two bytes. */
static size_t put_long_frame(uint8_t *out, size_t length, char last)
{
    static const uint8_t MASK[4] = { 0x5a, 0x01, 0xff, 0x80 };
    out[0] = 0x81;
    out[1] = 0x80 | 126;
    out[2] = (uint8_t)(length >> 8);
    out[3] = (uint8_t)length;
    memcpy(out + 4, MASK, 4);
    for (size_t i = 0; i < length; i++)
        out[8 + i] = (uint8_t)((i + 1 < length ? (char)('a' + i % 26) : last) ^ MASK[i % 4]);
    return 8 + length;
}

/* What came as a whole is taken another way than what came in pieces. */
static void a_whole_frame_is_judged_like_its_pieces(void **state)
{
    static const struct {
        size_t length;
        char last;
        int code;
    } cases[] = {
        { 126, 'x', 0 },
        { 1000, 'x', 0 },
        { 1000, (char)0xc3, WS_BAD_TEXT },
        { 125, 'x', WS_PROTOCOL_ERROR }, /* one byte would do for its length */
        { NET_MESSAGE_MAX, 'x', 0 },
        { NET_MESSAGE_MAX + 1, 'x', WS_TOO_BIG },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static uint8_t bytes[NET_MESSAGE_MAX + 16];
        static char whole[sizeof heard];
        size_t length = put_long_frame(bytes, cases[i].length, cases[i].last);
        is_long = cases[i].length > 1000;
        start(state);
        assert_int_equal(receive(bytes, length), cases[i].code);
        memcpy(whole, heard, sizeof heard);
        assert_int_equal(whole[0] != '\0', cases[i].code == 0);
        start(state);
        int code = 0;
        for (size_t at = 0; at < length && code == 0; at++)
            code = receive(bytes + at, 1);
        assert_int_equal(code, cases[i].code);
        assert_string_equal(heard, whole);
        ws_release(&receiver, &pool);
    }
    is_long = false;
}

static void nothing_is_held_between_messages(void **state)
{
    (void)state;
    uint8_t bytes[200];
    size_t length = put_frame(bytes, 0x81, "whole", 5);
    assert_int_equal(receive(bytes, length), 0);
    assert_null(receiver.slot);

    assert_int_equal(receive(bytes, length - 1), 0);
    assert_non_null(receiver.slot);
    assert_int_equal(receive(bytes + length - 1, 1), 0);

    assert_null(receiver.slot);
    assert_int_equal(pool.slot_count, 1);
    assert_string_equal(heard, "whole|whole|");
}

static void a_broken_context_is_never_used_again(void **state)
{
    (void)state;
    uint8_t bytes[200];
    size_t length = put_frame(bytes, 0x81, "x", 1);
    bytes[0] |= 0x40;

    assert_int_equal(receive(bytes, length), WS_PROTOCOL_ERROR);

    assert_null(receiver.slot);
    assert_int_equal(pool.slot_count, 0);
}

static void a_handler_that_has_enough_stops_the_stream(void **state)
{
    (void)state;
    uint8_t bytes[200];
    size_t length = put_frame(bytes, 0x81, "stop", 4);
    length += put_frame(bytes + length, 0x81, "more", 4);

    assert_int_equal(receive(bytes, length), 0);

    assert_string_equal(heard, "stop|");
    assert_null(receiver.slot);
}

static void a_close_is_answered_with_its_code(void **state)
{
    (void)state;
    uint8_t bytes[200];
    size_t length = put_frame(bytes, 0x88,
                              "\x0f\xa0"
                              "bye",
                              5);

    assert_int_equal(receive(bytes, length), 4000);

    assert_true(receiver.is_closed_by_peer);
}

static void random_bytes_are_survived(void **state)
{
    uint32_t random = 99;
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[64];
        start(state);
        for (size_t j = 0; j < sizeof bytes; j++) {
            random = random * 1664525 + 1013904223;
            bytes[j] = (uint8_t)(random >> 24);
        }
        /* Most random headers are refused at once; give every other one a sound beginning. */
        if (i % 2)
            put_frame(bytes, i % 4 > 1 ? 0x81 : 0x01, "abcdef", (size_t)(i % 7));
        int code = receive(bytes, sizeof bytes);
        assert_true(code == 0 || (code >= 1000 && code < 5000));
        ws_release(&receiver, &pool);
    }
}

#define RECEIVING(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_as_short_as_can_be),
        cmocka_unit_test(a_close_reason_is_cut_at_a_whole_character),
        cmocka_unit_test(the_accept_key_is_that_of_the_rfc),
        cmocka_unit_test(utf8_in_pieces_is_judged_like_the_whole),
        RECEIVING(a_stream_is_the_same_in_all_splits),
        RECEIVING(a_whole_frame_is_judged_like_its_pieces),
        RECEIVING(nothing_is_held_between_messages),
        RECEIVING(a_broken_context_is_never_used_again),
        RECEIVING(a_handler_that_has_enough_stops_the_stream),
        RECEIVING(a_close_is_answered_with_its_code),
        RECEIVING(random_bytes_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
