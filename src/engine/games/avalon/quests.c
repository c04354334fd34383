/* The table of quests: the size of teams, how many Fails a failure takes, and the score. */
#include "avalon.h"

#include <assert.h>

static const struct {
    int8_t evil;
    int8_t size[AVALON_QUESTS];
} quest_table[AVALON_SEATS_MAX + 1] = {
    [5] = { 2, { 2, 3, 2, 3, 3 } }, [6] = { 2, { 2, 3, 4, 3, 4 } }, [7] = { 3, { 2, 3, 3, 4, 4 } },
    [8] = { 3, { 3, 4, 4, 5, 5 } }, [9] = { 3, { 3, 4, 4, 5, 5 } }, [10] = { 4, { 3, 4, 4, 5, 5 } },
};

enum { TWO_FAILS_FROM_SEATS = 7, TWO_FAILS_QUEST = 3 };

int avalon_evil_count(int seat_count)
{
    assert(seat_count >= AVALON_SEATS_MIN && seat_count <= AVALON_SEATS_MAX);
    return quest_table[seat_count].evil;
}

int avalon_team_size(int seat_count, int quest)
{
    assert(seat_count >= AVALON_SEATS_MIN && seat_count <= AVALON_SEATS_MAX);
    assert(quest >= 0 && quest < AVALON_QUESTS);
    return quest_table[seat_count].size[quest];
}

int avalon_fails_needed(int seat_count, int quest)
{
    return seat_count >= TWO_FAILS_FROM_SEATS && quest == TWO_FAILS_QUEST ? 2 : 1;
}

/* A strict majority: a tie rejects. */
int avalon_approvals_needed(int seat_count)
{
    return seat_count / 2 + 1;
}

int avalon_quests_won(const struct avalon_table *table, bool is_success)
{
    int count = 0;
    for (int quest = 0; quest < AVALON_QUESTS; quest++)
        count += table->quests[quest].is_done && table->quests[quest].is_success == is_success;
    return count;
}

int avalon_seats_count(seat_set seats)
{
    int count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

seat_set avalon_everybody(const struct avalon_table *table)
{
    return seat_bit(table->seat_count) - 1;
}

const struct avalon_proposal *avalon_proposal(const struct avalon_table *table)
{
    assert(table->proposal_count > 0);
    return &table->proposals[table->proposal_count - 1];
}
