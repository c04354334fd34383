/* Addresses as text, and an open hash table that counts them. */
#include "net/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
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

static bool network_read(struct address_networks *networks, const char *text)
{
    unsigned char bytes[16];
    struct address base = { 0 };
    char copy[ADDRESS_TEXT_SIZE + 4];
    int most = 128;
    if (networks->count == ADDRESS_NETWORKS_MAX || !text_copy(copy, sizeof copy, text))
        return false;
    char *slash = strchr(copy, '/');
    if (slash != NULL)
        *slash = '\0';
    if (inet_pton(AF_INET, copy, bytes) == 1) {
        memcpy(base.bytes, MAPPED, sizeof MAPPED);
        memcpy(base.bytes + 12, bytes, 4);
        most = 32;
    } else if (inet_pton(AF_INET6, copy, base.bytes) != 1) {
        return false;
    }
    int bits = most;
    if (slash != NULL) {
        size_t digits = strspn(slash + 1, "0123456789");
        if (digits == 0 || digits > 3 || slash[1 + digits] != '\0')
            return false;
        bits = atoi(slash + 1);
        if (bits > most)
            return false;
    }
    networks->network[networks->count].base = base;
    networks->network[networks->count].bits = bits + 128 - most;
    networks->count++;
    return true;
}

bool address_networks_read(struct address_networks *networks, const char *text, const char **bad)
{
    static const char *const private[] = { "127.0.0.0/8",    "::1",
                                           "10.0.0.0/8",     "172.16.0.0/12",
                                           "192.168.0.0/16", "fc00::/7",
                                           "169.254.0.0/16", "fe80::/10" };
    *networks = (struct address_networks){ 0 };
    for (text += strspn(text, " ,"); *text != '\0'; text += strspn(text, " ,")) {
        char one[64];
        size_t length = strcspn(text, " ,");
        bool fits = length < sizeof one;
        if (fits) {
            memcpy(one, text, length);
            one[length] = '\0';
            if (text_equal(one, "private"))
                for (size_t i = 0; i < sizeof private / sizeof private[0]; i++)
                    fits = fits && network_read(networks, private[i]);
            else
                fits = network_read(networks, one);
        }
        if (!fits) {
            *bad = text;
            return false;
        }
        text += length;
    }
    return true;
}

static bool same_bits(const uint8_t *a, const uint8_t *b, int bits)
{
    int whole = bits / 8, rest = bits % 8;
    return memcmp(a, b, (size_t)whole) == 0 &&
           (rest == 0 || ((a[whole] ^ b[whole]) >> (8 - rest)) == 0);
}

bool address_networks_have(const struct address_networks *networks, const struct address *address)
{
    for (int i = 0; i < networks->count; i++)
        if (same_bits(networks->network[i].base.bytes, address->bytes, networks->network[i].bits))
            return true;
    return false;
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
