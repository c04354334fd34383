/* The queue of outgoing bytes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>

#include "net/out.h"

static struct out_pool pool;
static struct out_queue queue;

static int clear(void **state)
{
    (void)state;
    out_clear(&pool, &queue);
    assert_int_equal(pool.taken_count, 0);
    out_pool_free(&pool);
    return 0;
}

/* Copies the queue out, one span at a time, without dropping anything. */
static size_t content(char *to)
{
    struct iovec spans[64];
    int count = out_peek(&queue, spans, 64);
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        memcpy(to + length, spans[i].iov_base, spans[i].iov_len);
        length += spans[i].iov_len;
    }
    return length;
}

static void bytes_leave_in_the_order_they_came(void **state)
{
    (void)state;
    static char in[30000], out[30000];
    size_t in_length = 0, dropped = 0;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (char)(i * 7 + i / 251);

    for (size_t step = 1; in_length + step < sizeof in; step = step * 3 % 1009 + 1) {
        out_append(&pool, &queue, in + in_length, step);
        in_length += step;
        size_t drop = queue.length * 2 / 3;
        out_drop(&pool, &queue, drop);
        dropped += drop;
        assert_int_equal(content(out), in_length - dropped);
        assert_memory_equal(out, in + dropped, in_length - dropped);
    }
}

static void small_appends_share_a_block(void **state)
{
    (void)state;
    struct iovec spans[4];
    for (int i = 0; i < 100; i++)
        out_append(&pool, &queue, "0123456789", 10);
    assert_int_equal(out_peek(&queue, spans, 4), 1);
    assert_int_equal(pool.taken_count, 1);
}

static void static_bytes_are_not_copied_and_keep_their_place(void **state)
{
    (void)state;
    static const char PAGE[] = "a page";
    struct iovec spans[4];
    out_append(&pool, &queue, "head", 4);
    out_append_static(&pool, &queue, PAGE, 6);
    out_append_static(&pool, &queue, PAGE, 0);
    out_append(&pool, &queue, "next", 4);

    assert_int_equal(out_peek(&queue, spans, 4), 3);

    assert_ptr_equal(spans[1].iov_base, PAGE);
    out_drop(&pool, &queue, 6);
    assert_int_equal(out_peek(&queue, spans, 4), 2);
    assert_memory_equal(spans[0].iov_base, "page", 4);
}

static void blocks_go_back_to_the_pool_and_the_pool_is_bounded(void **state)
{
    (void)state;
    static char bytes[(OUT_POOL_MAX + 10) * OUT_BLOCK_SIZE];
    out_append(&pool, &queue, bytes, sizeof bytes);
    assert_true(pool.taken_count > OUT_POOL_MAX);

    out_drop(&pool, &queue, sizeof bytes);

    assert_int_equal(pool.taken_count, 0);
    assert_int_equal(pool.free_count, OUT_POOL_MAX);
    assert_null(queue.first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bytes_leave_in_the_order_they_came, clear),
        cmocka_unit_test_teardown(small_appends_share_a_block, clear),
        cmocka_unit_test_teardown(static_bytes_are_not_copied_and_keep_their_place, clear),
        cmocka_unit_test_teardown(blocks_go_back_to_the_pool_and_the_pool_is_bounded, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
