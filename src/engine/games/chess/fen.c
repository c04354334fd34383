/* Positions as text. */
#include "board.h"

#include <stddef.h>
#include <string.h>

#include "bits.h"
#include "zobrist.h"

static const char letters[] = "pnbrqk";
static const char castling_letters[] = "KQkq";

/* Reads `*at` up to the end of a field. */
static bool read_men(struct chess_board *board, const char **at)
{
    int rank = 7, file = 0;
    for (; **at && **at != ' '; ++*at) {
        char c = **at;
        const char *letter = strchr(letters, c | 32);
        if (c == '/') {
            if (file != 8 || rank-- == 0)
                return false;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            /* Two numbers in a row would be a second way to write the same rank. */
            if (file && (*at)[-1] >= '1' && (*at)[-1] <= '8')
                return false;
            file += c - '0';
        } else if (letter && file < 8 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
            uint64_t bit = BIT(rank * 8 + file++);
            board->color[c >= 'a' ? BLACK : WHITE] |= bit;
            board->piece[letter - letters] |= bit;
        } else {
            return false;
        }
        if (file > 8)
            return false;
    }
    return rank == 0 && file == 8;
}

static bool count_is_possible(const struct chess_board *board, int color)
{
    static const int at_start[] = {
        [PAWN] = 8, [KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 2, [QUEEN] = 1
    };
    uint64_t own = board->color[color];
    int pawns = bits_count(own & board->piece[PAWN]), promoted = 0;
    for (int piece = KNIGHT; piece <= QUEEN; piece++) {
        int extra = bits_count(own & board->piece[piece]) - at_start[piece];
        promoted += extra > 0 ? extra : 0;
    }
    return bits_count(own & board->piece[KING]) == 1 && pawns + promoted <= 8;
}

static bool read_side(struct chess_board *board, const char **at)
{
    board->to_move = **at == 'b' ? BLACK : WHITE;
    return *(*at)++ == (board->to_move == BLACK ? 'b' : 'w');
}

static bool read_castling(struct chess_board *board, const char **at)
{
    if (**at == '-') {
        ++*at;
        return true;
    }
    int last = -1;
    for (; **at && **at != ' '; ++*at) {
        const char *letter = strchr(castling_letters, **at);
        if (!letter || letter - castling_letters <= last)
            return false;
        last = (int)(letter - castling_letters);
        board->castling |= (uint8_t)(1 << last);
    }
    return last >= 0;
}

static bool castling_is_possible(const struct chess_board *board)
{
    static const int rook_home[] = { 7, 0, 63, 56 };
    for (int right = 0; right < 4; right++) {
        int color = right / 2, king_home = color ? 60 : 4;
        uint64_t own = board->color[color];
        if (board->castling >> right & 1 && (!(own & board->piece[KING] & BIT(king_home)) ||
                                             !(own & board->piece[ROOK] & BIT(rook_home[right]))))
            return false;
    }
    return true;
}

static bool read_en_passant(int *square, const char **at)
{
    *square = 0;
    if (**at == '-') {
        ++*at;
        return true;
    }
    int file = (*at)[0] - 'a', rank = (*at)[0] ? (*at)[1] - '1' : -1;
    if (file < 0 || file > 7 || rank < 0 || rank > 7)
        return false;
    *square = rank * 8 + file;
    *at += 2;
    return true;
}

/* A pawn must stand where it would after a double step over `square`, with both squares behind
 * it free. */
static bool en_passant_is_possible(const struct chess_board *board, int square)
{
    int them = !board->to_move, step = them == WHITE ? 8 : -8;
    if (square == 0)
        return true;
    return square / 8 == (them == WHITE ? 2 : 5) &&
           (board->color[them] & board->piece[PAWN] & BIT(square + step)) &&
           !(chess_occupied(board) & (BIT(square) | BIT(square - step)));
}

static bool read_clock(uint16_t *clock, const char **at)
{
    int value = 0, digits = 0;
    for (; **at >= '0' && **at <= '9' && digits < 5; ++*at, digits++)
        value = value * 10 + **at - '0';
    *clock = (uint16_t)value;
    return digits > 0 && value <= CHESS_CLOCK_MAX;
}

static bool skip_space(const char **at)
{
    return *(*at)++ == ' ';
}

static bool read_clocks(struct chess_board *board, const char **at)
{
    board->fullmove = 1;
    if (!**at)
        return true;
    return skip_space(at) && read_clock(&board->halfmove_clock, at) && skip_space(at) &&
           read_clock(&board->fullmove, at) && board->fullmove > 0 && !**at;
}

static uint64_t whole_key(const struct chess_board *board)
{
    uint64_t key = chess_zobrist.castling[board->castling];
    for (int color = WHITE; color <= BLACK; color++)
        for (int piece = PAWN; piece <= KING; piece++)
            for (uint64_t s = board->color[color] & board->piece[piece]; s; s &= s - 1)
                key ^= chess_zobrist.man[color][piece][bits_lowest(s)];
    if (board->to_move == BLACK)
        key ^= chess_zobrist.black_to_move;
    if (board->ep_square)
        key ^= chess_zobrist.ep_file[board->ep_square & 7];
    return key;
}

static bool position_is_possible(const struct chess_board *board)
{
    int us = board->to_move;
    int king = bits_lowest(board->color[us] & board->piece[KING]);
    int their_king = bits_lowest(board->color[!us] & board->piece[KING]);
    uint64_t occupied = chess_occupied(board);
    return !chess_attackers(board, their_king, us, occupied) &&
           bits_count(chess_attackers(board, king, !us, occupied)) <= 2;
}

/* Keeps the en passant square only if a capture on it is legal, which the move list can tell. */
static void settle_en_passant(struct chess_board *board, int square)
{
    struct chess_moves moves;
    board->ep_square = (uint16_t)square;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count && square; i++)
        if (chess_to(moves.move[i]) == square &&
            chess_piece_at(board, chess_from(moves.move[i])) == PAWN)
            return;
    board->ep_square = 0;
}

