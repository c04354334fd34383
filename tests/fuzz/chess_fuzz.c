/* Any bytes as FEN, PGN or a move. An accepted one must be the same after it is written and read again. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "engine/games/chess/pgn.h"
#include "fuzz/fuzz.h"

static void as_fen(const char *text)
{
    struct chess_board board, again;
    struct chess_moves moves;
    char fen[CHESS_FEN_SIZE];
    if (!chess_read_fen(&board, text, NULL))
        return;
    chess_write_fen(&board, fen);
    assert(chess_read_fen(&again, fen, NULL));
    assert(memcmp(&board, &again, sizeof board) == 0);
    chess_legal_moves(&board, &moves);
    assert(moves.count == chess_count_moves(&board));
    PLANT(moves.count < 4);
    for (int i = 0; i < moves.count; i++) {
        struct chess_board next = board;
        chess_make(&next, moves.move[i]);
        chess_write_fen(&next, fen);
        assert(next.fullmove > CHESS_CLOCK_MAX || next.halfmove_clock > CHESS_CLOCK_MAX ||
               (chess_read_fen(&again, fen, NULL) && memcmp(&next, &again, sizeof next) == 0));
    }
}

static void as_move(const char *text, size_t length)
{
    struct chess_board board;
    char san[CHESS_SAN_SIZE];
    chess_start(&board);
    chess_read_uci(&board, text);
    chess_move move = chess_read_san(&board, text, length);
    if (!move)
        return;
    chess_write_san(&board, move, san);
    assert(chess_read_san(&board, san, strlen(san)) == move);
}

static void as_pgn(const char *text, size_t length)
{
    static struct pgn_game game, again;
    static char out[256 * 1024];
    const char *problem;
    if (!pgn_read(&game, text, length, &problem))
        return;
    size_t written = pgn_write(&game, out, sizeof out);
    assert(written == 0 || pgn_read(&again, out, written, &problem));
    assert(written == 0 || again.ply_count == game.ply_count);
    for (int i = 0; written && i < game.ply_count; i++)
        assert(game.ply[i].move == again.ply[i].move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[64 * 1024];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    as_fen(text);
    as_move(text, size);
    as_pgn(text, size);
    return 0;
}
