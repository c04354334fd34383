/* Table talk of bots, between votes and quests. Each says what a loyal servant in its seat would conclude
 * from what all have seen, so evil and Merlin talk like everybody. */
#include "belief.h"

const char *const avalon_lines[] = {
    "not_me",   "one_of",    "good_team", "not_with", "i_said_no",
    "said_yes", "last_team", "suspect",   "trust",    NULL,
};

enum { SUSPECTS_FROM = BELIEF_ONE * 60 / 100, TRUSTS_UP_TO = BELIEF_ONE * 25 / 100 };

struct talk {
    const struct avalon_table *table;
    int seat, count;
    struct game_remark *remark;
    struct belief belief; /* of a servant in that seat */
};

static void offer(struct talk *talk, const char *line, seat_set about)
{
    if (talk->count < GAME_REMARKS_MAX)
        talk->remark[talk->count++] = (struct game_remark){ line, about };
}

/* Of these the one who looks most evil, or least; the speaker is not asked. */
static int extreme(const struct talk *talk, seat_set among, bool is_most)
{
    int best = -1, best_evil = 0;
    for (int seat = 0; seat < talk->table->seat_count; seat++) {
        int evil = belief_is_evil(&talk->belief, seat);
        if (!seat_in(among, seat) || seat == talk->seat)
            continue;
        if (best >= 0 && (is_most ? evil <= best_evil : evil >= best_evil))
            continue;
        best = seat;
        best_evil = evil;
    }
    return best;
}

static void talk_of_quest(struct talk *talk)
{
    const struct avalon_quest *quest = &talk->table->quests[talk->table->quest];
    seat_set others = quest->team & ~seat_bit(talk->seat);
    if (quest->is_success)
        offer(talk, "good_team", quest->team);
    else
        offer(talk, others == quest->team ? "one_of" : "not_me", others);
}

/* No remark about votes that stay secret by the table's options. */
static void talk_of_vote(struct talk *talk)
{
    const struct avalon_proposal *proposal = avalon_proposal(talk->table);
    bool has_approved = seat_in(proposal->approved_by, talk->seat);
    int doubtful = extreme(talk, proposal->team, true);
    if (talk->table->has_anonymous_votes)
        return;
    if (!has_approved && doubtful >= 0)
        offer(talk, proposal->is_approved ? "i_said_no" : "not_with", seat_bit(doubtful));
    else if (has_approved && !proposal->is_approved)
        offer(talk, "said_yes", proposal->team);
}

static void talk_of_team(struct talk *talk)
{
    int worst = extreme(talk, avalon_everybody(talk->table), true);
    int best = extreme(talk, avalon_everybody(talk->table), false);
    if (talk->table->rejections == AVALON_REJECTIONS_MAX - 1)
        offer(talk, "last_team", SEATS_NONE);
    if (belief_is_evil(&talk->belief, worst) >= SUSPECTS_FROM)
        offer(talk, "suspect", seat_bit(worst));
    if (belief_is_evil(&talk->belief, best) <= TRUSTS_UP_TO)
        offer(talk, "trust", seat_bit(best));
}

int avalon_remarks(const void *public_view, int seat, int64_t *moment,
                   struct game_remark out[GAME_REMARKS_MAX])
{
    enum { PHASES = 3 };
    const struct avalon_table *table = &((const struct avalon_view *)public_view)->table;
    struct talk talk = { .table = table, .seat = seat, .remark = out };
    bool is_vote = table->phase == AVALON_VOTE_RESULTS,
         is_quest = table->phase == AVALON_QUEST_RESULTS;
    if (!is_vote && !is_quest && table->phase != AVALON_TEAM_BUILDING)
        return 0;
    *moment = 1 + PHASES * table->proposal_count + (is_vote ? 0 : is_quest ? 1 : 2);
    belief_form(&talk.belief, table,
                (struct belief_prior){ .good = seat_bit(seat), .evil = table->revealed_evil },
                belief_past_of(table, true));
    if (is_vote)
        talk_of_vote(&talk);
    else if (is_quest)
        talk_of_quest(&talk);
    else
        talk_of_team(&talk);
    return talk.count;
}
