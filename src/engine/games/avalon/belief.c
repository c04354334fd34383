/* Counting out how evil could sit. */
#include "belief.h"

#include <assert.h>

/* How surprising it is, in sixteenths of a bit, that so many of the evil on a team fail. Evil players who
 * know each other leave it to one; one alone sometimes hides. */
enum { EVIL_ON_TEAM_MAX = 4 };
static const int8_t fails_surprise[EVIL_ON_TEAM_MAX + 1][EVIL_ON_TEAM_MAX + 1] = {
    { 0 }, { 32, 7 }, { 53, 10, 32 }, { 65, 12, 31, 58 }, { 70, 14, 31, 48, 70 },
};
static const int8_t fails_surprise_of_two[EVIL_ON_TEAM_MAX + 1][EVIL_ON_TEAM_MAX + 1] = {
    { 0 }, { 5, 37 }, { 28, 32, 18 }, { 44, 37, 14, 53 }, { 50, 40, 14, 40, 70 },
};

/* By whether the seat is evil and the team has evil on it. People hide what they know: a vote says little. */
static const int8_t approval_surprise[2][2] = { { 14, 18 }, { 21, 10 } };
static const int8_t rejection_surprise[2][2] = { { 18, 14 }, { 12, 24 } };
static const int8_t proposal_surprise[2][2] = { { 10, 18 }, { 34, 6 } };

/* A loyalty check proves only what no role in play can feign. */
static void add_check(const struct avalon_table *table, int seat, int team,
                      struct belief_prior *prior)
{
    bool good_may_lie = (table->oberon_good_to_lady && avalon_in_play(table, AVALON_OBERON)) ||
                        avalon_in_play(table, AVALON_TRICKSTER);
    if (team == AVALON_EVIL && !avalon_in_play(table, AVALON_TROUBLEMAKER))
        prior->evil |= seat_bit(seat);
    if (team == AVALON_GOOD && !good_may_lie)
        prior->good |= seat_bit(seat);
}

struct belief_prior belief_prior_of(const struct avalon_view *view)
{
    const struct avalon_own *own = &view->own;
    struct belief_prior prior = { .evil = view->table.revealed_evil };
    bool is_evil = own->team == AVALON_EVIL;
    *(is_evil ? &prior.evil : &prior.good) |= seat_bit(view->seat);
    if (own->role == AVALON_PERCIVAL && avalon_seats_count(own->known) == 2)
        prior.pair = own->known;
    else if (own->role == AVALON_PERCIVAL || own->role == AVALON_SENIOR_MESSENGER)
        prior.good |= own->known;
    else if (own->role == AVALON_MERLIN &&
             avalon_in_play(&view->table, AVALON_UNTRUSTWORTHY_SERVANT))
        prior.one_good = own->known;
    else
        prior.evil |= own->known;
    for (int i = 0; i < view->table.examination_count; i++)
        add_check(&view->table, view->examinations[i].target, view->examinations[i].team, &prior);
    for (int quest = 0; quest < AVALON_QUESTS; quest++)
        if (avalon_is_fail((enum avalon_card)own->saw[quest]) && !view->table.switches)
            prior.evil |= seat_bit(view->table.quests[quest].turned);
    if (own->checked >= 0)
        add_check(&view->table, own->checked, own->checked_team, &prior);
    return prior;
}

struct belief_past belief_past_of(const struct avalon_table *table, bool reads_votes)
{
    return (struct belief_past){ .proposals = table->proposal_count,
                                 .quests = AVALON_QUESTS,
                                 .reads_votes = reads_votes };
}

static bool prior_allows(const struct belief_prior *prior, seat_set evil)
{
    bool is_pair_split = !prior->pair || avalon_seats_count(prior->pair & evil) == 1;
    bool is_one_good = !prior->one_good || avalon_seats_count(prior->one_good & ~evil) == 1;
    return (evil & prior->good) == 0 && (prior->evil & ~evil) == 0 && is_pair_split && is_one_good;
}

/* False if more players have failed than could. */
static bool add_quest(const struct avalon_table *table, int index, seat_set evil, int32_t *surprise)
{
    const struct avalon_quest *quest = &table->quests[index];
    int evil_count = avalon_seats_count(evil & quest->team), fails = quest->fails;
    /* A Lancelot who was dealt the other side may have been on the team; Excalibur may have made a Fail. */
    bool is_turned = quest->turned >= 0;
    if (fails > evil_count + (table->switches != 0) + is_turned)
        return false;
    if (is_turned)
        return true;
    if (fails > evil_count)
        fails = evil_count;
    *surprise += avalon_fails_needed(table->seat_count, index) == 1
                     ? fails_surprise[evil_count][fails]
                     : fails_surprise_of_two[evil_count][fails];
    return true;
}

