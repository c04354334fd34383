/* Preloaded into a server: lets an allocation fail. PLAN_FILE holds two native 64-bit numbers that may change
 * at any time: the how manieth allocation from now on fails (0: none), and whether all after it do. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

struct plan {
    int64_t left, is_sticky;
};
static struct plan *plan;

__attribute__((constructor)) static void open_plan(void)
{
    const char *path = getenv("PLAN_FILE");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED)
        plan = memory;
}

/* A plan that is used up stands at -1. */
static bool fails(void)
{
    if (!plan || __atomic_load_n(&plan->left, __ATOMIC_RELAXED) == 0)
        return false;
    if (__atomic_load_n(&plan->left, __ATOMIC_RELAXED) < 0)
        return plan->is_sticky;
    if (__atomic_sub_fetch(&plan->left, 1, __ATOMIC_RELAXED) > 0)
        return false;
    __atomic_store_n(&plan->left, -1, __ATOMIC_RELAXED);
    return true;
}

/* Under these names the linker finds ours first. */
void *failing_take(size_t size) __asm__("malloc");
void *failing_zeroed(size_t number, size_t size) __asm__("calloc");
void *failing_grow(void *memory, size_t size) __asm__("realloc");

static void *refuse(void)
{
    errno = ENOMEM;
    return NULL;
}

void *failing_take(size_t size)
{
    return fails() ? refuse() : __libc_malloc(size);
}

void *failing_zeroed(size_t number, size_t size)
{
    return fails() ? refuse() : __libc_calloc(number, size);
}

void *failing_grow(void *memory, size_t size)
{
    return fails() ? refuse() : __libc_realloc(memory, size);
}
