/* The value of the board, in hundredths of a pawn. Every term has a value for the middle game and one for the
 * endgame; the remaining pieces say how much of each counts. */
#include <stdint.h>

#include "bits.h"
#include "search.h"

struct score {
    int middle, end;
};

/* One side and what the other does to it, gathered once. */
struct side {
    int color, king, foe_king;
    uint64_t own, foe, own_pawns, foe_pawns, foe_strikes; /* the last by pawns */
    uint64_t foe_king_zone;
    int strikers, strikes;
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
                          open_file = { 24, 8 }, half_open_file = { 11, 6 }, shelter = { 11, 0 },
                          connected = { 8, 6 }, outpost = { 18, 12 }, harried = { -38, -30 },
                          escort = { 0, 6 };

/* What a man that strikes squares around the king weighs, and how many such weights are worth what: one man
 * alone does little, many together mate. */
static const int strike_weight[] = {
    [KNIGHT] = 5, [BISHOP] = 5, [ROOK] = 7, [QUEEN] = 10, [KING] = 0
};
enum { STRIKES_MAX = 100, MATERIAL_EDGE = 400, CORNER = 10, NEAR = 5 };

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

static int distance(int a, int b)
{
    int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* A passed pawn runs better with its own king near and the other far. */
static void add_passed(struct score *sum, const struct side *side, int square)
{
    int rank = side->color == WHITE ? square >> 3 : 7 - (square >> 3);
    int stop = side->color == WHITE ? square + 8 : square - 8;
    add(sum, passed_by_rank[rank], 1);
    if (rank >= 3 && stop >= 0 && stop < 64)
        add(sum, escort,
            (rank - 2) * (distance(side->foe_king, stop) - distance(side->king, stop)));
}

static void add_pawn(struct score *sum, const struct side *side, int square)
{
    uint64_t ahead = ranks_ahead(square, side->color), beside = files_beside(square);
    uint64_t guards = pawn_attacks(BIT(square), !side->color) | (beside & RANK(square >> 3));
    if (!(side->own_pawns & beside))
        add(sum, isolated, 1);
    else if (side->own_pawns & guards)
        add(sum, connected, 1);
    if (side->own_pawns & file_of(square) & ahead)
        add(sum, doubled, 1);
    else if (!(side->foe_pawns & ahead & (file_of(square) | beside)))
        add_passed(sum, side, square);
}

/* A minor piece on the other half that a pawn guards and no pawn can drive away. */
static bool is_outpost(const struct side *side, int square)
{
    int rank = side->color == WHITE ? square >> 3 : 7 - (square >> 3);
    uint64_t drivers = side->foe_pawns & files_beside(square) & ranks_ahead(square, side->color);
    return rank >= 3 && rank <= 5 && !drivers &&
           (side->own_pawns & pawn_attacks(BIT(square), !side->color));
}

static void add_officer(struct score *sum, const struct chess_board *board, struct side *side,
                        int piece, int square)
{
    uint64_t pawns = board->piece[PAWN];
    uint64_t reach = attacks_of(piece, square, side->own | side->foe);
    /* Squares that a pawn guards are no squares to go to. */
    uint64_t targets = reach & ~side->own & ~side->foe_strikes;
    add(sum, mobility[piece], bits_count(targets) - mobility_usual[piece]);
    if (reach & side->foe_king_zone) {
        side->strikers++;
        side->strikes += strike_weight[piece] * bits_count(reach & side->foe_king_zone);
    }
    if (piece != KING && (BIT(square) & side->foe_strikes))
        add(sum, harried, 1);
    if ((piece == KNIGHT || piece == BISHOP) && is_outpost(side, square))
        add(sum, outpost, piece == KNIGHT ? 2 : 1);
    if (piece == ROOK && !(file_of(square) & pawns))
        add(sum, open_file, 1);
    else if (piece == ROOK && !(file_of(square) & side->own_pawns))
        add(sum, half_open_file, 1);
    if (piece == KING)
        add(sum, shelter, bits_count(chess_king_attacks[square] & side->own_pawns));
}

static struct side side_of(const struct chess_board *board, int color)
{
    struct side side = { .color = color, .own = board->color[color], .foe = board->color[!color] };
    side.own_pawns = side.own & board->piece[PAWN];
    side.foe_pawns = side.foe & board->piece[PAWN];
    side.foe_strikes = pawn_attacks(side.foe_pawns, !color);
    side.king = bits_lowest(side.own & board->piece[KING]);
    side.foe_king = bits_lowest(side.foe & board->piece[KING]);
    side.foe_king_zone = chess_king_attacks[side.foe_king] | BIT(side.foe_king);
    return side;
}

static struct score side_score(const struct chess_board *board, int color, int *phase)
{
    struct score sum = { 0, 0 };
    struct side side = side_of(board, color);
    for (int piece = PAWN; piece <= KING; piece++) {
        uint64_t men = side.own & board->piece[piece];
        if (piece == BISHOP && (men & (men - 1)))
            add(&sum, bishop_pair, 1);
        for (; men; men &= men - 1) {
            int square = bits_lowest(men);
            add_place(&sum, piece, square, color);
            if (piece == PAWN) {
                add_pawn(&sum, &side, square);
            } else {
                add_officer(&sum, board, &side, piece, square);
                *phase += piece_phase[piece];
            }
        }
    }
    int strikes = side.strikes < STRIKES_MAX ? side.strikes : STRIKES_MAX;
    if (side.strikers > 1)
        sum.middle += strikes * strikes / 32;
    return sum;
}

/* How far a square is from the middle of the board, 0 to 6. */
static int off_centre(int square)
{
    int file = square & 7, rank = square >> 3;
    return (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
}

/* A lone king is driven to the edge, the other king comes near. */
static int hunt(const struct chess_board *board, int color)
{
    struct side side = side_of(board, color);
    bool is_alone = side.foe == BIT(side.foe_king);
    if (!is_alone || !chess_can_mate(board, color) || side.own_pawns)
        return 0;
    return CORNER * off_centre(side.foe_king) + NEAR * (7 - distance(side.king, side.foe_king));
}

/* Without pawns a small lead does not win. */
static bool is_drawish(const struct chess_board *board, int winner, int lead)
{
    return lead < MATERIAL_EDGE && !(board->color[winner] & board->piece[PAWN]);
}

int chess_evaluate(const struct chess_board *board)
{
    int phase = 0, us = board->to_move;
    struct score own = side_score(board, us, &phase), foe = side_score(board, !us, &phase);
    if (phase > PHASE_FULL)
        phase = PHASE_FULL;
    int middle = own.middle - foe.middle, end = own.end - foe.end;
    int score = (middle * phase + end * (PHASE_FULL - phase)) / PHASE_FULL + TEMPO;
    if (is_drawish(board, score > 0 ? us : !us, score > 0 ? score : -score))
        score /= 4;
    return score + hunt(board, us) - hunt(board, !us);
}
