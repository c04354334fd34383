/* A conversation with Debian's stockfish, the judge of our chess in tests and benchmarks. */
#ifndef PARLOUR_TESTS_STOCKFISH_H
#define PARLOUR_TESTS_STOCKFISH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "engine/games/chess/notation.h"

struct stockfish {
    pid_t pid;
    FILE *to, *from;
};

struct stockfish_position {
    char fen[CHESS_FEN_SIZE];
    uint64_t key;
    bool in_check;
};

/* The exit code of a test on a machine without stockfish: meson reports it as skipped. */
enum { STOCKFISH_MISSING = 77 };

/* False if no stockfish is installed. */
bool stockfish_open(struct stockfish *fish);
void stockfish_close(struct stockfish *fish);

/* `moves` is a list of UCI moves after the position, or "". */
void stockfish_set(struct stockfish *fish, const char *fen, const char *moves);
void stockfish_show(struct stockfish *fish, struct stockfish_position *position);
/* Counts leaves. If `moves` is given, it receives the legal moves of the position, each as UCI
 * and sorted; returns their number in `*count`. */
uint64_t stockfish_perft(struct stockfish *fish, int depth, char moves[][CHESS_UCI_SIZE],
                         int *count);

/* From now on it plays as a person with this rating does (UCI_Elo: 1350 and up). */
void stockfish_limit(struct stockfish *fish, int elo);
/* Its move in the position, after a search of `depth` plies. */
void stockfish_move(struct stockfish *fish, int depth, char uci[CHESS_UCI_SIZE]);

#endif
