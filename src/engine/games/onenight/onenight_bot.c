/* One Night's bot. By night it does what its role is for; by day it claims to be somebody (talk.c); at the
 * vote it asks who is a Werewolf in the worlds that fit (worlds.h). What each strength can do is a table. */
#include "onenight_bot.h"

enum { CENTER_ALL = 7 };

const struct onenight_skill onenight_skills[BOT_STRENGTH_MAX + 1] = {
    [1] = { .worlds = 60, .ear = ONENIGHT_DEAF },
    [2] = { .worlds = 50, .ear = ONENIGHT_HEARS },
    [3] = { .worlds = 120, .ear = ONENIGHT_HEARS, .follows_table = true },
    [4] = { .worlds = 2400,
            .ear = ONENIGHT_WEIGHS,
            .follows_table = true,
            .lies = 8,
            .worlds_of_lie = 400 },
};

/* Night */

/* The first form is the one that does most; a Seer takes the centre now and then. */
static struct onenight_form choose_form(const struct onenight_view *view,
                                        const struct game_bot *bot)
{
    bool may_take_center = view->form_count == ONENIGHT_FORMS_MAX && rng_below(bot->rng, 4) == 0;
    if (bot->strength == 0)
        return view->form[rng_below(bot->rng, (uint64_t)view->form_count)];
    return view->form[may_take_center];
}

static bool act(const struct onenight_view *view, const struct game_bot *bot,
                struct game_command *command)
{
    if (!view->is_asked)
        return false;
    struct onenight_form form = choose_form(view, bot);
    command->kind = ONENIGHT_ACT;
    command->arg[0] = onenight_pick_some(view->targets, form.players, bot->rng);
    command->arg[1] = onenight_pick_some(CENTER_ALL, form.center, bot->rng);
    return true;
}

/* Vote */

static int most_likely(const uint64_t weight[], uint32_t from, struct rng *rng)
{
    uint64_t most = 0;
    uint32_t best = 0;
    for (int seat = 0; from >> seat; seat++) {
        if (!(from >> seat & 1) || weight[seat] < most)
            continue;
        best = weight[seat] > most ? seat_bit(seat) : best | seat_bit(seat);
        most = weight[seat];
    }
    return onenight_pick(best ? best : from, rng);
}

/* Parts of a thousand. */
static uint64_t share(uint64_t part, uint64_t total)
{
    return total ? 1000 * part / total : 0;
}

/* If there is probably no Werewolf, one vote each kills nobody: everyone votes for the next seat. */
static int village_vote(const struct onenight_view *view, const struct onenight_beliefs *beliefs,
                        struct rng *rng)
{
    uint64_t suspicion[ONENIGHT_SEATS_MAX] = { 0 };
    if (5 * beliefs->no_wolf > 3 * beliefs->total)
        return (view->viewer + 1) % view->table.seat_count;
    for (int seat = 0; seat < view->table.seat_count; seat++)
        if (beliefs->wolf[seat] > beliefs->tanner[seat])
            suspicion[seat] = share(beliefs->wolf[seat] - beliefs->tanner[seat], beliefs->total);
    return most_likely(suspicion, onenight_others(view), rng);
}

/* Anybody but a Werewolf or the Tanner, best whom the table suspects. */
static int wolf_vote(const struct onenight_view *view, const struct onenight_beliefs *beliefs,
                     const struct onenight_beliefs *table, struct rng *rng)
{
    uint64_t fitness[ONENIGHT_SEATS_MAX];
    for (int seat = 0; seat < ONENIGHT_SEATS_MAX; seat++)
        fitness[seat] = 4000 -
                        2 * share(beliefs->wolf[seat] + beliefs->tanner[seat], beliefs->total) +
                        share(table->wolf[seat], table->total);
    return most_likely(fitness, onenight_others(view), rng);
}

/* The beliefs of a listener without a card; all who listen believe about the same. */
static void believe_as_table(const struct onenight_view *view, const struct onenight_skill *skill,
                             struct rng *rng, struct onenight_beliefs *beliefs)
{
    struct onenight_view table = { .table = view->table, .viewer = ONENIGHT_NOBODY };
    onenight_believe(&table, skill->worlds, skill->ear, rng, beliefs);
}

static int choose_target(const struct onenight_view *view, const struct game_bot *bot)
{
    const struct onenight_skill *skill = &onenight_skills[bot->strength];
    struct onenight_beliefs beliefs, table = { 0 };
    onenight_believe(view, skill->worlds, skill->ear, bot->rng, &beliefs);
    if (beliefs.total == 0)
        return onenight_pick(onenight_others(view), bot->rng);
    if (2 * beliefs.own_team[ONENIGHT_WEREWOLVES] <= beliefs.total)
        return village_vote(view, &beliefs, bot->rng);
    if (skill->follows_table)
        believe_as_table(view, skill, bot->rng, &table);
    return wolf_vote(view, &beliefs, &table, bot->rng);
}

static bool vote(const struct onenight_view *view, const struct game_bot *bot,
                 struct game_command *command)
{
    if (view->own.vote != ONENIGHT_NOBODY)
        return false;
    command->kind = ONENIGHT_VOTE;
    command->arg[0] = choose_target(view, bot);
    return true;
}

bool onenight_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct onenight_view *view = in;
    *command = (struct game_command){ .kind = ONENIGHT_ACKNOWLEDGE, .seat = (int8_t)bot->seat };
    switch ((enum onenight_phase)view->table.phase) {
    case ONENIGHT_REVEAL: return !view->own.has_acknowledged;
    case ONENIGHT_NIGHT: return act(view, bot, command);
    case ONENIGHT_DISCUSSION: return onenight_talk(view, bot, command);
    case ONENIGHT_VOTING: return vote(view, bot, command);
    case ONENIGHT_DEALING:
    case ONENIGHT_RESULTS: break;
    }
    return false;
}
