/* Changes to JSON that leave it JSON. */
#include "fuzz/json_mutate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/rng.h"

enum { NODES = 4096, PART_MAX = 4096 };

/* libFuzzer's own; a replay has none. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max);
#pragma weak LLVMFuzzerMutate

struct part {
    size_t start, end;
};

struct sheet {
    uint8_t *data;
    size_t size, size_max;
    struct json_doc doc;
    struct rng rng;
};

static uint32_t below(struct sheet *sheet, size_t n)
{
    return (uint32_t)rng_below(&sheet->rng, n);
}

static bool replace(struct sheet *sheet, struct part part, const void *with, size_t length)
{
    size_t rest = sheet->size - part.end;
    if (part.start + length + rest > sheet->size_max)
        return false;
    memmove(sheet->data + part.start + length, sheet->data + part.end, rest);
    memcpy(sheet->data + part.start, with, length);
    sheet->size = part.start + length + rest;
    return true;
}

/* A copy, because the text that it is put into may move. */
static size_t copy(const struct sheet *sheet, struct part part, uint8_t out[PART_MAX])
{
    size_t length = part.end - part.start;
    if (length > PART_MAX)
        return 0;
    memcpy(out, sheet->data + part.start, length);
    return length;
}

static struct part part_of(const struct sheet *sheet, uint32_t node)
{
    const struct json_node *n = &sheet->doc.node[node];
    bool has_quotes = n->type == JSON_TEXT;
    return (struct part){ n->start - has_quotes, n->end + has_quotes };
}

/* Values */

static bool is_key(const struct sheet *sheet, uint32_t node)
{
    size_t end = part_of(sheet, node).end;
    return sheet->doc.node[node].type == JSON_TEXT && end < sheet->size && sheet->data[end] == ':';
}

/* Numbers near the present one find more than arbitrary ones. */
static size_t fresh_number(struct sheet *sheet, struct part part, char out[32])
{
    long here = strtol((const char *)sheet->data + part.start, NULL, 10);
    if (below(sheet, 2))
        return (size_t)snprintf(out, 32, "%ld", here + 4 - (long)below(sheet, 9));
    return (size_t)snprintf(out, 32, "%u", below(sheet, 1u << below(sheet, 17)));
}

static size_t fresh_word(struct sheet *sheet, char out[32])
{
    static const char *const words[] = { "true", "false", "null", "\"\"", "[]",
                                         "{}",   "-1",    "0.5",  "1e3",  "9223372036854775807" };
    return (size_t)snprintf(out, 32, "%s", words[below(sheet, sizeof words / sizeof *words)]);
}

static bool change_number(struct sheet *sheet)
{
    char word[32];
    uint32_t node = below(sheet, sheet->doc.node_count);
    struct part part = part_of(sheet, node);
    return sheet->doc.node[node].type == JSON_NUMBER &&
           replace(sheet, part, word, fresh_number(sheet, part, word));
}

static bool change_value(struct sheet *sheet)
{
    char word[32];
    uint32_t node = below(sheet, sheet->doc.node_count);
    return !is_key(sheet, node) &&
           replace(sheet, part_of(sheet, node), word, fresh_word(sheet, word));
}

/* A value of the same type, so that the reader accepts it. */
static bool exchange_value(struct sheet *sheet)
{
    uint8_t other[PART_MAX];
    uint32_t from = below(sheet, sheet->doc.node_count), to = below(sheet, sheet->doc.node_count);
    size_t length = copy(sheet, part_of(sheet, from), other);
    return sheet->doc.node[from].type == sheet->doc.node[to].type && !is_key(sheet, to) &&
           length > 0 && replace(sheet, part_of(sheet, to), other, length);
}

/* Elements of arrays and members of objects */

struct item {
    struct part part;
    bool is_member;         /* and not an element */
    struct part with_comma; /* what goes when it is taken out */
};

static uint32_t end_of_item(const struct sheet *sheet, uint32_t node, bool is_member)
{
    return is_member ? sheet->doc.node[node + 1].next : sheet->doc.node[node].next;
}

/* An item of some container, by chance; false if this one has none. */
static bool choose_item(struct sheet *sheet, struct item *item)
{
    uint32_t holder = below(sheet, sheet->doc.node_count), node = json_first(holder);
    const struct json_node *n = &sheet->doc.node[holder];
    bool is_member = n->type == JSON_OBJECT;
    if ((!is_member && n->type != JSON_ARRAY) || n->count == 0)
        return false;
    uint32_t index = below(sheet, n->count);
    size_t before = 0;
    for (uint32_t i = 0; i < index; i++) {
        uint32_t next = end_of_item(sheet, node, is_member);
        before = part_of(sheet, node + is_member).end;
        node = next;
    }
    item->is_member = is_member;
    item->part = (struct part){ part_of(sheet, node).start, part_of(sheet, node + is_member).end };
    item->with_comma = item->part;
    if (index > 0)
        item->with_comma.start = before;
    else if (n->count > 1)
        item->with_comma.end = part_of(sheet, end_of_item(sheet, node, is_member)).start;
    return true;
}

static bool take_out(struct sheet *sheet)
{
    struct item item;
    return choose_item(sheet, &item) && replace(sheet, item.with_comma, "", 0);
}

/* Not members: a key that is there twice is refused. */
static bool put_in(struct sheet *sheet)
{
    uint8_t bytes[1 + PART_MAX] = ",";
    struct item item, place;
    if (!choose_item(sheet, &item) || !choose_item(sheet, &place) || item.is_member ||
        place.is_member)
        return false;
    size_t length = copy(sheet, item.part, bytes + 1);
    struct part behind = { place.part.end, place.part.end };
    return length > 0 && replace(sheet, behind, bytes, 1 + length);
}

/* Bytes */

static bool change_bytes(struct sheet *sheet)
{
    if (LLVMFuzzerMutate)
        sheet->size = LLVMFuzzerMutate(sheet->data, sheet->size, sheet->size_max);
    else if (sheet->size > 0)
        sheet->data[below(sheet, sheet->size)] = (uint8_t)rng_next(&sheet->rng);
    return true;
}

static bool mutate(struct sheet *sheet)
{
    static struct json_node node[NODES];
    const char *problem;
    if (!json_parse(&sheet->doc, (const char *)sheet->data, sheet->size, node, NODES, &problem))
        return change_bytes(sheet);
    switch (below(sheet, 16)) {
    case 0: return take_out(sheet);
    case 1: return put_in(sheet);
    case 2: return exchange_value(sheet);
    case 3: return change_value(sheet);
    default: return change_number(sheet); /* most nodes are none */
    }
}

size_t json_mutate(uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
    enum { TRIES = 16 };
    struct sheet sheet = { .data = data, .size = size, .size_max = size_max };
    uint8_t bytes[RNG_SEED_SIZE] = { 0 };
    memcpy(bytes, &seed, sizeof seed);
    rng_seed(&sheet.rng, bytes, 1);
    for (int i = 0; i < TRIES && !mutate(&sheet); i++)
        ;
    return sheet.size;
}
