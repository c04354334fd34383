/* What is on the board, in hundredths of a pawn. Every term has a value for the middle game and
 * one for the end; what is left of the pieces says how much of each. */
#include <stdint.h>

#include "bits.h"
#include "search.h"

struct score {
    int middle, end;
};

enum { PHASE_FULL = 24, TEMPO = 10 };

static const struct score piece_value[] = {
    [PAWN] = { 85, 110 },  [KNIGHT] = { 330, 300 }, [BISHOP] = { 345, 325 },
    [ROOK] = { 475, 540 }, [QUEEN] = { 990, 1000 }, [KING] = { 0, 0 },
};
static const int piece_phase[] = {
    [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 2, [QUEEN] = 4, [KING] = 0
};

/* Where a man stands is worth what its rank, seen from its own side, and its file are worth. */
static const struct score by_rank[][8] = {
    [PAWN] = { { 0, 0 },
               { 0, 0 },
               { 0, 2 },
               { 8, 8 },
               { 14, 20 },
               { 30, 45 },
               { 55, 90 },
               { 0, 0 } },
    [KNIGHT] = { { -30, -20 },
                 { -12, -10 },
                 { 0, 0 },
                 { 8, 8 },
                 { 14, 12 },
                 { 16, 8 },
                 { 4, -6 },
                 { -25, -20 } },
    [BISHOP] = { { -12, -6 },
                 { 4, -2 },
                 { 6, 2 },
                 { 8, 4 },
                 { 8, 5 },
                 { 4, 4 },
                 { -4, 0 },
                 { -12, -4 } },
    [ROOK] = { { 0, 0 },
               { -4, 0 },
               { -5, 0 },
               { -4, 2 },
               { 0, 4 },
               { 4, 5 },
               { 18, 12 },
               { 8, 8 } },
    [QUEEN] = { { -4, -18 },
                { 2, -10 },
                { 2, 0 },
                { 1, 10 },
                { 1, 14 },
                { 4, 14 },
                { 4, 12 },
                { 0, 4 } },
    [KING] = { { 18, -34 },
               { 4, -14 },
               { -24, 2 },
               { -44, 14 },
               { -52, 20 },
               { -52, 18 },
               { -48, 8 },
               { -50, -12 } },
};
static const struct score by_file[][4] = {
    /* from the edge inwards */
    [PAWN] = { { -4, 2 }, { -1, 0 }, { 2, -1 }, { 8, -2 } },
    [KNIGHT] = { { -22, -16 }, { -6, -6 }, { 5, 3 }, { 9, 8 } },
    [BISHOP] = { { -6, -5 }, { 2, 0 }, { 2, 2 }, { 5, 4 } },
    [ROOK] = { { -5, 0 }, { -2, 0 }, { 3, 0 }, { 7, 0 } },
    [QUEEN] = { { -6, -8 }, { -1, -1 }, { 2, 4 }, { 4, 8 } },
    [KING] = { { 14, -18 }, { 22, -4 }, { -6, 6 }, { -14, 12 } },
};
static const struct score mobility[] = {
    [KNIGHT] = { 4, 4 }, [BISHOP] = { 4, 4 }, [ROOK] = { 2, 4 },
    [QUEEN] = { 1, 2 },  [KING] = { 0, 0 },
};
static const int mobility_usual[] = {
    [KNIGHT] = 4, [BISHOP] = 6, [ROOK] = 7, [QUEEN] = 13, [KING] = 0
};
static const struct score passed_by_rank[8] = {
    { 0, 0 }, { 2, 8 }, { 3, 12 }, { 10, 26 }, { 24, 48 }, { 48, 84 }, { 80, 135 }, { 0, 0 },
};
static const struct score bishop_pair = { 28, 45 }, isolated = { -12, -10 }, doubled = { -8, -18 },
                          open_file = { 24, 8 }, half_open_file = { 11, 6 }, shelter = { 11, 0 };

static void add(struct score *sum, struct score term, int times)
{
    sum->middle += term.middle * times;
    sum->end += term.end * times;
}

static uint64_t file_of(int square)
{
    return FILE_A << (square & 7);
}

static uint64_t files_beside(int square)
{
    uint64_t file = file_of(square);
    return (file << 1 & ~FILE_A) | (file >> 1 & ~FILE_H);
}

static uint64_t ranks_ahead(int square, int color)
{
    int rank = square >> 3;
    if (color == WHITE)
        return rank == 7 ? 0 : ~UINT64_C(0) << 8 * (rank + 1);
    return BIT(8 * rank) - 1;
}

static uint64_t attacks_of(int piece, int square, uint64_t occupied)
{
    switch (piece) {
    case KNIGHT: return chess_knight_attacks[square];
    case BISHOP: return bishop_attacks(square, occupied);
    case ROOK: return rook_attacks(square, occupied);
    case QUEEN: return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
    }
    return 0;
}

static void add_place(struct score *sum, int piece, int square, int color)
{
    int rank = color == WHITE ? square >> 3 : 7 - (square >> 3), file = square & 7;
    add(sum, piece_value[piece], 1);
    add(sum, by_rank[piece][rank], 1);
    add(sum, by_file[piece][file < 4 ? file : 7 - file], 1);
}

static void add_pawn(struct score *sum, const struct chess_board *board, int square, int color)
{
    uint64_t own = board->color[color] & board->piece[PAWN];
    uint64_t foe = board->color[!color] & board->piece[PAWN];
    uint64_t ahead = ranks_ahead(square, color);
    if (!(own & files_beside(square)))
        add(sum, isolated, 1);
    if (own & file_of(square) & ahead)
        add(sum, doubled, 1);
    else if (!(foe & ahead & (file_of(square) | files_beside(square))))
        add(sum, passed_by_rank[color == WHITE ? square >> 3 : 7 - (square >> 3)], 1);
}

static void add_officer(struct score *sum, const struct chess_board *board, int piece, int square,
                        int color)
{
    uint64_t occupied = chess_occupied(board), pawns = board->piece[PAWN];
    uint64_t targets = attacks_of(piece, square, occupied) & ~board->color[color];
    /* Squares that a pawn guards are no squares to go to. */
    targets &= ~pawn_attacks(board->color[!color] & pawns, !color);
    add(sum, mobility[piece], bits_count(targets) - mobility_usual[piece]);
    if (piece == ROOK && !(file_of(square) & pawns))
        add(sum, open_file, 1);
    else if (piece == ROOK && !(file_of(square) & pawns & board->color[color]))
        add(sum, half_open_file, 1);
    if (piece == KING)
        add(sum, shelter, bits_count(chess_king_attacks[square] & pawns & board->color[color]));
}

static struct score side_score(const struct chess_board *board, int color, int *phase)
{
    struct score sum = { 0, 0 };
    for (int piece = PAWN; piece <= KING; piece++) {
        uint64_t men = board->color[color] & board->piece[piece];
        if (piece == BISHOP && (men & (men - 1)))
            add(&sum, bishop_pair, 1);
        for (; men; men &= men - 1) {
            int square = bits_lowest(men);
            add_place(&sum, piece, square, color);
            if (piece == PAWN) {
                add_pawn(&sum, board, square, color);
            } else {
                add_officer(&sum, board, piece, square, color);
                *phase += piece_phase[piece];
            }
        }
    }
    return sum;
}

int chess_evaluate(const struct chess_board *board)
{
    int phase = 0, us = board->to_move;
    struct score own = side_score(board, us, &phase), foe = side_score(board, !us, &phase);
    if (phase > PHASE_FULL)
        phase = PHASE_FULL;
    int middle = own.middle - foe.middle, end = own.end - foe.end;
    return (middle * phase + end * (PHASE_FULL - phase)) / PHASE_FULL + TEMPO;
}
