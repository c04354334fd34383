/* A whole game of bots from one request, reduced to hashes. The native build and WebAssembly must give the
 * same hashes: this is how we know that a deal checked in the browser is the deal that the server made. */
#ifndef PARLOUR_SELFPLAY_H
#define PARLOUR_SELFPLAY_H

#include <stddef.h>

/* Question:       {"game": id, "seat_count": n, "options": {name: value, …}, "seed": 64 hex digits,
 *                  "strength": 0 … 4}; "options" may be left out, and any of the options.
 * Answer:         {"events": n, "state_size": n, "reason": name, "events_hash": …, "views_hash": …,
 *                  "state_hash": …}: SHA-256 over each event as a line of JSON, over what every viewer saw
 *                  after each command, and over the bytes of the final state; in hexadecimal.
 * Or a problem:   {"problem": word}, where the word says what is wrong with the question or the game.
 *
 * Writes at most `size` bytes with the NUL and returns the length. One game at a time. */
size_t selfplay(const char *request, size_t length, char *reply, size_t size);

#endif
