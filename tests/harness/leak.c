/* The search for leaks. See leak.h for the idea. */
#include "harness/leak.h"

#include <string.h>

#include "engine/message.h"
#include "harness/actions.h"

enum {
    ALTERATIONS = 4, /* of each event with secrets */
    TRIES = 16,      /* to make the other run sound like the first */
    MOVES_MAX = 600, /* of one game; long games are looked at from the beginning only */
};

bool leak_has_secrets(const struct game *game)
{
    for (int i = 0; game->events[i].name; i++)
        for (int a = 0; a < message_arg_count(&game->events[i]); a++)
            if (game->events[i].args[a].secret)
                return true;
    return false;
}

/* The room's own facts beside a view: those for everybody, and this viewer's channels. */
static void see_room(const struct run *run, int viewer, struct transcript *sight)
{
    const struct game *game = run->game;
    transcript_add(sight, "deadline %lld awaited %x over %d\n", (long long)run_deadline(run),
                   game->awaited ? game->awaited(run->state) : 0, run_is_over(run));
    for (int channel = 0; channel == 0 || (game->channels && game->channels[channel - 1]);
         channel++) {
        bool hears = game->hears && seat_in(game->hears(run->state, channel), viewer);
        bool speaks = game->speaks && seat_in(game->speaks(run->state, channel), viewer);
        transcript_add(sight, "channel %d hears %d speaks %d\n", channel, hears, speaks);
    }
}

/* All that `viewer` can see of a state. */
static void see(const struct run *run, int viewer, struct transcript *sight)
{
    const char *view = run_view(run, viewer);
    transcript_add_text(sight, view ? view : "(too long)");
    transcript_add_text(sight, "\n");
    see_room(run, viewer, sight);
}

/* The same without a message, because it runs more often than anything else. */
static bool rooms_look_alike(const struct run *one, const struct run *other, int viewer)
{
    const struct game *game = one->game;
    bool is_alike = run_deadline(one) == run_deadline(other) &&
                    run_is_over(one) == run_is_over(other) &&
                    (!game->awaited || game->awaited(one->state) == game->awaited(other->state));
    for (int i = 0; i == 0 || (game->channels && game->channels[i - 1]); i++) {
        seat_set hears =
            game->hears ? game->hears(one->state, i) ^ game->hears(other->state, i) : 0;
        seat_set speaks =
            game->speaks ? game->speaks(one->state, i) ^ game->speaks(other->state, i) : 0;
        is_alike &= !seat_in(hears | speaks, viewer);
    }
    return is_alike;
}

static bool texts_look_alike(const struct run *one, const struct run *other, int viewer)
{
    static struct transcript sight, other_sight;
    transcript_clear(&sight);
    transcript_clear(&other_sight);
    see(one, viewer, &sight);
    see(other, viewer, &other_sight);
    return strcmp(sight.text, other_sight.text) == 0;
}

static bool looks_alike(const struct run *one, const struct run *other, int viewer)
{
    return run_views_equal(one, other, viewer) ? rooms_look_alike(one, other, viewer)
                                               : texts_look_alike(one, other, viewer);
}

static bool is_other_state(const struct run *one, const struct run *other)
{
    return memcmp(one->state, other->state, one->game->state_size) != 0;
}

/* Compares two sights and reports the first difference. */
static void compare(const struct run *one, const struct run *other, int viewer, const char *where,
                    struct leak_report *report)
{
    if (report->is_found || looks_alike(one, other, viewer))
        return;
    report->is_found = true;
    transcript_add(&report->text, "%s: viewer %d of %d seats, after %s\n", one->game->id, viewer,
                   one->setup.seat_count, where);
    see(one, viewer, &report->text);
    see(other, viewer, &report->text);
}

static void seed_choices(struct rng *rng, uint64_t seed)
{
    uint8_t bytes[RNG_SEED_SIZE];
    harness_seed(bytes, seed);
    rng_seed(rng, bytes, UINT64_MAX - 1);
}

static int bot_strength(const struct game *game, struct rng *rng)
{
    return (int)rng_below(rng, game->bot_is_slow ? 2 : BOT_STRENGTH_MAX + 1);
}

/* A bot's move or, if none moves, the clock's; false if there is nothing to do. */
static bool next_command(const struct run *run, struct rng *rng, struct game_command *command)
{
    bool is_late = run_deadline(run) > 0 && rng_below(rng, 20) == 0;
    if (!is_late && run_any_bot(run, bot_strength(run->game, rng), rng, command))
        return true;
    *command = (struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK };
    return run_deadline(run) > 0;
}

