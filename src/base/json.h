/* A strict JSON reader and writer without allocation, shared with WebAssembly.
 *
 * Reading gives a flat array of nodes in document order over the caller's text; nothing is copied.
 * Strict means: RFC 8259 grammar, valid UTF-8, valid surrogate pairs, no duplicate keys in an object,
 * nothing after the value, depth at most JSON_DEPTH_MAX. */
#ifndef PARLOUR_JSON_H
#define PARLOUR_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { JSON_DEPTH_MAX = 16, JSON_WRITE_DEPTH_MAX = 31 };

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json_node {
    uint8_t type;
    bool has_escapes;    /* a text with a backslash in it */
    uint32_t start, end; /* the bytes of the value; of a text, without its quotes */
    uint32_t count;      /* elements of an array, members of an object */
    uint32_t next;       /* index of the first node after this value and all it holds */
};

struct json_doc {
    const char *text;
    struct json_node *node; /* node[0] is the root; a member is its key's node, then its value's */
    uint32_t node_count;
    uint32_t failed_at; /* after a failure: the byte at which reading stopped */
};

/* Parses `length` bytes of `text` into at most `node_max` nodes. False, with `*problem` naming the fault
 * ("bad_utf8", "bad_json", "too_deep", "too_many_values", "duplicate_key"), if it is not exactly one JSON
 * value. The text must outlive the document. */
bool json_parse(struct json_doc *doc, const char *text, size_t length, struct json_node *node,
                uint32_t node_max, const char **problem);

/* The value of member `key` of object node `object`, or 0 (the root is nobody's member). */
uint32_t json_get(const struct json_doc *doc, uint32_t object, const char *key);

/* The first element of an array, or the first key of an object; step with node[i].next. */
static inline uint32_t json_first(uint32_t container)
{
    return container + 1;
}

bool json_is(const struct json_doc *doc, uint32_t node, enum json_type type);

/* True if the node is a text equal to `word`, after unescaping. */
bool json_equals(const struct json_doc *doc, uint32_t node, const char *word);

/* Each returns false, leaving `*out` alone, if the node is of another type or does not fit. An integer
 * is a number without fraction and exponent that fits 64 bits. A text is unescaped, NUL-terminated and
 * must fit `size` bytes with its NUL; texts that contain NUL are refused. */
bool json_read_int(const struct json_doc *doc, uint32_t node, int64_t *out);
bool json_read_bool(const struct json_doc *doc, uint32_t node, bool *out);
bool json_read_text(const struct json_doc *doc, uint32_t node, char *out, size_t size);

/* The writer. Keys are given inside objects and NULL inside arrays and at the top; they are names of ours,
 * without anything that needs an escape. The writer adds the commas. When the buffer is full it stops and
 * `overflow` is set; the text is always NUL-terminated. */
struct json {
    char *out;
    size_t size, length;
    bool overflow;
    bool has_element; /* the innermost container already has one, so a comma comes first */
    int depth;
    uint32_t is_object; /* bit 0: the innermost open container is one; bit 1: the one around it … */
};

/* The length of a key that is a constant is known when the call is compiled. */
static inline size_t json_key_length(const char *key)
{
    return key != NULL ? strlen(key) : 0;
}

void json_init(struct json *json, char *out, size_t size);
void json_put_end(struct json *json);
void json_put_begin(struct json *json, const char *key, size_t key_length, bool is_object);
void json_put_int(struct json *json, const char *key, size_t key_length, int64_t value);
void json_put_text(struct json *json, const char *key, size_t key_length, const char *value,
                   size_t length);
void json_put_raw(struct json *json, const char *key, size_t key_length, const char *value,
                  size_t length);
/* The members of another object, as this writer wrote them, commas between them. */
void json_members(struct json *json, const char *members, size_t length);

/* The same for most values, compiled into the caller, so that the bytes of a constant key are part of its
 * instructions. Each returns false, with nothing done, where a value may not fit or has to be escaped: the
 * functions above then do it. */

/* Where not every byte counts. */
#if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define JSON_IS_CONSTANT(value) __builtin_constant_p(value)
#else
#define JSON_IS_CONSTANT(value) false
#endif

#define JSON_INLINE static inline __attribute__((always_inline))

enum { JSON_AROUND_KEY = 5, JSON_INT_MAX = 20 }; /* bytes: comma, quotes, colon, NUL; an integer */

char *json_write_digits(char *at, uint64_t value);
/* False: it is not plain; some bytes at `to` are written. */
bool json_copy_plain(char *to, const char *text, size_t length);

