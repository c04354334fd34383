/* Names: 1–24 grapheme clusters of visible text in NFC, without control, bidi or invisible tricks. */
#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

enum { NAME_CLUSTERS_MAX = 24, ZERO_WIDTH_JOINER = 0x200d, VARIATION_16 = 0xfe0f };

/* Emoji sequences are joined by invisible characters; elsewhere invisible characters are tricks. */
static bool joins_emoji(int32_t code, int32_t before)
{
    if (code != ZERO_WIDTH_JOINER && code != VARIATION_16)
        return false;
    return utf8proc_get_property(before)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC ||
           before == VARIATION_16 || utf8proc_category(before) == UTF8PROC_CATEGORY_SK;
}

static bool is_hidden(utf8proc_category_t category)
{
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_CO ||
           category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP;
}

static bool is_visible(int32_t code, int32_t before)
{
    if (is_hidden(utf8proc_category(code)))
        return joins_emoji(code, before);
    bool is_filler = code == 0x115f || code == 0x1160 || code == 0x3164 || code == 0xffa0 ||
                     code == 0x2800 || code == 0x034f;
    bool is_selector = (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
    return !is_filler && (!is_selector || joins_emoji(code, before));
}

/* Counts clusters and refuses invisible characters and long stacks of marks. */
static bool check(const char *name)
{
    size_t at = 0, length = strlen(name);
    int32_t before = 0, state = 0;
    int clusters = 0, marks = 0;
    while (at < length) {
        int32_t code = utf8_next(name, length, &at);
        if (code < 0 || !is_visible(code, before))
            return false;
        bool is_mark = utf8proc_category(code) == UTF8PROC_CATEGORY_MN;
        marks = is_mark ? marks + 1 : 0;
        if (marks > 2 || (is_mark && clusters == 0))
            return false;
        if (clusters == 0 || utf8proc_grapheme_break_stateful(before, code, &state))
            clusters++;
        before = code;
    }
    return clusters >= 1 && clusters <= NAME_CLUSTERS_MAX;
}

/* Removes white space at both ends and folds runs of it into one blank. */
static void fold_spaces(char *name)
{
    size_t at = 0, out = 0, length = strlen(name);
    bool wants_blank = false;
    while (at < length) {
        size_t start = at;
        int32_t code = utf8_next(name, length, &at);
        if (code == ' ' || utf8proc_category(code) == UTF8PROC_CATEGORY_ZS) {
            wants_blank = out > 0;
            continue;
        }
        if (wants_blank)
            name[out++] = ' ';
        wants_blank = false;
        memmove(name + out, name + start, at - start);
        out += at - start;
    }
    name[out] = '\0';
}

/* The lower-case Latin letter that one of another script (Greek, Cyrillic, Lisu, Cherokee, Armenian, small
 * capitals) passes for. */
static int32_t look_alike(int32_t code)
{
    static const struct {
        int32_t code;
        char latin;
    } pairs[] = {
        { 0x430, 'a' },  { 0x435, 'e' },  { 0x43e, 'o' },  { 0x440, 'p' },  { 0x441, 'c' },
        { 0x443, 'y' },  { 0x445, 'x' },  { 0x456, 'i' },  { 0x458, 'j' },  { 0x455, 's' },
        { 0x501, 'd' },  { 0x51b, 'q' },  { 0x51d, 'w' },  { 0x432, 'b' },  { 0x43a, 'k' },
        { 0x43c, 'm' },  { 0x43d, 'h' },  { 0x442, 't' },  { 0x3b1, 'a' },  { 0x3bf, 'o' },
        { 0x3c1, 'p' },  { 0x3bd, 'v' },  { 0x3b9, 'i' },  { 0x3ba, 'k' },  { 0x3c5, 'u' },
        { 0x3c7, 'x' },  { '0', 'o' },    { '1', 'l' },    { 'i', 'l' },    { 0x131, 'l' },
        { 0xa4d0, 'b' }, { 0xa4d1, 'p' }, { 0xa4d3, 'd' }, { 0xa4d4, 't' }, { 0xa4d6, 'g' },
        { 0xa4d7, 'k' }, { 0xa4d9, 'j' }, { 0xa4da, 'c' }, { 0xa4dc, 'z' }, { 0xa4dd, 'f' },
        { 0xa4df, 'm' }, { 0xa4e0, 'n' }, { 0xa4e1, 'l' }, { 0xa4e2, 's' }, { 0xa4e3, 'r' },
        { 0xa4e6, 'v' }, { 0xa4e7, 'h' }, { 0xa4ea, 'w' }, { 0xa4eb, 'x' }, { 0xa4ec, 'y' },
        { 0xa4ee, 'a' }, { 0xa4f0, 'e' }, { 0xa4f2, 'i' }, { 0xa4f3, 'o' }, { 0xa4f4, 'u' },
        { 0x13a0, 'd' }, { 0x13a1, 'r' }, { 0x13a2, 't' }, { 0x13a5, 'i' }, { 0x13aa, 'a' },
        { 0x13ab, 'j' }, { 0x13ac, 'e' }, { 0x13b3, 'w' }, { 0x13b7, 'm' }, { 0x13bb, 'h' },
        { 0x13bd, 'y' }, { 0x13c0, 'g' }, { 0x13c2, 'h' }, { 0x13c3, 'z' }, { 0x13cf, 'b' },
        { 0x13d2, 'r' }, { 0x13d4, 'w' }, { 0x13d5, 's' }, { 0x13d9, 'v' }, { 0x13da, 's' },
        { 0x13de, 'l' }, { 0x13df, 'c' }, { 0x13e2, 'p' }, { 0x13e6, 'k' }, { 0x13e7, 'd' },
        { 0x13f3, 'g' }, { 0x13f4, 'b' }, { 0x1d00, 'a' }, { 0x299, 'b' },  { 0x1d04, 'c' },
        { 0x1d05, 'd' }, { 0x1d07, 'e' }, { 0x262, 'g' },  { 0x29c, 'h' },  { 0x26a, 'i' },
        { 0x1d0a, 'j' }, { 0x1d0b, 'k' }, { 0x29f, 'l' },  { 0x1d0d, 'm' }, { 0x274, 'n' },
        { 0x1d0f, 'o' }, { 0x1d18, 'p' }, { 0x280, 'r' },  { 0xa731, 's' }, { 0x1d1b, 't' },
        { 0x1d1c, 'u' }, { 0x1d20, 'v' }, { 0x1d21, 'w' }, { 0x28f, 'y' },  { 0x1d22, 'z' },
        { 0x251, 'a' },  { 0x261, 'g' },  { 0x3b3, 'y' },  { 0x3b7, 'n' },  { 0x3c4, 't' },
        { 0x585, 'o' },  { 0x578, 'n' },  { 0x57d, 'u' },  { 0x57c, 'n' },  { 0x570, 'h' },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].code == code)
            return (unsigned char)pairs[i].latin == 'i' ? 'l' : pairs[i].latin;
    return code;
}

