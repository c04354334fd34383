/* Addresses as text, and counts of connections per address. */
#include "net/address.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/map.h"
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

static bool is_in(const char *const *networks, size_t count, const struct address *address)
{
    for (size_t i = 0; i < count; i++) {
        struct address_networks one = { 0 };
        bool is_read = network_read(&one, networks[i]);
        assert(is_read);
        if (is_read && address_networks_have(&one, address))
            return true;
    }
    return false;
}

bool address_is_loopback(const struct address *address)
{
    static const char *const own[] = { "127.0.0.0/8", "::1" };
    return is_in(own, sizeof own / sizeof own[0], address);
}

/* The registries of special addresses (RFC 6890 and its additions). Of IPv6 only the allocated range is
 * public, without the parts that translate to IPv4. */
bool address_is_public(const struct address *address)
{
    static const char *const special[] = {
        "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",
        "2001::/23",     "2001:db8::/32",   "2002::/16",      "3fff::/20",
    };
    static const char *const handed_out[] = { "2000::/3" };
    bool is_special = is_in(special, sizeof special / sizeof special[0], address);
    return !is_special && (is_mapped(address) || is_in(handed_out, 1, address));
}

/* Maps an address, see key_of(), to its number of connections, which is stored in place of the pointer. */
struct address_counts {
    uint64_t seed;
    struct map counts;
};

struct address_counts *address_counts_open(uint64_t seed)
{
    struct address_counts *counts = memory_take(sizeof *counts);
    counts->seed = seed | 1;
    return counts;
}

void address_counts_close(struct address_counts *counts)
{
    map_free(&counts->counts);
    memory_free(counts);
}

/* Every address has a key of its own: no IPv6 network begins with the bytes that a mapped address ends with.
 * Multiplying by a secret odd number keeps strangers from choosing addresses that collide. */
static int64_t key_of(const struct address_counts *counts, const struct address *address)
{
    uint64_t key;
    memcpy(&key, address->bytes + (is_mapped(address) ? 8 : 0), sizeof key);
    if (key == 0)
        key = 1; /* ::1 */
    key *= counts->seed;
    return (int64_t)((key ^ (key >> 32)) * counts->seed);
}

static intptr_t count_of(const struct address_counts *counts, int64_t key)
{
    return (intptr_t)map_get(&counts->counts, key);
}

bool address_counts_add(struct address_counts *counts, const struct address *address, int limit)
{
    int64_t key = key_of(counts, address);
    intptr_t count = count_of(counts, key);
    if (count >= limit)
        return false;
    map_put(&counts->counts, key, (void *)(count + 1));
    return true;
}

void address_counts_remove(struct address_counts *counts, const struct address *address)
{
    int64_t key = key_of(counts, address);
    intptr_t count = count_of(counts, key);
    assert(count > 0);
    if (count == 1)
        map_remove(&counts->counts, key);
    else
        map_put(&counts->counts, key, (void *)(count - 1));
}
