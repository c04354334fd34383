/* Complete legal chess on bitboards: position, moves, FEN and the rules that end a game. Knows
 * nothing of teams, clocks or wolves. Plain data without padding: a board is copied by
 * assignment and compared by memcmp. Square 0 is a1, 7 is h1, 63 is h8. */
#ifndef PARLOUR_CHESS_BOARD_H
#define PARLOUR_CHESS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum chess_color { WHITE, BLACK };
enum chess_piece { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_PIECE };
enum {
    CASTLE_WHITE_SHORT = 1,
    CASTLE_WHITE_LONG = 2,
    CASTLE_BLACK_SHORT = 4,
    CASTLE_BLACK_LONG = 8
};

enum {
    CHESS_FEN_SIZE = 96,
    CHESS_MOVES_MAX =
        256, /* no position with at most 16 men a side and 8 pawns has more than 218 */
    CHESS_CLOCK_MAX = 9999, /* of the two counters in a FEN */
    CHESS_HALFMOVES_DRAW = 100,
};

struct chess_board {
    uint64_t color[2], piece[6];
    uint64_t
        key; /* Zobrist: equal for positions in which the same moves are legal for the same side */
    uint8_t to_move;    /* enum chess_color */
    uint8_t castling;   /* CASTLE_ bits */
    uint16_t ep_square; /* where a pawn can legally be taken in passing now; 0: nowhere */
    uint16_t halfmove_clock, fullmove;
};

/* from | to << 6 | promotion << 12, where promotion is KNIGHT … QUEEN or 0. Castling is the
 * king's move of two squares. 0 is no move. */
typedef uint16_t chess_move;

static inline chess_move chess_move_of(int from, int to, int promotion)
{
    return (chess_move)(from | to << 6 | promotion << 12);
}
static inline int chess_from(chess_move move)
{
    return move & 63;
}
static inline int chess_to(chess_move move)
{
    return move >> 6 & 63;
}
static inline int chess_promotion(chess_move move)
{
    return move >> 12;
}

struct chess_moves {
    int count;
    chess_move move[CHESS_MOVES_MAX];
};

void chess_start(struct chess_board *board);

/* Reads six fields, or four (then the clocks are 0 and 1). False if the text is not a FEN of a
 * position that can be played on: one king each, no pawn on the first or last rank, no more men
 * than promotions allow, the side that has moved not in check, castling rights and en passant
 * square in keeping with the men. `*problem` (which may be NULL) then names the field; the board
 * is left alone. */
bool chess_read_fen(struct chess_board *board, const char *fen, const char **problem);

/* The en passant square is written only where the capture is legal, so equal positions have
 * equal text. */
void chess_write_fen(const struct chess_board *board, char out[CHESS_FEN_SIZE]);

enum chess_piece chess_piece_at(const struct chess_board *board, int square);
uint64_t chess_occupied(const struct chess_board *board);

/* Men of colour `by` that attack `square` when the squares of `occupied` are taken. */
uint64_t chess_attackers(const struct chess_board *board, int square, enum chess_color by,
                         uint64_t occupied);
bool chess_in_check(const struct chess_board *board);

/* Plays a legal move. To take it back, keep a copy of the board. */
void chess_make(struct chess_board *board, chess_move move);

/* Gives the move to the other side, as if nothing were a move. Not chess; searching needs it. */
void chess_pass(struct chess_board *board);

/* All legal moves, in an order that depends on the position alone; and their number without
 * listing them. */
void chess_legal_moves(const struct chess_board *board, struct chess_moves *moves);
int chess_count_moves(const struct chess_board *board);
bool chess_is_legal(const struct chess_board *board, chess_move move);

/* Leaves of the tree of legal moves. The last ply is counted, not played. */
uint64_t chess_perft(const struct chess_board *board, int depth);

enum chess_end {
    CHESS_GOES_ON,
    CHESS_MATE,
    CHESS_STALEMATE,
    CHESS_INSUFFICIENT,
    CHESS_FIFTY_MOVES
};

/* What the position alone decides; repetition needs the game's past. Mate stands before fifty
 * moves. */
enum chess_end chess_end(const struct chess_board *board);

/* Whether `color` could mate by any play at all, the opponent helping: what a win on time needs. */
bool chess_can_mate(const struct chess_board *board, enum chess_color color);

#endif
