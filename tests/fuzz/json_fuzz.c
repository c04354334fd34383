/* libFuzzer target of the JSON reader: accepted JSON can be written out again, and reads back as the same
 * nodes. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "fuzz/fuzz.h"

enum { NODES = 4096, TEXT_MAX = 1 << 16 };

/* The writer takes keys as they are: this one with its escapes. */
static const char *escaped(const char *key)
{
    static char text[6 * TEXT_MAX];
    struct json json;
    json_init(&json, text, sizeof text);
    json_text(&json, NULL, key);
    assert(!json.overflow);
    text[json.length - 1] = '\0';
    return text + 1;
}

/* Writes the value and all it holds; keys and texts through the writer, numbers as they stand. */
static void rewrite(const struct json_doc *doc, uint32_t node, const char *key, struct json *out)
{
    static char texts[JSON_DEPTH_MAX + 1][TEXT_MAX];
    char *text = texts[out->depth];
    const struct json_node *n = &doc->node[node];
    switch ((enum json_type)n->type) {
    case JSON_NULL: json_null(out, key); return;
    case JSON_FALSE: json_bool(out, key, false); return;
    case JSON_TRUE: json_bool(out, key, true); return;
    case JSON_NUMBER: json_raw(out, key, doc->text + n->start, n->end - n->start); return;
    case JSON_TEXT:
        if (json_read_text(doc, node, text, TEXT_MAX))
            json_text(out, key, text);
        else
            json_null(out, key);
        return;
    case JSON_ARRAY:
        json_array(out, key);
        for (uint32_t i = json_first(node); i < n->next; i = doc->node[i].next)
            rewrite(doc, i, NULL, out);
        json_end(out);
        return;
    case JSON_OBJECT:
        json_object(out, key);
        for (uint32_t i = json_first(node); i < n->next; i = doc->node[i + 1].next)
            if (json_read_text(doc, i, text, TEXT_MAX)) {
                assert(json_get(doc, node, text) == i + 1);
                rewrite(doc, i + 1, escaped(text), out);
            }
        json_end(out);
        return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static struct json_node nodes[NODES];
    static char first[6 * TEXT_MAX], second[6 * TEXT_MAX];
    struct json_doc doc;
    struct json out;
    const char *problem = NULL;
    if (length >= TEXT_MAX)
        return 0;
    if (!json_parse(&doc, (const char *)bytes, length, nodes, NODES, &problem)) {
        assert(problem);
        return 0;
    }
    json_init(&out, first, sizeof first);
    rewrite(&doc, 0, NULL, &out);
    assert(!out.overflow);
    assert(json_parse(&doc, first, out.length, nodes, NODES, &problem));
    json_init(&out, second, sizeof second);
    rewrite(&doc, 0, NULL, &out);
    assert(strcmp(first, second) == 0);
    /* Deep: an object in an array, with something in it. */
    PLANT(doc.node_count > 5 && json_is(&doc, 0, JSON_ARRAY) && json_is(&doc, 1, JSON_OBJECT) &&
          doc.node[1].count > 1);
    return 0;
}
