/* The JSON reader; json_writer.c is the other half. It is one flat loop over the text: a stack of at most
 * JSON_DEPTH_MAX open containers takes the place of recursion, so no input can exhaust the stack. */
#include "base/json.h"

#include <string.h>

#include "base/json_plain.h"
#include "base/text.h"

static const char BAD_UTF8[] = "bad_utf8";
static const char BAD_JSON[] = "bad_json";
static const char TOO_DEEP[] = "too_deep";
static const char TOO_MANY_VALUES[] = "too_many_values";
static const char DUPLICATE_KEY[] = "duplicate_key";

struct parser {
    struct json_doc *doc;
    const char *at, *end;
    uint32_t node_max;
    int depth;
    uint32_t open[JSON_DEPTH_MAX]; /* the containers we are in, outermost first */
    const char *problem;
};

static bool fail(struct parser *p, const char *problem)
{
    p->problem = problem;
    return false;
}

static uint32_t offset(const struct parser *p)
{
    return (uint32_t)(p->at - p->doc->text);
}

static bool take(struct parser *p, char c)
{
    if (p->at == p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

static void skip_space(struct parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t'))
        p->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The node of a value that ends where we are and holds no other. */
static bool add_node(struct parser *p, enum json_type type, uint32_t start)
{
    struct json_doc *doc = p->doc;
    if (doc->node_count == p->node_max)
        return fail(p, TOO_MANY_VALUES);
    uint32_t index = doc->node_count++;
    doc->node[index] = (struct json_node){
        .type = (uint8_t)type, .start = start, .end = offset(p), .next = index + 1
    };
    return true;
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Reads the 4 digits of a \u escape; -1 if they are not there. */
static int32_t read_unit(const char **at, const char *end)
{
    if (end - *at < 4)
        return -1;
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_value((*at)[i]);
        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    *at += 4;
    return unit;
}

enum { NOT_AN_ESCAPE = -1, LONE_SURROGATE = -2 };

/* The code point of a \u escape, or of a pair of them, whose "\u" has been read. */
static int32_t read_unicode_escape(const char **at, const char *end)
{
    int32_t high = read_unit(at, end);
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high > 0xDBFF || end - *at < 2 || (*at)[0] != '\\' || (*at)[1] != 'u')
        return LONE_SURROGATE;
    *at += 2;
    int32_t low = read_unit(at, end);
    if (low < 0)
        return NOT_AN_ESCAPE;
    if (low < 0xDC00 || low > 0xDFFF)
        return LONE_SURROGATE;
    return 0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00));
}

/* The code point of the escape whose backslash is at `*at`; moves `*at` behind it. */
static int32_t read_escape(const char **at, const char *end)
{
    if (end - *at < 2)
        return NOT_AN_ESCAPE;
    char c = (*at)[1];
    *at += 2;
    switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'u': return read_unicode_escape(at, end);
    default: return NOT_AN_ESCAPE;
    }
}

static bool skip_escape(struct parser *p)
{
    int32_t point = read_escape(&p->at, p->end);
    if (point == LONE_SURROGATE)
        return fail(p, BAD_UTF8);
    return point >= 0 || fail(p, BAD_JSON);
}

static bool skip_utf8(struct parser *p)
{
    size_t length = 0;
    if (utf8_next(p->at, (size_t)(p->end - p->at), &length) < 0)
        return fail(p, BAD_UTF8);
    p->at += length;
    return true;
}

/* Moves to the closing quote. */
static bool skip_text(struct parser *p, bool *has_escapes)
{
    for (;;) {
        while (p->at < p->end && json_is_plain(*p->at))
            p->at++;
        if (p->at == p->end)
            return fail(p, BAD_JSON);
        if (*p->at == '"')
            return true;
        if (*p->at == '\\') {
            *has_escapes = true;
            if (!skip_escape(p))
                return false;
        } else if ((uint8_t)*p->at < 0x20) {
            return fail(p, BAD_JSON);
        } else if (!skip_utf8(p)) {
            return false;
        }
    }
}

