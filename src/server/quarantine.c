/* See quarantine.h. The file is a struct in shared memory, so that a signal handler can write to it. */
#include "server/quarantine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"

struct strikes {
    int64_t room, count;
};

struct quarantine {
    char version[32];
    struct strikes strikes[QUARANTINE_ROOMS_MAX];
};

static struct quarantine *file; /* NULL: nothing is counted */
static _Thread_local int64_t served;

void quarantine_serve(int64_t room)
{
    served = room;
}

/* The room's entry, or the one to be used for it: a free one, or that with the fewest strikes. */
static struct strikes *entry_of(int64_t room)
{
    struct strikes *fewest = &file->strikes[0];
    for (int i = 0; i < QUARANTINE_ROOMS_MAX; i++) {
        if (file->strikes[i].room == room)
            return &file->strikes[i];
        if (file->strikes[i].count < fewest->count)
            fewest = &file->strikes[i];
    }
    return fewest;
}

/* Only memory is touched: this runs in a signal handler, on the thread that failed. */
static void strike(int64_t room)
{
    struct strikes *entry = entry_of(room);
    if (entry->room != room)
        *entry = (struct strikes){ .room = room };
    entry->count++;
}

static void on_failure(int number)
{
    if (file != NULL && served != 0)
        strike(served);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch(void)
{
    static const int failures[] = {
        SIGABRT,
#ifndef __SANITIZE_ADDRESS__ /* which has handlers of its own */
        SIGSEGV, SIGBUS, SIGFPE, SIGILL,
#endif
    };
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++)
        signal(failures[i], on_failure);
}

static void report(void)
{
    for (int i = 0; i < QUARANTINE_ROOMS_MAX; i++) {
        const struct strikes *entry = &file->strikes[i];
        if (entry->count > 0)
            log_line(LOG_ERROR,
                     entry->count < QUARANTINE_STRIKES ? "a room ended the server"
                                                       : "a room is out of order",
                     "room", "%lld", (long long)entry->room, "strikes", "%lld",
                     (long long)entry->count, NULL);
    }
}

bool quarantine_open(const char *path, struct error *error)
{
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    void *memory = MAP_FAILED;
    if (descriptor >= 0 && ftruncate(descriptor, sizeof *file) == 0)
        memory = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    int problem = errno;
    if (descriptor >= 0)
        close(descriptor);
    if (memory == MAP_FAILED)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(problem));
    file = memory;
    if (strncmp(file->version, PARLOUR_VERSION, sizeof file->version) != 0) {
        memset(file, 0, sizeof *file);
        text_copy(file->version, sizeof file->version, PARLOUR_VERSION);
    }
    report();
    watch();
    return true;
}

void quarantine_close(void)
{
    if (file != NULL)
        munmap(file, sizeof *file);
    file = NULL;
}

bool quarantine_has(int64_t room)
{
    return file != NULL && entry_of(room)->room == room &&
           entry_of(room)->count >= QUARANTINE_STRIKES;
}

int quarantine_count(void)
{
    int count = 0;
    for (int i = 0; file != NULL && i < QUARANTINE_ROOMS_MAX; i++)
        count += file->strikes[i].count >= QUARANTINE_STRIKES;
    return count;
}
