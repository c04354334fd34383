/* Table talk of bots by day: what follows from the claims that all have heard, from one's own first. It takes
 * part in the game no more than a look would: beliefs and votes go by claims alone. */
#include "onenight_bot.h"

const char *const onenight_lines[] = {
    "not_true", "one_lies", "if_true", "was_with",  "saw_wolf", "saw_good",
    "swapped",  "differ",   "fits",    "your_turn", NULL,
};

struct talk {
    const struct onenight_table *table;
    int seat, count;
    struct game_remark *remark;
};

static void offer(struct talk *talk, const char *line, seat_set about)
{
    if (talk->count < GAME_REMARKS_MAX)
        talk->remark[talk->count++] = (struct game_remark){ line, about };
}

static bool is_one(seat_set seats)
{
    return seats != 0 && (seats & (seats - 1)) == 0;
}

/* Whom a claim says to have looked at, if it was one player, and what was seen there. */
static seat_set seen_by(const struct onenight_claim *claim, int *role)
{
    bool looks = claim->role == ONENIGHT_SEER || claim->role == ONENIGHT_ROBBER ||
                 claim->role == ONENIGHT_INVESTIGATOR || claim->role == ONENIGHT_DOPPELGANGER;
    *role = claim->first;
    return looks && claim->first && is_one(claim->players) ? claim->players : SEATS_NONE;
}

static void answer_accusers(struct talk *talk)
{
    for (int other = 0; other < talk->table->seat_count; other++) {
        int role;
        seat_set seen = seen_by(&talk->table->claim[other], &role);
        if (other == talk->seat || seen == 0 || !onenight_is_wolf(role))
            continue;
        if (seat_in(seen, talk->seat))
            offer(talk, "not_true", seat_bit(other));
        else
            offer(talk, "if_true", seen);
    }
}

/* More say so than there are such cards. */
static void answer_rivals(struct talk *talk)
{
    int own = talk->table->claim[talk->seat].role, count = 0;
    seat_set rivals = SEATS_NONE;
    for (int other = 0; other < talk->table->seat_count; other++) {
        bool is_same = own != ONENIGHT_NO_ROLE && talk->table->claim[other].role == own;
        count += is_same;
        if (is_same && other != talk->seat)
            rivals |= seat_bit(other);
    }
    if (rivals && count > talk->table->deck[own])
        offer(talk, "one_lies", rivals);
}

static void tell_own(struct talk *talk)
{
    const struct onenight_claim *own = &talk->table->claim[talk->seat];
    int role;
    seat_set seen = seen_by(own, &role);
    if (own->role == ONENIGHT_MASON && own->players)
        offer(talk, "was_with", own->players);
    if (own->role == ONENIGHT_TROUBLEMAKER && own->players)
        offer(talk, "swapped", own->players);
    if (seen && onenight_is_wolf(role))
        offer(talk, "saw_wolf", seen);
    if (seen && onenight_team_of(role) == ONENIGHT_VILLAGE)
        offer(talk, "saw_good", seen);
}

/* Two others of whom one says to have seen another card than the other claims. */
static void compare_others(struct talk *talk)
{
    for (int other = 0; other < talk->table->seat_count; other++) {
        int role, said;
        seat_set seen = seen_by(&talk->table->claim[other], &role);
        if (other == talk->seat || seen == 0 || seat_in(seen, talk->seat))
            continue;
        int place = 0;
        while (!seat_in(seen, place))
            place++;
        said = talk->table->claim[place].role;
        if (said && said != role && !onenight_is_wolf(role))
            offer(talk, "differ", seat_bit(other) | seen);
        else if (said == role)
            offer(talk, "fits", seat_bit(other) | seen);
    }
}

/* Once half of them have spoken. */
static void ask_silent(struct talk *talk)
{
    int count = talk->table->seat_count, silent = 0, next = -1;
    for (int i = 1; i < count; i++) {
        int other = (talk->seat + i) % count;
        if (talk->table->claim[other].role != ONENIGHT_NO_ROLE)
            continue;
        silent++;
        next = next < 0 ? other : next;
    }
    if (next >= 0 && 2 * silent <= count)
        offer(talk, "your_turn", seat_bit(next));
}

int onenight_remarks(const void *public_view, int seat, int64_t *moment,
                     struct game_remark out[GAME_REMARKS_MAX])
{
    const struct onenight_view *view = public_view;
    struct talk talk = { .table = &view->table, .seat = seat, .remark = out };
    *moment = 1;
    if (view->table.phase != ONENIGHT_DISCUSSION)
        return 0;
    for (int other = 0; other < view->table.seat_count; other++)
        *moment += view->table.claim_count[other];
    answer_accusers(&talk);
    answer_rivals(&talk);
    tell_own(&talk);
    compare_others(&talk);
    ask_silent(&talk);
    return talk.count;
}
