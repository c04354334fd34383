/* The answer to a question of the page that cannot be answered. */
#ifndef PARLOUR_WASM_REPLY_H
#define PARLOUR_WASM_REPLY_H

#include "base/json.h"

/* Writes {"problem": word} and returns its length. */
static inline size_t reply_problem(const char *problem, char *reply, size_t size)
{
    struct json out;
    json_init(&out, reply, size);
    json_object(&out, NULL);
    json_text(&out, "problem", problem);
    json_end(&out);
    return out.length;
}

#endif
