/* The rules of team chess between its files: who may do what, and what then happens. Each
 * decide_ function checks everything, then emits. */
#ifndef PARLOUR_CHESS_RULES_H
#define PARLOUR_CHESS_RULES_H

#include "chess.h"

/* teams.c: pure questions. */
seat_set team_seats(const struct chess_state *s, int team);
int team_on_move(const struct chess_state *s);
int team_other(int team);
int team_size(const struct chess_state *s, int team);
int team_member(const struct chess_state *s, int team,
                int index);                    /* in seat order, index mod size */
int seat_on_move(const struct chess_state *s); /* -1 when nobody is */
int seat_brain(const struct chess_state *s);   /* who must name a piece for this turn; -1: nobody */
bool has_majority(const struct chess_state *s, int team, seat_set in_favour);
int repetition_count(const struct chess_state *s);
bool is_running(const struct chess_state *s); /* playing, or waiting for a timeout decision */
struct chess_rights rights_of(const struct chess_state *s, int seat);

/* turns.c */
void begin_turn(struct game_turn *turn);
/* Ends the chess; in werewolf mode opens the vote. `winner` TEAM_NONE is a draw. */
void end_game(struct game_turn *turn, enum chess_reason reason, int winner);
enum refusal decide_move(struct game_turn *turn, int seat, int64_t uci);
enum refusal decide_name_piece(struct game_turn *turn, int seat, int64_t piece);
enum refusal decide_start_fast_mode(struct game_turn *turn, int seat);
enum refusal decide_timeout_decision(struct game_turn *turn, int seat, int64_t decision);
enum refusal decide_claim_victory(struct game_turn *turn, int seat);
enum refusal decide_turn_timeout(struct game_turn *turn);

/* offers.c */
enum refusal decide_claim_draw(struct game_turn *turn, int seat);
enum refusal decide_resign(struct game_turn *turn, int seat, bool agrees);
enum refusal decide_offer_draw(struct game_turn *turn, int seat, bool agrees);
enum refusal decide_accept_draw(struct game_turn *turn, int seat, bool agrees);
enum refusal decide_abort(struct game_turn *turn, int seat);
enum refusal decide_draw_arrow(struct game_turn *turn, int seat, int from, int to);
enum refusal decide_clear_arrows(struct game_turn *turn, int seat);

/* votes.c */
void deal_roles(struct game_turn *turn);
void close_vote(struct game_turn *turn, enum chess_closed by);
enum refusal decide_vote(struct game_turn *turn, int seat, int suspect);
enum refusal decide_close_vote(struct game_turn *turn, int seat);

#endif
