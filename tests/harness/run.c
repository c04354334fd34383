/* Running games without a room. */
#include "harness/run.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "engine/play.h"

void harness_seed(uint8_t seed[RNG_SEED_SIZE], uint64_t number)
{
    memset(seed, 0, RNG_SEED_SIZE);
    memcpy(seed, &number, sizeof number);
}

void setup_random(struct game_setup *setup, const struct game *game, int seat_count,
                  struct rng *rng)
{
    enum { TRIES = 40 };
    const char *why;
    for (int try = 0; try < TRIES; try++) {
        play_preset(setup, game, seat_count);
        /* Options that hang together rarely fit when all are random: change fewer with every try. */
        for (int i = 0; i < game_option_count(game); i++)
            if (rng_below(rng, TRIES) >= (uint64_t)try)
                setup->option[i] = value_random(&game->options[i].arg, seat_count, rng);
        for (int seat = 0; seat < seat_count && game_side_count(game) > 0 && try < TRIES / 2;
             seat++)
            setup->side[seat] = (int8_t)rng_below(rng, (uint64_t)game_side_count(game));
        if (game_check(game, setup, &why) == ACCEPTED)
            return;
    }
    play_preset(setup, game, seat_count);
}

void run_init(struct run *run, const struct game *game, const struct game_setup *setup,
              uint64_t seed)
{
    assert(game->state_size <= sizeof run->state);
    memset(run, 0, sizeof *run);
    run->game = game;
    run->setup = *setup;
    run->now_ms = 1000;
    harness_seed(run->seed, seed);
    game->init(run->state, setup);
}

enum refusal run_try(struct run *run, const struct game_command *command)
{
    struct rng rng;
    rng_seed(&rng, run->seed, run->accepted_count);
    enum refusal refusal =
        game_decide(&run->turn, run->game, run->state, command, run->now_ms, &rng);
    run->accepted_count += refusal == ACCEPTED;
    return refusal;
}

enum refusal run_send(struct run *run, const struct game_command *command)
{
    static alignas(16) unsigned char before[GAME_STATE_MAX];
    memcpy(before, run->state, run->game->state_size);
    enum refusal refusal = run_try(run, command);
    if (refusal != ACCEPTED)
        memcpy(run->state, before, run->game->state_size);
    return refusal;
}

void run_copy(struct run *to, const struct run *from)
{
    memcpy(to, from, offsetof(struct run, turn));
    memcpy(to->state, from->state, from->game->state_size);
}

enum refusal run_start(struct run *run)
{
    return run_send(run, &(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK });
}

int64_t run_deadline(const struct run *run)
{
    return run->game->deadline ? run->game->deadline(run->state) : 0;
}

void run_pass_time_before(struct run *run, const struct game_command *command, struct rng *rng)
{
    int64_t deadline_ms = run_deadline(run);
    if (command->kind == COMMAND_TIMEOUT)
        run->now_ms = deadline_ms;
    else
        run->now_ms += (int64_t)rng_below(rng, 20);
    if (deadline_ms > 0 && run->now_ms > deadline_ms)
        run->now_ms = deadline_ms;
}

enum refusal run_timeout(struct run *run)
{
    struct game_command command;
    bool has_deadline = play_pass_time(run->game, run->state, &run->now_ms, &command);
    assert(has_deadline);
    (void)has_deadline;
    return run_send(run, &command);
}

bool run_is_over(const struct run *run)
{
    struct game_outcome outcome = { 0 };
    return run->game->outcome(run->state, &outcome);
}

int run_viewers(const struct run *run, int viewer[HARNESS_VIEWERS_MAX])
{
    int count = 0;
    for (int seat = 0; seat < run->setup.seat_count; seat++)
        viewer[count++] = seat;
    viewer[count++] = SEAT_PUBLIC;
    if (run->game->has_narrator)
        viewer[count++] = SEAT_NARRATOR;
    return count;
}

static const void *view_into(const struct run *run, int viewer, unsigned char *view)
{
    assert(run->game->view_size <= GAME_VIEW_MAX);
    memset(view, 0, run->game->view_size);
    run->game->view(run->state, viewer, view);
    return view;
}

static const void *view_of(const struct run *run, int viewer)
{
    static alignas(16) unsigned char view[GAME_VIEW_MAX];
    return view_into(run, viewer, view);
}

bool run_views_equal(const struct run *one, const struct run *other, int viewer)
{
    static alignas(16) unsigned char first[GAME_VIEW_MAX];
    return memcmp(view_into(one, viewer, first), view_of(other, viewer), one->game->view_size) == 0;
}

const char *run_view(const struct run *run, int viewer)
{
    static char text[HARNESS_VIEW_TEXT_MAX];
    struct json json;
    json_init(&json, text, sizeof text);
    json_object(&json, NULL);
    run->game->encode(view_of(run, viewer), &json);
    json_end(&json);
    return json.overflow ? NULL : text;
}

/* One table for all bots of the process, as a worker has it. */
static void *bot_memory(void)
{
    static void *memory;
    if (!memory)
        memory = memory_take(BOT_MEMORY_SIZE);
    return memory;
}

bool run_bot(const struct run *run, int seat, int strength, struct rng *rng,
             struct game_command *command)
{
    static alignas(16) unsigned char view[GAME_VIEW_MAX];
    struct game_bot bot = { .seat = seat,
                            .strength = strength,
                            .rng = rng,
                            .memory = bot_memory(),
                            .memory_size = BOT_MEMORY_SIZE };
    return game_ask_bot(run->game, run->state, &bot, view, command);
}

/* Every strength in turn. Bots that think long do so in one run out of STRONG_EVERY. */
static int own_strength(const struct run *run, int actor)
{
    enum { STRONG_EVERY = 25, QUICK_STRENGTHS = 2 };
    bool is_quick = run->game->bot_is_slow && run->seed[0] % STRONG_EVERY != 0;
    return (run->seed[0] + actor) % (is_quick ? QUICK_STRENGTHS : BOT_STRENGTH_MAX + 1);
}

bool run_any_bot(const struct run *run, int strength, struct rng *rng, struct game_command *command)
{
    static alignas(16) unsigned char view[GAME_VIEW_MAX];
    struct play_bots bots = {
        .rng = rng, .view = view, .memory = bot_memory(), .memory_size = BOT_MEMORY_SIZE
    };
    int seat_count = run->setup.seat_count;
    for (int seat = 0; seat < seat_count; seat++)
        bots.strength[seat] = strength >= 0 ? strength : own_strength(run, seat);
    bots.narrator_strength = strength >= 0 ? strength : own_strength(run, SEAT_NARRATOR);
    int first = (int)rng_below(rng, (uint64_t)(seat_count + 1 + run->game->has_narrator));
    return play_ask_bots(run->game, run->state, seat_count, &bots, first, command);
}
