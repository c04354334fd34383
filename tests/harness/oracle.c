/* Runs that are the same to a viewer by the rules. See oracle.h for the idea. */
#include "harness/oracle.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "engine/message.h"
#include "harness/actions.h"

enum {
    STEPS_MAX = 250,
    TRIES_START = 400, /* to deal so that the viewer knows the same */
    TRIES = 12,
    BACKTRACKS = 20,
};

/* How often a shadow repeats the action of the first run, where it can. Shadows that rarely do so differ in
 * everything and soon end, because public facts differ; the others differ in the deal and last. */
enum { SHADOWS = 3 };
static const uint8_t faithful_percent[SHADOWS] = { 0, 85, 97 };

int64_t oracle_arg(const struct oracle_event *event, const char *name)
{
    int i = 0;
    while (strcmp(event->message->args[i].name, name) != 0) {
        i++;
        assert(i < message_arg_count(event->message));
    }
    return event->arg[i];
}

bool oracle_arg_is(const struct oracle_event *event, const char *name, const char *value)
{
    int i = 0;
    while (strcmp(event->message->args[i].name, name) != 0)
        i++;
    assert(event->message->args[i].type == ARG_NAME);
    return strcmp(event->message->args[i].names[event->arg[i]], value) == 0;
}

int64_t oracle_option(const struct game *game, const struct game_setup *setup, const char *name)
{
    int i = 0;
    while (strcmp(game->options[i].arg.name, name) != 0) {
        i++;
        assert(game->options[i].arg.name);
    }
    return setup->option[i];
}

/* A run and what the oracle remembers of it. */
struct world {
    struct run run;
    alignas(16) unsigned char memory[ORACLE_MEMORY_MAX];
};

/* One command of the first run, and what the viewer knew and saw after it. */
struct step {
    struct game_command command, probe;
    char text[GAME_TEXT_MAX + 1];
    int64_t now_ms;
    struct transcript knowledge, news, sight, sizes;
    size_t seen; /* so much of the sight is seen, the rest is heard */
};

struct search {
    const struct oracle *oracle;
    const struct game *game;
    int viewer;
    uint64_t seed;
    struct rng rng;
    struct leak_report *report;
    bool is_opened; /* the opening is over */
    int step_count;
    struct step step[STEPS_MAX];
    struct world *shadow; /* before each step, and after the last */
};

static void world_copy(const struct search *search, struct world *to, const struct world *from)
{
    run_copy(&to->run, &from->run);
    memcpy(to->memory, from->memory, search->oracle->memory_size);
}

/* A world in which the command was refused cannot be used any more. */
static bool send(const struct search *search, struct world *world,
                 const struct game_command *command)
{
    if (run_try(&world->run, command) != ACCEPTED)
        return false;
    for (int i = 0; i < world->run.turn.event_count; i++) {
        const struct game_event *event = &world->run.turn.event[i];
        search->oracle->happen(
            world->memory,
            &(struct oracle_event){ &search->game->events[event->kind], event->arg, event->text });
    }
    return true;
}

static void know(const struct search *search, const struct world *world,
                 struct transcript *knowledge)
{
    transcript_clear(knowledge);
    search->oracle->know(world->memory, search->viewer, knowledge);
}

