/* A finished game, ply by ply, through our own search. */
#include "chess.h"
#include "search.h"

static int score_for_white(const struct chess_board *board, int depth, void *memory,
                           size_t memory_size)
{
    struct chess_task task = {
        .board = *board, .depth = depth, .memory = memory, .memory_size = memory_size
    };
    int score = chess_search(&task, NULL);
    return board->to_move == WHITE ? score : -score;
}

bool chess_analyse(const struct chess_view *view, int depth, void *memory, size_t memory_size,
                   int16_t score[CHESS_PLIES_MAX + 1])
{
    struct chess_board board;
    if (view->phase != CHESS_OVER)
        return false;
    board = view->start;
    for (int i = 0; i <= view->ply_count; i++) {
        score[i] = (int16_t)score_for_white(&board, depth, memory, memory_size);
        if (i < view->ply_count)
            chess_make(&board, view->ply[i].move);
    }
    return true;
}
