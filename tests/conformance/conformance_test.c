/* The contract of a game, checked for the whole registry: a new game is tested without a line here.
 *
 *   conformance_test [id …]                   only these games
 *   conformance_test mutants                  planted faults, all of which must be found
 *   PARLOUR_CONFORMANCE_SEED=n                only the run of this seed, as a failure names it
 *
 * Every run plays a seeded game by bots and watches every accepted command. How many runs there are
 * depends on what they cost: RUNS_MAX where that takes less than BUDGET_SECONDS, never less than RUNS_MIN. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "engine/games/coinflip/coinflip.h"
#include "engine/message.h"
#include "engine/play.h"
#include "harness/actions.h"
#include "harness/mutants.h"
#include "harness/run.h"

enum {
    RUNS_MAX = 1000,
    RUNS_MIN = 100,
    BUDGET_SECONDS = 10,
    RUNS_WATCHED_CLOSELY = 10, /* the views of these are checked after every command, */
    WATCH_EVERY = 16,          /* those of the others now and then */
    PROBES = 4,                /* random commands between two moves */
    SETUPS = 300,
    TIMEOUTS_MAX = 5000,
};

static struct run run, replica;
static uint64_t seed;

#define MUST(condition, ...)                                                        \
    do {                                                                            \
        if (!(condition)) {                                                         \
            print_error("%s, seed %llu: ", run.game->id, (unsigned long long)seed); \
            print_error(__VA_ARGS__);                                               \
            print_error("\n");                                                      \
            fail();                                                                 \
        }                                                                           \
    } while (0)

/* Events */

static int table_length(const struct game_message *table)
{
    int count = 0;
    while (table[count].name)
        count++;
    return count;
}

static void event_fits_its_table(const struct game_event *event)
{
    MUST(event->kind < table_length(run.game->events), "event %d is not in the table", event->kind);
    const struct game_message *message = &run.game->events[event->kind];
    int count = message_arg_count(message);
    bool has_text = false;
    for (int i = 0; i < GAME_ARGS_MAX; i++) {
        bool fits = i < count
                        ? message_arg_fits(&message->args[i], run.setup.seat_count, event->arg[i])
                        : event->arg[i] == 0;
        MUST(fits, "%s: argument %d is %lld", message->name, i, (long long)event->arg[i]);
        has_text |= i < count && message->args[i].type == ARG_TEXT;
    }
    MUST(message_rest_fits(message, event->arg), "%s: more than its arguments", message->name);
    MUST(has_text || !event->text, "%s carries a text and has no argument for it", message->name);
}

/* The event as the log keeps it, read back and applied to the replica. */
static void replay_from_log(const struct game_event *event)
{
    static char line[16 * 1024], text[GAME_TEXT_MAX + 1];
    static struct json_node node[2048];
    const struct game_message *message = &run.game->events[event->kind];
    struct game_event read = { .kind = event->kind, .told = event->told, .text = text };
    const char *problem = "", *which = "";
    struct json_doc doc;
    struct json out;
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    message_write(message, event->arg, event->text, true, &out);
    json_end(&out);
    MUST(!out.overflow, "%s does not fit a log line", message->name);
    MUST(json_parse(&doc, line, out.length, node, 2048, &problem), "%s: %s", line, problem);
    MUST(message_read(message, &doc, 0, run.setup.seat_count, read.arg, text, &problem, &which),
         "%s %s: %s %s", message->name, line, problem, which);
    run.game->apply(replica.state, &read);
}

static void the_log_replays_to_the_same_state(void)
{
    for (int i = 0; i < run.turn.event_count; i++) {
        event_fits_its_table(&run.turn.event[i]);
        replay_from_log(&run.turn.event[i]);
    }
    replica.now_ms = run.now_ms;
    MUST(memcmp(run.state, replica.state, run.game->state_size) == 0,
         "the log does not replay to the same state after %s",
         run.turn.event_count ? run.game->events[run.turn.event[0].kind].name : "no event");
}

