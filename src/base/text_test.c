/* UTF-8 in every legal and illegal shape; ids, codes and words there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void a_copy_that_fits_is_whole(void **unused)
{
    (void)unused;
    char out[4] = "xxx";
    assert_true(text_copy(out, sizeof out, "abc"));
    assert_string_equal(out, "abc");
    assert_true(text_copy(out, sizeof out, ""));
    assert_string_equal(out, "");
}

static void a_copy_that_does_not_fit_is_empty(void **unused)
{
    (void)unused;
    char out[4] = "xxx";
    assert_false(text_copy(out, sizeof out, "abcd"));
    assert_string_equal(out, "");
    assert_true(text_copy(out, 1, ""));
    assert_false(text_copy(out, 1, "a"));
}

static void texts_are_equal_byte_for_byte(void **unused)
{
    (void)unused;
    assert_true(text_equal("", ""));
    assert_true(text_equal("imp", "imp"));
    assert_false(text_equal("imp", "Imp"));
    assert_false(text_equal("imp", "imps"));
}

/* The plain definition: what the table of RFC 3629 says, byte by byte. */
static size_t encode(char out[4], int32_t point)
{
    if (point < 0x80)
        return out[0] = (char)point, 1;
    if (point < 0x800)
        return out[0] = (char)(0xC0 | point >> 6), out[1] = (char)(0x80 | (point & 63)), 2;
    if (point < 0x10000) {
        out[0] = (char)(0xE0 | point >> 12);
        out[1] = (char)(0x80 | (point >> 6 & 63));
        out[2] = (char)(0x80 | (point & 63));
        return 3;
    }
    out[0] = (char)(0xF0 | point >> 18);
    out[1] = (char)(0x80 | (point >> 12 & 63));
    out[2] = (char)(0x80 | (point >> 6 & 63));
    out[3] = (char)(0x80 | (point & 63));
    return 4;
}

static void every_code_point_but_surrogates_is_read(void **unused)
{
    (void)unused;
    for (int32_t point = 0; point <= 0x10FFFF; point++) {
        char bytes[4];
        size_t length = encode(bytes, point), at = 0;
        int32_t read = utf8_next(bytes, length, &at);
        if (point >= 0xD800 && point <= 0xDFFF) {
            assert_true(read == -1 && at == 0);
            assert_false(utf8_valid(bytes, length));
        } else {
            assert_true(read == point && at == length);
        }
    }
}

/* All pairs of bytes and all triples whose first can lead three: exactly as many are one code point
 * as there are code points of that length. */
static void nothing_else_of_two_or_three_bytes_is_read(void **unused)
{
    (void)unused;
    int twos = 0, threes = 0;
    for (int i = 0; i < 0x1000000; i++) {
        char bytes[3] = { (char)(i >> 16), (char)(i >> 8), (char)i };
        size_t at = 0;
        if ((i & 255) == 0 && utf8_next(bytes, 2, &at) >= 0 && at == 2)
            twos++;
        at = 0;
        if (utf8_next(bytes, 3, &at) >= 0 && at == 3)
            threes++;
    }
    assert_int_equal(twos, 0x800 - 0x80);
    assert_int_equal(threes, 0x10000 - 0x800 - 0x800);
}

static void illegal_shapes_are_refused(void **unused)
{
    (void)unused;
    static const char *const shapes[] = {
        "\x80", /* a follower without a leader */
        "\xBF",
        "a\x80",
        "\xC0\x80", /* overlong NUL */
        "\xC0\xAF", /* overlong slash */
        "\xC1\xBF",
        "\xE0\x80\xAF",
        "\xE0\x9F\xBF",
        "\xF0\x80\x80\xAF",
        "\xF0\x8F\xBF\xBF",
        "\xF8\x88\x80\x80\x80", /* five and six bytes, as once allowed */
        "\xFC\x84\x80\x80\x80\x80",
        "\xF4\x90\x80\x80", /* above U+10FFFF */
        "\xF5\x80\x80\x80",
        "\xFE",
        "\xFF",
        "\xED\xA0\x80", /* surrogates, single and as a pair */
        "\xED\xBF\xBF",
        "\xED\xA0\x80\xED\xB0\x80",
        "\xC3", /* cut short at the end */
        "\xE2\x82",
        "\xE2",
        "\xF0\x9F\x98",
        "\xF0\x9F",
        "\xF0",
        "\xC3(", /* cut short by another character */
        "\xE2\x82(",
        "\xE2(\xA1",
        "\xF0\x9F\x98(",
        "\xF0(\x9F\x98",
        "\xC3\xC3\xA9",
        "caf\xE9", /* Latin-1 */
    };
    for (size_t i = 0; i < COUNT(shapes); i++)
        assert_false(utf8_valid(shapes[i], strlen(shapes[i])));
}

