/* A small opening book: the first moves of games that everybody knows. */
#ifndef PARLOUR_CHESS_BOOK_H
#define PARLOUR_CHESS_BOOK_H

#include "board.h"

extern const char
    *const chess_book[]; /* lines of UCI moves from the first position; ends with NULL */

/* What the lines play in this position, however they came to it: a move once for each line that has it.
 * Returns how many. */
int chess_book_moves(const struct chess_board *board, struct chess_moves *moves);

#endif