/* Views */

static void a_view_is_complete_and_repeatable(int viewer)
{
    static char first[HARNESS_VIEW_TEXT_MAX];
    static struct actions actions;
    const char *problem = "";
    const char *view = run_view(&run, viewer);
    MUST(view, "the view of %d takes more than %d bytes", viewer, HARNESS_VIEW_TEXT_MAX);
    snprintf(first, sizeof first, "%s", view);
    view = run_view(&replica, viewer);
    MUST(view && strcmp(first, view) == 0, "two views of %d on the same state:\n%s\n%s", viewer,
         first, view);
    MUST(actions_read(&actions, run.game, run.setup.seat_count, first, &problem), "%s: %s", problem,
         first);
    MUST(viewer != SEAT_PUBLIC || actions.count == 0, "spectators can act: %s", first);
}

static void all_views_are_complete_and_repeatable(void)
{
    int viewer[HARNESS_VIEWERS_MAX];
    int count = run_viewers(&run, viewer);
    for (int i = 0; i < count; i++)
        a_view_is_complete_and_repeatable(viewer[i]);
}

/* Counts what a test has met so far: a test that meets nothing proves nothing. */
static struct {
    long offers, refusals, moves, timeouts;
} met;

/* Every action that the view offers must be accepted, because a client knows no other rules. */
static void an_offered_action_is_accepted(int seat, struct rng *rng)
{
    static struct actions actions;
    static struct run fork;
    struct game_command command;
    const char *problem = "", *view = run_view(&run, seat);
    MUST(view && actions_read(&actions, run.game, run.setup.seat_count, view, &problem), "%s",
         problem);
    if (actions.count == 0)
        return;
    MUST(actions_choose(&actions, seat, rng, &command, &problem), "seat %d: %s: %s", seat, problem,
         view);
    met.offers++;
    memcpy(&fork, &run, sizeof run);
    enum refusal refusal = run_send(&fork, &command);
    MUST(refusal == ACCEPTED, "seat %d was offered %s(%lld, %lld, …) and refused: %s %s\n%s", seat,
         run.game->commands[command.kind].name, (long long)command.arg[0],
         (long long)command.arg[1], refusal_name(refusal), fork.turn.why ? fork.turn.why : "",
         view);
}

static void a_bot_does_what_its_view_offers(const struct game_command *command)
{
    static struct actions actions;
    const char *problem = "", *view = run_view(&run, command->seat);
    MUST(view && actions_read(&actions, run.game, run.setup.seat_count, view, &problem), "%s",
         problem);
    MUST(actions_have(&actions, command->kind), "seat %d's bot chose %s, not offered in %s",
         command->seat, run.game->commands[command->kind].name, view);
}

/* State */

static int reason_count(const struct game *game)
{
    int count = 0;
    while (game->reasons[count])
        count++;
    return count;
}

static void the_outcome_is_well_formed(void)
{
    struct game_outcome outcome = { 0 };
    seat_set seats = seat_bit(run.setup.seat_count) - 1;
    if (!run.game->outcome(run.state, &outcome))
        return;
    MUST(outcome.reason >= 0 && outcome.reason < reason_count(run.game), "reason %d",
         outcome.reason);
    MUST((outcome.winners & ~seats) == 0, "winners %x", outcome.winners);
    for (int seat = run.setup.seat_count; seat < GAME_SEATS_MAX; seat++)
        MUST(outcome.score[seat] == 0, "a score for seat %d, which nobody holds", seat);
    MUST(run_deadline(&run) == 0, "a deadline after the end");
}

static void the_deadline_is_not_past(void)
{
    int64_t deadline_ms = run_deadline(&run);
    MUST(deadline_ms == 0 || deadline_ms >= run.now_ms, "the deadline is past: %lld at %lld",
         (long long)deadline_ms, (long long)run.now_ms);
}