static bool is_named(const char *const *names, const char *name)
{
    for (int i = 0; names && names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool is_news(const struct search *search, const struct oracle_event *event)
{
    const char *name = event->message->name;
    return is_named(search->oracle->public_events, name) ||
           (is_named(search->oracle->own_events, name) &&
            oracle_arg(event, "seat") == search->viewer);
}

/* What the viewer must have been told by the last command. */
static void hear_news(const struct search *search, const struct run *run, struct transcript *news)
{
    static char text[4096];
    struct json json;
    transcript_clear(news);
    for (int i = 0; i < run->turn.event_count; i++) {
        const struct game_event *event = &run->turn.event[i];
        const struct game_message *message = &search->game->events[event->kind];
        if (!is_news(search, &(struct oracle_event){ message, event->arg, event->text }))
            continue;
        json_init(&json, text, sizeof text);
        json_object(&json, NULL);
        message_write(message, event->arg, event->text, true, &json);
        json_end(&json);
        transcript_add(news, "%s %s\n", message->name, text);
    }
}

/* Sights: the view after a command, then the events heard of it. */

static void add_channels(const struct run *run, int viewer, struct transcript *sight)
{
    const struct game *game = run->game;
    for (int i = 0; i == 0 || (game->channels && game->channels[i - 1]); i++)
        transcript_add(sight, "channel %d hears %d speaks %d\n", i,
                       game->hears && seat_in(game->hears(run->state, i), viewer),
                       game->speaks && seat_in(game->speaks(run->state, i), viewer));
}

/* How long a message each seat is sent, in frames, for an observer who counts bytes. */
static void count_sizes(const struct run *run, struct transcript *sizes)
{
    struct transcript heard = { 0 };
    size_t bucket = (size_t)run->game->frame_bucket;
    transcript_clear(sizes);
    for (int seat = 0; seat < run->setup.seat_count && bucket > 0; seat++) {
        const char *view = run_view(run, seat);
        transcript_clear(&heard);
        transcript_add_heard(&heard, run, seat);
        transcript_add(sizes, "seat %d is sent %zu\n", seat,
                       (heard.length + (view ? strlen(view) : 0)) / bucket);
    }
    transcript_free(&heard);
}

/* Returns how much of it is seen. */
static size_t see(const struct run *run, int viewer, struct transcript *sight)
{
    const struct game *game = run->game;
    const char *view = run_view(run, viewer);
    transcript_clear(sight);
    transcript_add_text(sight, view ? view : "(too long)");
    transcript_add(sight, "\ndeadline %lld awaited %x over %d\n", (long long)run_deadline(run),
                   game->awaited ? game->awaited(run->state) : 0, run_is_over(run));
    add_channels(run, viewer, sight);
    size_t seen = sight->length;
    transcript_add_heard(sight, run, viewer);
    return seen;
}

/* The answer to a probe, which is sent to a copy. */
static void add_answer(const struct run *run, const struct game_command *probe,
                       struct transcript *sight)
{
    static struct run copy;
    run_copy(&copy, run);
    enum refusal refusal = run_try(&copy, probe);
    transcript_add(sight, "tried %s: %s %s\n",
                   probe->kind < COMMAND_FIRST ? "" : run->game->commands[probe->kind].name,
                   refusal_name(refusal), copy.turn.why ? copy.turn.why : "");
}

/* The first run */

static void choose_probe(const struct search *search, const struct run *run, struct rng *rng,
                         struct game_command *probe)
{
    int known = 0;
    while (run->game->commands[known].name)
        known++;
    do
        command_random(run, rng, probe);
    while (probe->kind >= known || probe->kind < COMMAND_FIRST);
    probe->seat = (int8_t)search->viewer;
    probe->text = probe->text ? "a" : NULL;
}

/* An action of another player, also one that no bot would choose. */
static bool somebodys_command(struct search *search, const struct run *run,
                              struct game_command *command)
{
    static struct actions actions;
    const char *problem, *view;
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(run, viewer);
    int actor = viewer[rng_below(&search->rng, (uint64_t)count)];
    /* A narrator does more than all the others. */
    if (run->game->has_narrator && rng_below(&search->rng, 2))
        actor = SEAT_NARRATOR;
    if (actor == search->viewer || actor == SEAT_PUBLIC)
        return false;
    if (rng_below(&search->rng, 3) == 0)
        return run_bot(run, actor, 0, &search->rng, command);
    view = run_view(run, actor);
    return view && actions_read(&actions, run->game, run->setup.seat_count, view, &problem) &&
           actions.count > 0 && actions_choose(&actions, actor, &search->rng, command, &problem);
}

static bool next_command(struct search *search, const struct run *run, struct rng *rng,
                         struct game_command *command)
{
    const struct oracle *oracle = search->oracle;
    int whims = oracle->whims_of_100, opened = search->step_count - 1;
    if (oracle->opening && !search->is_opened) {
        if (oracle->opening(run->game, &run->setup, opened, rng, command))
            return true;
        search->is_opened = true;
    }
    if (whims > 0 && rng_below(rng, 100) < (uint64_t)whims &&
        somebodys_command(search, run, command))
        return true;
    bool is_late = run_deadline(run) > 0 && rng_below(rng, 20) == 0;
    int strength = (int)rng_below(rng, run->game->bot_is_slow ? 2 : BOT_STRENGTH_MAX + 1);
    if (!is_late && run_any_bot(run, strength, rng, command))
        return true;
    *command = (struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK };
    return run_deadline(run) > 0;
}

static void record(struct search *search, const struct world *world,
                   const struct game_command *command)
{
    struct step *step = &search->step[search->step_count++];
    step->command = *command;
    step->now_ms = world->run.now_ms;
    if (command->text) {
        strncpy(step->text, command->text, sizeof step->text - 1);
        step->command.text = step->text;
    }
    know(search, world, &step->knowledge);
    hear_news(search, &world->run, &step->news);
    step->seen = see(&world->run, search->viewer, &step->sight);
    if (search->viewer == SEAT_PUBLIC)
        count_sizes(&world->run, &step->sizes);
    choose_probe(search, &world->run, &search->rng, &step->probe);
    if (search->viewer != SEAT_PUBLIC)
        add_answer(&world->run, &step->probe, &step->sight);
}

/* When a game is over everything may be public; its last command is not recorded. */
static void play(struct search *search, struct world *world)
{
    struct game_command command = { .kind = COMMAND_START, .seat = SEAT_CLOCK };
    while (search->step_count < STEPS_MAX && send(search, world, &command) &&
           !run_is_over(&world->run)) {
        record(search, world, &command);
        if (!next_command(search, &world->run, &search->rng, &command))
            return;
        run_pass_time_before(&world->run, &command, &search->rng);
    }
}

/* The shadows */

static void find(struct search *search, const char *what, const struct step *step,
                 const struct transcript *sight)
{
    search->report->is_found = true;
    transcript_add(&search->report->text, "%s: viewer %d, %s after %s\nit knows\n%s%s%s",
                   search->game->id, search->viewer, what,
                   search->game->commands[step->command.kind].name, step->knowledge.text,
                   step->sight.text, sight->text);
}

/* The message to the player who acted may be no longer than those to the others. That there is a message
 * tells an observer no more than the command did, which went over the same wire. */
static void compare_sizes(struct search *search, const struct step *step, const struct world *trial)
{
    struct transcript sizes = { 0 };
    if (search->viewer != SEAT_PUBLIC)
        return;
    count_sizes(&trial->run, &sizes);
    if (strcmp(sizes.text, step->sizes.text) != 0)
        find(search, "sizes tell a secret", step, &sizes);
    transcript_free(&sizes);
}

/* Compares a step of the first run with `trial` after it; true if the viewer knows the same in both. */
static bool compare(struct search *search, const struct step *step, const struct world *trial)
{
    static struct transcript knowledge, news, sight; /* kept, since nothing is done more often */
    know(search, trial, &knowledge);
    hear_news(search, &trial->run, &news);
    search->report->compared++;
    bool knows_same = strcmp(knowledge.text, step->knowledge.text) == 0;
    bool is_same = knows_same && strcmp(news.text, step->news.text) == 0;
    if (knows_same && !is_same)
        return false; /* the rules do not say how this must look */
    size_t seen = see(&trial->run, search->viewer, &sight);
    if (is_same && search->viewer != SEAT_PUBLIC)
        add_answer(&trial->run, &step->probe, &sight);
    /* The view must show known facts, because events that were heard do not survive a reload. */
    bool looks_same = is_same
                          ? strcmp(sight.text, step->sight.text) == 0
                          : seen == step->seen && memcmp(sight.text, step->sight.text, seen) == 0;
    if (is_same && !looks_same)
        find(search, "a secret shows", step, &sight);
    if (is_same && !search->report->is_found)
        compare_sizes(search, step, trial);
    if (!knows_same && looks_same)
        find(search, "what it may know is not shown", step, &sight);
    return is_same;
}

/* Now and then the dice of the first run, so that chance which everybody sees can come out the same. The deal
 * always has its own. */
static void choose_dice(struct search *search, const struct game_command *command,
                        uint8_t seed[RNG_SEED_SIZE])
{
    bool is_same = command->kind != COMMAND_START && rng_below(&search->rng, 2) == 0;
    harness_seed(seed, is_same ? search->seed : rng_next(&search->rng));
}

/* The shadow after a step, for now as it is before it. */
static struct world *next_shadow(struct search *search, int index)
{
    struct world *next = &search->shadow[index + 1];
    world_copy(search, next, &search->shadow[index]);
    next->run.now_ms = search->step[index].now_ms;
    return next;
}

static bool try_command(struct search *search, int index, const struct game_command *command)
{
    const struct step *step = &search->step[index];
    struct world *trial = next_shadow(search, index);
    choose_dice(search, command, trial->run.seed);
    return send(search, trial, command) && !run_is_over(&trial->run) &&
           compare(search, step, trial);
}

static bool try_same(struct search *search, int index)
{
    const struct game_command *command = &search->step[index].command;
    int tries = command->kind == COMMAND_START ? TRIES_START : TRIES;
    for (int i = 0; i < tries && !search->report->is_found; i++)
        if (try_command(search, index, command))
            return true;
    return false;
}

/* Nobody acts: the viewer does not hear secret actions of others, so the shadow can leave them out. */
static bool try_nothing(struct search *search, int index)
{
    struct world *trial = next_shadow(search, index);
    trial->run.turn.event_count = 0;
    trial->run.accepted_count++; /* The next step's dice are those of the first run's next step. */
    return compare(search, &search->step[index], trial);
}

static bool try_others(struct search *search, int index)
{
    const struct game_command *command = &search->step[index].command;
    bool is_free = command->seat != search->viewer && command->seat != SEAT_CLOCK;
    struct game_command instead;
    if (is_free && rng_below(&search->rng, 4) == 0 && try_nothing(search, index))
        return true;
    for (int i = 0; i < TRIES && is_free && !search->report->is_found; i++)
        if (somebodys_command(search, &search->shadow[index].run, &instead) &&
            try_command(search, index, &instead))
            return true;
    return false;
}

static bool follow_step(struct search *search, int index, uint64_t faithful)
{
    if (rng_below(&search->rng, 100) < faithful)
        return try_same(search, index) || try_others(search, index);
    return try_others(search, index) || try_same(search, index);
}

/* A shadow that cannot go on goes back a little and decides otherwise. One that never got away from the start
 * makes no pair. */
static void follow(struct search *search, uint64_t faithful)
{
    int index = 0, furthest = 0, backtracks = 0;
    while (index < search->step_count && backtracks < BACKTRACKS && !search->report->is_found) {
        if (follow_step(search, index, faithful)) {
            index++;
            furthest = index > furthest ? index : furthest;
            continue;
        }
        int back = 1 + (int)rng_below(&search->rng, 8);
        index = index > back ? index - back : 0;
        backtracks++;
    }
    search->report->pairs += furthest > 0;
}

static void begin(struct search *search, uint64_t seed, struct world *world)
{
    struct game_setup setup;
    uint8_t bytes[RNG_SEED_SIZE];
    int viewer[HARNESS_VIEWERS_MAX];
    const struct game *game = search->game;
    int sizes = game->seats_max - game->seats_min + 1;
    harness_seed(bytes, seed);
    rng_seed(&search->rng, bytes, UINT64_MAX - 2);
    setup_random(&setup, game, game->seats_min + (int)(seed % (uint64_t)sizes), &search->rng);
    memset(world, 0, sizeof *world);
    run_init(&world->run, game, &setup, seed);
    search->oracle->begin(world->memory, game, &setup);
    int count = run_viewers(&world->run, viewer) - game->has_narrator;
    search->viewer = viewer[rng_below(&search->rng, (uint64_t)count)];
    search->shadow[0] = *world;
}

static struct world *shadows(void)
{
    static struct world *kept;
    if (!kept)
        kept = memory_take((STEPS_MAX + 1) * sizeof *kept);
    return kept;
}

void oracle_search(const struct oracle *oracle, const struct game *game, uint64_t seed,
                   struct leak_report *report)
{
    static struct search search;
    static struct world world;
    assert(oracle->memory_size <= ORACLE_MEMORY_MAX);
    memset(&search, 0, sizeof search);
    search.oracle = oracle;
    search.game = game;
    search.report = report;
    search.shadow = shadows();
    search.seed = seed;
    begin(&search, seed, &world);
    play(&search, &world);
    for (int i = 0; i < SHADOWS && !report->is_found; i++)
        follow(&search, faithful_percent[i]);
    for (int i = 0; i < search.step_count; i++) {
        transcript_free(&search.step[i].knowledge);
        transcript_free(&search.step[i].news);
        transcript_free(&search.step[i].sight);
        transcript_free(&search.step[i].sizes);
    }
}
