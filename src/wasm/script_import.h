/* A storyteller's script file as the commands that bring it into a game of the Grimoire. The device reads
 * it: the file is not uploaded, and the game gets as much of it as it can hold. */
#ifndef PARLOUR_SCRIPT_IMPORT_H
#define PARLOUR_SCRIPT_IMPORT_H

#include <stddef.h>

/* Question:       the file as it is.
 * Answer:         {"commands": [{"type": …}, …], "texts_cut": n, "left_out": n}: what the storyteller sends,
 *                 one after the other; how many texts were shortened, and how many reminders and house rules
 *                 dropped.
 * Or a problem:   {"problem": word, "entry": n, "line": n, "column": n, "key": name}: see
 *                 engine/games/grimoire/script.h; entry and key are null, line and column 0, where the
 *                 problem is not at one.
 *
 * Writes at most `size` bytes with the NUL and returns the length, 0 if they do not suffice. */
size_t script_import(const char *file, size_t length, char *reply, size_t size);

#endif
