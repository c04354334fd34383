/* One Night: the table of who wins, row by row as the rules page numbers it. */
#include "onenight.h"

/* What the rows distinguish. */
struct facts {
    uint16_t wolves, minions, tanners; /* holders of these cards */
    bool wolf_died, tanner_died, minion_died, minion_lives, other_died;
};

static uint16_t wolves_of(const int8_t card[], int seat_count)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < seat_count; seat++)
        if (onenight_is_wolf(card[seat]))
            seats |= (uint16_t)seat_bit(seat);
    return seats;
}

static uint16_t holders(const int8_t card[], int seat_count, int role)
{
    uint16_t seats = 0;
    for (int seat = 0; seat < seat_count; seat++)
        if (card[seat] == role)
            seats |= (uint16_t)seat_bit(seat);
    return seats;
}

static struct facts facts_of(const int8_t card[], int seat_count, uint16_t dead)
{
    struct facts f = { .wolves = wolves_of(card, seat_count),
                       .minions = holders(card, seat_count, ONENIGHT_MINION),
                       .tanners = holders(card, seat_count, ONENIGHT_TANNER) };
    f.wolf_died = dead & f.wolves;
    f.tanner_died = dead & f.tanners;
    f.minion_died = dead & f.minions;
    f.minion_lives = f.minions & ~dead;
    f.other_died = dead & ~(f.minions | f.tanners);
    return f;
}

/* If one of two Minions dies, the living one counts as having found somebody. */
static int row_without_wolves(const struct facts *f)
{
    int minion = !f->minions ? 0 : f->minion_lives ? 1 : 2;
    if (f->tanner_died)
        return 11 + minion;
    return 5 + 2 * minion + (f->other_died || (f->minion_lives && f->minion_died));
}

static int row_of(const struct facts *f)
{
    if (!f->wolves)
        return row_without_wolves(f);
    return 1 + f->tanner_died + 2 * f->wolf_died;
}

struct onenight_verdict onenight_judge(const int8_t card[], int seat_count, uint16_t dead,
                                       bool minion_must_survive)
{
    struct facts f = facts_of(card, seat_count, dead);
    uint16_t all = (uint16_t)(seat_bit(seat_count) - 1);
    uint16_t village = all & (uint16_t) ~(f.wolves | f.minions | f.tanners);
    bool is_lone_minion = (f.minions & (f.minions - 1)) == 0;
    bool must_survive = minion_must_survive || !is_lone_minion;
    uint16_t minions = must_survive ? f.minions & (uint16_t)~dead : f.minions;
    struct onenight_verdict verdict = { .row = row_of(&f), .winners = dead & f.tanners };
    switch (verdict.row) {
    case 1: verdict.winners |= f.wolves | f.minions; break;
    case 3:
    case 4:
    case 5:
    case 7: verdict.winners |= village; break;
    case 8:
    case 10:
    case 12:
    case 13: verdict.winners |= minions; break;
    }
    return verdict;
}
