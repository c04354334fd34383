/* Searches positions: a tapered evaluation, alpha-beta with quiescence, and scores for whole games. Integers
 * only, no allocation, and the same result for the same input on every machine: the former content of
 * `memory` is cleared first. Scores are in hundredths of a pawn. */
#ifndef PARLOUR_CHESS_SEARCH_H
#define PARLOUR_CHESS_SEARCH_H

#include <stddef.h>

#include "board.h"

enum {
    SEARCH_MATE = 30000,     /* mate on the spot; each ply until then takes one off */
    SEARCH_MATE_FAR = 29000, /* beyond this, a mate is in sight */
    SEARCH_DEPTH_MAX = 40,
    SEARCH_PAST_MAX = CHESS_HALFMOVES_DRAW + 1,
};

/* The board as it stands, for the side to move. */
int chess_evaluate(const struct chess_board *board);

struct chess_task {
    struct chess_board board;
    int past_count; /* keys of earlier positions that can still be repeated */
    uint64_t past[SEARCH_PAST_MAX];
    int depth;
    uint64_t node_max; /* 0: no limit. The depth then reached is what counts */
    void *memory;      /* for the transposition table; may be NULL */
    size_t memory_size;
    uint64_t
        seed; /* not 0: equal moves are told apart by chance, a few hundredths of a pawn at a leaf */
};

/* What a capture or promotion brings if both sides go on taking on its square. */
int chess_exchange(const struct chess_board *board, chess_move move);

/* The score for the side to move. `best` (which may be NULL) receives the move, 0 if there is
 * none. */
int chess_search(const struct chess_task *task, chess_move *best);

/* What the search that has just ended expects, beginning with its best move, as far as `task->memory` tells;
 * returns how many moves, at most `max`. */
int chess_search_line(const struct chess_task *task, chess_move best, chess_move line[], int max);

/* The score of each of `moves`, which are legal, for the side to move: each searched in full,
 * all to the same depth, 0 if not even the first depth was reached. */
void chess_rank_moves(const struct chess_task *task, const struct chess_moves *moves, int score[]);

#endif