enum { NAME_CODES_MAX = 512 };

/* Maps a name by utf8proc's options without its allocation; false if it does not fit. */
static bool map(const char *name, utf8proc_option_t options, char *out, size_t size)
{
    utf8proc_int32_t codes[NAME_CODES_MAX + 1];
    utf8proc_ssize_t count = utf8proc_decompose((const utf8proc_uint8_t *)name, 0, codes,
                                                NAME_CODES_MAX, UTF8PROC_NULLTERM | options);
    if (count < 0 || count > NAME_CODES_MAX)
        return false;
    utf8proc_ssize_t length = utf8proc_reencode(codes, count, options);
    if (length < 0 || (size_t)length >= size)
        return false;
    memcpy(out, codes, (size_t)length);
    out[length] = '\0';
    return true;
}

/* A lunate sigma is folded into a plain one, which looks like no Latin letter. */
static void replace_lunate(const char *name, char *out, size_t size)
{
    size_t at = 0, length = 0;
    while (name[at] != '\0' && length + 1 < size) {
        bool is_lunate =
            strncmp(name + at, "\xcf\xb2", 2) == 0 || strncmp(name + at, "\xcf\xb9", 2) == 0;
        out[length++] = is_lunate ? 'c' : name[at];
        at += is_lunate ? 2 : 1;
    }
    out[length] = '\0';
}

static bool is_letter(int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

static bool has_letter(const char *name)
{
    for (size_t at = 0, length = strlen(name); at < length;)
        if (is_letter(utf8_next(name, length, &at)))
            return true;
    return false;
}

/* Characters that are neither letters nor digits do not make names different: "Alice." could be taken for
 * Alice. A name that has no others keeps them. */
static int64_t key_of(const char *name)
{
    char folded[4 * NAME_CODES_MAX], plain[ROOM_NAME_SIZE];
    replace_lunate(name, plain, sizeof plain);
    if (!map(plain,
             UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                 UTF8PROC_STRIPMARK | UTF8PROC_IGNORE,
             folded, sizeof folded))
        return 0;
    struct sha256 hash;
    sha256_init(&hash);
    bool is_in_words = has_letter(folded);
    for (size_t at = 0, length = strlen(folded); at < length;) {
        int32_t code = look_alike(utf8_next(folded, length, &at));
        if (is_in_words ? is_letter(code) : code != ' ')
            sha256_add(&hash, &code, sizeof code);
    }
    uint8_t digest[SHA256_SIZE];
    sha256_end(&hash, digest);
    int64_t key;
    memcpy(&key, digest, sizeof key);
    return key;
}

/* The names that the room gives to bots. */
static bool is_bots(int64_t key)
{
    char name[16];
    for (int number = 1; number <= ROOM_MEMBERS_MAX + 1; number++) {
        snprintf(name, sizeof name, "Bot %d", number);
        if (key == key_of(name))
            return true;
    }
    return false;
}

bool name_clean(const char *name, char *out, size_t size, int64_t *key)
{
    if (!utf8_valid(name, strlen(name)) ||
        !map(name, UTF8PROC_STABLE | UTF8PROC_COMPOSE, out, size))
        return false;
    fold_spaces(out);
    if (!check(out))
        return false;
    *key = key_of(out);
    return *key != 0 && !is_bots(*key);
}
