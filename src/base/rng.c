/* ChaCha20 as a generator of draws; see RFC 8439, sections 2.1 to 2.3. */
#include "base/rng.h"

#include <assert.h>
#include <string.h>

static uint32_t load_word(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void store_word(uint8_t bytes[4], uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
}

/* A row of the state, four words; compilers have instructions for it, or write four times as many. */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row rotate_each(row x, int n)
{
    return x << n | x >> (32 - n);
}

/* All four columns at once. */
static inline void quarter_rounds(row x[4])
{
    x[0] += x[1], x[3] = rotate_each(x[3] ^ x[0], 16);
    x[2] += x[3], x[1] = rotate_each(x[1] ^ x[2], 12);
    x[0] += x[1], x[3] = rotate_each(x[3] ^ x[0], 8);
    x[2] += x[3], x[1] = rotate_each(x[1] ^ x[2], 7);
}

static inline row turn(row x, int by)
{
    return (row){ x[by], x[(by + 1) % 4], x[(by + 2) % 4], x[(by + 3) % 4] };
}

/* Columns, then diagonals. */
static inline void double_round(row x[4])
{
    quarter_rounds(x);
    x[1] = turn(x[1], 1), x[2] = turn(x[2], 2), x[3] = turn(x[3], 3);
    quarter_rounds(x);
    x[1] = turn(x[1], 3), x[2] = turn(x[2], 2), x[3] = turn(x[3], 1);
}

static void next_block(struct rng *rng)
{
    row x[4], before[4];
    uint32_t word[16];
    memcpy(before, rng->state, sizeof before);
    memcpy(x, before, sizeof x);
    for (int i = 0; i < 10; i++)
        double_round(x);
    for (int i = 0; i < 4; i++)
        x[i] += before[i];
    memcpy(word, x, sizeof word);
    for (int i = 0; i < 16; i++)
        store_word(rng->block + 4 * i, word[i]);
    rng->state[12]++;
    /* A counter that wrapped would repeat the draws, but only after 256 GiB of them. */
    assert(rng->state[12] != 0);
    rng->used = 0;
}

void rng_seed(struct rng *rng, const uint8_t seed[RNG_SEED_SIZE], uint64_t stream)
{
    *rng = (struct rng){
        .state = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 }, /* "expand 32-byte k" */
        .used = sizeof rng->block,
    };
    for (int i = 0; i < 8; i++)
        rng->state[4 + i] = load_word(seed + 4 * i);
    rng->state[14] = (uint32_t)stream;
    rng->state[15] = (uint32_t)(stream >> 32);
}

uint64_t rng_next(struct rng *rng)
{
    if (rng->used == sizeof rng->block)
        next_block(rng);
    const uint8_t *bytes = rng->block + rng->used;
    rng->used += 8;
    return load_word(bytes) | (uint64_t)load_word(bytes + 4) << 32;
}

uint64_t rng_below(struct rng *rng, uint64_t n)
{
    assert(n > 0);
    uint64_t excess = (UINT64_MAX % n + 1) % n; /* 2^64 mod n */
    for (;;) {
        uint64_t draw = rng_next(rng);
        if (draw <= UINT64_MAX - excess)
            return draw % n;
    }
}

void rng_shuffle(struct rng *rng, int *values, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint64_t)i + 1);
        int kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }
}