static void the_awaited_are_at_the_table(void)
{
    seat_set known = (seat_bit(run.setup.seat_count) - 1) | seat_bit(SEAT_NARRATOR);
    if (run.game->awaited)
        MUST((run.game->awaited(run.state) & ~known) == 0, "somebody awaited is not here");
}

static void after_every_command(bool looks_closely)
{
    the_log_replays_to_the_same_state();
    the_outcome_is_well_formed();
    the_deadline_is_not_past();
    the_awaited_are_at_the_table();
    if (looks_closely)
        all_views_are_complete_and_repeatable();
}

/* Runs */

static void begin(const struct game *game, const struct game_setup *setup)
{
    run_init(&run, game, setup, seed);
    run_init(&replica, game, setup, seed);
    enum refusal refusal = run_start(&run);
    MUST(refusal == ACCEPTED, "a set-up that was accepted does not start: %s",
         refusal_name(refusal));
    after_every_command(true);
}

static int seat_count_of_run(const struct game *game)
{
    return game->seats_min + (int)(seed % (uint64_t)(game->seats_max - game->seats_min + 1));
}

static void begin_random(const struct game *game, struct rng *rng)
{
    struct game_setup setup;
    uint8_t bytes[RNG_SEED_SIZE];
    harness_seed(bytes, seed);
    rng_seed(rng, bytes, UINT64_MAX);
    run.game = game;
    setup_random(&setup, game, seat_count_of_run(game), rng);
    begin(game, &setup);
}

static bool looks_closely(struct rng *rng)
{
    return seed < RUNS_WATCHED_CLOSELY || rng_below(rng, WATCH_EVERY) == 0;
}

static void send_bots_command(const struct game_command *command, bool closely)
{
    met.moves++;
    if (closely)
        a_bot_does_what_its_view_offers(command);
    enum refusal refusal = run_send(&run, command);
    MUST(refusal == ACCEPTED, "seat %d's bot chose %s(%lld, %lld, …): %s %s", command->seat,
         run.game->commands[command->kind].name, (long long)command->arg[0],
         (long long)command->arg[1], refusal_name(refusal), run.turn.why ? run.turn.why : "");
}

static void send_timeout(void)
{
    int64_t before_ms = run_deadline(&run);
    met.timeouts++;
    enum refusal refusal = run_timeout(&run);
    MUST(refusal == ACCEPTED, "a timeout at its time: %s", refusal_name(refusal));
    MUST(run_deadline(&run) == 0 || run_deadline(&run) > run.now_ms,
         "the timeout at %lld is due again at once", (long long)before_ms);
}

/* A bot moves; now and then, or when none wants to, time passes. */
static void play_one_move(struct rng *rng)
{
    struct game_command command;
    bool closely = looks_closely(rng);
    bool is_late = run_deadline(&run) > 0 && rng_below(rng, 20) == 0;
    if (!is_late && run_any_bot(&run, -1, rng, &command))
        send_bots_command(&command, closely);
    else if (run_deadline(&run) > 0)
        send_timeout();
    else
        MUST(false, "nobody moves, there is no deadline and the game is not over");
    after_every_command(closely);
}

static void bots_finish(const struct game *game)
{
    struct rng rng;
    begin_random(game, &rng);
    for (int i = 0; !run_is_over(&run); i++) {
        MUST(i < HARNESS_COMMANDS_MAX, "no end after %d moves", i);
        play_one_move(&rng);
        run.now_ms += (int64_t)rng_below(&rng, 20);
        if (run_deadline(&run) > 0 && run.now_ms > run_deadline(&run))
            run.now_ms = run_deadline(&run);
    }
    all_views_are_complete_and_repeatable();
}

