/* One position of chess for the page's analysis board: its legal moves, and our own search's opinion. It runs
 * in the browser and is asked about finished games only. */
#ifndef PARLOUR_EXPLORE_H
#define PARLOUR_EXPLORE_H

#include <stddef.h>

enum { EXPLORE_DEPTH_MAX = 20 };

/* Question:       {"start": text, "moves": ["e2e4", …], "depth": 0 … 20}. `start` is a FEN, or a PGN that is
 *                  gone through to its end; without it the game begins as usual. Depth 0: no search.
 * Answer:         {"fen": text, "legal": ["e7e5", …], "sans": ["e4", …], "in_check": bool, and after a search
 *                  "score": n, "best": "e7e5" or null, "line": ["e5", …]}: `sans` are the moves that
 *                  were asked about, the score is in hundredths of a pawn from White's side, a mate in sight
 *                  counts from 30000 down.
 * Or a problem:   {"problem": word}: "bad_json", "bad_question", "bad_start", "bad_move" or "too_many_moves".
 *
 * Writes at most `size` bytes with the NUL and returns the length. */
size_t explore(const char *request, size_t length, char *reply, size_t size);

#endif
