/* See notation.h. */
#include "notation.h"

#include <string.h>

#include "bits.h"

static const char lower[] = "pnbrqk";
static const char upper[] = "PNBRQK";

static char *put_square(char *at, int square)
{
    *at++ = (char)('a' + square % 8);
    *at++ = (char)('1' + square / 8);
    return at;
}

void chess_write_uci(chess_move move, char out[CHESS_UCI_SIZE])
{
    char *at = put_square(put_square(out, chess_from(move)), chess_to(move));
    if (chess_promotion(move))
        *at++ = lower[chess_promotion(move)];
    *at = '\0';
}

chess_move chess_read_uci(const struct chess_board *board, const char *text)
{
    struct chess_moves moves;
    char uci[CHESS_UCI_SIZE];
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        chess_write_uci(moves.move[i], uci);
        if (strcmp(uci, text) == 0)
            return moves.move[i];
    }
    return 0;
}

static bool is_castling(const struct chess_board *board, chess_move move)
{
    int step = chess_to(move) - chess_from(move);
    return (board->piece[KING] & BIT(chess_from(move))) && (step == 2 || step == -2);
}

static bool is_capture(const struct chess_board *board, chess_move move)
{
    bool is_pawn = (board->piece[PAWN] & BIT(chess_from(move))) != 0;
    return (chess_occupied(board) & BIT(chess_to(move))) ||
           (is_pawn && (chess_from(move) - chess_to(move)) % 8 != 0);
}

/* As little of the origin as tells this man from others of its kind that could go there: the
 * file if that is enough, else the rank, else both. */
static char *put_origin(char *at, const struct chess_board *board, chess_move move)
{
    struct chess_moves moves;
    int from = chess_from(move), piece = chess_piece_at(board, from);
    bool others = false, on_file = false, on_rank = false;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        int other = chess_from(moves.move[i]);
        if (chess_to(moves.move[i]) != chess_to(move) || other == from ||
            !(board->piece[piece] & BIT(other)))
            continue;
        others = true;
        on_file |= other % 8 == from % 8;
        on_rank |= other / 8 == from / 8;
    }
    if (others && (!on_file || on_rank))
        *at++ = (char)('a' + from % 8);
    if (on_file)
        *at++ = (char)('1' + from / 8);
    return at;
}

static char *put_man_and_target(char *at, const struct chess_board *board, chess_move move)
{
    int piece = chess_piece_at(board, chess_from(move));
    bool takes = is_capture(board, move);
    if (piece != PAWN) {
        *at++ = upper[piece];
        at = put_origin(at, board, move);
    } else if (takes) {
        *at++ = (char)('a' + chess_from(move) % 8);
    }
    if (takes)
        *at++ = 'x';
    at = put_square(at, chess_to(move));
    if (chess_promotion(move)) {
        *at++ = '=';
        *at++ = upper[chess_promotion(move)];
    }
    return at;
}

static char *put_castling(char *at, chess_move move)
{
    const char *name = chess_to(move) % 8 == 6 ? "O-O" : "O-O-O";
    while (*name)
        *at++ = *name++;
    return at;
}

void chess_write_san(const struct chess_board *board, chess_move move, char out[CHESS_SAN_SIZE])
{
    char *at =
        is_castling(board, move) ? put_castling(out, move) : put_man_and_target(out, board, move);
    struct chess_board next = *board;
    chess_make(&next, move);
    if (chess_in_check(&next))
        *at++ = chess_count_moves(&next) ? '+' : '#';
    *at = '\0';
}

/* What a SAN says; -1 where it says nothing. */
struct san {
    int piece, file, rank, to, promotion;
    bool is_castling;
};

static int piece_of(const char *alphabet, char c)
{
    const char *letter = c ? strchr(alphabet, c) : NULL;
    return letter ? (int)(letter - alphabet) : -1;
}

static size_t without_suffix(const char *text, size_t length)
{
    while (length && text[length - 1] && strchr("+#!?", text[length - 1]))
        length--;
    return length;
}

static bool read_castling(struct san *san, const char *text, size_t length)
{
    char zero = length ? text[0] : '\0';
    if ((length != 3 && length != 5) || (zero != 'O' && zero != '0'))
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] != (i % 2 ? '-' : zero))
            return false;
    *san = (struct san){ .piece = KING, .file = 4, .rank = -1, .is_castling = true };
    san->to = length == 3 ? 6 : 2;
    return true;
}

static size_t read_promotion(struct san *san, const char *text, size_t length)
{
    int piece = length ? piece_of(upper, text[length - 1]) : -1;
    if (piece < KNIGHT || piece > QUEEN)
        return length;
    san->promotion = piece;
    length--;
    return length && text[length - 1] == '=' ? length - 1 : length;
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}
static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static bool read_parts(struct san *san, const char *text, size_t length)
{
    size_t at = 0;
    *san = (struct san){ .piece = PAWN, .file = -1, .rank = -1 };
    length = read_promotion(san, text, length);
    if (length < 2 || !is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return false;
    san->to = (text[length - 1] - '1') * 8 + text[length - 2] - 'a';
    length -= 2;
    if (length && piece_of(upper, text[0]) >= 0)
        san->piece = piece_of(upper, text[at++]);
    if (at < length && is_file(text[at]))
        san->file = text[at++] - 'a';
    if (at < length && is_rank(text[at]))
        san->rank = text[at++] - '1';
    if (at < length && (text[at] == 'x' || text[at] == '-'))
        at++;
    return at == length;
}

static bool matches(const struct san *san, const struct chess_board *board, chess_move move)
{
    int from = chess_from(move), to = chess_to(move);
    if (san->is_castling)
        return is_castling(board, move) && to % 8 == san->to;
    return to == san->to && !is_castling(board, move) && (board->piece[san->piece] & BIT(from)) &&
           chess_promotion(move) == san->promotion && (san->file < 0 || from % 8 == san->file) &&
           (san->rank < 0 || from / 8 == san->rank);
}

chess_move chess_read_san(const struct chess_board *board, const char *text, size_t length)
{
    struct chess_moves moves;
    struct san san;
    chess_move found = 0;
    length = without_suffix(text, length);
    if (!read_castling(&san, text, length) && !read_parts(&san, text, length))
        return 0;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (!matches(&san, board, moves.move[i]))
            continue;
        if (found)
            return 0;
        found = moves.move[i];
    }
    return found;
}