static void legal_text_is_accepted(void **unused)
{
    (void)unused;
    static const char text[] = "a\0\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80"
                               "\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF";
    assert_true(utf8_valid(text, sizeof text - 1));
    assert_true(utf8_valid("", 0));
}

static void reading_at_the_end_gives_nothing(void **unused)
{
    (void)unused;
    size_t at = 1;
    assert_int_equal(utf8_next("a", 1, &at), -1);
    assert_int_equal(at, 1);
}

static void hex_goes_there_and_back(void **unused)
{
    (void)unused;
    uint8_t bytes[256], back[256];
    char text[513];
    for (int i = 0; i < 256; i++)
        bytes[i] = (uint8_t)i;
    hex_write(text, bytes, sizeof bytes);
    assert_int_equal(strlen(text), 512);
    assert_memory_equal(text, "000102030405060708090a0b", 24);
    assert_true(hex_read(back, sizeof back, text));
    assert_memory_equal(back, bytes, sizeof bytes);
}

static void bad_hex_is_refused_and_writes_nothing(void **unused)
{
    (void)unused;
    static const char *const texts[] = { "",     "0",    "012",  "01234", "012345", "0g12",
                                         "00FF", "00 1", "0x12", "001\n", "+123",   "00\xC3\xA9" };
    uint8_t bytes[2] = { 7, 7 };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_false(hex_read(bytes, 2, texts[i]));
    assert_memory_equal(bytes, "\7\7", 2);
    assert_true(hex_read(bytes, 0, ""));
}

static void ids_go_there_and_back(void **unused)
{
    (void)unused;
    static const struct {
        int64_t id;
        const char *text;
    } cases[] = {
        { 1, "0000000000001" },         { 31, "000000000000z" },        { 32, "0000000000010" },
        { INT64_MAX, "7zzzzzzzzzzzz" }, { INT64_MIN, "8000000000000" }, { -1, "fzzzzzzzzzzzz" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[ID_TEXT_SIZE];
        int64_t id = 0;
        id_write(text, cases[i].id);
        assert_string_equal(text, cases[i].text);
        assert_true(id_read(&id, text));
        assert_true(id == cases[i].id);
    }
}

static void an_id_has_one_spelling(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",
        "1",
        "000000000001",
        "00000000000001",
        "0000000000000",
        "g000000000000",
        "zzzzzzzzzzzzz",
        "000000000000Z",
        "000000000000o",
        "000000000000i",
        "000000000000l",
        "000000000000u",
        "00000-0000001",
        " 000000000001",
        "000000000001 ",
        "-000000000001",
        "00000000000\xC3\xA9",
    };
    int64_t id = 42;
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_false(id_read(&id, texts[i]));
    assert_int_equal(id, 42);
}

static void codes_go_there_and_back(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 1 }, 0);
    for (int i = 0; i < 10000; i++) {
        int64_t code = 1 + (int64_t)rng_below(&rng, (uint64_t)code_count()), back = 0;
        char text[CODE_TEXT_SIZE];
        code_write(text, code);
        assert_int_equal(strlen(text), CODE_LENGTH);
        assert_true(code_read(&back, text));
        assert_int_equal(back, code);
    }
}

static void the_first_and_the_last_code_are_in_use(void **unused)
{
    (void)unused;
    char text[CODE_TEXT_SIZE];
    int64_t code = 0;
    code_write(text, 1);
    assert_string_equal(text, "222222");
    code_write(text, code_count());
    assert_string_equal(text, "XXXXXX");
    assert_true(code_read(&code, "xxxXXX"));
    assert_int_equal(code, code_count());
    assert_true(code_count() > 100000000);
}