static const char *read_fen(struct chess_board *board, const char *at)
{
    int ep_square;
    if (!read_men(board, &at) || ((board->piece[PAWN]) & (RANK(0) | RANK(7))) ||
        !count_is_possible(board, WHITE) || !count_is_possible(board, BLACK))
        return "bad_men";
    if (!skip_space(&at) || !read_side(board, &at))
        return "bad_side";
    if (!skip_space(&at) || !read_castling(board, &at) || !castling_is_possible(board))
        return "bad_castling";
    if (!skip_space(&at) || !read_en_passant(&ep_square, &at) ||
        !en_passant_is_possible(board, ep_square))
        return "bad_en_passant";
    if (!read_clocks(board, &at))
        return "bad_clocks";
    if (!position_is_possible(board))
        return "bad_check";
    settle_en_passant(board, ep_square);
    board->key = whole_key(board);
    return NULL;
}

bool chess_read_fen(struct chess_board *board, const char *fen, const char **problem)
{
    struct chess_board fresh = { 0 };
    const char *what = read_fen(&fresh, fen);
    if (!what)
        *board = fresh;
    else if (problem)
        *problem = what;
    return !what;
}

void chess_start(struct chess_board *board)
{
    chess_read_fen(board, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL);
}

static char *write_men(const struct chess_board *board, char *at)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            int square = rank * 8 + file, piece = chess_piece_at(board, square);
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty)
                *at++ = (char)('0' + empty);
            empty = 0;
            *at++ = (char)(letters[piece] - (board->color[WHITE] & BIT(square) ? 32 : 0));
        }
        if (empty)
            *at++ = (char)('0' + empty);
        *at++ = rank ? '/' : ' ';
    }
    return at;
}

static char *write_number(int value, char *at)
{
    char digits[8];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        *at++ = digits[--count];
    return at;
}

void chess_write_fen(const struct chess_board *board, char out[CHESS_FEN_SIZE])
{
    char *at = write_men(board, out);
    *at++ = board->to_move == WHITE ? 'w' : 'b';
    *at++ = ' ';
    for (int right = 0; right < 4; right++)
        if (board->castling >> right & 1)
            *at++ = castling_letters[right];
    if (!board->castling)
        *at++ = '-';
    *at++ = ' ';
    if (board->ep_square) {
        *at++ = (char)('a' + board->ep_square % 8);
        *at++ = (char)('1' + board->ep_square / 8);
    } else {
        *at++ = '-';
    }
    *at++ = ' ';
    at = write_number(board->halfmove_clock, at);
    *at++ = ' ';
    at = write_number(board->fullmove, at);
    *at = '\0';
}