/* Writes comma and key. Where a value of `most` bytes goes, or NULL. */
JSON_INLINE char *json_quick_key(const struct json *json, const char *key, size_t key_length,
                                 size_t most)
{
    bool is_member = key != NULL;
    char *at = json->out + json->length;
    if (json->overflow || is_member != (json->is_object & 1) ||
        key_length + JSON_AROUND_KEY + most > json->size - json->length)
        return NULL;
    *at = ',';
    at += json->has_element;
    if (!is_member)
        return at;
    *at++ = '"';
    memcpy(at, key, key_length);
    at += key_length;
    *at++ = '"';
    *at++ = ':';
    return at;
}

JSON_INLINE bool json_quick_done(struct json *json, char *end, bool has_element)
{
    *end = '\0';
    json->length = (size_t)(end - json->out);
    json->has_element = has_element;
    return true;
}

JSON_INLINE bool json_quick_begin(struct json *json, const char *key, size_t key_length,
                                  bool is_object)
{
    bool is_deep = json->depth >= JSON_WRITE_DEPTH_MAX;
    char *at = is_deep ? NULL : json_quick_key(json, key, key_length, 1);
    if (at == NULL)
        return false;
    *at++ = is_object ? '{' : '[';
    json->depth++;
    json->is_object = json->is_object << 1 | is_object;
    return json_quick_done(json, at, false);
}

JSON_INLINE bool json_quick_int(struct json *json, const char *key, size_t key_length,
                                int64_t value)
{
    char *at = value >= 0 ? json_quick_key(json, key, key_length, JSON_INT_MAX) : NULL;
    if (at == NULL)
        return false;
    if (value < 10)
        *at++ = (char)('0' + value);
    else
        at = json_write_digits(at, (uint64_t)value);
    return json_quick_done(json, at, true);
}

JSON_INLINE bool json_quick_text(struct json *json, const char *key, size_t key_length,
                                 const char *value, size_t length)
{
    char *at = json_quick_key(json, key, key_length, length + 2);
    if (at == NULL || !json_copy_plain(at + 1, value, length))
        return false;
    at[0] = '"';
    at[length + 1] = '"';
    return json_quick_done(json, at + length + 2, true);
}

JSON_INLINE bool json_quick_raw(struct json *json, const char *key, size_t key_length,
                                const char *value, size_t length)
{
    char *at = json_quick_key(json, key, key_length, length);
    if (at == NULL)
        return false;
    memcpy(at, value, length);
    return json_quick_done(json, at + length, true);
}

JSON_INLINE bool json_quick_bool(struct json *json, const char *key, size_t key_length, bool value)
{
    char *at = json_quick_key(json, key, key_length, 5);
    if (at == NULL)
        return false;
    memcpy(at, value ? "true" : "fals", 4);
    at[4] = 'e';
    return json_quick_done(json, at + 4 + !value, true);
}

JSON_INLINE bool json_quick_end(struct json *json)
{
    char *at = json->out + json->length;
    if (json->overflow || json->depth == 0 || json->size - json->length < 2)
        return false;
    *at = json->is_object & 1 ? '}' : ']';
    json->depth--;
    json->is_object >>= 1;
    return json_quick_done(json, at + 1, true);
}

static inline void json_end(struct json *json)
{
    if (!JSON_IS_CONSTANT(0) || !json_quick_end(json))
        json_put_end(json);
}

static inline void json_object(struct json *json, const char *key)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_begin(json, key, key_length, true))
        json_put_begin(json, key, key_length, true);
}

static inline void json_array(struct json *json, const char *key)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_begin(json, key, key_length, false))
        json_put_begin(json, key, key_length, false);
}

static inline void json_int(struct json *json, const char *key, int64_t value)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_int(json, key, key_length, value))
        json_put_int(json, key, key_length, value);
}

static inline void json_text_n(struct json *json, const char *key, const char *value, size_t length)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_text(json, key, key_length, value, length))
        json_put_text(json, key, key_length, value, length);
}

static inline void json_text(struct json *json, const char *key, const char *value)
{
    json_text_n(json, key, value, strlen(value));
}

/* `value` is JSON already, written by this writer. */
static inline void json_raw(struct json *json, const char *key, const char *value, size_t length)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_raw(json, key, key_length, value, length))
        json_put_raw(json, key, key_length, value, length);
}

static inline void json_null(struct json *json, const char *key)
{
    json_raw(json, key, "null", 4);
}

static inline void json_bool(struct json *json, const char *key, bool value)
{
    size_t key_length = json_key_length(key);
    if (!JSON_IS_CONSTANT(key_length) || !json_quick_bool(json, key, key_length, value))
        json_put_raw(json, key, key_length, value ? "true" : "false", value ? 4 : 5);
}

#endif
