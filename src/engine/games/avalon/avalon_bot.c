/* Avalon's bots. */
#include "avalon.h"

static int any_of(seat_set seats, struct rng *rng)
{
    uint64_t skipped = rng_below(rng, (uint64_t)avalon_seats_count(seats));
    int seat = 0;
    while (!seat_in(seats, seat) || skipped-- > 0)
        seat++;
    return seat;
}

static seat_set any_team(const struct avalon_table *table, struct rng *rng)
{
    seat_set team = SEATS_NONE;
    while (avalon_seats_count(team) < avalon_team_size(table->seat_count, table->quest))
        team |= seat_bit(any_of(avalon_everybody(table) & ~team, rng));
    return team;
}

static bool act(const struct avalon_view *view, struct rng *rng, struct game_command *command)
{
    const struct avalon_table *table = &view->table;
    switch ((enum avalon_phase)table->phase) {
    case AVALON_ROLE_REVEAL:
        command->kind = AVALON_ACKNOWLEDGE_ROLE;
        return !view->own.has_acknowledged;
    case AVALON_TEAM_BUILDING:
        command->kind = AVALON_PROPOSE_TEAM;
        command->arg[0] = any_team(table, rng);
        return table->leader == view->seat;
    case AVALON_TEAM_VOTING:
        command->kind = AVALON_CAST_VOTE;
        command->arg[0] = rng_below(rng, 2) ? AVALON_APPROVE : AVALON_REJECT;
        return !seat_in(table->voted, view->seat);
    case AVALON_QUEST_EXECUTION:
        command->kind = AVALON_PLAY_CARD;
        command->arg[0] = avalon_team_of((enum avalon_role)view->own.role) == AVALON_GOOD
                              ? AVALON_SUCCESS
                              : AVALON_SUCCESS + (int)rng_below(rng, 2);
        return seat_in(avalon_proposal(table)->team, view->seat) && !view->own.card;
    case AVALON_QUEST_RESULTS:
        command->kind = AVALON_CONTINUE;
        return table->leader == view->seat && !table->is_window_open;
    case AVALON_LADY_EXAMINATION:
        command->kind = AVALON_EXAMINE;
        command->arg[0] = any_of(avalon_lady_targets(table), rng);
        return table->lady == view->seat;
    case AVALON_ASSASSINATION:
        command->kind = view->own.role == AVALON_ASSASSIN ? AVALON_ASSASSINATE : AVALON_NAME_MERLIN;
        command->arg[0] = any_of(avalon_targets(table, view->seat, &view->own), rng);
        return view->own.named < 0;
    case AVALON_SETUP:
    case AVALON_FINISHED: break;
    }
    return false;
}

bool avalon_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct avalon_view *view = in;
    *command = (struct game_command){ .seat = (int8_t)bot->seat };
    return view->seat >= 0 && act(view, bot->rng, command);
}
