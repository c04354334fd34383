/* `parlour simulate`: bots play whole games without a server. One JSON object per game on standard output:
 * the set-up, every event with its arguments and who was told, the outcome; a summary on standard error. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sha256.h"
#include "base/text.h"
#include "engine/message.h"
#include "engine/play.h"
#include "server/commands.h"

enum { REASONS_MAX = 32, COMMANDS_MAX = 1000000, LINE_MAX_BYTES = 64 * 1024 };

struct simulation {
    struct play play; /* the game in progress, with its set-up and bots */
    int64_t game_count, seed;
    bool is_quiet;  /* only the summary */
    bool has_event; /* the game in progress has printed one */
    /* Totals of all games. */
    int64_t reasons[REASONS_MAX], wins[GAME_SEATS_MAX], score[GAME_SEATS_MAX], events;
};

/* --- output --- */

static void print_told(struct json *out, seat_set told, int seats)
{
    if (told == SEATS_ALL) {
        json_text(out, "told", "all");
        return;
    }
    json_array(out, "told");
    for (int seat = 0; seat < seats; seat++)
        if (seat_in(told, seat))
            json_int(out, NULL, seat);
    if (seat_in(told, SEAT_NARRATOR))
        json_text(out, NULL, "narrator");
    json_end(out);
}

static void print_event(struct simulation *sim, const struct game_event *event)
{
    char line[LINE_MAX_BYTES];
    struct json out;
    const struct game_message *message = &sim->play.game->events[event->kind];
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    json_text(&out, "type", message->name);
    print_told(&out, event->told, sim->play.setup.seat_count);
    message_write(message, event->arg, event->text, true, &out);
    json_end(&out);
    printf("%s%s", sim->has_event ? "," : "", line);
    sim->has_event = true;
}

static void print_setup(const struct simulation *sim, int64_t number, const char *seed)
{
    char line[LINE_MAX_BYTES];
    struct json out;
    const struct game *game = sim->play.game;
    const struct game_setup *setup = &sim->play.setup;
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    json_text(&out, "game", game->id);
    json_int(&out, "number", number);
    json_text(&out, "seed", seed);
    json_int(&out, "seats", setup->seat_count);
    if (game->sides != NULL) {
        json_array(&out, "sides");
        for (int seat = 0; seat < setup->seat_count; seat++)
            json_text(&out, NULL, game->sides[setup->side[seat]]);
        json_end(&out);
    }
    json_object(&out, "options");
    for (int i = 0; i < game_option_count(game); i++)
        message_write_arg(&game->options[i].arg, game->options[i].arg.name, setup->option[i], NULL,
                          &out);
    json_end(&out);
    json_end(&out);
    line[out.length - 1] = '\0'; /* the object goes on with the events */
    printf("%s,\"events\":[", line);
}

static void print_outcome(const struct simulation *sim, const struct game_outcome *outcome)
{
    char line[LINE_MAX_BYTES];
    struct json out;
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    json_text(&out, "reason", sim->play.game->reasons[outcome->reason]);
    json_array(&out, "winners");
    for (int seat = 0; seat < sim->play.setup.seat_count; seat++)
        if (seat_in(outcome->winners, seat))
            json_int(&out, NULL, seat);
    json_end(&out);
    json_array(&out, "scores");
    for (int seat = 0; seat < sim->play.setup.seat_count; seat++)
        json_int(&out, NULL, outcome->score[seat]);
    json_end(&out);
    json_end(&out);
    printf("],\"outcome\":%s}\n", line);
}

/* --- one game --- */

static bool after_command(struct play *play, void *context)
{
    struct simulation *sim = context;
    for (int i = 0; i < play->turn.event_count && !sim->is_quiet; i++)
        print_event(sim, &play->turn.event[i]);
    sim->events += play->turn.event_count;
    return true;
}

