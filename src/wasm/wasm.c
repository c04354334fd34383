/* The face of the WebAssembly module. The page writes a question into the buffer that parlour_in()
 * names, calls a function with its length, and reads as many bytes as that returns from parlour_out().
 * The module imports nothing: no clock, no randomness, no file. */
#include <stdint.h>

#include "wasm/analyse.h"
#include "wasm/selfplay.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(parlour_in) char *parlour_in(void);
EXPORT(parlour_in_size) uint32_t parlour_in_size(void);
EXPORT(parlour_out) const char *parlour_out(void);

/* Asks selfplay(), or analyse(). 0 if the question is longer than the buffer. */
EXPORT(parlour_selfplay) uint32_t parlour_selfplay(uint32_t length);
EXPORT(parlour_analyse) uint32_t parlour_analyse(uint32_t length);

enum { IN_SIZE = 64 * 1024, OUT_SIZE = 64 * 1024 };
static char in[IN_SIZE], out[OUT_SIZE];

/* Our own mistake ends the call with a trap; the library's version would want a file to write to. */
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

uint32_t parlour_selfplay(uint32_t length)
{
    return length <= sizeof in ? (uint32_t)selfplay(in, length, out, sizeof out) : 0;
}

uint32_t parlour_analyse(uint32_t length)
{
    return length <= sizeof in ? (uint32_t)analyse(in, length, out, sizeof out) : 0;
}
