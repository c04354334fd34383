/* What the server keeps besides rooms ("the house"): who asked to be forgotten, who is banned, what was
 * reported, and what operators did. It is a log like a room's, under an id of its own, hash-chained and
 * part of every backup; the state in memory is made from it. An entry counts only when it is on disk. */
#ifndef PARLOUR_HOUSE_H
#define PARLOUR_HOUSE_H

#include "server/api.h"
#include "server/house_state.h"

/* Reads the log, if that has not been done. */
void house_load(struct server *server);
void house_free(struct server *server);
/* Reads what other servers on the same store have written since then, and applies it here. */
void house_follow(struct server *server);
/* Somebody asked to be forgotten: no screen and no list shows their name any more. */
void house_hide_everywhere(struct server *server);

/* One more entry: an event as a JSON object. `done` is called when it is on disk and counts, or with an
 * error. `with` is kept or lost together with it; NULL: nothing. */
void house_append(struct server *server, const char *event, size_t length,
                  void (*done)(void *owner, enum error_kind result), void *owner,
                  struct store_write *with);
/* The same, for an event that fits its buffer; answers the request on the connection: {"saved": true} or a
 * refusal. */
void house_answer(struct server *server, net_id connection, const struct json *event);
/* The same for a call; refuses an event that does not fit. */
void house_commit(struct call *call, const struct json *event);

/* The open report with that id; NULL: there is none. */
struct house_entry *house_report(struct house *house, int64_t id);

/* An act of an operator, with one fact. */
void house_note(struct server *server, const char *type, const char *key, const char *value);

bool house_has_forgotten(const struct server *server, int64_t player);
/* Replaces the names of people who asked to be forgotten by their animals, in the present state of a room.
 * True if there was such a name. */
bool house_hide(const struct server *server, struct room *room);
/* In events that are about to be told. */
void house_hide_events(const struct server *server, const struct room *room,
                       struct room_event *event, int count);
/* The animal of that person on lists that belong to no room. */
const char *house_animal(int64_t player);

/* The ban that holds for that person or address now; NULL: none. */
const struct house_ban *house_ban_of(const struct server *server, int64_t player,
                                     const char *address);
/* Whether an operator's list has a word of the name. */
bool house_filters_name(const struct server *server, const char *name);
/* The code with which the house refuses a member's command, or NULL. */
const char *house_against(const struct server *server, const struct room_command *command);

#endif
