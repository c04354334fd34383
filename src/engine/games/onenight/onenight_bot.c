/* One Night's bot. */
#include "onenight.h"

static int pick(uint32_t from, struct rng *rng)
{
    int count = 0, chosen = 0;
    for (int i = 0; from >> i; i++)
        if ((from >> i & 1) && rng_below(rng, (uint64_t)++count) == 0)
            chosen = i;
    return chosen;
}

static uint32_t pick_some(uint32_t from, int count, struct rng *rng)
{
    uint32_t chosen = 0;
    while (count-- > 0)
        chosen |= 1u << pick(from & ~chosen, rng);
    return chosen;
}

static uint32_t others(const struct onenight_view *view)
{
    return (seat_bit(view->table.seat_count) - 1) & ~seat_bit(view->viewer);
}

bool onenight_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct onenight_view *view = in;
    struct onenight_form form;
    *command = (struct game_command){ .seat = (int8_t)bot->seat };
    switch ((enum onenight_phase)view->table.phase) {
    case ONENIGHT_REVEAL: command->kind = ONENIGHT_ACKNOWLEDGE; return !view->own.has_acknowledged;
    case ONENIGHT_NIGHT:
        command->kind = ONENIGHT_ACT;
        form = view->form[rng_below(bot->rng, (uint64_t)view->form_count)];
        command->arg[0] = pick_some(others(view), form.players, bot->rng);
        command->arg[1] = pick_some(7, form.center, bot->rng);
        return view->is_asked;
    case ONENIGHT_DISCUSSION:
        command->kind = ONENIGHT_CALL_VOTE;
        command->arg[0] = true;
        return !view->own.calls_vote;
    case ONENIGHT_VOTING:
        command->kind = ONENIGHT_VOTE;
        command->arg[0] = pick(others(view), bot->rng);
        return view->own.vote == ONENIGHT_NOBODY;
    case ONENIGHT_DEALING:
    case ONENIGHT_RESULTS: break;
    }
    return false;
}