static bool parse_text(struct parser *p)
{
    bool has_escapes = false;
    p->at++;
    uint32_t start = offset(p);
    if (!skip_text(p, &has_escapes) || !add_node(p, JSON_TEXT, start))
        return false;
    p->doc->node[p->doc->node_count - 1].has_escapes = has_escapes;
    p->at++;
    return true;
}

static bool parse_word(struct parser *p, const char *word, enum json_type type)
{
    uint32_t start = offset(p);
    size_t length = strlen(word);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0)
        return fail(p, BAD_JSON);
    p->at += length;
    return add_node(p, type, start);
}

static bool skip_digits(struct parser *p)
{
    const char *start = p->at;
    while (p->at < p->end && is_digit(*p->at))
        p->at++;
    return p->at > start;
}

static bool skip_number(struct parser *p)
{
    take(p, '-');
    /* No digit may follow a leading zero: the caller refuses it as the next token. */
    if (!take(p, '0') && !skip_digits(p))
        return false;
    if (take(p, '.') && !skip_digits(p))
        return false;
    if (!take(p, 'e') && !take(p, 'E'))
        return true;
    if (!take(p, '+'))
        take(p, '-');
    return skip_digits(p);
}

static bool parse_number(struct parser *p)
{
    uint32_t start = offset(p);
    if (!skip_number(p))
        return fail(p, BAD_JSON);
    return add_node(p, JSON_NUMBER, start);
}

static bool open_container(struct parser *p, enum json_type type)
{
    if (p->depth == JSON_DEPTH_MAX)
        return fail(p, TOO_DEEP);
    p->open[p->depth++] = p->doc->node_count;
    uint32_t start = offset(p);
    p->at++;
    return add_node(p, type, start);
}

static bool parse_value(struct parser *p)
{
    skip_space(p);
    if (p->at == p->end)
        return fail(p, BAD_JSON);
    switch (*p->at) {
    case '{': return open_container(p, JSON_OBJECT);
    case '[': return open_container(p, JSON_ARRAY);
    case '"': return parse_text(p);
    case 't': return parse_word(p, "true", JSON_TRUE);
    case 'f': return parse_word(p, "false", JSON_FALSE);
    case 'n': return parse_word(p, "null", JSON_NULL);
    default: return parse_number(p);
    }
}

static bool parse_key(struct parser *p)
{
    skip_space(p);
    if (p->at == p->end || *p->at != '"')
        return fail(p, BAD_JSON);
    if (!parse_text(p))
        return false;
    skip_space(p);
    return take(p, ':') || fail(p, BAD_JSON);
}

/* The next code point of a text that has been parsed already, and is therefore valid. */
static int32_t next_point(const char **at, const char *end)
{
    if (**at == '\\')
        return read_escape(at, end);
    size_t length = 0;
    int32_t point = utf8_next(*at, (size_t)(end - *at), &length);
    *at += length;
    return point;
}

static int compare_points(const char *a, const char *a_end, const char *b, const char *b_end)
{
    while (a < a_end && b < b_end) {
        int32_t x = next_point(&a, a_end), y = next_point(&b, b_end);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a < a_end) - (b < b_end);
}

/* Orders two texts by code points. The bytes of UTF-8 sort the same way, hence the short cut. */
static int compare_texts(const struct json_doc *doc, uint32_t a, uint32_t b)
{
    const struct json_node *x = &doc->node[a], *y = &doc->node[b];
    if (x->has_escapes || y->has_escapes)
        return compare_points(doc->text + x->start, doc->text + x->end, doc->text + y->start,
                              doc->text + y->end);
    uint32_t x_length = x->end - x->start, y_length = y->end - y->start;
    int order = memcmp(doc->text + x->start, doc->text + y->start,
                       x_length < y_length ? x_length : y_length);
    return order ? order : (x_length > y_length) - (x_length < y_length);
}

