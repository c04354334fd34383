/* The JSON writer: begins and ends values, and copies texts, eight bytes at a time where nothing in them
 * has to be escaped. What knows a length at compile time is inline in json.h. */
#include "base/json.h"

#include <assert.h>
#include <string.h>

#include "base/json_plain.h"
#include "base/text.h"

/* memcpy without a function call, because keys and values usually have few bytes. */
static inline void copy_short(char *to, const char *from, size_t length)
{
    uint64_t first, last;
    uint32_t head, tail;
    if (length >= 8 && length <= 16) {
        memcpy(&first, from, 8);
        memcpy(&last, from + length - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + length - 8, &last, 8);
    } else if (length >= 4 && length < 8) {
        memcpy(&head, from, 4);
        memcpy(&tail, from + length - 4, 4);
        memcpy(to, &head, 4);
        memcpy(to + length - 4, &tail, 4);
    } else if (length > 16) {
        memcpy(to, from, length);
    } else {
        for (size_t i = 0; i < length; i++)
            to[i] = from[i];
    }
}

/* Comma, key and colon, with space for `length` bytes of a value behind them; that is where the pointer
 * points. NULL, with nothing written, if it does not fit. */
static inline char *begin_value(struct json *json, const char *key, size_t key_length,
                                size_t length)
{
    size_t all = json->has_element + (key != NULL ? key_length + 3 : 0) + length;
    assert((key != NULL) == (json->is_object & 1));
    assert(json->depth > 0 || !json->has_element);
    if (json->overflow || all >= json->size - json->length) {
        json->overflow = true;
        return NULL;
    }
    char *at = json->out + json->length;
    json->length += all;
    json->out[json->length] = '\0';
    if (json->has_element)
        *at++ = ',';
    json->has_element = true;
    if (key == NULL)
        return at;
    *at++ = '"';
    copy_short(at, key, key_length);
    at += key_length;
    *at++ = '"';
    *at++ = ':';
    return at;
}

void json_init(struct json *json, char *out, size_t size)
{
    *json = (struct json){ .out = out, .size = size };
    if (size > 0)
        out[0] = '\0';
}

void json_put_begin(struct json *json, const char *key, size_t key_length, bool is_object)
{
    char *at = begin_value(json, key, key_length, 1);
    if (at != NULL)
        *at = is_object ? '{' : '[';
    assert(json->depth < JSON_WRITE_DEPTH_MAX);
    json->depth++;
    json->is_object = json->is_object << 1 | is_object;
    json->has_element = false;
}

static inline void put(struct json *json, const char *bytes, size_t length)
{
    if (json->overflow || length >= json->size - json->length) {
        json->overflow = true;
        return;
    }
    memcpy(json->out + json->length, bytes, length);
    json->length += length;
    json->out[json->length] = '\0';
}

void json_put_end(struct json *json)
{
    assert(json->depth > 0);
    put(json, json->is_object & 1 ? "}" : "]", 1);
    json->depth--;
    json->is_object >>= 1;
    json->has_element = true;
}

static size_t digit_count(uint64_t value)
{
    static const uint64_t least[] = { 0,
                                      0,
                                      10,
                                      100,
                                      1000,
                                      10000,
                                      100000,
                                      1000000,
                                      10000000,
                                      100000000,
                                      1000000000,
                                      10000000000,
                                      100000000000,
                                      1000000000000,
                                      10000000000000,
                                      100000000000000,
                                      1000000000000000,
                                      10000000000000000,
                                      100000000000000000,
                                      1000000000000000000,
                                      10000000000000000000u };
    /* 1233 / 4096 is a little more than the logarithm of 2: right, or one too many. */
    int bits = 64 - __builtin_clzll(value | 1);
    size_t count = (size_t)(bits * 1233 >> 12) + 1;
    return count - (value < least[count]);
}

/* Writes the digits of `value` before `end`, where there is space for them. */
static void write_digits(char *end, uint64_t value)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
        "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
        "8081828384858687888990919293949596979899";
    for (; value >= 100; value /= 100)
        memcpy(end -= 2, pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(end - 2, pairs + 2 * value, 2);
    else
        end[-1] = (char)('0' + value);
}

