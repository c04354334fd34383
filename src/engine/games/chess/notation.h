/* Moves as text: UCI on the wire ("e7e8q"), SAN in the score sheet ("exd8=Q+"). */
#ifndef PARLOUR_CHESS_NOTATION_H
#define PARLOUR_CHESS_NOTATION_H

#include <stddef.h>

#include "board.h"

enum { CHESS_UCI_SIZE = 6, CHESS_SAN_SIZE = 8 };

void chess_write_uci(chess_move move, char out[CHESS_UCI_SIZE]);
/* The legal move that exactly this text names, or 0. */
chess_move chess_read_uci(const struct chess_board *board, const char *text);

/* `move` is legal on `board`, which is the position before it. */
void chess_write_san(const struct chess_board *board, chess_move move, char out[CHESS_SAN_SIZE]);
/* The one legal move that the first `length` bytes name, or 0. Takes what people and programs
 * write: more origin than needed, zeros for castling, no "=", no or wrong "x", "+" and "#" left
 * out, "!" and "?". */
chess_move chess_read_san(const struct chess_board *board, const char *text, size_t length);

#endif
