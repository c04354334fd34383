/* The interface of the WebAssembly module. The page writes a question into the buffer that parlour_in()
 * names, calls a function with its length, and reads as many bytes as that returns from parlour_out().
 * The module imports nothing: no clock, no randomness, no file. */
#include <stdint.h>

#include "wasm/analyse.h"
#include "wasm/explore.h"
#include "wasm/local.h"
#include "wasm/script_import.h"
#include "wasm/selfplay.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(parlour_in) char *parlour_in(void);
EXPORT(parlour_in_size) uint32_t parlour_in_size(void);
EXPORT(parlour_out) const char *parlour_out(void);

enum { IN_SIZE = 128 * 1024, OUT_SIZE = 1024 * 1024 };
static char in[IN_SIZE], out[OUT_SIZE];

/* A failed assertion ends the call with a trap; the library's version would need a file to write to. */
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function)
{
    (void)what, (void)file, (void)line, (void)function;
    __builtin_trap();
}

char *parlour_in(void)
{
    return in;
}

uint32_t parlour_in_size(void)
{
    return sizeof in;
}

const char *parlour_out(void)
{
    return out;
}

/* parlour_NAME(length) asks NAME() what lies in the buffer. 0 if the question is longer than the buffer. */
#define QUESTION(name)                                                                \
    EXPORT(parlour_##name) uint32_t parlour_##name(uint32_t length);                  \
    uint32_t parlour_##name(uint32_t length)                                          \
    {                                                                                 \
        return length <= sizeof in ? (uint32_t)name(in, length, out, sizeof out) : 0; \
    }

QUESTION(selfplay)
QUESTION(analyse)
QUESTION(explore)
QUESTION(script_import)
QUESTION(local_open)
QUESTION(local_load)
QUESTION(local_begin)
QUESTION(local_command)
QUESTION(local_commit)
QUESTION(local_history)
QUESTION(local_export)
QUESTION(local_digest)
QUESTION(local_catalog)
