/* The arena's promises: memory is zeroed, aligned, apart from other memory, and never NULL. */
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/arena.h"

static int is_zero(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

static void memory_is_zeroed_aligned_and_separate(void **unused)
{
    (void)unused;
    enum { TAKES = 400 };
    struct arena arena;
    char *taken[TAKES];
    arena_init(&arena);
    for (size_t i = 0; i < TAKES; i++) {
        taken[i] = arena_take(&arena, i);
        assert_int_equal((uintptr_t)taken[i] % alignof(max_align_t), 0);
        assert_true(is_zero(taken[i], i));
        memset(taken[i], (int)(i % 251) + 1, i);
    }
    for (size_t i = 0; i < TAKES; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_equal((uint8_t)taken[i][j], i % 251 + 1);
    arena_free(&arena);
}

static void a_take_may_be_larger_than_a_block(void **unused)
{
    (void)unused;
    enum { LARGE = 1000000 };
    struct arena arena;
    arena_init(&arena);
    char *small = arena_take(&arena, 1), *large = arena_take(&arena, LARGE);
    assert_true(is_zero(large, LARGE));
    *small = 1;
    memset(large, 2, LARGE);
    assert_int_equal(*small, 1);
    arena_free(&arena);
}

static void memory_is_zeroed_again_after_a_reset(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena);
    arena_reset(&arena);
    memset(arena_take(&arena, 5000), 0xFF, 5000);
    arena_reset(&arena);
    assert_true(is_zero(arena_take(&arena, 6000), 6000));
    arena_free(&arena);
}

static void a_reset_arena_uses_its_newest_block_again(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena);
    arena_take(&arena, 1);
    char *newest = arena_take(&arena, 200000);
    arena_reset(&arena);
    assert_ptr_equal(arena_take(&arena, 200000), newest);
    arena_free(&arena);
}

static void a_freed_arena_can_be_used_and_freed_again(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena);
    arena_take(&arena, 10);
    arena_free(&arena);
    assert_non_null(arena_take(&arena, 10));
    arena_free(&arena);
    arena_free(&arena);
}

static void a_copy_is_terminated(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena);
    assert_string_equal(arena_copy(&arena, "abcdef", 3), "abc");
    assert_string_equal(arena_copy(&arena, "", 0), "");
    arena_free(&arena);
}

static void memory_grows_with_zeros_and_keeps_its_bytes(void **unused)
{
    (void)unused;
    char *memory = memory_take(3);
    assert_true(is_zero(memory, 3));
    memcpy(memory, "abc", 3);
    memory = memory_grow(memory, 3, 1000);
    assert_memory_equal(memory, "abc", 3);
    assert_true(is_zero(memory + 3, 997));
    memory = memory_grow(memory, 1000, 2);
    assert_memory_equal(memory, "ab", 2);
    memory_free(memory);
}

static void memory_grows_from_null(void **unused)
{
    (void)unused;
    char *memory = memory_grow(NULL, 0, 10);
    assert_true(is_zero(memory, 10));
    memory_free(memory);
    memory = memory_take(0);
    assert_non_null(memory);
    memory_free(memory);
    memory_free(NULL);
}

/* Runs in a child, because the promise is that the process ends. */
static void assert_ends_the_process(void (*take)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(STDERR_FILENO);
        take();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void take_all_from_an_arena(void)
{
    struct arena arena;
    arena_init(&arena);
    arena_take(&arena, SIZE_MAX - 7);
}

static void take_all_from_memory(void)
{
    memory_take(SIZE_MAX / 2);
}

static void grow_to_all(void)
{
    memory_grow(NULL, 0, SIZE_MAX / 2);
}

static void out_of_memory_ends_the_process(void **unused)
{
    (void)unused;
    assert_ends_the_process(take_all_from_an_arena);
    assert_ends_the_process(take_all_from_memory);
    assert_ends_the_process(grow_to_all);
}

int main(void)
{
    const struct CMUnitTest arena_tests[] = {
        cmocka_unit_test(memory_is_zeroed_aligned_and_separate),
        cmocka_unit_test(a_take_may_be_larger_than_a_block),
        cmocka_unit_test(memory_is_zeroed_again_after_a_reset),
        cmocka_unit_test(a_reset_arena_uses_its_newest_block_again),
        cmocka_unit_test(a_freed_arena_can_be_used_and_freed_again),
        cmocka_unit_test(a_copy_is_terminated),
        cmocka_unit_test(memory_grows_with_zeros_and_keeps_its_bytes),
        cmocka_unit_test(memory_grows_from_null),
        cmocka_unit_test(out_of_memory_ends_the_process),
    };
    return cmocka_run_group_tests(arena_tests, NULL, NULL);
}