static void seed_game(struct simulation *sim, int64_t number, char text[2 * SHA256_SIZE + 1])
{
    char words[64];
    int length =
        snprintf(words, sizeof words, "%lld/%lld", (long long)sim->seed, (long long)number);
    static_assert(sizeof sim->play.seed == SHA256_SIZE, "a seed is a hash");
    sha256_of(words, (size_t)length, sim->play.seed);
    hex_write(text, sim->play.seed, sizeof sim->play.seed);
}

static bool play(struct simulation *sim, int64_t number, struct game_outcome *outcome)
{
    char seed[2 * SHA256_SIZE + 1];
    seed_game(sim, number, seed);
    sim->has_event = false;
    if (!sim->is_quiet)
        print_setup(sim, number, seed);
    const char *problem = play_game(&sim->play, outcome);
    if (problem != NULL)
        fprintf(stderr, "simulate: game %lld (seed %s): %s\n", (long long)number, seed, problem);
    else if (!sim->is_quiet)
        print_outcome(sim, outcome);
    return problem == NULL;
}

static bool play_all(struct simulation *sim)
{
    for (int64_t number = 1; number <= sim->game_count; number++) {
        struct game_outcome outcome = { 0 };
        if (!play(sim, number, &outcome))
            return false;
        sim->reasons[outcome.reason]++;
        for (int seat = 0; seat < sim->play.setup.seat_count; seat++) {
            sim->wins[seat] += seat_in(outcome.winners, seat);
            sim->score[seat] += outcome.score[seat];
        }
    }
    return true;
}

static void print_summary(const struct simulation *sim)
{
    fprintf(stderr, "%s: %lld games, %d seats, %lld events\n", sim->play.game->id,
            (long long)sim->game_count, sim->play.setup.seat_count, (long long)sim->events);
    for (int i = 0; sim->play.game->reasons[i] != NULL && i < REASONS_MAX; i++)
        if (sim->reasons[i] > 0)
            fprintf(stderr, "  %-24s %lld\n", sim->play.game->reasons[i],
                    (long long)sim->reasons[i]);
    for (int seat = 0; seat < sim->play.setup.seat_count; seat++)
        fprintf(stderr, "  seat %d, strength %d: %lld won, score %lld\n", seat,
                sim->play.bots.strength[seat], (long long)sim->wins[seat],
                (long long)sim->score[seat]);
}

/* --- the command line --- */

static bool read_number(const char *text, int64_t min, int64_t max, int64_t *out)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < min || value > max)
        return false;
    *out = value;
    return true;
}

/* A value as JSON, or a bare word. */
static bool read_value(const struct game_arg *arg, const char *value, int64_t *out)
{
    struct json_node node[64];
    struct json_doc doc;
    const char *problem;
    char quoted[256];
    if (json_parse(&doc, value, strlen(value), node, 64, &problem) &&
        message_read_arg(arg, &doc, 0, GAME_SEATS_MAX, out))
        return true;
    int length = snprintf(quoted, sizeof quoted, "\"%s\"", value);
    return length > 0 && (size_t)length < sizeof quoted &&
           json_parse(&doc, quoted, (size_t)length, node, 64, &problem) &&
           message_read_arg(arg, &doc, 0, GAME_SEATS_MAX, out);
}

static bool set_option(struct simulation *sim, const char *text)
{
    size_t length = strcspn(text, "=");
    for (int i = 0; i < game_option_count(sim->play.game); i++) {
        const struct game_arg *arg = &sim->play.game->options[i].arg;
        if (strlen(arg->name) == length && memcmp(arg->name, text, length) == 0)
            return text[length] == '=' &&
                   read_value(arg, text + length + 1, &sim->play.setup.option[i]);
    }
    return false;
}

static int usage(FILE *out, int code)
{
    fprintf(out,
            "usage: parlour simulate GAME [--games N] [--seed S] [--seats N] "
            "[--option name=value]… [--bots 0–%d[,…]] [--quiet]\n\ngames:",
            BOT_STRENGTH_MAX);
    for (int i = 0; games[i] != NULL; i++)
        fprintf(out, " %s", games[i]->id);
    fprintf(out, "\n");
    return code;
}

