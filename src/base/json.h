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

enum { JSON_DEPTH_MAX = 16 };

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

/* Parses `length` bytes of `text` into at most `node_max` nodes. False, with `*problem` naming what is
 * wrong ("bad_utf8", "bad_json", "too_deep", "too_many_values", "duplicate_key"), if it is not exactly
 * one JSON value. The text must outlive the document. */
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
void json_end(struct json *json);
void json_put_begin(struct json *json, const char *key, size_t key_length, bool is_object);
void json_put_int(struct json *json, const char *key, size_t key_length, int64_t value);
void json_put_text(struct json *json, const char *key, size_t key_length, const char *value,
                   size_t length);
void json_put_raw(struct json *json, const char *key, size_t key_length, const char *value,
                  size_t length);
/* The members of another object, as this writer wrote them, commas between them. */
void json_members(struct json *json, const char *members, size_t length);

static inline void json_object(struct json *json, const char *key)
{
    json_put_begin(json, key, json_key_length(key), true);
}

static inline void json_array(struct json *json, const char *key)
{
    json_put_begin(json, key, json_key_length(key), false);
}

static inline void json_int(struct json *json, const char *key, int64_t value)
{
    json_put_int(json, key, json_key_length(key), value);
}

static inline void json_text_n(struct json *json, const char *key, const char *value, size_t length)
{
    json_put_text(json, key, json_key_length(key), value, length);
}

static inline void json_text(struct json *json, const char *key, const char *value)
{
    json_text_n(json, key, value, strlen(value));
}

/* `value` is JSON already, written by this writer. */
static inline void json_raw(struct json *json, const char *key, const char *value, size_t length)
{
    json_put_raw(json, key, json_key_length(key), value, length);
}

static inline void json_null(struct json *json, const char *key)
{
    json_raw(json, key, "null", 4);
}

static inline void json_bool(struct json *json, const char *key, bool value)
{
    json_raw(json, key, value ? "true" : "false", value ? 4 : 5);
}

#endif
