/* SHA-256 by FIPS 180-4 and HMAC by RFC 2104. */
#include "base/sha256.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

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
        uint32_t early = w[i - 15], late = w[i - 2];
        uint32_t s0 = rotate(rotate(early, 11) ^ early, 7) ^ early >> 3;
        uint32_t s1 = rotate(rotate(late, 2) ^ late, 17) ^ late >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

/* One round. The standard moves the eight words along; here the caller names them in turn instead. The
 * majority of a, b and c is b, unless b differs from both; `bc` is where it differs from c. Returns where a
 * differs from b, for the next round. */
static inline __attribute__((always_inline)) uint32_t mix(uint32_t a, uint32_t b, uint32_t bc,
                                                          uint32_t *d, uint32_t e, uint32_t f,
                                                          uint32_t g, uint32_t *h, uint32_t word)
{
    uint32_t ab = a ^ b;
    *h += word + (g ^ (e & (f ^ g))) + rotate(rotate(rotate(e, 14) ^ e, 5) ^ e, 6);
    *d += *h;
    *h += (b ^ (ab & bc)) + rotate(rotate(rotate(a, 9) ^ a, 11) ^ a, 2);
    return ab;
}

/* The 64 rounds; `wk` are the words of the block with the constants added. */
static inline __attribute__((always_inline)) void run_rounds(uint32_t state[8],
                                                             const uint32_t wk[64])
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7], x = b ^ c;
    for (int i = 0; i < 64; i += 8) {
        x = mix(a, b, x, &d, e, f, g, &h, wk[i]);
        x = mix(h, a, x, &c, d, e, f, &g, wk[i + 1]);
        x = mix(g, h, x, &b, c, d, e, &f, wk[i + 2]);
        x = mix(f, g, x, &a, b, c, d, &e, wk[i + 3]);
        x = mix(e, f, x, &h, a, b, c, &d, wk[i + 4]);
        x = mix(d, e, x, &g, h, a, b, &c, wk[i + 5]);
        x = mix(c, d, x, &f, g, h, a, &b, wk[i + 6]);
        x = mix(b, c, x, &e, f, g, h, &a, wk[i + 7]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static void compress_plainly(uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    uint32_t w[64];
    expand(w, block);
    for (int i = 0; i < 64; i++)
        w[i] += round_constant[i];
    run_rounds(state, w);
}

#if defined(__x86_64__)

/* Most processors have instructions for it, which give the same bytes in a tenth of the time. Others make
 * four words at once, and rotate without copying first; so does Valgrind, which shows them to programs. */
enum { PLAINLY, BY_VECTORS, BY_INSTRUCTIONS };
static int way;

__attribute__((constructor)) static void look_for_instructions(void)
{
    const unsigned sse4_1 = 1u << 19, sha = 1u << 29;
    unsigned a, b, c, d;
    __builtin_cpu_init();
    bool has_sse4_1 = __get_cpuid(1, &a, &b, &c, &d) && (c & sse4_1);
    if (has_sse4_1 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & sha))
        way = BY_INSTRUCTIONS;
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        way = BY_VECTORS;
}

#define VECTORS __attribute__((target("avx2,bmi,bmi2")))

VECTORS static inline __m128i rotate_each(__m128i x, int n)
{
    return _mm_or_si128(_mm_srli_epi32(x, n), _mm_slli_epi32(x, 32 - n));
}

/* sigma 1 of two words, given twice each; the result stands in the places 0 and 2. */
VECTORS static inline __m128i sigma1_of_two(__m128i twice)
{
    __m128i rotated = _mm_xor_si128(_mm_srli_epi64(twice, 17), _mm_srli_epi64(twice, 19));
    return _mm_xor_si128(rotated, _mm_srli_epi32(twice, 10));
}

/* The next four words of the schedule after w0 to w3. The last two of them need the first two. */
VECTORS static inline __m128i next_four(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    const __m128i low = _mm_setr_epi8(0, 1, 2, 3, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i high = _mm_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 8, 9, 10, 11);
    __m128i early = _mm_alignr_epi8(w1, w0, 4);
    __m128i s0 = _mm_xor_si128(_mm_xor_si128(rotate_each(early, 7), rotate_each(early, 18)),
                               _mm_srli_epi32(early, 3));
    __m128i sum = _mm_add_epi32(_mm_add_epi32(w0, s0), _mm_alignr_epi8(w3, w2, 4));
    __m128i s1 = sigma1_of_two(_mm_shuffle_epi32(w3, 0xfa));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi8(s1, low));
    s1 = sigma1_of_two(_mm_shuffle_epi32(sum, 0x50));
    return _mm_add_epi32(sum, _mm_shuffle_epi8(s1, high));
}

