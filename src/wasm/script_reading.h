/* A script file for the page: the public format of storytellers' tools, read here so that it is read once. */
#ifndef PARLOUR_SCRIPT_READING_H
#define PARLOUR_SCRIPT_READING_H

#include <stddef.h>

/* The bytes of a file → {"name", "author", "house_rules": […], "first_night": [id, …], "other_night": […],
 * "entries": [{"id", "character": one of the game's or null, and without one: "name", "team", "ability",
 * "first", "other", "changes_setup", "reminders": […]}]}, or {"problem": word, "entry": index or null,
 * "key": name or null} as script.h lists them. Ids are in the spelling of script_simplify_id(). */
size_t read_script(const char *file, size_t length, char *reply, size_t size);

#endif
