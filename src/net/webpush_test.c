/* Web Push: RFC 8291's example to the byte, where may be sent to, and the server's key. */
#include "net/webpush.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/address.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* RFC 8291, appendix A. */
static const char TEXT[] = "When I grow up, I want to be a watermelon";
static const char SCALAR[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char POINT[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char SALT[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char BODY[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYL"
    "ocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
    "BWLVWGNWQexSgSxsj_Qulcy4a-fN";
static const struct webpush_target target = {
    .endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    .p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
              "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    .auth = "BTBZMqHH6r4Tts7J_aSIgg",
};

static size_t decode(uint8_t *out, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint32_t bits = 0;
    int held = 0;
    size_t count = 0;
    for (; *text != '\0'; text++) {
        bits = bits << 6 | (uint32_t)(strchr(digits, *text) - digits);
        held += 6;
        if (held >= 8)
            out[count++] = (uint8_t)(bits >> (held -= 8));
    }
    return count;
}

static void the_example_of_the_rfc_is_met_to_the_byte(void **unused)
{
    (void)unused;
    uint8_t scalar[40], point[80], salt[20], expected[400], body[WEBPUSH_BODY_SIZE];
    decode(scalar, SCALAR);
    decode(point, POINT);
    decode(salt, SALT);
    size_t length = decode(expected, BODY);

    assert_int_equal(webpush_encrypt(&target, TEXT, false, scalar, point, salt, body), length);
    assert_memory_equal(body, expected, length);
}

static void every_message_is_as_long_as_any_other_and_new(void **unused)
{
    (void)unused;
    uint8_t one[WEBPUSH_BODY_SIZE], other[WEBPUSH_BODY_SIZE];
    assert_int_equal(webpush_encrypt(&target, "a", true, NULL, NULL, NULL, one), sizeof one);
    assert_int_equal(webpush_encrypt(&target, TEXT, true, NULL, NULL, NULL, other), sizeof other);
    assert_memory_not_equal(one, other, WEBPUSH_SALT_SIZE);
    assert_memory_not_equal(one + 21, other + 21, WEBPUSH_POINT_SIZE);
}

static void a_key_that_is_no_point_of_the_curve_is_refused(void **unused)
{
    (void)unused;
    uint8_t body[WEBPUSH_BODY_SIZE];
    char bent[100];
    snprintf(bent, sizeof bent, "%s", target.p256dh);
    bent[50] = bent[50] == 'A' ? 'B' : 'A';
    struct webpush_target bad = target;
    bad.p256dh = bent;
    assert_int_equal(webpush_encrypt(&bad, TEXT, true, NULL, NULL, NULL, body), 0);
    bad.p256dh = "";
    assert_int_equal(webpush_encrypt(&bad, TEXT, true, NULL, NULL, NULL, body), 0);
}

static void only_https_on_its_usual_port_is_fine(void **unused)
{
    (void)unused;
    static const char *const bad[] = { "",
                                       "http://push.example.net/a",
                                       "https://",
                                       "https:///a",
                                       "https://push.example.net:8443/a",
                                       "https://user@push.example.net/a",
                                       "https://[::1]/a",
                                       "https://push.example.net/a b",
                                       "https://push.example.net/a\r\nX: y",
                                       "https://push.example.net?a",
                                       "ftp://push.example.net/a" };
    struct webpush_target other = target;
    assert_true(webpush_is_fine(&target));
    for (size_t i = 0; i < COUNT(bad); i++) {
        other.endpoint = bad[i];
        assert_false(webpush_is_fine(&other));
    }
    other = target;
    other.auth = "BTBZMqHH6r4Tts7J_aSI";
    assert_false(webpush_is_fine(&other));
}

static bool is_public(const char *text)
{
    struct address_networks one;
    const char *bad;
    assert_true(address_networks_read(&one, text, &bad));
    return address_is_public(&one.network[0].base);
}

static void special_addresses_are_not_public(void **unused)
{
    (void)unused;
    static const char *const special[] = {
        "127.0.0.1",     "10.1.2.3",        "172.16.0.1",
        "192.168.1.1",   "169.254.169.254", "0.0.0.0",
        "100.64.0.1",    "192.0.2.1",       "198.18.0.1",
        "224.0.0.1",     "255.255.255.255", "::",
        "::1",           "fe80::1",         "fc00::1",
        "ff02::1",       "64:ff9b::7f00:1", "2001:db8::1",
        "2002:7f00:1::", "2001:0:1::1",
    };
    for (size_t i = 0; i < COUNT(special); i++)
        assert_false(is_public(special[i]));
    assert_true(is_public("93.184.216.34"));
    assert_true(is_public("2606:2800:220:1:248:1893:25c8:1946"));
}

static void nothing_is_sent_to_this_machine(void **unused)
{
    (void)unused;
    struct https_url url;
    struct error error = { 0 };
    atomic_bool is_closing = false;
    assert_true(https_url_read(&url, "https://localhost:1/a"));
    assert_int_equal(https_post(&url, false, "", "", 0, &is_closing, &error), 0);
    assert_non_null(strstr(error.text, "not on the public internet"));
}

static void the_key_is_made_once_and_for_nobody_else(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/webpush-XXXXXX", path[60], first[WEBPUSH_POINT_TEXT],
         again[WEBPUSH_POINT_TEXT], text[1200];
    struct stat about;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/push-key.pem", folder);
    for (int i = 0; i < 2; i++) {
        struct webpush_key *key = webpush_key_open(path, NULL);
        assert_non_null(key);
        webpush_key_write(key, i == 0 ? first : again);
        assert_true(webpush_authorize(key, &target, "mailto:a@b.example", 1, text, sizeof text));
        assert_false(webpush_authorize(key, &target, "", 1, text, 100));
        webpush_key_close(key);
    }
    assert_string_equal(first, again);
    assert_int_equal(strlen(first), 87);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    FILE *file = fopen(path, "w");
    fputs("nonsense", file);
    fclose(file);
    struct error error = { 0 };
    assert_null(webpush_key_open(path, &error));
    assert_int_equal(error.kind, ERROR_USAGE);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_rfc_is_met_to_the_byte),
        cmocka_unit_test(every_message_is_as_long_as_any_other_and_new),
        cmocka_unit_test(a_key_that_is_no_point_of_the_curve_is_refused),
        cmocka_unit_test(only_https_on_its_usual_port_is_fine),
        cmocka_unit_test(special_addresses_are_not_public),
        cmocka_unit_test(nothing_is_sent_to_this_machine),
        cmocka_unit_test(the_key_is_made_once_and_for_nobody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
