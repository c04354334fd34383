/* Perft beside stockfish's, in one run on one thread: nodes per second of both and their ratio.
 * Fails if the counts differ or ours has less than half of stockfish's rate. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/chess/stockfish.h"

struct workload {
    const char *name, *fen;
    int depth;
};

static const struct workload workloads[] = {
    { "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6 },
    { "middle game", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5 },
    { "end game", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7 },
};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Millions of nodes a second are nodes a microsecond. Returns ours in percent of stockfish's, or
 * -1. */
static int run(struct stockfish *fish, const struct workload *work)
{
    struct chess_board board;
    if (!chess_read_fen(&board, work->fen, NULL))
        return -1;
    stockfish_set(fish, work->fen, "");
    int64_t begin = now_us();
    uint64_t theirs = stockfish_perft(fish, work->depth, NULL, NULL);
    int64_t middle = now_us();
    uint64_t ours = chess_perft(&board, work->depth);
    int64_t end = now_us();
    int percent = (int)((middle - begin) * 100 / (end - middle));
    printf("%-12s depth %d  %12" PRIu64 " nodes  parlour %4" PRIu64 " M/s  stockfish %4" PRIu64
           " M/s  %d %%\n",
           work->name, work->depth, ours, ours / (uint64_t)(end - middle),
           theirs / (uint64_t)(middle - begin), percent);
    return ours == theirs ? percent : -1;
}

int main(void)
{
    struct stockfish fish;
    bool is_good = true;
    if (!stockfish_open(&fish)) {
        fprintf(stderr, "stockfish is not installed\n");
        return STOCKFISH_MISSING;
    }
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++)
        is_good &= run(&fish, &workloads[i]) >= 50;
    stockfish_close(&fish);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
