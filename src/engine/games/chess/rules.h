/* The rules of team chess between its files: who may do what, and what then happens. Each
 * decide_ function checks everything, then emits. */
#ifndef PARLOUR_CHESS_RULES_H
#define PARLOUR_CHESS_RULES_H

#include "chess.h"

/* teams.c: pure questions. */
seat_set chess_team_seats(const struct chess_state *s, int team);
int chess_team_on_move(const struct chess_state *s);
int chess_team_other(int team);
int chess_team_size(const struct chess_state *s, int team);
int chess_team_member(const struct chess_state *s, int team,
                      int index);                    /* in seat order, index mod size */
int chess_seat_on_move(const struct chess_state *s); /* -1 when nobody is */
int chess_seat_brain(
    const struct chess_state *s); /* who must name a piece for this turn; -1: nobody */
/* Which of the banks is the seat's: its own, or its team's. */
int chess_clock_of(const struct chess_state *s, int seat);
/* How many plies go when the team's takeback is accepted now; 0: there is nothing to take back. */
int chess_takeback_plies(const struct chess_state *s, int team);
bool chess_has_majority(const struct chess_state *s, int team, seat_set in_favour);
int chess_repetitions(const struct chess_state *s);
bool chess_is_running(const struct chess_state *s); /* playing, or waiting for a timeout decision */
struct chess_rights chess_rights_of(const struct chess_state *s, int seat);

/* turns.c */
void chess_begin_reveal(struct game_turn *turn);
void chess_begin_turn(struct game_turn *turn);
/* Ends the chess; in werewolf mode opens the vote. `winner` TEAM_NONE is a draw. */
void chess_end_game(struct game_turn *turn, enum chess_reason reason, int winner);
enum refusal chess_decide_move(struct game_turn *turn, int seat, int64_t uci);
enum refusal chess_decide_acknowledge(struct game_turn *turn, int seat);
enum refusal chess_decide_propose(struct game_turn *turn, int seat, int64_t uci);
enum refusal chess_decide_set_position(struct game_turn *turn, int seat, const char *fen);
enum refusal chess_decide_name_piece(struct game_turn *turn, int seat, int64_t piece);
enum refusal chess_decide_start_fast_mode(struct game_turn *turn, int seat);
enum refusal chess_decide_timeout_decision(struct game_turn *turn, int seat, int64_t decision);
enum refusal chess_decide_claim_victory(struct game_turn *turn, int seat);
enum refusal chess_decide_turn_timeout(struct game_turn *turn);

/* offers.c */
enum refusal chess_decide_claim_draw(struct game_turn *turn, int seat);
enum refusal chess_decide_resign(struct game_turn *turn, int seat, bool agrees);
enum refusal chess_decide_offer_draw(struct game_turn *turn, int seat, bool agrees);
enum refusal chess_decide_accept_draw(struct game_turn *turn, int seat, bool agrees);
enum refusal chess_decide_offer_takeback(struct game_turn *turn, int seat, bool agrees);
enum refusal chess_decide_accept_takeback(struct game_turn *turn, int seat, bool agrees);
enum refusal chess_decide_decline(struct game_turn *turn, int seat, int64_t offer);
enum refusal chess_decide_abort(struct game_turn *turn, int seat);
enum refusal chess_decide_draw_arrow(struct game_turn *turn, int seat, int from, int to);
enum refusal chess_decide_clear_arrows(struct game_turn *turn, int seat);

/* apply.c */
void chess_init(void *state, const struct game_setup *setup);
void chess_apply(void *state, const struct game_event *event);

/* votes.c */
void chess_deal_roles(struct game_turn *turn);
void chess_close_vote(struct game_turn *turn, enum chess_closed by);
enum refusal chess_decide_vote(struct game_turn *turn, int seat, int suspect);
enum refusal chess_decide_close_vote(struct game_turn *turn, int seat);

#endif
