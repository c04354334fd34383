/* SHA-256 by FIPS 180-4 and HMAC by RFC 2104. */
#include "base/sha256.h"

#include <string.h>

enum { BLOCK_SIZE = 64, LENGTH_SIZE = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static uint32_t load_word(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void expand(uint32_t w[64], const uint8_t block[BLOCK_SIZE])
{
    for (int i = 0; i < 16; i++)
        w[i] = load_word(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

/* One round. The standard moves the eight words along; here the caller names them in turn instead. */
static inline void mix(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                       uint32_t g, uint32_t *h, uint32_t word)
{
    uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    uint32_t t1 = *h + s1 + (g ^ (e & (f ^ g))) + word;
    uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    *d += t1;
    *h = t1 + s0 + ((a & b) | (c & (a | b)));
}

static void compress(uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    const uint32_t *k = round_constant;
    uint32_t w[64];
    expand(w, block);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i += 8) {
        mix(a, b, c, &d, e, f, g, &h, k[i] + w[i]);
        mix(h, a, b, &c, d, e, f, &g, k[i + 1] + w[i + 1]);
        mix(g, h, a, &b, c, d, e, &f, k[i + 2] + w[i + 2]);
        mix(f, g, h, &a, b, c, d, &e, k[i + 3] + w[i + 3]);
        mix(e, f, g, &h, a, b, c, &d, k[i + 4] + w[i + 4]);
        mix(d, e, f, &g, h, a, b, &c, k[i + 5] + w[i + 5]);
        mix(c, d, e, &f, g, h, a, &b, k[i + 6] + w[i + 6]);
        mix(b, c, d, &e, f, g, h, &a, k[i + 7] + w[i + 7]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void sha256_init(struct sha256 *hash)
{
    *hash = (struct sha256){
        .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                   0x1f83d9ab, 0x5be0cd19 },
    };
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;
    while (length > 0) {
        size_t used = hash->length % BLOCK_SIZE;
        size_t part = length < BLOCK_SIZE - used ? length : BLOCK_SIZE - used;
        memcpy(hash->block + used, from, part);
        hash->length += part;
        from += part;
        length -= part;
        if (used + part == BLOCK_SIZE)
            compress(hash->state, hash->block);
    }
}

void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_SIZE])
{
    static const uint8_t padding[BLOCK_SIZE] = { 0x80 };
    uint8_t bits[LENGTH_SIZE];
    for (int i = 0; i < LENGTH_SIZE; i++)
        bits[i] = (uint8_t)(hash->length * 8 >> (56 - 8 * i));
    size_t used = hash->length % BLOCK_SIZE;
    size_t room = BLOCK_SIZE - LENGTH_SIZE;
    sha256_add(hash, padding, used < room ? room - used : room + BLOCK_SIZE - used);
    sha256_add(hash, bits, sizeof bits);
    for (int i = 0; i < SHA256_SIZE; i++)
        digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_of(const void *bytes, size_t length, uint8_t digest[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes, length);
    sha256_end(&hash, digest);
}

/* One of the two hashes of an HMAC: the key masked with `mask`, then the bytes. */
static void masked_hash(const uint8_t key[BLOCK_SIZE], uint8_t mask, const void *bytes,
                        size_t length, uint8_t digest[SHA256_SIZE])
{
    uint8_t block[BLOCK_SIZE];
    struct sha256 hash;
    for (int i = 0; i < BLOCK_SIZE; i++)
        block[i] = key[i] ^ mask;
    sha256_init(&hash);
    sha256_add(&hash, block, sizeof block);
    sha256_add(&hash, bytes, length);
    sha256_end(&hash, digest);
}

void hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length,
                 uint8_t digest[SHA256_SIZE])
{
    uint8_t block[BLOCK_SIZE] = { 0 }, inner[SHA256_SIZE];
    if (key_length > BLOCK_SIZE)
        sha256_of(key, key_length, block);
    else if (key_length > 0)
        memcpy(block, key, key_length);
    masked_hash(block, 0x36, bytes, length, inner);
    masked_hash(block, 0x5c, inner, sizeof inner, digest);
}
