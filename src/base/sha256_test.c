/* SHA-256 against the FIPS 180-4 examples, HMAC against RFC 4231. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/sha256.c" /* to see all ways of compressing a block */
#include "base/text.h"

static void assert_digest(const uint8_t digest[SHA256_SIZE], const char *expected)
{
    char hex[2 * SHA256_SIZE + 1];
    hex_write(hex, digest, SHA256_SIZE);
    assert_string_equal(hex, expected);
}

static void assert_hash(const char *text, const char *expected)
{
    uint8_t digest[SHA256_SIZE];
    sha256_of(text, strlen(text), digest);
    assert_digest(digest, expected);
}

static void hashes_are_those_of_fips_180(void **unused)
{
    (void)unused;
    assert_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_hash("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void a_million_letters_hash_as_in_fips_180(void **unused)
{
    (void)unused;
    uint8_t digest[SHA256_SIZE];
    char letters[1000];
    struct sha256 hash;
    memset(letters, 'a', sizeof letters);
    sha256_init(&hash);
    for (int i = 0; i < 1000; i++)
        sha256_add(&hash, letters, sizeof letters);
    sha256_end(&hash, digest);
    assert_digest(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The hash of the hashes of the first 0 … 200 of the bytes 0, 1, 2, …, from another implementation.
 */
static void every_length_is_padded_right(void **unused)
{
    (void)unused;
    uint8_t bytes[200], digest[SHA256_SIZE];
    struct sha256 all;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    sha256_init(&all);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        sha256_of(bytes, length, digest);
        sha256_add(&all, digest, sizeof digest);
    }
    sha256_end(&all, digest);
    assert_digest(digest, "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021");
}

static void the_hash_does_not_depend_on_the_pieces(void **unused)
{
    (void)unused;
    uint8_t bytes[200] = { 1, 2, 3 }, whole[SHA256_SIZE], pieced[SHA256_SIZE];
    sha256_of(bytes, sizeof bytes, whole);
    for (size_t cut = 0; cut <= sizeof bytes; cut++) {
        struct sha256 hash;
        sha256_init(&hash);
        sha256_add(&hash, bytes, cut);
        sha256_add(&hash, bytes + cut, sizeof bytes - cut);
        sha256_end(&hash, pieced);
        assert_memory_equal(pieced, whole, sizeof whole);
    }
}

struct hmac_vector {
    const char *key;
    size_t key_length;
    const char *text;
    const char *expected;
};

/* Keys and texts that repeat a byte are written as that byte and filled in. */
static void hmacs_are_those_of_rfc_4231(void **unused)
{
    (void)unused;
    char long_key[132] = { 0 }, aa_key[21] = { 0 }, b_key[21] = { 0 }, c_key[21] = { 0 };
    char d_text[51] = { 0 }, cd_text[51] = { 0 };
    memset(long_key, 0xaa, 131);
    memset(aa_key, 0xaa, 20);
    memset(b_key, 0x0b, 20);
    memset(c_key, 0x0c, 20);
    memset(d_text, 0xdd, 50);
    memset(cd_text, 0xcd, 50);
    const struct hmac_vector vectors[] = {
        { b_key, 20, "Hi There",
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7" },
        { "Jefe", 4, "what do ya want for nothing?",
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843" },
        { aa_key, 20, d_text, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe" },
        { "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24\25\26\27\30\31", 25, cd_text,
          "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b" },
        { c_key, 20, "Test With Truncation",
          "a3b6167473100ee06e0c796c2955552bfa6f7c0a6a8aef8b93f860aab0cd20c5" },
        { long_key, 131, "Test Using Larger Than Block-Size Key - Hash Key First",
          "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54" },
        { long_key, 131,
          "This is a test using a larger than block-size key and a larger than block-size data. "
          "The key needs to be hashed before being used by the HMAC algorithm.",
          "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2" },
    };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const struct hmac_vector *v = &vectors[i];
        uint8_t digest[SHA256_SIZE];
        hmac_sha256(v->key, v->key_length, v->text, strlen(v->text), digest);
        assert_digest(digest, v->expected);
    }
}

/* All implementations give the same hash as the one that this processor uses. */
static void all_ways_give_the_same(void **unused)
{
    (void)unused;
#if defined(__x86_64__)
    uint8_t block[BLOCK_SIZE] = { 0 };
    uint32_t other[8] = { 0 }, plainly[8] = { 0 };
    for (int i = 0; i < 1000; i++) {
        compress_plainly(plainly, block);
        if (i % 2 == 0 && way == BY_INSTRUCTIONS)
            compress_by_instructions(other, block);
        else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
            compress_by_vectors(other, block);
        else
            compress_plainly(other, block);
        assert_memory_equal(other, plainly, sizeof plainly);
        memcpy(block + i % 32, plainly, sizeof plainly);
    }
#endif
}

int main(void)
{
    const struct CMUnitTest sha256_tests[] = {
        cmocka_unit_test(hashes_are_those_of_fips_180),
        cmocka_unit_test(all_ways_give_the_same),
        cmocka_unit_test(a_million_letters_hash_as_in_fips_180),
        cmocka_unit_test(every_length_is_padded_right),
        cmocka_unit_test(the_hash_does_not_depend_on_the_pieces),
        cmocka_unit_test(hmacs_are_those_of_rfc_4231),
    };
    return cmocka_run_group_tests(sha256_tests, NULL, NULL);
}