VECTORS static inline void add_constants(uint32_t wk[4], __m128i w, const uint32_t k[4])
{
    __m128i constants = _mm_loadu_si128((const __m128i *)k);
    _mm_store_si128((__m128i *)wk, _mm_add_epi32(w, constants));
}

VECTORS static void compress_by_vectors(uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    _Alignas(16) uint32_t wk[64];
    __m128i w[4]; /* the latest sixteen words */
    for (int i = 0; i < 4; i++)
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * i)), swap);
    for (int i = 0; i < 4; i++)
        add_constants(wk + 4 * i, w[i], round_constant + 4 * i);
    for (int at = 16; at < 64; at += 16)
        for (int i = 0; i < 4; i++) {
            w[i] = next_four(w[i], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
            add_constants(wk + at + 4 * i, w[i], round_constant + at + 4 * i);
        }
    run_rounds(state, wk);
}

/* The processor wants the eight words as ABEF and CDGH, highest first, and does two rounds at once. */
__attribute__((target("sha,sse4.1"))) static void compress_by_instructions(
    uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4]; /* the latest sixteen words, four by four */
    for (int i = 0; i < 16; i++) {
        __m128i *now = &w[i % 4];
        if (i < 4) {
            *now = _mm_loadu_si128((const __m128i *)(block + 16 * i));
            *now = _mm_shuffle_epi8(*now, swap);
        } else {
            __m128i last = w[(i + 3) % 4];
            __m128i middle = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
            *now = _mm_add_epi32(_mm_sha256msg1_epu32(*now, w[(i + 1) % 4]), middle);
            *now = _mm_sha256msg2_epu32(*now, last);
        }
        __m128i k = _mm_loadu_si128((const __m128i *)(round_constant + 4 * i));
        __m128i sum = _mm_add_epi32(*now, k);
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static void compress(uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    if (way == BY_INSTRUCTIONS)
        compress_by_instructions(state, block);
    else if (way == BY_VECTORS)
        compress_by_vectors(state, block);
    else
        compress_plainly(state, block);
}

#else

static void compress(uint32_t state[8], const uint8_t block[BLOCK_SIZE])
{
    compress_plainly(state, block);
}

#endif

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
    size_t used = hash->length % BLOCK_SIZE, space = BLOCK_SIZE - used;
    hash->length += length;
    if (used > 0 && length >= space) {
        memcpy(hash->block + used, from, space);
        compress(hash->state, hash->block);
        from += space;
        length -= space;
        used = 0;
    }
    for (; length >= BLOCK_SIZE; from += BLOCK_SIZE, length -= BLOCK_SIZE)
        compress(hash->state, from);
    if (length > 0)
        memcpy(hash->block + used, from, length);
}

static void store_word(uint8_t bytes[4], uint32_t word)
{
    bytes[0] = (uint8_t)(word >> 24), bytes[1] = (uint8_t)(word >> 16);
    bytes[2] = (uint8_t)(word >> 8), bytes[3] = (uint8_t)word;
}

void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_SIZE])
{
    size_t used = hash->length % BLOCK_SIZE;
    uint64_t bits = hash->length * 8;
    hash->block[used++] = 0x80;
    memset(hash->block + used, 0, BLOCK_SIZE - used);
    if (used > BLOCK_SIZE - LENGTH_SIZE) {
        compress(hash->state, hash->block);
        memset(hash->block, 0, BLOCK_SIZE);
    }
    store_word(hash->block + BLOCK_SIZE - 8, (uint32_t)(bits >> 32));
    store_word(hash->block + BLOCK_SIZE - 4, (uint32_t)bits);
    compress(hash->state, hash->block);
    for (int i = 0; i < 8; i++)
        store_word(digest + 4 * i, hash->state[i]);
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
