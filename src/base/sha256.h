/* SHA-256 and HMAC-SHA-256, in the pure part because a deal is checked in the browser too. */
#ifndef PARLOUR_SHA256_H
#define PARLOUR_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };

struct sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
};

void sha256_init(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t length);
void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_SIZE]);

void sha256_of(const void *bytes, size_t length, uint8_t digest[SHA256_SIZE]);
void hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length,
                 uint8_t digest[SHA256_SIZE]);

#endif
