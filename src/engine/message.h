/* Messages to and from JSON by their tables: the wire, the log, options, documents. Pure. */
#ifndef PARLOUR_MESSAGE_H
#define PARLOUR_MESSAGE_H

#include "engine/game.h"

/* Index of the message called `name` in a table that ends with an empty entry, or -1. */
int message_find(const struct game_message *table, const char *name);
int message_arg_count(const struct game_message *message);

/* Reads the arguments of `message` from the members of object `node`. Unknown members other than "type",
 * "cid", "kind" and "told" (the log's) are refused. On false `*problem` says which ("missing_argument",
 * "bad_argument", "unknown_argument") and `*which` names the argument (an unknown one by what it was
 * called, in `text`, or "" where that is long or odd). `seat_count` bounds ARG_SEAT. A text is unescaped
 * into `text` (GAME_TEXT_MAX + 1 bytes) and borrowed from there; without one, `text` becomes "". */
bool message_read(const struct game_message *message, const struct json_doc *doc, uint32_t node,
                  int seat_count, int64_t arg[GAME_ARG_WORDS], char *text, const char **problem,
                  const char **which);

/* Writes the arguments as members of the object begun by the caller; secret ones only if `with_secrets`. */
void message_write(const struct game_message *message, const int64_t arg[GAME_ARG_WORDS],
                   const char *text, bool with_secrets, struct json *out);

/* What `viewer` hears of an event: {"type": its name, and the arguments meant for that viewer}. Call it
 * only where game_event_reaches(). */
void message_write_event(const struct game *game, const struct game_event *event, int viewer,
                         const char *key, struct json *out);

/* One argument by its type, but no wide set; `key` as for the json writer. A text is read by message_read
 * alone. */
void message_write_arg(const struct game_arg *arg, const char *key, int64_t value, const char *text,
                       struct json *out);
bool message_read_arg(const struct game_arg *arg, const struct json_doc *doc, uint32_t node,
                      int seat_count, int64_t *value);

/* Whether message_read could have given this value. Of a wide set, `value` is the first word. */
bool message_arg_fits(const struct game_arg *arg, int seat_count, int64_t value);
/* The same for the words behind the arguments, which hold the rest of a wide set, if there is one. */
bool message_rest_fits(const struct game_message *message, const int64_t arg[GAME_ARG_WORDS]);

/* Board fields. */
static inline int64_t field_pack(int x, int y)
{
    return (int64_t)y << 4 | x;
}
static inline int field_x(int64_t field)
{
    return (int)(field & 15);
}
static inline int field_y(int64_t field)
{
    return (int)(field >> 4 & 15);
}
/* Lists of up to 7 fields: the count in the lowest byte, then a byte per field. */
static inline int fields_count(int64_t fields)
{
    return (int)(fields & 255);
}
static inline int64_t fields_at(int64_t fields, int i)
{
    return fields >> (8 * (i + 1)) & 255;
}
static inline int64_t fields_add(int64_t fields, int64_t field)
{
    return (int64_t)((uint64_t)(fields + 1) | (uint64_t)field << (8 * (fields_count(fields) + 1)));
}

#endif