/* One strength, or several: the seats take them in turn. */
static bool read_strengths(struct simulation *sim, const char *text)
{
    int count = 0;
    for (; count < GAME_SEATS_MAX; count++, text += 2) {
        if (text[0] < '0' || text[0] > '0' + BOT_STRENGTH_MAX || (text[1] && text[1] != ','))
            return false;
        sim->play.bots.strength[count] = text[0] - '0';
        if (text[1] == '\0')
            break;
    }
    for (int seat = count + 1; seat < GAME_SEATS_MAX; seat++)
        sim->play.bots.strength[seat] = sim->play.bots.strength[seat - count - 1];
    return count < GAME_SEATS_MAX;
}

static bool read_flag(struct simulation *sim, const char *flag, const char *value)
{
    int64_t number;
    if (strcmp(flag, "--games") == 0)
        return read_number(value, 1, 1000000000, &sim->game_count);
    if (strcmp(flag, "--seed") == 0)
        return read_number(value, INT64_MIN, INT64_MAX, &sim->seed);
    if (strcmp(flag, "--seats") == 0)
        return read_number(value, 1, GAME_SEATS_MAX, &number); /* read before the others */
    if (strcmp(flag, "--option") == 0)
        return set_option(sim, value);
    return strcmp(flag, "--bots") == 0 && read_strengths(sim, value);
}

/* The number of seats decides the presets, so it is looked for first. */
static int seats_of(int argc, char **argv, int preset)
{
    int64_t seats;
    for (int i = 0; i + 1 < argc; i++)
        if (strcmp(argv[i], "--seats") == 0 && read_number(argv[i + 1], 1, GAME_SEATS_MAX, &seats))
            return (int)seats;
    return preset;
}

static bool read_arguments(struct simulation *sim, int argc, char **argv)
{
    const struct game *game = sim->play.game;
    play_preset(&sim->play.setup, game, seats_of(argc, argv, game->seats_min));
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--quiet") == 0) {
            sim->is_quiet = true;
            continue;
        }
        if (i + 1 >= argc || !read_flag(sim, argv[i], argv[i + 1])) {
            fprintf(stderr, "simulate: bad argument '%s %s'\n", argv[i],
                    i + 1 < argc ? argv[i + 1] : "");
            return false;
        }
        i++;
    }
    const char *why = "";
    if (game_check(sim->play.game, &sim->play.setup, &why) == ACCEPTED)
        return true;
    fprintf(stderr, "simulate: %s\n", why);
    return false;
}

int run_simulate(int argc, char **argv)
{
    if (argc < 1 || strcmp(argv[0], "--help") == 0)
        return usage(argc < 1 ? stderr : stdout, argc < 1 ? 2 : 0);
    struct simulation sim = { .play = { .game = game_find(argv[0]),
                                        .commands_max = COMMANDS_MAX,
                                        .after = after_command },
                              .game_count = 1,
                              .seed = 1 };
    const struct game *game = sim.play.game;
    if (game == NULL || game->bot == NULL) {
        fprintf(stderr, "simulate: no game '%s' with bots\n", argv[0]);
        return usage(stderr, 2);
    }
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        sim.play.bots.strength[seat] = BOT_STRENGTH_MAX;
    if (!read_arguments(&sim, argc - 1, argv + 1))
        return 2;
    struct arena arena;
    arena_init(&arena);
    sim.play.context = &sim;
    sim.play.state = arena_take(&arena, game->state_size);
    sim.play.bots.narrator_strength = sim.play.bots.strength[0];
    sim.play.bots.view = arena_take(&arena, game->view_size);
    sim.play.bots.memory = arena_take(&arena, BOT_MEMORY_SIZE);
    sim.play.bots.memory_size = BOT_MEMORY_SIZE;
    bool ok = play_all(&sim);
    if (ok)
        print_summary(&sim);
    arena_free(&arena);
    return ok ? 0 : 1;
}
