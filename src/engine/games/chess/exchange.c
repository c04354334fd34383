/* What a capture brings when both sides go on taking on its square, the smallest man first, and either may
 * stop. No check, pin or other square is looked at. */
#include "bits.h"
#include "search.h"

enum { TAKES_MAX = 32 };

static const int worth[] = { [PAWN] = 100,  [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500,
                             [QUEEN] = 950, [KING] = 20000, [NO_PIECE] = 0 };

/* There is at least one. */
static int smallest(const struct chess_board *board, uint64_t attackers)
{
    for (int piece = PAWN; piece < KING; piece++)
        if (attackers & board->piece[piece])
            return piece;
    return KING;
}

/* The gain of each capture in the series, worked out from the last one back to the first. */
static int settle(int gain[], int count)
{
    for (int i = count - 1; i > 0; i--)
        if (-gain[i] < gain[i - 1])
            gain[i - 1] = -gain[i];
    return gain[0];
}

int chess_exchange(const struct chess_board *board, chess_move move)
{
    int from = chess_from(move), to = chess_to(move), side = board->to_move, count = 1;
    int man = chess_piece_at(board, from), victim = chess_piece_at(board, to);
    int gain[TAKES_MAX];
    uint64_t occupied = chess_occupied(board);
    bool is_passing = man == PAWN && board->ep_square && to == board->ep_square;
    gain[0] = worth[is_passing ? PAWN : victim];
    if (is_passing)
        occupied ^= BIT(side == WHITE ? to - 8 : to + 8);
    if (chess_promotion(move)) {
        gain[0] += worth[chess_promotion(move)] - worth[PAWN];
        man = chess_promotion(move);
    }
    occupied ^= BIT(from);
    while (count < TAKES_MAX) {
        side = !side;
        uint64_t attackers = chess_attackers(board, to, side, occupied) & occupied;
        if (!attackers)
            break;
        gain[count] = worth[man] - gain[count - 1];
        man = smallest(board, attackers);
        uint64_t takers = attackers & board->piece[man];
        occupied ^= takers & -takers;
        /* A king does not take a guarded man. */
        if (man == KING && (chess_attackers(board, to, !side, occupied) & occupied))
            break;
        count++;
    }
    return settle(gain, count);
}
