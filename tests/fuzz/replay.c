/* Runs a fuzz target without a fuzzer, in every test run, so that what was once found is never found again:
 *   replay [--seeds N] FOLDER|FILE …
 * With --seeds it also runs N inputs grown from those by the target's own mutator, or by chance. */
#include <glob.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/rng.h"
#include "fuzz/fuzz.h"

enum { INPUT_MAX = 1024 * 1024, GROWN_MAX = 8 * 1024, FILES_MAX = 1000, GROWTH = 40 };

#pragma weak LLVMFuzzerCustomMutator

static struct input {
    uint8_t *bytes;
    size_t size;
} inputs[FILES_MAX];
static int input_count;

/* In memory of its exact size, so that reading beyond it is noticed. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = memory_take(size);
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    memory_free(copy);
}

static bool add_file(const char *path)
{
    static uint8_t bytes[INPUT_MAX];
    FILE *file = fopen(path, "rb");
    if (!file || input_count == FILES_MAX) {
        perror(path);
        return false;
    }
    struct input *input = &inputs[input_count++];
    input->size = fread(bytes, 1, sizeof bytes, file);
    input->bytes = memory_take(input->size + 1);
    memcpy(input->bytes, bytes, input->size);
    fclose(file);
    return true;
}

static bool add_folder(const char *path)
{
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*", path);
    bool is_good = glob(pattern, 0, NULL, &found) == 0;
    for (size_t i = 0; is_good && i < found.gl_pathc; i++)
        is_good = add_file(found.gl_pathv[i]);
    globfree(&found);
    return is_good;
}

static bool add(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return false;
    }
    return S_ISDIR(info.st_mode) ? add_folder(path) : add_file(path);
}

static size_t change(uint8_t *bytes, size_t size, struct rng *rng)
{
    if (LLVMFuzzerCustomMutator)
        return LLVMFuzzerCustomMutator(bytes, size, GROWN_MAX, (unsigned int)rng_next(rng));
    if (size > 0)
        bytes[rng_below(rng, size)] = (uint8_t)rng_next(rng);
    return size;
}

static void run_grown(int seed)
{
    static uint8_t bytes[GROWN_MAX];
    uint8_t start[RNG_SEED_SIZE] = { 0 };
    struct rng rng;
    memcpy(start, &seed, sizeof seed);
    rng_seed(&rng, start, 0);
    const struct input *input = &inputs[rng_below(&rng, (uint64_t)input_count)];
    size_t size = input->size < GROWN_MAX ? input->size : GROWN_MAX;
    memcpy(bytes, input->bytes, size);
    for (uint64_t times = 1 + rng_below(&rng, GROWTH); times > 0; times--)
        size = change(bytes, size, &rng);
    run(bytes, size);
}

int main(int argc, char **argv)
{
    bool is_good = true;
    int seeds = 0, first = 1;
    if (argc > 2 && strcmp(argv[1], "--seeds") == 0) {
        seeds = atoi(argv[2]);
        first = 3;
    }
    for (int i = first; i < argc; i++)
        is_good = add(argv[i]) && is_good;
    for (int i = 0; i < input_count; i++)
        run(inputs[i].bytes, inputs[i].size);
    for (int seed = 0; seed < seeds && input_count > 0; seed++)
        run_grown(seed);
    printf("%d inputs replayed, %d grown\n", input_count, seeds);
    for (int i = 0; i < input_count; i++)
        memory_free(inputs[i].bytes);
    return is_good && input_count > 0 ? 0 : 1;
}
