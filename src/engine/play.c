/* See play.h. */
#include "engine/play.h"

#include <string.h>

enum {
    BOT_STREAM = 1 << 30, /* the bots' dice; decisions count their streams from 0 */
    MOVE_MS = 100,        /* game clock between two moves */
};

void play_preset(struct game_setup *setup, const struct game *game, int seat_count)
{
    int side_count = game_side_count(game);
    *setup = (struct game_setup){ .seat_count = seat_count };
    game_presets(game, seat_count, setup->option);
    for (int seat = 0; seat < seat_count && side_count > 0; seat++)
        setup->side[seat] = (int8_t)(seat % side_count);
}

bool play_ask_bots(const struct game *game, const void *state, int seat_count,
                   const struct play_bots *bots, int first, struct game_command *command)
{
    int places = seat_count + 2;
    for (int i = 0; i < places; i++) {
        int place = (first + i) % places;
        bool is_narrator = place == seat_count + 1;
        if (place == seat_count || (is_narrator && !game->has_narrator))
            continue;
        struct game_bot bot = { .seat = is_narrator ? SEAT_NARRATOR : place,
                                .strength =
                                    is_narrator ? bots->narrator_strength : bots->strength[place],
                                .rng = bots->rng,
                                .memory = bots->memory,
                                .memory_size = bots->memory_size };
        if (game_ask_bot(game, state, &bot, bots->view, command))
            return true;
    }
    return false;
}

bool play_pass_time(const struct game *game, const void *state, int64_t *now_ms,
                    struct game_command *command)
{
    int64_t deadline_ms = game->deadline ? game->deadline(state) : 0;
    if (deadline_ms == 0)
        return false;
    if (*now_ms < deadline_ms)
        *now_ms = deadline_ms;
    *command = (struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK };
    return true;
}

static const char *send(struct play *play, const struct game_command *command, uint64_t stream)
{
    struct rng rng;
    rng_seed(&rng, play->seed, stream);
    enum refusal refusal =
        game_decide(&play->turn, play->game, play->state, command, play->now_ms, &rng);
    if (refusal != ACCEPTED)
        return refusal_name(refusal);
    play->now_ms += MOVE_MS;
    return play->after == NULL || play->after(play, play->context) ? NULL : "stopped";
}

/* A bot's move, or else the clock's. Every seat is as likely to be asked first. */
static bool choose(struct play *play, struct game_command *command)
{
    int seat_count = play->setup.seat_count;
    int first = (int)rng_below(play->bots.rng, (uint64_t)seat_count);
    return play_ask_bots(play->game, play->state, seat_count, &play->bots, first, command) ||
           play_pass_time(play->game, play->state, &play->now_ms, command);
}

const char *play_game(struct play *play, struct game_outcome *outcome)
{
    struct rng bot_rng;
    struct game_command command = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    rng_seed(&bot_rng, play->seed, BOT_STREAM);
    play->bots.rng = &bot_rng;
    play->now_ms = 1000;
    memset(play->state, 0, play->game->state_size);
    play->game->init(play->state, &play->setup);
    const char *problem = send(play, &command, 0);
    for (int count = 1; problem == NULL && !play->game->outcome(play->state, outcome); count++)
        problem = count == play->commands_max || !choose(play, &command)
                      ? "stuck"
                      : send(play, &command, (uint64_t)count);
    play->bots.rng = NULL;
    return problem;
}
