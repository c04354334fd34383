/* Random numbers that name the parts of a position; their exclusive or is the position's key. */
#ifndef PARLOUR_CHESS_ZOBRIST_H
#define PARLOUR_CHESS_ZOBRIST_H

#include <stdint.h>

struct chess_zobrist {
    uint64_t man[2][6][64];
    uint64_t castling[16];
    uint64_t ep_file[8];
    uint64_t black_to_move;
};

extern const struct chess_zobrist chess_zobrist;

#endif