static int32_t votes_surprise(const struct avalon_table *table,
                              const struct avalon_proposal *proposal, seat_set evil)
{
    bool is_dirty = (evil & proposal->team) != 0;
    int32_t surprise = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        surprise += seat_in(proposal->approved_by, seat)
                        ? approval_surprise[seat_in(evil, seat)][is_dirty]
                        : rejection_surprise[seat_in(evil, seat)][is_dirty];
    return surprise;
}

bool belief_reads_vote(const struct avalon_table *table, int index)
{
    const struct avalon_proposal *proposal = &table->proposals[index];
    int nth = 1;
    while (nth <= index && table->proposals[index - nth].quest == proposal->quest)
        nth++;
    return proposal->approvals + proposal->rejections > 0 && !table->has_anonymous_votes &&
           nth < AVALON_REJECTIONS_MAX;
}

static int32_t past_surprise(const struct avalon_table *table, int proposals, seat_set evil)
{
    int32_t surprise = 0;
    for (int i = 0; i < proposals; i++) {
        const struct avalon_proposal *proposal = &table->proposals[i];
        bool is_dirty = (evil & proposal->team) != 0;
        surprise += proposal_surprise[seat_in(evil, proposal->leader)][is_dirty];
        if (belief_reads_vote(table, i))
            surprise += votes_surprise(table, proposal, evil);
    }
    return surprise;
}

static bool weigh_world(const struct avalon_table *table, const struct belief_past *past,
                        seat_set evil, int32_t *surprise)
{
    *surprise = 0;
    for (int quest = 0; quest < past->quests; quest++)
        if (table->quests[quest].is_done && !add_quest(table, quest, evil, surprise))
            return false;
    if (past->reads_votes)
        *surprise += past_surprise(table, past->proposals, evil);
    return true;
}

/* 2^20 times 2^(-surprise / 16). */
static uint32_t weight_of(int32_t surprise)
{
    static const uint32_t fraction[16] = { 1048576, 1004120, 961548, 920782, 881744, 844361,
                                           808563,  774282,  741455, 710019, 679917, 651091,
                                           623487,  597053,  571740, 547500 };
    return surprise < 16 * 20 ? fraction[surprise & 15] >> (surprise >> 4) : 0;
}

static void normalise(struct belief *belief)
{
    int32_t least = INT32_MAX;
    for (int i = 0; i < belief->count; i++)
        if (belief->surprise[i] < least)
            least = belief->surprise[i];
    belief->total = 0;
    for (int i = 0; i < belief->count; i++) {
        belief->weight[i] = weight_of(belief->surprise[i] - least);
        belief->total += belief->weight[i];
    }
}

void belief_form(struct belief *belief, const struct avalon_table *table, struct belief_prior prior,
                 struct belief_past past)
{
    int evil_count = avalon_evil_count(table->seat_count);
    belief->count = 0;
    for (seat_set evil = 0; evil <= avalon_everybody(table); evil++) {
        int32_t surprise;
        if (avalon_seats_count(evil) != evil_count || !prior_allows(&prior, evil) ||
            !weigh_world(table, &past, evil, &surprise))
            continue;
        belief->evil[belief->count] = evil;
        belief->surprise[belief->count++] = surprise;
    }
    if (belief->count == 0)
        belief_form(belief, table, (struct belief_prior){ 0 }, past);
    else
        normalise(belief);
}

int belief_is_evil(const struct belief *belief, int seat)
{
    uint64_t weight = 0;
    for (int i = 0; i < belief->count; i++)
        if (seat_in(belief->evil[i], seat))
            weight += belief->weight[i];
    return (int)(weight * BELIEF_ONE / belief->total);
}

int belief_is_clean(const struct belief *belief, seat_set team, int fails)
{
    uint64_t weight = 0;
    for (int i = 0; i < belief->count; i++)
        if (fails == 1 ? (belief->evil[i] & team) == 0
                       : avalon_seats_count(belief->evil[i] & team) < fails)
            weight += belief->weight[i];
    return (int)(weight * BELIEF_ONE / belief->total);
}