/* Events */

/* An event told to the one seat it names, and to the narrator, could not have named another. */
static bool can_alter(const struct game_event *event, const struct game_arg *arg, int64_t value)
{
    seat_set players = event->told & ~seat_bit(SEAT_NARRATOR);
    bool is_for_that_seat = arg->type == ARG_SEAT && value >= 0 && players == seat_bit((int)value);
    return arg->secret && !is_for_that_seat;
}

static bool alter(const struct run *run, const struct game_event *event, struct rng *rng,
                  struct game_event *altered)
{
    const struct game_message *message = &run->game->events[event->kind];
    bool is_altered = false;
    *altered = *event;
    for (int i = 0; i < message_arg_count(message); i++) {
        if (!can_alter(event, &message->args[i], event->arg[i]))
            continue;
        altered->arg[i] = value_random(&message->args[i], run->setup.seat_count, rng);
        if (message->args[i].type == ARG_NAMES)
            rest_random(message, rng, altered->arg);
        if (message->args[i].type == ARG_TEXT)
            altered->text = "something else";
        is_altered |= altered->arg[i] != event->arg[i] || altered->text != event->text;
    }
    return is_altered;
}

static void compare_altered(const struct run *before, const struct game_event *event,
                            const struct game_event *altered, struct leak_report *report)
{
    static struct run real, other;
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(before, viewer);
    run_copy(&real, before);
    run_copy(&other, before);
    before->game->apply(real.state, event);
    before->game->apply(other.state, altered);
    if (!is_other_state(&real, &other))
        return; /* the state is the same, so nobody can see a difference */
    for (int i = 0; i < count; i++) {
        if (game_event_told(event, viewer[i]))
            continue;
        report->compared++;
        compare(&real, &other, viewer[i], before->game->events[event->kind].name, report);
    }
}

/* Goes through the events of the last command of `run`, which led there from `before`. */
static void alter_events(struct run *before, const struct run *run, struct rng *rng,
                         leak_allows *allows, struct leak_report *report)
{
    struct game_event altered;
    for (int i = 0; i < run->turn.event_count; i++) {
        const struct game_event *event = &run->turn.event[i];
        for (int n = 0; n < ALTERATIONS && event->told != SEATS_ALL; n++)
            if (alter(run, event, rng, &altered) &&
                (!allows || allows(before->state, event, &altered)))
                compare_altered(before, event, &altered, report);
        run->game->apply(before->state, event);
    }
}

static void begin(struct run *run, const struct game *game, uint64_t seed, struct rng *rng)
{
    struct game_setup setup;
    int sizes = game->seats_max - game->seats_min + 1;
    seed_choices(rng, seed);
    setup_random(&setup, game, game->seats_min + (int)(seed % (uint64_t)sizes), rng);
    run_init(run, game, &setup, seed);
}

void leak_search_events(const struct game *game, uint64_t seed, leak_allows *allows,
                        struct leak_report *report)
{
    static struct run before, run;
    struct game_command command = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    struct rng rng;
    begin(&run, game, seed, &rng);
    for (int moves = 0; moves < MOVES_MAX && !report->is_found; moves++) {
        run_copy(&before, &run);
        if (run_send(&run, &command) != ACCEPTED)
            return;
        alter_events(&before, &run, &rng, allows, report);
        if (run_is_over(&run) || !next_command(&run, &rng, &command))
            return;
        run_pass_time_before(&run, &command, &rng);
    }
}

/* Pairs */

struct pair {
    struct run one, other;
    int viewer;
    struct rng rng;
    struct transcript heard, other_heard;
    struct leak_report *report;
};

static bool sounds_alike(struct pair *pair, const struct run *other)
{
    transcript_clear(&pair->other_heard);
    transcript_add_heard(&pair->other_heard, other, pair->viewer);
    return strcmp(pair->heard.text, pair->other_heard.text) == 0;
}

/* Sends with fresh dice; keeps the result if the viewer hears what it heard in the first run. */
static bool try_in_other(struct pair *pair, const struct game_command *command)
{
    static struct run trial;
    run_copy(&trial, &pair->other);
    harness_seed(trial.seed, rng_next(&pair->rng));
    if (run_try(&trial, command) != ACCEPTED || !sounds_alike(pair, &trial))
        return false;
    run_copy(&pair->other, &trial);
    return true;
}