/* Merges two sorted lists of keys, linked by `next` and ended by 0. False if a key is in both. */
static bool merge_keys(struct json_doc *doc, uint32_t a, uint32_t b, uint32_t *merged)
{
    uint32_t *tail = merged;
    while (a && b) {
        int order = compare_texts(doc, a, b);
        if (order == 0)
            return false;
        uint32_t *least = order < 0 ? &a : &b;
        *tail = *least;
        tail = &doc->node[*least].next;
        *least = *tail;
    }
    *tail = a ? a : b;
    return true;
}

/* Merge sort: it needs no memory but the keys' own links, and an attacker has no bad case to feed it: a
 * message of nothing but keys costs n log n. `run[i]` is empty or a sorted list of 2^i keys. */
static bool sort_keys(struct json_doc *doc, uint32_t object)
{
    enum { RUNS = 32 };
    uint32_t run[RUNS] = { 0 };
    uint32_t key = json_first(object);
    for (uint32_t n = doc->node[object].count; n > 0; n--, key = doc->node[key + 1].next) {
        uint32_t list = key;
        int i = 0;
        doc->node[key].next = 0;
        for (; run[i]; run[i++] = 0)
            if (!merge_keys(doc, run[i], list, &list))
                return false;
        run[i] = list;
    }
    uint32_t all = 0;
    for (int i = 0; i < RUNS; i++)
        if (!merge_keys(doc, run[i], all, &all))
            return false;
    return true;
}

static bool are_many_keys_distinct(struct json_doc *doc, uint32_t object)
{
    if (!sort_keys(doc, object))
        return false;
    uint32_t key = json_first(object);
    for (uint32_t n = doc->node[object].count; n > 0; n--, key = doc->node[key + 1].next)
        doc->node[key].next = key + 1;
    return true;
}

static bool are_same(const struct json_doc *doc, uint32_t a, uint32_t b)
{
    const struct json_node *x = &doc->node[a], *y = &doc->node[b];
    if (x->end - x->start != y->end - y->start && !x->has_escapes && !y->has_escapes)
        return false;
    return compare_texts(doc, a, b) == 0;
}

/* Compares each key with each other key: three times as fast as sorting for objects of the usual size. */
enum { FEW_KEYS = 12 };
static bool are_few_keys_distinct(const struct json_doc *doc, uint32_t object)
{
    uint32_t keys[FEW_KEYS], key = json_first(object);
    for (uint32_t i = 0; i < doc->node[object].count; i++, key = doc->node[key + 1].next) {
        for (uint32_t j = 0; j < i; j++)
            if (are_same(doc, keys[j], key))
                return false;
        keys[i] = key;
    }
    return true;
}

static bool are_keys_distinct(struct json_doc *doc, uint32_t object)
{
    return doc->node[object].count <= FEW_KEYS ? are_few_keys_distinct(doc, object)
                                               : are_many_keys_distinct(doc, object);
}

static bool close_container(struct parser *p, uint32_t container)
{
    struct json_node *node = &p->doc->node[container];
    if (!take(p, node->type == JSON_OBJECT ? '}' : ']'))
        return fail(p, BAD_JSON);
    p->depth--;
    node->end = offset(p);
    node->next = p->doc->node_count;
    if (node->type == JSON_OBJECT && !are_keys_distinct(p->doc, container))
        return fail(p, DUPLICATE_KEY);
    return true;
}

/* One step inside the innermost open container: its end, or its next element. */
static bool parse_step(struct parser *p)
{
    uint32_t container = p->open[p->depth - 1];
    struct json_node *node = &p->doc->node[container];
    skip_space(p);
    if (p->at < p->end && (*p->at == ']' || *p->at == '}'))
        return close_container(p, container);
    if (node->count > 0 && !take(p, ','))
        return fail(p, BAD_JSON);
    node->count++;
    if (node->type == JSON_OBJECT && !parse_key(p))
        return false;
    return parse_value(p);
}

static bool parse_document(struct parser *p)
{
    if (!parse_value(p))
        return false;
    while (p->depth > 0)
        if (!parse_step(p))
            return false;
    skip_space(p);
    return p->at == p->end || fail(p, BAD_JSON);
}

