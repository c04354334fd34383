/* What json.c and json_writer.c share. Nobody else includes this. */
#ifndef PARLOUR_JSON_PLAIN_H
#define PARLOUR_JSON_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

/* A byte that stands for itself both in a JSON text and in UTF-8: printable ASCII but quote and backslash.
 * The test runs for every byte that is read or written, so it is a table. */
static inline bool json_is_plain(char c)
{
    static const bool plain[256] = {
        [0x20] = 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        [0x38] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        [0x50] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        [0x68] = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    };
    return plain[(uint8_t)c];
}

#endif
