/* `parlour perft FEN DEPTH [--divide]`: how many games of DEPTH half-moves begin at a position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/chess/board.h"
#include "engine/games/chess/notation.h"
#include "server/commands.h"

enum { DEPTH_MAX = 12 };

static int usage(FILE *out, int code)
{
    fprintf(out, "usage: parlour perft FEN DEPTH [--divide]   (FEN may be \"startpos\")\n");
    return code;
}

static uint64_t divide(const struct chess_board *board, int depth)
{
    struct chess_moves moves;
    uint64_t total = 0;
    chess_legal_moves(board, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct chess_board after = *board;
        char uci[CHESS_UCI_SIZE];
        chess_make(&after, moves.move[i]);
        uint64_t below = depth > 1 ? chess_perft(&after, depth - 1) : 1;
        chess_write_uci(moves.move[i], uci);
        printf("%s: %llu\n", uci, (unsigned long long)below);
        total += below;
    }
    return total;
}

int run_perft(int argc, char **argv)
{
    struct chess_board board;
    const char *problem = "";
    bool divides = argc == 3 && strcmp(argv[2], "--divide") == 0;
    if (argc == 1 && strcmp(argv[0], "--help") == 0)
        return usage(stdout, 0);
    if (argc != 2 && !divides)
        return usage(stderr, 2);
    const char *fen = strcmp(argv[0], "startpos") == 0
                          ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
                          : argv[0];
    if (!chess_read_fen(&board, fen, &problem)) {
        fprintf(stderr, "perft: not a position: %s\n", problem);
        return 2;
    }
    char *end;
    long depth = strtol(argv[1], &end, 10);
    if (end == argv[1] || *end != '\0' || depth < 1 || depth > DEPTH_MAX) {
        fprintf(stderr, "perft: the depth is a number from 1 to %d\n", DEPTH_MAX);
        return 2;
    }
    uint64_t nodes = divides ? divide(&board, (int)depth) : chess_perft(&board, (int)depth);
    printf("%llu\n", (unsigned long long)nodes);
    return 0;
}
