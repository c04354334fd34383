/* How a game of chess went, for the page's graph after the vote: each position through our own search. It
 * runs in the browser, so that no table waits for it. */
#ifndef PARLOUR_ANALYSE_H
#define PARLOUR_ANALYSE_H

#include <stddef.h>

enum { ANALYSE_DEPTH_MAX = 8 };

/* Question:       {"moves": ["e2e4", …], "depth": 1 … 8}, the moves as the view lists them; "fen" too, where
 *                  the game began elsewhere.
 * Answer:         {"scores": [n, …]}: hundredths of a pawn from White's side, before the first move and after
 *                  each; a mate in sight counts from 30000 down.
 * Or a problem:   {"problem": word}: "bad_json", "bad_question", "bad_move" or "too_many_moves".
 *
 * Writes at most `size` bytes with the NUL and returns the length. */
size_t analyse(const char *request, size_t length, char *reply, size_t size);

#endif