char *json_write_digits(char *at, uint64_t value)
{
    char *end = at + digit_count(value);
    write_digits(end, value);
    return end;
}

void json_put_int(struct json *json, const char *key, size_t key_length, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t count = digit_count(size) + (value < 0);
    char *at = begin_value(json, key, key_length, count);
    if (at == NULL)
        return;
    if (value < 0)
        *at = '-';
    write_digits(at + count, size);
}

void json_put_raw(struct json *json, const char *key, size_t key_length, const char *value,
                  size_t length)
{
    char *at = begin_value(json, key, key_length, length);
    if (at != NULL)
        copy_short(at, value, length);
}

void json_members(struct json *json, const char *members, size_t length)
{
    assert(json->is_object & 1);
    if (length == 0)
        return;
    json->is_object ^= 1; /* the members already contain their keys */
    json_put_raw(json, NULL, 0, members, length);
    json->is_object ^= 1;
}

/* Whether all eight bytes are plain. May return false for plain bytes, but never true for others. */
static bool is_plain_word(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101, tops = 0x80 * ones;
    uint64_t quotes = word ^ '"' * ones, backslashes = word ^ '\\' * ones;
    /* Of bytes below 0x80, the first that is less than n gets its top bit when n * ones is taken away. */
    uint64_t odd = word | (word - ' ' * ones) | (quotes - ones) | (backslashes - ones);
    return (odd & tops) == 0;
}

bool json_copy_plain(char *to, const char *text, size_t length)
{
    uint64_t first = 0, last = 0;
    if (length >= 8 && length <= 16) {
        memcpy(&first, text, 8);
        memcpy(&last, text + length - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + length - 8, &last, 8);
        return is_plain_word(first) && is_plain_word(last);
    }
    if (length >= 4 && length < 8) {
        memcpy(&first, text, 4);
        memcpy((char *)&first + 4, text + length - 4, 4);
        memcpy(to, &first, 4);
        memcpy(to + length - 4, (char *)&first + 4, 4);
        return is_plain_word(first);
    }
    size_t at = 0;
    if (length > 16)
        memcpy(to, text, length);
    for (; length < 4 && at < length && json_is_plain(text[at]); at++)
        to[at] = text[at];
    for (; at + 8 <= length; at += 8) {
        memcpy(&first, text + at, 8);
        if (!is_plain_word(first))
            return false;
    }
    while (at < length && json_is_plain(text[at]))
        at++;
    return at == length;
}

static void put_escape(struct json *json, char c)
{
    static const char short_forms[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(short_forms, c) : NULL;
    if (found)
        put(json, (char[]){ '\\', letters[found - short_forms] }, 2);
    else
        put(json, (char[]){ '\\', 'u', '0', '0', digits[c >> 4 & 15], digits[c & 15] }, 6);
}

/* How many bytes from `start` on need no escape. */
static size_t plain_length(const char *text, size_t length, size_t start)
{
    size_t at = start;
    while (at < length) {
        if (json_is_plain(text[at]))
            at++;
        else if ((uint8_t)text[at] < 0x80 || utf8_next(text, length, &at) < 0)
            break;
    }
    return at - start;
}

/* What we were given may come from a disk or a peer: bytes that are not UTF-8 become U+FFFD, so
 * that what we write can always be read. */
static void put_escaped(struct json *json, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t run = plain_length(text, length, at);
        put(json, text + at, run);
        at += run;
        if (at == length)
            break;
        if ((uint8_t)text[at] < 0x80)
            put_escape(json, text[at]);
        else
            put(json, "\xEF\xBF\xBD", 3);
        at++;
    }
    put(json, "\"", 1);
}

void json_put_text(struct json *json, const char *key, size_t key_length, const char *value,
                   size_t length)
{
    char *at = begin_value(json, key, key_length, length + 2);
    if (at == NULL)
        return;
    *at = '"';
    at[length + 1] = '"';
    if (json_copy_plain(at + 1, value, length))
        return;
    json->length = (size_t)(at + 1 - json->out);
    put_escaped(json, value, length);
}
