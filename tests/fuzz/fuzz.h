/* What the fuzz targets share. A target takes any bytes, does something with them, and asserts what must
 * always hold. The same file is run by libFuzzer (tools/fuzz), over its corpus in every test run, and once
 * more with a bug planted, which must be found. */
#ifndef PARLOUR_FUZZ_H
#define PARLOUR_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Optional: changes `data` in place, keeping its grammar, and returns its new size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned int seed);

/* In the build with planted bugs, the target fails where `condition` holds: at a place that only an input
 * which gets somewhere will reach. */
#ifdef PLANTED
#define PLANT(condition)                                       \
    do {                                                       \
        if (condition) {                                       \
            fputs("the planted bug has been found\n", stderr); \
            abort();                                           \
        }                                                      \
    } while (0)
#else
#define PLANT(condition) ((void)(condition))
#endif

#endif