/* An action of another player in the other run: a bot's, or any that is offered. */
static bool somebodys_command(struct pair *pair, struct game_command *command)
{
    static struct actions actions;
    const struct run *other = &pair->other;
    const char *problem, *view;
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(other, viewer);
    int actor = viewer[rng_below(&pair->rng, (uint64_t)count)];
    if (actor == pair->viewer || actor == SEAT_PUBLIC)
        return false;
    if (rng_below(&pair->rng, 2))
        return run_bot(other, actor, bot_strength(other->game, &pair->rng), &pair->rng, command);
    view = run_view(other, actor);
    return view && actions_read(&actions, other->game, other->setup.seat_count, view, &problem) &&
           actions.count > 0 && actions_choose(&actions, actor, &pair->rng, command, &problem);
}

/* Brings the other run to where it sounds like the first one after `command`. */
static bool follow(struct pair *pair, const struct game_command *command)
{
    bool is_free = command->seat != pair->viewer && command->seat != SEAT_CLOCK;
    struct game_command instead;
    for (int i = 0; i < TRIES && is_free; i++)
        if (somebodys_command(pair, &instead) && try_in_other(pair, &instead))
            return true;
    for (int i = 0; i < TRIES; i++)
        if (try_in_other(pair, command))
            return true;
    return false;
}

/* The viewer tries something in both runs. Both must refuse it for the same reason, or both accept it. */
static void probe(struct pair *pair)
{
    static struct run one, other;
    struct game_command command;
    command_random(&pair->one, &pair->rng, &command);
    command.seat = (int8_t)pair->viewer;
    run_copy(&one, &pair->one);
    run_copy(&other, &pair->other);
    enum refusal refusal = run_try(&one, &command), other_refusal = run_try(&other, &command);
    const char *why = one.turn.why ? one.turn.why : "",
               *other_why = other.turn.why ? other.turn.why : "";
    if (pair->report->is_found || (refusal == other_refusal && strcmp(why, other_why) == 0))
        return;
    pair->report->is_found = true;
    transcript_add(&pair->report->text, "%s: viewer %d tried command %d: %s %s and %s %s\n",
                   one.game->id, pair->viewer, command.kind, refusal_name(refusal), why,
                   refusal_name(other_refusal), other_why);
}

/* One command in both runs. If the other run cannot follow it begins anew from the first one, before the
 * command if that is possible: secrets drawn by the command itself then differ at once. */
static bool step(struct pair *pair, const struct game_command *command)
{
    static struct run before;
    run_copy(&before, &pair->one);
    if (run_send(&pair->one, command) != ACCEPTED)
        return false;
    transcript_clear(&pair->heard);
    transcript_add_heard(&pair->heard, &pair->one, pair->viewer);
    if (follow(pair, command))
        return true;
    run_copy(&pair->other, &before);
    if (!follow(pair, command))
        run_copy(&pair->other, &pair->one);
    return true;
}

static int choose_viewer(const struct run *run, struct rng *rng)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(run, viewer);
    return viewer[rng_below(rng, (uint64_t)count)];
}

void leak_search_pairs(const struct game *game, uint64_t seed, struct leak_report *report)
{
    static struct pair pair;
    struct game_command command = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    memset(&pair, 0, sizeof pair);
    pair.report = report;
    begin(&pair.one, game, seed, &pair.rng);
    pair.other = pair.one;
    pair.viewer = choose_viewer(&pair.one, &pair.rng);
    for (int moves = 0; moves < MOVES_MAX && !report->is_found && step(&pair, &command); moves++) {
        /* When a game is over everything may be public. */
        if (run_is_over(&pair.one) || run_is_over(&pair.other))
            break;
        report->compared += is_other_state(&pair.one, &pair.other);
        compare(&pair.one, &pair.other, pair.viewer, game->commands[command.kind].name, report);
        if (pair.viewer != SEAT_PUBLIC)
            probe(&pair);
        if (!next_command(&pair.one, &pair.rng, &command))
            break;
        run_pass_time_before(&pair.one, &command, &pair.rng);
        pair.other.now_ms = pair.one.now_ms;
    }
    report->pairs++;
    transcript_free(&pair.heard);
    transcript_free(&pair.other_heard);
}