static void any_six_letters_and_digits_are_one_code(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "000000", "ZZZZZZ", "FRIDAY", "A2222B", "22222O", "2222ZZ"
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        char text[CODE_TEXT_SIZE];
        int64_t code = 0;
        assert_true(code_read(&code, texts[i]));
        assert_true(code > code_count() && code <= code_max());
        code_write(text, code);
        assert_string_equal(text, texts[i]);
    }
    int64_t low = 0, high = 0;
    assert_true(code_read(&low, "friday"));
    assert_true(code_read(&high, "FRIDAY"));
    assert_int_equal(low, high);
}

static void code_characters_cannot_be_mistaken(void **unused)
{
    (void)unused;
    for (const char *c = "AEIOU01IOLY"; *c; c++)
        assert_null(strchr(CODE_ALPHABET, *c));
    for (const char *c = CODE_ALPHABET; c[1]; c++)
        assert_true(c[0] < c[1]);
    static const char *const twins[] = { "2Z", "5S", "8B", "QO", "0Q" };
    for (size_t i = 0; i < COUNT(twins); i++)
        assert_false(strchr(CODE_ALPHABET, twins[i][0]) && strchr(CODE_ALPHABET, twins[i][1]));
}

static void bad_codes_are_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = { "",       "BBBBB",  "BBBBBBB", "BBBBB_",
                                         "BBBBB ", "BBB-BB", "BBBBB\n", "BBBB\xC3\xA9" };
    int64_t code = 42;
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_false(code_read(&code, texts[i]));
    assert_int_equal(code, 42);
}

static void words_go_there_and_back(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "", "a", "Z", "0", "-", "_", "imp", "no_dashi", "ABCDwxyz"
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        char text[WORD_TEXT_SIZE];
        int64_t word = -1;
        assert_true(word_read(&word, texts[i]));
        assert_true(word >= 0);
        word_write(text, word);
        assert_string_equal(text, texts[i]);
    }
}

static void the_empty_word_is_zero(void **unused)
{
    (void)unused;
    int64_t word = -1;
    assert_true(word_read(&word, ""));
    assert_int_equal(word, 0);
}

static void bad_words_are_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = { "ninechars", "a b", "a.b", "a\n", "\x7F", "caf\xC3\xA9",
                                         "a/b",       "@",   "[",   "`",   "{" };
    int64_t word = 42;
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_false(word_read(&word, texts[i]));
    assert_int_equal(word, 42);
}

static void any_number_can_be_written_as_a_word(void **unused)
{
    (void)unused;
    char text[WORD_TEXT_SIZE];
    int64_t word = 0;
    word_write(text, -1);
    assert_int_equal(strlen(text), 8);
    assert_false(word_read(&word, text));
}

int main(void)
{
    const struct CMUnitTest text_tests[] = {
        cmocka_unit_test(a_copy_that_fits_is_whole),
        cmocka_unit_test(a_copy_that_does_not_fit_is_empty),
        cmocka_unit_test(texts_are_equal_byte_for_byte),
        cmocka_unit_test(every_code_point_but_surrogates_is_read),
        cmocka_unit_test(nothing_else_of_two_or_three_bytes_is_read),
        cmocka_unit_test(illegal_shapes_are_refused),
        cmocka_unit_test(legal_text_is_accepted),
        cmocka_unit_test(reading_at_the_end_gives_nothing),
        cmocka_unit_test(hex_goes_there_and_back),
        cmocka_unit_test(bad_hex_is_refused_and_writes_nothing),
        cmocka_unit_test(ids_go_there_and_back),
        cmocka_unit_test(an_id_has_one_spelling),
        cmocka_unit_test(codes_go_there_and_back),
        cmocka_unit_test(the_first_and_the_last_code_are_in_use),
        cmocka_unit_test(any_six_letters_and_digits_are_one_code),
        cmocka_unit_test(code_characters_cannot_be_mistaken),
        cmocka_unit_test(bad_codes_are_refused),
        cmocka_unit_test(words_go_there_and_back),
        cmocka_unit_test(the_empty_word_is_zero),
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(any_number_can_be_written_as_a_word),
    };
    return cmocka_run_group_tests(text_tests, NULL, NULL);
}