static void a_refusal_changes_nothing(const struct game_command *command, struct rng *rng)
{
    static unsigned char before[GAME_STATE_MAX];
    memcpy(before, run.state, run.game->state_size);
    enum refusal refusal = run_send(&run, command);
    if (refusal == ACCEPTED) {
        after_every_command(looks_closely(rng));
        return;
    }
    met.refusals++;
    MUST(run.turn.event_count == 0, "a refused command has events");
    MUST(memcmp(before, run.state, run.game->state_size) == 0,
         "a refused command changed the state");
    MUST(!run.turn.why || strlen(run.turn.why) < GAME_REFUSAL_MAX, "why is too long: %s",
         run.turn.why);
}

/* Bots move, and random commands are sent between their moves. */
static void anything_may_be_sent(const struct game *game)
{
    struct rng rng;
    struct game_command command;
    begin_random(game, &rng);
    for (int moves = 0; moves < 200 && !run_is_over(&run); moves++) {
        for (int i = 0; i < PROBES && !run_is_over(&run); i++) {
            command_random(&run, &rng, &command);
            a_refusal_changes_nothing(&command, &rng);
        }
        if (run_is_over(&run))
            break;
        an_offered_action_is_accepted((int)rng_below(&rng, (uint64_t)run.setup.seat_count), &rng);
        if (game->has_narrator)
            an_offered_action_is_accepted(SEAT_NARRATOR, &rng);
        play_one_move(&rng);
    }
}

