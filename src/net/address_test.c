/* Addresses and their counts. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <cmocka.h>

#include "net/address.h"

static struct address v6(const char *text)
{
    struct sockaddr_in6 from = { .sin6_family = AF_INET6 };
    struct address address;
    assert_int_equal(inet_pton(AF_INET6, text, &from.sin6_addr), 1);
    address_of(&address, (struct sockaddr *)&from);
    return address;
}

static struct address v4(uint32_t number)
{
    struct sockaddr_in from = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(number) };
    struct address address;
    address_of(&address, (struct sockaddr *)&from);
    return address;
}

static void ipv4_reads_the_same_on_either_socket(void **state)
{
    (void)state;
    char text[ADDRESS_TEXT_SIZE];
    struct address plain = v4(0x01020304), mapped = v6("::ffff:1.2.3.4");
    address_write(text, &plain);
    assert_string_equal(text, "1.2.3.4");
    address_write(text, &mapped);
    assert_string_equal(text, "1.2.3.4");
    struct address other = v6("2001:db8::1");
    address_write(text, &other);
    assert_string_equal(text, "2001:db8::1");
}

static void only_the_last_forwarded_address_is_believed(void **state)
{
    (void)state;
    char text[ADDRESS_TEXT_SIZE];
    assert_true(address_forwarded(text, "6.6.6.6,\t1.2.3.4"));
    assert_string_equal(text, "1.2.3.4");
    assert_false(address_forwarded(text, "1.2.3.4,"));
    assert_false(address_forwarded(text, ""));
    assert_false(address_forwarded(text, "1.2.3.4:80"));
    assert_false(address_forwarded(text, "<script>"));
}

static bool networks_have(const char *networks, const char *text)
{
    struct address_networks read;
    struct address_networks one;
    const char *bad;
    assert_true(address_networks_read(&read, networks, &bad));
    assert_true(address_networks_read(&one, text, &bad));
    return address_networks_have(&read, &one.network[0].base);
}

static void a_network_has_the_addresses_that_begin_alike(void **state)
{
    (void)state;
    assert_true(networks_have("10.1.0.0/15", "10.1.255.255"));
    assert_true(networks_have("10.0.0.0/15", "10.1.255.255"));
    assert_false(networks_have("10.0.0.0/15", "10.2.0.0"));
    assert_true(networks_have("192.0.2.7, 2001:db8::/33", "192.0.2.7"));
    assert_false(networks_have("192.0.2.7, 2001:db8::/33", "192.0.2.8"));
    assert_true(networks_have("192.0.2.7, 2001:db8::/33", "2001:db8:7fff::1"));
    assert_false(networks_have("192.0.2.7, 2001:db8::/33", "2001:db8:8000::1"));
    assert_true(networks_have("0.0.0.0/0", "203.0.113.1"));
    assert_false(networks_have("0.0.0.0/0", "2001:db8::1"));
    assert_false(networks_have("", "127.0.0.1"));
}

static void private_networks_are_those_that_the_internet_does_not_route(void **state)
{
    (void)state;
    assert_true(networks_have("private", "127.0.0.1"));
    assert_true(networks_have("private", "::1"));
    assert_true(networks_have("private", "172.31.255.255"));
    assert_true(networks_have("private", "fd12::1"));
    assert_false(networks_have("private", "172.32.0.0"));
    assert_false(networks_have("private", "203.0.113.1"));
    assert_false(networks_have("private", "2001:db8::1"));
}

static void an_invalid_network_is_pointed_at(void **state)
{
    static const char *const wrong[] = { "10.0.0.0/33", "10.0.0/8", "fd00::/129", "10.0.0.0/",
                                         "10.0.0.0/8x", "proxy",    "10.0.0.0/-1" };
    struct address_networks networks;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[64];
        const char *bad = NULL;
        snprintf(text, sizeof text, "127.0.0.1 %s", wrong[i]);
        assert_false(address_networks_read(&networks, text, &bad));
        assert_string_equal(bad, wrong[i]);
    }
}

static void an_address_is_refused_beyond_its_limit_only(void **state)
{
    (void)state;
    struct address_counts *counts = address_counts_open(42);
    struct address one = v4(1), other = v4(2);
    assert_true(address_counts_add(counts, &one, 2));
    assert_true(address_counts_add(counts, &one, 2));

    assert_false(address_counts_add(counts, &one, 2));
    assert_true(address_counts_add(counts, &other, 2));

    address_counts_remove(counts, &one);
    assert_true(address_counts_add(counts, &one, 2));
    address_counts_close(counts);
}

static void a_network_of_64_bits_counts_as_one(void **state)
{
    (void)state;
    struct address_counts *counts = address_counts_open(42);
    struct address one = v6("2001:db8:0:1::1"), same = v6("2001:db8:0:1:ffff::2"),
                   other = v6("2001:db8:0:2::1");
    assert_true(address_counts_add(counts, &one, 1));
    assert_false(address_counts_add(counts, &same, 1));
    assert_true(address_counts_add(counts, &other, 1));
    address_counts_close(counts);
}

/* Against a plain array, with a table as full as it may get. */
static void counts_stay_right_through_many_changes(void **state)
{
    (void)state;
    enum { ADDRESSES = 300, HELD_MAX = 100, LIMIT = 3 };
    static int held[ADDRESSES];
    struct address_counts *counts = address_counts_open(0x123456789abcdefu);
    uint32_t random = 1;
    int total = 0;
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525 + 1013904223;
        uint32_t which = (random >> 8) % ADDRESSES;
        struct address address = v4(which * 0x01000193u);
        if (random >> 31 && held[which] > 0) {
            address_counts_remove(counts, &address);
            held[which]--;
            total--;
        } else if (total < HELD_MAX) {
            bool is_added = address_counts_add(counts, &address, LIMIT);
            assert_int_equal(is_added, held[which] < LIMIT);
            held[which] += is_added;
            total += is_added;
        }
    }
    address_counts_close(counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ipv4_reads_the_same_on_either_socket),
        cmocka_unit_test(only_the_last_forwarded_address_is_believed),
        cmocka_unit_test(a_network_has_the_addresses_that_begin_alike),
        cmocka_unit_test(private_networks_are_those_that_the_internet_does_not_route),
        cmocka_unit_test(an_invalid_network_is_pointed_at),
        cmocka_unit_test(an_address_is_refused_beyond_its_limit_only),
        cmocka_unit_test(a_network_of_64_bits_counts_as_one),
        cmocka_unit_test(counts_stay_right_through_many_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
