/* Team chess: bots. */
#include "chess.h"
#include "base/text.h"
bool chess_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct chess_view *view = in;
    command->seat = (int8_t)bot->seat;
    struct chess_moves moves;
    if (view->rights.may_vote) {
        command->kind = CHESS_VOTE;
        command->arg[0] = (bot->seat + 1) % view->seat_count;
        return true;
    }
    chess_legal_moves(&view->board, &moves);
    chess_move move = moves.count ? moves.move[rng_below(bot->rng, (uint64_t)moves.count)] : 0;
    if (view->rights.may_name_piece && view->named_piece == NO_PIECE) {
        command->kind = CHESS_NAME_PIECE;
        command->arg[0] = chess_piece_at(&view->board, chess_from(move));
        return true;
    }
    if (view->rights.may_move) {
        char uci[8];
        while (view->brain >= 0 &&
               (int)chess_piece_at(&view->board, chess_from(move)) != view->named_piece)
            move = moves.move[rng_below(bot->rng, (uint64_t)moves.count)];
        chess_write_uci(move, uci);
        command->kind = CHESS_MOVE;
        word_read(&command->arg[0], uci);
        return true;
    }
    if (view->rights.may_decide_timeout) {
        command->kind = CHESS_DECIDE_TIMEOUT;
        command->arg[0] = (int64_t)rng_below(bot->rng, 2);
        return true;
    }
    return false;
}
