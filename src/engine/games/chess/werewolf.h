/* The Loup-Garou mode by itself: wolves, ballots and points. Knows of the chess only which team
 * lost. */
#ifndef PARLOUR_CHESS_WEREWOLF_H
#define PARLOUR_CHESS_WEREWOLF_H

#include "chess.h"

/* Which rule applies: one wolf per team only if asked for and from six players on. */
enum chess_wolf_rule werewolf_rule(int seat_count, bool wants_wolf_per_team);

/* The wolves, drawn evenly. `side` is the team of each seat. */
seat_set werewolf_deal(enum chess_wolf_rule rule, const int8_t side[], int seat_count,
                       struct rng *rng);

/* The suspect with more than half of the ballots cast, or -1. A ballot of -1 was not cast. */
int werewolf_majority(const int8_t ballot[], int seat_count);

struct werewolf_points {
    seat_set found_werewolf, werewolf_success;
};

/* `loser` is the team that lost, TEAM_NONE after a draw. */
struct werewolf_points werewolf_score(seat_set wolves, const int8_t side[], const int8_t ballot[],
                                      int seat_count, int loser);

#endif
