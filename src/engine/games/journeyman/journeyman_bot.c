/* The bots of Journeyman and Weather. */
#include "journeyman.h"

#include "engine/message.h"

static int64_t any_move(const struct journeyman_view *view, struct rng *rng)
{
    int64_t moves[GRID_NEIGHBOURS_MAX];
    int count = grid_moves(&view->grid, view->position, moves);
    return moves[rng_below(rng, (uint64_t)count)];
}

static int floodable(const struct journeyman_view *view, int fields[GRID_FIELDS_MAX])
{
    int count = 0;
    for (int y = 0; y < view->grid.height; y++)
        for (int x = 0; x < view->grid.width; x++)
            if (grid_can_flood(&view->grid, view->position, field_pack(x, y)))
                fields[count++] = (int)field_pack(x, y);
    return count;
}

static int64_t any_floods(const struct journeyman_view *view, struct rng *rng)
{
    int fields[GRID_FIELDS_MAX];
    int count = floodable(view, fields);
    int wanted = journeyman_floods_allowed(&view->terms, &view->stats);
    int64_t floods = 0;
    rng_shuffle(rng, fields, count);
    for (int i = 0; i < count && i < wanted; i++)
        floods = fields_add(floods, fields[i]);
    return floods;
}

/* Chooses, and ends the turn when it has chosen. */
static void play_turn(const struct journeyman_view *view, const struct game_bot *bot,
                      struct game_command *command)
{
    if (view->has_staged) {
        command->kind = JOURNEYMAN_END_TURN;
    } else if (view->own_side == SIDE_JOURNEYMAN) {
        command->kind = JOURNEYMAN_MOVE;
        command->arg[0] = any_move(view, bot->rng);
    } else {
        command->kind = JOURNEYMAN_FLOOD;
        command->arg[0] = any_floods(view, bot->rng);
    }
}

bool journeyman_bot(const void *in, const struct game_bot *bot, struct game_command *command)
{
    const struct journeyman_view *view = in;
    if (view->own_side == SIDE_NONE || view->own_side != view->to_move)
        return false;
    *command = (struct game_command){ .seat = (int8_t)bot->seat };
    if (view->phase == JOURNEYMAN_CONFIGURING)
        command->kind = JOURNEYMAN_CONFIGURE_GRID;
    else if (view->phase == JOURNEYMAN_ACTIVE)
        play_turn(view, bot, command);
    else
        return false;
    return true;
}
