/* The test vectors of the rules page: cards, deeds, votes, who dies and who wins. */
#ifndef PARLOUR_ONENIGHT_VECTORS_H
#define PARLOUR_ONENIGHT_VECTORS_H

#include "onenight_test.h"

enum { A, B, C, D, E };
#define TO(seat)  ((int64_t)seat_bit(seat))
#define CARD(n)   ((int64_t)1 << (n))
#define NOTHING   ((int64_t)0)
#define NO_PLAYER ((int64_t)0)

static inline bool is_card(int place, int role)
{
    return state.secrets.card[place] == role;
}

static inline void acts(int step, int seat, int64_t players, int64_t center)
{
    go_to_step(step);
    assert_int_equal(act(seat, players, center), ACCEPTED);
}

/* Votes by seat; who dies and who wins must be these sets. */
static inline void vote(int count, const int target[], uint32_t dead, uint32_t winners)
{
    uint32_t died = 0;
    go_to_vote();
    for (int seat = 0; seat < count; seat++)
        assert_int_equal(command(ONENIGHT_VOTE, seat, target[seat], 0), ACCEPTED);
    assert_int_equal(state.table.phase, ONENIGHT_RESULTS);
    for (int i = 0; i < state.secrets.death_count; i++)
        died |= seat_bit(state.secrets.death[i].seat);
    assert_int_equal(died, dead);
    assert_int_equal(state.secrets.winners, winners);
}
#define VOTES(dead, winners, ...)                                                            \
    vote(sizeof((int[]){ __VA_ARGS__ }) / sizeof(int), (const int[]){ __VA_ARGS__ }, (dead), \
         (winners))

#endif
