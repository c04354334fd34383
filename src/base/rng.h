/* A deterministic generator of unbiased draws: ChaCha20 under a 256-bit seed (RFC 8439 block function,
 * seed as key, stream number as nonce). Same seed and stream, same draws, on every machine. */
#ifndef PARLOUR_RNG_H
#define PARLOUR_RNG_H

#include <stddef.h>
#include <stdint.h>

enum { RNG_SEED_SIZE = 32 };

struct rng {
    uint32_t state[16];
    uint8_t block[64];
    uint32_t used; /* bytes of the block already handed out */
};

/* The nonce of RFC 8439 is 4 zero bytes and then `stream`, little-endian; the block counter starts at 0. */
void rng_seed(struct rng *rng, const uint8_t seed[RNG_SEED_SIZE], uint64_t stream);

/* The next 8 bytes of the key stream, little-endian. */
uint64_t rng_next(struct rng *rng);

/* Uniform in [0, n); n > 0. Draws rng_next() until it is below the largest multiple of n, then takes
 * the remainder: a checker in another language needs no more than this sentence. */
uint64_t rng_below(struct rng *rng, uint64_t n);

/* Fisher–Yates from the last element down, element i swapped with rng_below(i + 1). */
void rng_shuffle(struct rng *rng, int *values, int count);

#endif