/* Only the clock acts. */
static void time_alone_moves_on(const struct game *game)
{
    struct rng rng;
    begin_random(game, &rng);
    for (int i = 0; run_deadline(&run) > 0; i++) {
        MUST(i < TIMEOUTS_MAX, "no end after %d timeouts", i);
        send_timeout();
        after_every_command(seed < RUNS_WATCHED_CLOSELY);
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void for_each_seed(const struct game *game, void (*check)(const struct game *game))
{
    const char *only = getenv("PARLOUR_CONFORMANCE_SEED");
    double begun = seconds_now();
    memset(&met, 0, sizeof met);
    seed = only ? strtoull(only, NULL, 10) : 0;
    if (only) {
        check(game);
        return;
    }
    for (; seed < RUNS_MAX; seed++) {
        check(game);
        if (seed + 1 >= RUNS_MIN && seconds_now() - begun > BUDGET_SECONDS)
            break;
    }
    print_message("             %llu runs\n", (unsigned long long)seed);
}

/* The tests; each is run for every game. */

static void bots_finish_every_game(void **game)
{
    for_each_seed(*game, bots_finish);
    assert_true(met.moves > 0);
}

static void random_commands_do_no_harm(void **game)
{
    for_each_seed(*game, anything_may_be_sent);
    assert_true(met.offers > 0 && met.refusals > 0);
}

static void time_alone_ends_every_game_with_a_deadline(void **game_in)
{
    const struct game *game = *game_in;
    for_each_seed(game, time_alone_moves_on);
    /* Nothing is due in a narrated game before its narrator does something. */
    assert_true(met.timeouts > 0 || !game->deadline || game->has_narrator);
}

static void presets_can_be_played_at_every_size(void **game_in)
{
    const struct game *game = *game_in;
    struct game_setup setup;
    const char *why = NULL;
    seed = 0;
    run.game = game;
    for (int count = game->seats_min; count <= game->seats_max; count++) {
        play_preset(&setup, game, count);
        MUST(game_check(game, &setup, &why) == ACCEPTED, "%d seats: %s", count, why);
        begin(game, &setup);
    }
}

static int64_t option_random(const struct game_option *option, int seat_count, struct rng *rng)
{
    if (rng_below(rng, 10) == 0)
        return (int64_t)rng_next(rng);
    return value_random(&option->arg, seat_count, rng);
}

static void whatever_options_are_accepted_start(void **game_in)
{
    const struct game *game = *game_in;
    struct rng rng;
    uint8_t bytes[RNG_SEED_SIZE];
    harness_seed(bytes, 1);
    rng_seed(&rng, bytes, 0);
    for (seed = 0; seed < SETUPS; seed++) {
        const char *why = NULL;
        struct game_setup setup;
        play_preset(&setup, game, (int)rng_below(&rng, GAME_SEATS_MAX + 1));
        for (int i = 0; i < game_option_count(game); i++)
            if (rng_below(&rng, 2))
                setup.option[i] = option_random(&game->options[i], setup.seat_count, &rng);
        if (game_check(game, &setup, &why) == ACCEPTED)
            begin(game, &setup);
        else
            assert_non_null(why);
    }
}

static void names_are_words(const char *name)
{
    assert_true(strlen(name) > 0 && strlen(name) < 40);
    for (const char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *at))
            fail_msg("a name that is not snake_case: %s", name);
}

/* The wire and the log put members of their own beside the arguments. */
static void names_are_free(const char *name)
{
    static const char *const taken[] = { "type", "cid", "kind", "told", "seq" };
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        assert_string_not_equal(name, taken[i]);
}

static void messages_are_described(const struct game_message *table)
{
    for (int i = 0; table[i].name; i++) {
        names_are_words(table[i].name);
        assert_int_equal(message_find(table, table[i].name), i);
        for (int a = 0; a < message_arg_count(&table[i]); a++) {
            names_are_words(table[i].args[a].name);
            names_are_free(table[i].args[a].name);
        }
    }
}

static void tables_are_well_formed(void **game_in)
{
    const struct game *game = *game_in;
    names_are_words(game->id);
    assert_string_equal(game->commands[COMMAND_START].name, "start");
    assert_string_equal(game->commands[COMMAND_TIMEOUT].name, "timeout");
    messages_are_described(game->commands);
    messages_are_described(game->events);
    assert_true(reason_count(game) > 0);
    assert_true(game->rules_version > 0);
    assert_in_range(game->seats_min, 1, game->seats_max);
    for (int i = 0; i < game_option_count(game); i++)
        names_are_words(game->options[i].arg.name);
}

/* Cases */

static const struct {
    const char *name;
    CMUnitTestFunction check;
} checks[] = {
    { "tables are well formed", tables_are_well_formed },
    { "presets can be played at every size", presets_can_be_played_at_every_size },
    { "whatever options are accepted start", whatever_options_are_accepted_start },
    { "bots finish every game", bots_finish_every_game },
    { "random commands do no harm", random_commands_do_no_harm },
    { "time alone ends every game with a deadline", time_alone_ends_every_game_with_a_deadline },
};
enum { CHECK_COUNT = sizeof checks / sizeof *checks, GAMES_MAX = 32 };

static struct CMUnitTest tests[GAMES_MAX * CHECK_COUNT];
static char names[GAMES_MAX * CHECK_COUNT][100];
static size_t test_count;

static void add_game(const struct game *game)
{
    for (int c = 0; c < CHECK_COUNT; c++, test_count++) {
        snprintf(names[test_count], sizeof names[0], "%s: %s", game->id, checks[c].name);
        tests[test_count] = (struct CMUnitTest){ .name = names[test_count],
                                                 .test_func = checks[c].check,
                                                 .initial_state = (void *)(uintptr_t)game };
    }
}

static int run_checks(void)
{
    return _cmocka_run_group_tests("conformance", tests, test_count, NULL, NULL);
}

/* Every planted fault must be found by some check; returns how many are not. */
static int count_mutants_not_found(void)
{
    int missed = 0;
    for (int i = 0; conformance_mutants[i].name; i++) {
        struct game game = mutant_make(&game_coinflip, &conformance_mutants[i]);
        test_count = 0;
        add_game(&game);
        bool is_found = run_checks() > 0;
        print_message("%s: %s\n", conformance_mutants[i].name, is_found ? "found" : "NOT FOUND");
        missed += !is_found;
    }
    return missed;
}

static bool is_wanted(const struct game *game, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], game->id) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "mutants") == 0)
        return count_mutants_not_found();
    for (int i = 0; games[i] && i < GAMES_MAX; i++)
        if (is_wanted(games[i], argc, argv))
            add_game(games[i]);
    return test_count ? run_checks() : 1;
}
