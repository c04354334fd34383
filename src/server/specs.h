/* The names of docs/specifications.md beside ours: a command of a program written for one of them becomes
 * ours, and our answers also have the members that it reads. docs/specifications.md has the whole list, with
 * tests.
 *
 * Nothing is added that is not in the caller's own view already. */
#ifndef PARLOUR_SPECS_H
#define PARLOUR_SPECS_H

#include "server/api.h"

/* Copies the members of a body that are not in `leave_out` as arguments of `command`. Other names of an
 * argument become ours, and a player's id where a seat belongs becomes that seat. */
void specs_copy_command(const struct room *room, const char *command, const struct json_doc *doc,
                        const char *const *leave_out, struct json *out);

/* The members of a new room that is asked for, with the words of a specification or ours. */
void specs_write_create(const struct call *call, const struct json_doc *doc, struct json *out);

/* Members for the caller's object; `doc` is a view, `node` a part of it (0: there is none). */
/* `base_path` is where in its site the server is. */
void specs_write_person(const struct json_doc *doc, uint32_t node, const char *base_path,
                        struct json *out);
void specs_write_actionable(const struct room *room, const struct json_doc *doc, uint32_t node,
                            struct json *out);
void specs_write_records(const struct room *room, int64_t player, const struct json_doc *doc,
                         uint32_t node, struct json *out);
void specs_write_ballots(const struct room *room, const struct json_doc *doc, uint32_t node,
                         struct json *out);
void specs_write_role(const struct json_doc *doc, uint32_t node, struct json *out);
void specs_write_chat(const struct room *room, int64_t time_ms, const struct json_doc *doc,
                      uint32_t event, struct json *out);
/* An event of the game in its specification's words: `type`, and `payload` with players' ids for seats. */
void specs_write_event(const struct room *room, const struct json_doc *doc, uint32_t event,
                       struct json *out);

/* A value of a document under a key of ours; null if there is none. */
void specs_copy_value(struct json *out, const char *key, const struct json_doc *doc, uint32_t node);

#endif
