/* See werewolf.h; the table of points is in README.md. */
#include "werewolf.h"

enum chess_wolf_rule werewolf_rule(int seat_count, bool wants_wolf_per_team)
{
    bool are_enough = seat_count >= CHESS_TWO_WOLVES_SEATS_MIN;
    return wants_wolf_per_team && are_enough ? WOLVES_PER_TEAM : WOLVES_ONE;
}

static seat_set members(const int8_t side[], int seat_count, int team)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < seat_count; seat++)
        if (side[seat] == team)
            seats |= seat_bit(seat);
    return seats;
}

static int count_of(seat_set seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

static seat_set any_of(seat_set seats, struct rng *rng)
{
    for (uint64_t skip = rng_below(rng, (uint64_t)count_of(seats)); skip > 0; skip--)
        seats &= seats - 1;
    return seats & -seats;
}

seat_set werewolf_deal(enum chess_wolf_rule rule, const int8_t side[], int seat_count,
                       struct rng *rng)
{
    switch (rule) {
    case WOLVES_NONE: return SEATS_NONE;
    case WOLVES_ONE: return any_of(seat_bit(seat_count) - 1, rng);
    case WOLVES_PER_TEAM: break;
    }
    seat_set first = any_of(members(side, seat_count, TEAM_A), rng);
    return first | any_of(members(side, seat_count, TEAM_B), rng);
}

static seat_set voters_of(const int8_t ballot[], int seat_count, int suspect)
{
    seat_set voters = SEATS_NONE;
    for (int seat = 0; seat < seat_count; seat++)
        if (ballot[seat] == suspect)
            voters |= seat_bit(seat);
    return voters;
}

static int ballots_cast(const int8_t ballot[], int seat_count)
{
    return seat_count - count_of(voters_of(ballot, seat_count, -1));
}

int werewolf_majority(const int8_t ballot[], int seat_count)
{
    int cast = ballots_cast(ballot, seat_count);
    for (int suspect = 0; suspect < seat_count; suspect++)
        if (2 * count_of(voters_of(ballot, seat_count, suspect)) > cast)
            return suspect;
    return -1;
}

struct werewolf_points werewolf_score(seat_set wolves, const int8_t side[], const int8_t ballot[],
                                      int seat_count, int loser)
{
    struct werewolf_points points = { 0 };
    int majority = werewolf_majority(ballot, seat_count);
    if (majority >= 0 && seat_in(wolves, majority))
        points.found_werewolf = voters_of(ballot, seat_count, majority) & ~wolves;
    else if (loser != TEAM_NONE)
        points.werewolf_success = wolves & members(side, seat_count, loser);
    else if (ballots_cast(ballot, seat_count) == 0)
        /* Nobody may save a draw's wolves from the vote by everybody keeping silent. */
        points.werewolf_success = wolves;
    return points;
}
