/* Runs a fuzz target over files, without a fuzzer: replay FILE… In every test run, so that what was once
 * found is never found again. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

enum { INPUT_MAX = 1024 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool replay(const char *path)
{
    static uint8_t input[INPUT_MAX];
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t size = fread(input, 1, sizeof input, file);
    fclose(file);
    uint8_t *copy = memory_take(size); /* of its exact size, so that reading beyond it is noticed */
    for (size_t i = 0; i < size; i++)
        copy[i] = input[i];
    LLVMFuzzerTestOneInput(copy, size);
    memory_give(copy);
    return true;
}

int main(int argc, char **argv)
{
    bool is_good = argc > 1;
    for (int i = 1; i < argc; i++)
        is_good = replay(argv[i]) && is_good;
    return is_good ? 0 : 1;
}
