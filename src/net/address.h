/* Who is calling: peers' addresses, and how many connections each one holds. */
#ifndef PARLOUR_NET_ADDRESS_H
#define PARLOUR_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* IPv6, with IPv4 as ::ffff:a.b.c.d. */
struct address {
    uint8_t bytes[16];
};
enum { ADDRESS_TEXT_SIZE = 46 };

struct sockaddr;
void address_of(struct address *address, const struct sockaddr *from);
void address_write(char out[ADDRESS_TEXT_SIZE], const struct address *address);
/* The last entry of an X-Forwarded-For list, the one that our own proxy wrote. */
bool address_forwarded(char out[ADDRESS_TEXT_SIZE], const char *list);

enum { ADDRESS_NETWORKS_MAX = 16 };
struct address_networks {
    struct {
        struct address base;
        int bits; /* how many leading bits of an address must be those of the base */
    } network[ADDRESS_NETWORKS_MAX];
    int count;
};

/* Networks separated by spaces or commas: "10.0.0.0/8", "fd00::/8", one address; "private" stands for this
 * machine and all networks that the internet does not route. On false `bad` points to what is wrong. */
bool address_networks_read(struct address_networks *networks, const char *text, const char **bad);
bool address_networks_have(const struct address_networks *networks, const struct address *address);

/* An address that the public internet routes to one machine, and that carries no other address inside. */
bool address_is_public(const struct address *address);
bool address_is_loopback(const struct address *address);

/* Counts per address; an IPv6 network of 64 bits, which is what one household gets, counts as one. */
struct address_counts;
struct address_counts *address_counts_open(uint64_t seed);
void address_counts_close(struct address_counts *counts);
/* Counts one more and returns true, unless it has `limit` already. */
bool address_counts_add(struct address_counts *counts, const struct address *address, int limit);
void address_counts_remove(struct address_counts *counts, const struct address *address);

#endif
