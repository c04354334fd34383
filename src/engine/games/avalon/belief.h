/* What can be inferred at a table of Avalon: every way evil could sit, weighed by how well it explains what
 * has happened before all eyes. There are at most 210 ways, so they are counted out. Integers only. */
#ifndef PARLOUR_AVALON_BELIEF_H
#define PARLOUR_AVALON_BELIEF_H

#include "avalon.h"

enum { BELIEF_WORLDS_MAX = 210, BELIEF_ONE = 1000 }; /* ways to choose 4 of 10; certainty */

/* What somebody knows before anything happens. */
struct belief_prior {
    seat_set good, evil; /* for certain */
    seat_set pair;       /* of two seats exactly one is evil */
    seat_set one_good;   /* of these exactly one is good */
};

/* How much of the past is taken into account. */
struct belief_past {
    int proposals, quests;
    bool reads_votes; /* also who voted how and who proposed whom */
};

struct belief {
    int count;
    seat_set evil[BELIEF_WORLDS_MAX];
    int32_t surprise[BELIEF_WORLDS_MAX]; /* sixteenths of a bit */
    uint32_t weight[BELIEF_WORLDS_MAX];
    uint64_t total;
};

/* All that the seat of a view knows for certain. */
struct belief_prior belief_prior_of(const struct avalon_view *view);
/* Everything that has happened. */
struct belief_past belief_past_of(const struct avalon_table *table, bool reads_votes);

/* A prior that contradicts the past is dropped: there is always at least one world. */
void belief_form(struct belief *belief, const struct avalon_table *table, struct belief_prior prior,
                 struct belief_past past);

/* Whether the votes on a proposal tell anything: they are known, and it was not the last proposal of its
 * round, which good always approves. */
bool belief_reads_vote(const struct avalon_table *table, int index);

/* Both out of BELIEF_ONE: that a seat is evil; that fewer than `fails` of a team are. */
int belief_is_evil(const struct belief *belief, int seat);
int belief_is_clean(const struct belief *belief, seat_set team, int fails);

#endif
