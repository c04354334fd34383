/* The position: setting it up, playing a move on it, and what it decides by itself. */
#include "board.h"

#include <stddef.h>

#include "bits.h"
#include "zobrist.h"

uint64_t chess_occupied(const struct chess_board *board)
{
    return board->color[WHITE] | board->color[BLACK];
}

enum chess_piece chess_piece_at(const struct chess_board *board, int square)
{
    for (int piece = PAWN; piece <= KING; piece++)
        if (board->piece[piece] & BIT(square))
            return piece;
    return NO_PIECE;
}

uint64_t chess_attackers(const struct chess_board *board, int square, enum chess_color by,
                         uint64_t occupied)
{
    uint64_t straight = board->piece[ROOK] | board->piece[QUEEN];
    uint64_t diagonal = board->piece[BISHOP] | board->piece[QUEEN];
    return board->color[by] & ((pawn_attacks(BIT(square), !by) & board->piece[PAWN]) |
                               (chess_knight_attacks[square] & board->piece[KNIGHT]) |
                               (chess_king_attacks[square] & board->piece[KING]) |
                               (rook_attacks(square, occupied) & straight) |
                               (bishop_attacks(square, occupied) & diagonal));
}

static int king_square(const struct chess_board *board, int color)
{
    return bits_lowest(board->color[color] & board->piece[KING]);
}

bool chess_in_check(const struct chess_board *board)
{
    int us = board->to_move;
    return chess_attackers(board, king_square(board, us), !us, chess_occupied(board)) != 0;
}

/* Puts a man on an empty square, or lifts it off its own. */
static void toggle(struct chess_board *board, int color, int piece, int square)
{
    board->color[color] ^= BIT(square);
    board->piece[piece] ^= BIT(square);
    board->key ^= chess_zobrist.man[color][piece][square];
}

static void set_en_passant(struct chess_board *board, int square)
{
    if (board->ep_square)
        board->key ^= chess_zobrist.ep_file[board->ep_square & 7];
    board->ep_square = (uint16_t)square;
    if (square)
        board->key ^= chess_zobrist.ep_file[square & 7];
}

static void set_castling(struct chess_board *board, int rights)
{
    board->key ^= chess_zobrist.castling[board->castling] ^ chess_zobrist.castling[rights];
    board->castling = (uint8_t)rights;
}

static void turn_over(struct chess_board *board)
{
    board->to_move ^= 1;
    board->key ^= chess_zobrist.black_to_move;
}

/* Whether the side to move can legally take a pawn that has just passed over `square`. Two
 * positions are the same for repetition when the same moves are legal, so a capture that a pin
 * forbids must not count. */
static bool can_take_in_passing(const struct chess_board *board, int square)
{
    int us = board->to_move, king = king_square(board, us);
    int victim = us == WHITE ? square - 8 : square + 8;
    uint64_t takers = pawn_attacks(BIT(square), !us) & board->color[us] & board->piece[PAWN];
    for (; takers; takers &= takers - 1) {
        uint64_t taker = takers & -takers;
        uint64_t occupied = (chess_occupied(board) ^ taker ^ BIT(victim)) | BIT(square);
        if (!(chess_attackers(board, king, !us, occupied) & ~BIT(victim)))
            return true;
    }
    return false;
}

/* The rights that are lost when a man leaves or reaches a square. */
static int rights_of(int square)
{
    switch (square) {
    case 0: return CASTLE_WHITE_LONG;
    case 4: return CASTLE_WHITE_SHORT | CASTLE_WHITE_LONG;
    case 7: return CASTLE_WHITE_SHORT;
    case 56: return CASTLE_BLACK_LONG;
    case 60: return CASTLE_BLACK_SHORT | CASTLE_BLACK_LONG;
    case 63: return CASTLE_BLACK_SHORT;
    }
    return 0;
}

static void hop_rook(struct chess_board *board, int us, int king_to)
{
    bool is_short = (king_to & 7) == 6;
    toggle(board, us, ROOK, is_short ? king_to + 1 : king_to - 2);
    toggle(board, us, ROOK, is_short ? king_to - 1 : king_to + 1);
}

void chess_make(struct chess_board *board, chess_move move)
{
    int from = chess_from(move), to = chess_to(move), us = board->to_move;
    int piece = chess_piece_at(board, from), ep_square = board->ep_square;
    bool is_capture = (board->color[!us] & BIT(to)) != 0;

    if (is_capture)
        toggle(board, !us, chess_piece_at(board, to), to);
    toggle(board, us, piece, from);
    toggle(board, us, chess_promotion(move) ? chess_promotion(move) : piece, to);
    if (piece == PAWN && ep_square && to == ep_square)
        toggle(board, !us, PAWN, us == WHITE ? to - 8 : to + 8);
    if (piece == KING && (to - from == 2 || from - to == 2))
        hop_rook(board, us, to);

    if (board->castling)
        set_castling(board, board->castling & ~(rights_of(from) | rights_of(to)));
    board->halfmove_clock = (uint16_t)(is_capture || piece == PAWN ? 0 : board->halfmove_clock + 1);
    board->fullmove = (uint16_t)(board->fullmove + us);
    turn_over(board);
    int passed = (from + to) / 2;
    bool is_double = piece == PAWN && (to - from == 16 || from - to == 16);
    set_en_passant(board, is_double && can_take_in_passing(board, passed) ? passed : 0);
}

void chess_pass(struct chess_board *board)
{
    board->halfmove_clock++;
    turn_over(board);
    set_en_passant(board, 0);
}

static bool one_bishop_color(const struct chess_board *board)
{
    uint64_t bishops = board->piece[BISHOP];
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

static bool is_insufficient(const struct chess_board *board)
{
    if (board->piece[PAWN] | board->piece[ROOK] | board->piece[QUEEN])
        return false;
    if (board->piece[KNIGHT])
        return bits_count(chess_occupied(board)) == 3;
    return one_bishop_color(board);
}

enum chess_end chess_end(const struct chess_board *board)
{
    if (chess_count_moves(board) == 0)
        return chess_in_check(board) ? CHESS_MATE : CHESS_STALEMATE;
    if (is_insufficient(board))
        return CHESS_INSUFFICIENT;
    if (board->halfmove_clock >= CHESS_HALFMOVES_DRAW)
        return CHESS_FIFTY_MOVES;
    return CHESS_GOES_ON;
}

bool chess_can_mate(const struct chess_board *board, enum chess_color color)
{
    uint64_t own = board->color[color], foe = board->color[!color];
    if (own & (board->piece[PAWN] | board->piece[ROOK] | board->piece[QUEEN]))
        return true;
    if (own & board->piece[KNIGHT])
        /* A lone knight needs an opponent's man, other than a queen, to stand in its king's way. */
        return bits_count(own) > 2 || (foe & ~board->piece[KING] & ~board->piece[QUEEN]);
    if (own & board->piece[BISHOP])
        return !one_bishop_color(board) || board->piece[KNIGHT] || board->piece[PAWN];
    return false;
}
