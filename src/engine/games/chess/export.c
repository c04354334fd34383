/* Files for other chess programs: the game as PGN, the position as FEN. */
#include "chess.h"

#include <string.h>

static size_t write_pgn(const void *view, const char *const name[], void *memory,
                        size_t memory_size, char *out, size_t size)
{
    if (memory_size < sizeof(struct pgn_game))
        return 0;
    struct pgn_game *pgn = memory;
    chess_to_pgn(view, name, pgn);
    return pgn_write(pgn, out, size);
}

static size_t write_fen(const void *view, const char *const name[], void *memory,
                        size_t memory_size, char *out, size_t size)
{
    const struct chess_view *chess = view;
    struct chess_board board;
    (void)name;
    (void)memory;
    (void)memory_size;
    if (size < CHESS_FEN_SIZE || !chess_board_after(chess, chess->ply_count, &board))
        return 0;
    chess_write_fen(&board, out);
    return strlen(out);
}

const struct game_export chess_exports[] = {
    { "pgn", "application/x-chess-pgn", write_pgn },
    { "fen", "text/plain", write_fen },
    { 0 },
};
