/* A game's moves taken along: as PGN with authors, and the position at any ply. */
#include <string.h>

#include "chess.h"

static enum pgn_result result_of(const struct chess_view *view)
{
    if ((view->phase != CHESS_VOTING && view->phase != CHESS_OVER) ||
        view->reason == CHESS_BY_ABORT)
        return PGN_UNFINISHED;
    switch ((enum chess_team)view->winner) {
    case TEAM_A: return PGN_WHITE_WINS;
    case TEAM_B: return PGN_BLACK_WINS;
    case TEAM_NONE: break;
    }
    return PGN_DRAW;
}

/* All names of a team, as PGN lists several players: separated by colons. */
static void set_team(const struct chess_view *view, const char *const name[], int team,
                     struct pgn_game *pgn)
{
    char all[PGN_VALUE_SIZE] = "";
    size_t length = 0;
    for (int seat = 0; seat < view->seat_count; seat++) {
        size_t more = strlen(name[seat]);
        if (view->side[seat] != team || length + more + 2 > sizeof all)
            continue;
        if (length)
            all[length++] = ':';
        memcpy(all + length, name[seat], more + 1);
        length += more;
    }
    pgn_set(pgn, team == TEAM_A ? "White" : "Black", all);
}

void chess_to_pgn(const struct chess_view *view, const char *const name[], struct pgn_game *pgn)
{
    pgn_init(pgn);
    pgn->start = view->start;
    pgn->result = result_of(view);
    set_team(view, name, TEAM_A, pgn);
    set_team(view, name, TEAM_B, pgn);
    if (view->phase == CHESS_VOTING || view->phase == CHESS_OVER)
        pgn_set(pgn, "Termination", chess_reason_names[view->reason]);
    pgn->ply_count = view->ply_count;
    for (int i = 0; i < view->ply_count; i++) {
        const char *author = name[view->ply[i].seat];
        pgn->ply[i] = (struct pgn_ply){ view->ply[i].move, author, strlen(author) };
    }
}

bool chess_board_after(const struct chess_view *view, int ply, struct chess_board *board)
{
    if (ply < 0 || ply > view->ply_count)
        return false;
    *board = view->start;
    for (int i = 0; i < ply; i++)
        chess_make(board, view->ply[i].move);
    return true;
}
