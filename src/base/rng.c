/* ChaCha20 as a generator of draws; see RFC 8439, sections 2.1 to 2.3. */
#include "base/rng.h"

#include <assert.h>
#include <string.h>

static uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

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

static void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

static void double_round(uint32_t x[16])
{
    for (int i = 0; i < 4; i++)
        quarter_round(x, i, i + 4, i + 8, i + 12);
    for (int i = 0; i < 4; i++)
        quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
}

static void next_block(struct rng *rng)
{
    uint32_t x[16];
    memcpy(x, rng->state, sizeof x);
    for (int i = 0; i < 10; i++)
        double_round(x);
    for (int i = 0; i < 16; i++)
        store_word(rng->block + 4 * i, x[i] + rng->state[i]);
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
