/* Bounded text and the short texts that stand for numbers: ids, room codes, words. */
#include "base/text.h"

#include <assert.h>
#include <string.h>

bool text_copy(char *out, size_t size, const char *text)
{
    assert(size > 0);
    size_t length = strlen(text);
    bool fits = length < size;
    if (!fits)
        length = 0;
    memcpy(out, text, length);
    out[length] = '\0';
    return fits;
}

bool text_equal(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* How many bytes follow the first byte of a code point; -1 if none can begin with it. */
static int follower_count(uint8_t lead)
{
    if (lead < 0x80)
        return 0;
    if (lead < 0xC2 || lead > 0xF4)
        return -1;
    return lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
}

int32_t utf8_next(const char *text, size_t length, size_t *at)
{
    static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    if (*at >= length)
        return -1;
    const uint8_t *bytes = (const uint8_t *)text + *at;
    int count = follower_count(bytes[0]);
    if (count < 0 || (size_t)count >= length - *at)
        return -1;
    int32_t point = count == 0 ? bytes[0] : bytes[0] & (0x3F >> count);
    for (int i = 1; i <= count; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return -1;
        point = point << 6 | (bytes[i] & 0x3F);
    }
    bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point < least[count] || point > 0x10FFFF || is_surrogate)
        return -1;
    *at += (size_t)count + 1;
    return point;
}

bool utf8_valid(const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        if (utf8_next(text, length, &at) < 0)
            return false;
    return true;
}

static bool is_control(int32_t point)
{
    bool is_code = point < 0x20 || (point >= 0x7F && point < 0xA0);
    bool is_direction =
        (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return (is_code && point != '\t' && point != '\n' && point != '\r') || is_direction;
}

bool text_is_plain(const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length;)
        if (is_control(utf8_next(text, length, &at)))
            return false;
    return true;
}

void hex_write(char *out, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = '\0';
}

/* The place of `c` in `alphabet`, or -1. */
static int place_of(const char *alphabet, char c)
{
    const char *found = c ? strchr(alphabet, c) : NULL;
    return found ? (int)(found - alphabet) : -1;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hex_read(uint8_t *bytes, size_t count, const char *text)
{
    if (strlen(text) != 2 * count)
        return false;
    for (size_t i = 0; i < 2 * count; i++)
        if (hex_digit(text[i]) < 0)
            return false;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
    return true;
}

static const char ID_ALPHABET[] = "0123456789abcdefghjkmnpqrstvwxyz";

void id_write(char out[ID_TEXT_SIZE], int64_t id)
{
    uint64_t rest = (uint64_t)id;
    for (int i = ID_TEXT_SIZE - 2; i >= 0; i--, rest >>= 5)
        out[i] = ID_ALPHABET[rest & 31];
    out[ID_TEXT_SIZE - 1] = '\0';
}

/* Accepts only the spelling that id_write gives, so that comparing the texts of ids compares the ids. */
bool id_read(int64_t *id, const char *text)
{
    if (strlen(text) != ID_TEXT_SIZE - 1)
        return false;
    uint64_t value = 0;
    for (int i = 0; i < ID_TEXT_SIZE - 1; i++) {
        int digit = place_of(ID_ALPHABET, text[i]);
        if (digit < 0 || value > UINT64_MAX >> 5)
            return false;
        value = value << 5 | (uint64_t)digit;
    }
    if (value == 0)
        return false;
    *id = (int64_t)value;
    return true;
}

/* Besides vowels and 0 O 1 I L: no Q (0, 9), S (5), Z (2), 8 (B), and no Y, which makes words. */
const char CODE_ALPHABET[] = "2345679BCDFGHJKMNPRTVWX";
enum { CODE_BASE = sizeof CODE_ALPHABET - 1 };

static const char ANY_ALPHABET[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { ANY_BASE = sizeof ANY_ALPHABET - 1 };

static int64_t power_of(int64_t base)
{
    int64_t count = 1;
    for (int i = 0; i < CODE_LENGTH; i++)
        count *= base;
    return count;
}

int64_t code_count(void)
{
    return power_of(CODE_BASE);
}

int64_t code_max(void)
{
    return code_count() + power_of(ANY_BASE);
}

void code_write(char out[CODE_TEXT_SIZE], int64_t code)
{
    assert(code >= 1 && code <= code_max());
    bool is_ours = code <= code_count();
    const char *alphabet = is_ours ? CODE_ALPHABET : ANY_ALPHABET;
    int base = is_ours ? CODE_BASE : ANY_BASE;
    int64_t rest = is_ours ? code - 1 : code - 1 - code_count();
    for (int i = CODE_LENGTH - 1; i >= 0; i--, rest /= base)
        out[i] = alphabet[rest % base];
    out[CODE_LENGTH] = '\0';
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool read_in(int64_t *value, const char *text, const char *alphabet, int base)
{
    *value = 0;
    for (int i = 0; i < CODE_LENGTH; i++) {
        int digit = place_of(alphabet, upper(text[i]));
        if (digit < 0)
            return false;
        *value = *value * base + digit;
    }
    return true;
}

/* A code in our own alphabet could have two numbers; it gets the lower one. */
bool code_read(int64_t *code, const char *text)
{
    int64_t value;
    if (strlen(text) != CODE_LENGTH)
        return false;
    if (read_in(&value, text, CODE_ALPHABET, CODE_BASE))
        *code = value + 1;
    else if (read_in(&value, text, ANY_ALPHABET, ANY_BASE))
        *code = code_count() + value + 1;
    else
        return false;
    return true;
}

static bool is_word_character(char c)
{
    return (c >= '0' && c <= '9') || (upper(c) >= 'A' && upper(c) <= 'Z') || c == '-' || c == '_';
}

void word_write(char out[WORD_TEXT_SIZE], int64_t word)
{
    uint64_t rest = (uint64_t)word;
    memset(out, 0, WORD_TEXT_SIZE);
    for (int i = 0; i < WORD_TEXT_SIZE - 1; i++, rest >>= 8)
        out[i] = (char)(rest & 255);
}

bool word_read(int64_t *word, const char *text)
{
    uint64_t value = 0;
    size_t length = strlen(text);
    if (length >= WORD_TEXT_SIZE)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!is_word_character(text[i]))
            return false;
        value |= (uint64_t)(uint8_t)text[i] << (8 * i);
    }
    *word = (int64_t)value;
    return true;
}
