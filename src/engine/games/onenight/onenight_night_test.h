/* What the tests of the night look at and try. */
#ifndef PARLOUR_ONENIGHT_NIGHT_TEST_H
#define PARLOUR_ONENIGHT_NIGHT_TEST_H

#include "onenight_test.h"

enum { ALL_CENTER = 7 };

static inline int bits(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static inline bool is_card(int place, int role)
{
    return state.secrets.card[place] == role;
}

static inline const struct onenight_record *record(int seat, int index)
{
    assert_true(index < state.seat[seat].record_count);
    return &state.seat[seat].record[index];
}

static inline void assert_saw(int seat, int index, int place, int role)
{
    assert_int_equal(record(seat, index)->action, ONENIGHT_VIEW_CARD);
    assert_int_equal(record(seat, index)->source, place);
    assert_int_equal(record(seat, index)->role, role);
}

static inline void assert_swapped(int seat, int index, int source, int target)
{
    bool is_center = target >= ONENIGHT_PLACE_CENTER_0;
    assert_int_equal(record(seat, index)->action,
                     is_center ? ONENIGHT_SWAP_PLAYER_TO_CENTER : ONENIGHT_SWAP_PLAYER_TO_PLAYER);
    assert_int_equal(record(seat, index)->source, source);
    assert_int_equal(record(seat, index)->target, target);
}

/* Tries every answer there is on a copy of the table; `is_legal` says which must be accepted, and `holds`
 * what must be so afterwards. */
static inline void try_every_answer(int seat, bool (*is_legal)(int players, int cards),
                                    void (*holds)(int seat, uint32_t players, uint32_t center))
{
    const struct onenight_state before = state;
    for (uint32_t players = 0; players < 1u << (setup.seat_count + 2); players++)
        for (uint32_t center = 0; center <= ALL_CENTER; center++) {
            bool names_stranger = players >> setup.seat_count || seat_in(players, seat);
            bool legal = !names_stranger && is_legal(bits(players), bits(center));
            enum refusal refusal = act(seat, players, center);
            if (legal != (refusal == ACCEPTED))
                fail_msg("players %x, center %x: %s", players, center, refusal_name(refusal));
            if (legal)
                holds(seat, players, center);
            else
                assert_memory_equal(&before, &state, sizeof state);
            state = before;
        }
}

static inline int one(uint32_t set)
{
    int bit = 0;
    while (!(set >> bit & 1))
        bit++;
    return bit;
}

static inline void nothing_happened(int seat, uint32_t players, uint32_t center)
{
    (void)players, (void)center;
    assert_int_equal(state.seat[seat].record_count, 0);
    assert_memory_equal(state.secrets.card, state.secrets.dealt, sizeof state.secrets.card);
}

static inline bool two_players_or_nothing(int players, int cards)
{
    return (players == 2 || players == 0) && cards == 0;
}

#endif