bool json_parse(struct json_doc *doc, const char *text, size_t length, struct json_node *node,
                uint32_t node_max, const char **problem)
{
    *doc = (struct json_doc){ .text = text, .node = node };
    struct parser p = { .doc = doc, .at = text, .end = text + length, .node_max = node_max };
    bool is_ok = length < UINT32_MAX ? parse_document(&p) : fail(&p, BAD_JSON);
    if (!is_ok) {
        doc->node_count = 0;
        doc->failed_at = length < UINT32_MAX ? offset(&p) : 0;
        *problem = p.problem;
    }
    return is_ok;
}

bool json_is(const struct json_doc *doc, uint32_t node, enum json_type type)
{
    return node < doc->node_count && doc->node[node].type == type;
}

bool json_equals(const struct json_doc *doc, uint32_t node, const char *word)
{
    if (!json_is(doc, node, JSON_TEXT))
        return false;
    const struct json_node *n = &doc->node[node];
    const char *text = doc->text + n->start;
    size_t size = n->end - n->start, length;
    if (!n->has_escapes) /* and no NUL */
        return (size == 0 || (*text == *word && strncmp(text, word, size) == 0)) &&
               word[size] == '\0';
    length = strlen(word);
    if (!utf8_valid(word, length))
        return false;
    const char *at = text, *end = text + size;
    size_t used = 0;
    while (at < end && used < length)
        if (next_point(&at, end) != utf8_next(word, length, &used))
            return false;
    return at == end && used == length;
}

uint32_t json_get(const struct json_doc *doc, uint32_t object, const char *key)
{
    if (!json_is(doc, object, JSON_OBJECT))
        return 0;
    uint32_t at = json_first(object);
    size_t length = strlen(key);
    for (uint32_t n = doc->node[object].count; n > 0; n--, at = doc->node[at + 1].next) {
        const struct json_node *found = &doc->node[at];
        if ((found->end - found->start == length || found->has_escapes) &&
            json_equals(doc, at, key))
            return at + 1;
    }
    return 0;
}

bool json_read_int(const struct json_doc *doc, uint32_t node, int64_t *out)
{
    if (!json_is(doc, node, JSON_NUMBER))
        return false;
    const char *at = doc->text + doc->node[node].start, *end = doc->text + doc->node[node].end;
    bool is_negative = *at == '-';
    uint64_t limit = (uint64_t)INT64_MAX + is_negative, value = 0;
    for (at += is_negative; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (!is_digit(*at) || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = is_negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool json_read_bool(const struct json_doc *doc, uint32_t node, bool *out)
{
    if (!json_is(doc, node, JSON_TRUE) && !json_is(doc, node, JSON_FALSE))
        return false;
    *out = doc->node[node].type == JSON_TRUE;
    return true;
}

static size_t encode_utf8(char out[4], int32_t point)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3F));
    static const uint8_t lead[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    out[0] = (char)(lead[length] | point);
    return length;
}

/* How many bytes the text has when unescaped; -1 if it contains NUL. */
static int64_t unescaped_length(const char *at, const char *end)
{
    int64_t length = 0;
    while (at < end) {
        char bytes[4];
        int32_t point = next_point(&at, end);
        if (point == 0)
            return -1;
        length += (int64_t)encode_utf8(bytes, point);
    }
    return length;
}

bool json_read_text(const struct json_doc *doc, uint32_t node, char *out, size_t size)
{
    if (!json_is(doc, node, JSON_TEXT))
        return false;
    const struct json_node *n = &doc->node[node];
    const char *at = doc->text + n->start, *end = doc->text + n->end;
    int64_t length = n->has_escapes ? unescaped_length(at, end) : end - at;
    if (length < 0 || (uint64_t)length >= size)
        return false;
    if (n->has_escapes)
        for (char *to = out; at < end;)
            to += encode_utf8(to, next_point(&at, end));
    else
        memcpy(out, at, (size_t)length);
    out[length] = '\0';
    return true;
}
