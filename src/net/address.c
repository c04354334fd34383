/* Addresses as text, and an open hash table that counts them. */
#include "net/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static const uint8_t MAPPED[12] = { [10] = 0xff, [11] = 0xff };

static bool is_mapped(const struct address *address)
{
    return memcmp(address->bytes, MAPPED, sizeof MAPPED) == 0;
}

void address_of(struct address *address, const struct sockaddr *from)
{
    *address = (struct address){ 0 };
    if (from->sa_family == AF_INET6) {
        memcpy(address->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    } else if (from->sa_family == AF_INET) {
        memcpy(address->bytes, MAPPED, sizeof MAPPED);
        memcpy(address->bytes + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    }
}

void address_write(char out[ADDRESS_TEXT_SIZE], const struct address *address)
{
    const char *text = is_mapped(address)
                           ? inet_ntop(AF_INET, address->bytes + 12, out, ADDRESS_TEXT_SIZE)
                           : inet_ntop(AF_INET6, address->bytes, out, ADDRESS_TEXT_SIZE);
    assert(text);
}

bool address_forwarded(char out[ADDRESS_TEXT_SIZE], const char *list)
{
    unsigned char parsed[16];
    const char *comma = strrchr(list, ',');
    const char *last = comma ? comma + 1 : list;
    last += strspn(last, " \t");
    return text_copy(out, ADDRESS_TEXT_SIZE, last) &&
           (inet_pton(AF_INET, out, parsed) == 1 || inet_pton(AF_INET6, out, parsed) == 1);
}

struct count {
    uint64_t key[2];
    int count; /* 0: free */
};
struct address_counts {
    uint64_t seed;
    size_t mask;
    struct count table[];
};

struct address_counts *address_counts_open(int address_max, uint64_t seed)
{
    size_t size = 16;
    while (size < 2 * (size_t)address_max)
        size *= 2;
    struct address_counts *counts = memory_take(sizeof *counts + size * sizeof counts->table[0]);
    counts->seed = seed | 1;
    counts->mask = size - 1;
    return counts;
}

void address_counts_close(struct address_counts *counts)
{
    memory_give(counts);
}

static void key_of(uint64_t key[2], const struct address *address)
{
    memcpy(key, address->bytes, 16);
    if (!is_mapped(address))
        key[1] = 0;
}

/* Multiplying by a secret odd number keeps strangers from choosing addresses that collide. */
static size_t home_of(const struct address_counts *counts, const uint64_t key[2])
{
    uint64_t mixed = (key[0] ^ (key[1] >> 7) ^ key[1] * 0x9e3779b97f4a7c15u) * counts->seed;
    return (size_t)((mixed ^ (mixed >> 32)) * counts->seed >> 24) & counts->mask;
}

/* The address's place, or the free place where it belongs. */
static size_t find(const struct address_counts *counts, const uint64_t key[2])
{
    size_t i = home_of(counts, key);
    while (counts->table[i].count > 0 && memcmp(counts->table[i].key, key, 16) != 0)
        i = (i + 1) & counts->mask;
    return i;
}

bool address_counts_add(struct address_counts *counts, const struct address *address, int limit)
{
    uint64_t key[2];
    key_of(key, address);
    struct count *place = &counts->table[find(counts, key)];
    if (place->count >= limit)
        return false;
    memcpy(place->key, key, 16);
    place->count++;
    return true;
}

/* Closes the gap at `hole`: entries behind it that had to step over it move up. */
static void close_gap(struct address_counts *counts, size_t hole)
{
    for (size_t i = (hole + 1) & counts->mask; counts->table[i].count > 0;
         i = (i + 1) & counts->mask) {
        size_t home = home_of(counts, counts->table[i].key);
        if (((i - home) & counts->mask) >= ((i - hole) & counts->mask)) {
            counts->table[hole] = counts->table[i];
            counts->table[i].count = 0;
            hole = i;
        }
    }
}

void address_counts_remove(struct address_counts *counts, const struct address *address)
{
    uint64_t key[2];
    key_of(key, address);
    size_t i = find(counts, key);
    assert(counts->table[i].count > 0);
    if (--counts->table[i].count == 0)
        close_gap(counts, i);
}
