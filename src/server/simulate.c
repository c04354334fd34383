/* `parlour simulate`: bots play whole games without a server. One JSON object per game on standard output:
 * the set-up, every event with its arguments and who was told, the outcome; a summary on standard error. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sha256.h"
#include "base/text.h"
#include "engine/message.h"
#include "server/commands.h"

enum { REASONS_MAX = 32, TURNS_MAX = 1000000, LINE_MAX_BYTES = 64 * 1024 };

struct simulation {
    const struct game *game;
    struct game_setup setup;
    int64_t game_count, seed;
    int strength[GAME_SEATS_MAX];
    bool is_quiet; /* only the summary */
    /* One game in progress. */
    void *state, *draft, *view, *memory;
    struct game_turn *turn;
    struct rng rng;
    int64_t now_ms;
    bool has_event;
    /* All of them. */
    int64_t reasons[REASONS_MAX], wins[GAME_SEATS_MAX], score[GAME_SEATS_MAX], events;
};

/* --- output --- */

static void print_told(struct json *out, const struct game *game, seat_set told, int seats)
{
    (void)game;
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
    const struct game_message *message = &sim->game->events[event->kind];
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    json_text(&out, "type", message->name);
    print_told(&out, sim->game, event->told, sim->setup.seat_count);
    message_write(message, event->arg, event->text, true, &out);
    json_end(&out);
    printf("%s%s", sim->has_event ? "," : "", line);
    sim->has_event = true;
}

static void print_setup(const struct simulation *sim, int64_t number, const char *seed)
{
    char line[LINE_MAX_BYTES];
    struct json out;
    const struct game *game = sim->game;
    json_init(&out, line, sizeof line);
    json_object(&out, NULL);
    json_text(&out, "game", game->id);
    json_int(&out, "number", number);
    json_text(&out, "seed", seed);
    json_int(&out, "seats", sim->setup.seat_count);
    if (game->sides != NULL) {
        json_array(&out, "sides");
        for (int seat = 0; seat < sim->setup.seat_count; seat++)
            json_text(&out, NULL, game->sides[sim->setup.side[seat]]);
        json_end(&out);
    }
    json_object(&out, "options");
    for (int i = 0; i < game_option_count(game); i++)
        message_write_arg(&game->options[i].arg, game->options[i].arg.name, sim->setup.option[i],
                          NULL, &out);
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
    json_text(&out, "reason", sim->game->reasons[outcome->reason]);
    json_array(&out, "winners");
    for (int seat = 0; seat < sim->setup.seat_count; seat++)
        if (seat_in(outcome->winners, seat))
            json_int(&out, NULL, seat);
    json_end(&out);
    json_array(&out, "scores");
    for (int seat = 0; seat < sim->setup.seat_count; seat++)
        json_int(&out, NULL, outcome->score[seat]);
    json_end(&out);
    json_end(&out);
    printf("],\"outcome\":%s}\n", line);
}

/* --- one game --- */

static bool decide(struct simulation *sim, const struct game_command *command)
{
    if (game_decide(sim->turn, sim->game, sim->draft, command, sim->now_ms, &sim->rng) != ACCEPTED)
        return false;
    for (int i = 0; i < sim->turn->event_count && !sim->is_quiet; i++)
        print_event(sim, &sim->turn->event[i]);
    sim->events += sim->turn->event_count;
    return true;
}

static bool bot_of_acts(struct simulation *sim, int seat)
{
    struct game_bot bot = { .seat = seat,
                            .strength = sim->strength[seat < GAME_SEATS_MAX ? seat : 0],
                            .rng = &sim->rng,
                            .memory = sim->memory,
                            .memory_size = BOT_MEMORY_SIZE };
    struct game_command command;
    return game_ask_bot(sim->game, sim->draft, &bot, sim->view, &command) && decide(sim, &command);
}

/* Lets the first bot that wants to act do so, the narrator's last. */
static bool bot_acts(struct simulation *sim)
{
    for (int seat = 0; seat < sim->setup.seat_count; seat++)
        if (bot_of_acts(sim, seat))
            return true;
    return sim->game->has_narrator && bot_of_acts(sim, SEAT_NARRATOR);
}

static bool time_passes(struct simulation *sim)
{
    int64_t deadline = sim->game->deadline == NULL ? 0 : sim->game->deadline(sim->draft);
    if (deadline == 0)
        return false;
    sim->now_ms = deadline > sim->now_ms ? deadline : sim->now_ms;
    return decide(sim, &(struct game_command){ .kind = COMMAND_TIMEOUT, .seat = SEAT_CLOCK });
}

static void seed_game(struct simulation *sim, int64_t number, char text[2 * SHA256_SIZE + 1])
{
    char words[64];
    uint8_t seed[SHA256_SIZE];
    int length =
        snprintf(words, sizeof words, "%lld/%lld", (long long)sim->seed, (long long)number);
    sha256_of(words, (size_t)length, seed);
    rng_seed(&sim->rng, seed, 0);
    hex_write(text, seed, sizeof seed);
}

static bool play(struct simulation *sim, int64_t number, struct game_outcome *outcome)
{
    char seed[2 * SHA256_SIZE + 1];
    seed_game(sim, number, seed);
    sim->now_ms = 1000;
    sim->has_event = false;
    memset(sim->draft, 0, sim->game->state_size);
    sim->game->init(sim->draft, &sim->setup);
    if (!sim->is_quiet)
        print_setup(sim, number, seed);
    bool goes_on = decide(sim, &(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK });
    for (int turns = 0; goes_on && turns < TURNS_MAX; turns++) {
        if (sim->game->outcome(sim->draft, outcome)) {
            if (!sim->is_quiet)
                print_outcome(sim, outcome);
            return true;
        }
        sim->now_ms += 100;
        goes_on = bot_acts(sim) || time_passes(sim);
    }
    fprintf(stderr, "simulate: game %lld (seed %s) got stuck\n", (long long)number, seed);
    return false;
}

static bool play_all(struct simulation *sim)
{
    for (int64_t number = 1; number <= sim->game_count; number++) {
        struct game_outcome outcome = { 0 };
        if (!play(sim, number, &outcome))
            return false;
        sim->reasons[outcome.reason]++;
        for (int seat = 0; seat < sim->setup.seat_count; seat++) {
            sim->wins[seat] += seat_in(outcome.winners, seat);
            sim->score[seat] += outcome.score[seat];
        }
    }
    return true;
}

static void print_summary(const struct simulation *sim)
{
    fprintf(stderr, "%s: %lld games, %d seats, %lld events\n", sim->game->id,
            (long long)sim->game_count, sim->setup.seat_count, (long long)sim->events);
    for (int i = 0; sim->game->reasons[i] != NULL && i < REASONS_MAX; i++)
        if (sim->reasons[i] > 0)
            fprintf(stderr, "  %-24s %lld\n", sim->game->reasons[i], (long long)sim->reasons[i]);
    for (int seat = 0; seat < sim->setup.seat_count; seat++)
        fprintf(stderr, "  seat %d, strength %d: %lld won, score %lld\n", seat, sim->strength[seat],
                (long long)sim->wins[seat], (long long)sim->score[seat]);
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
    for (int i = 0; i < game_option_count(sim->game); i++) {
        const struct game_arg *arg = &sim->game->options[i].arg;
        if (strlen(arg->name) == length && memcmp(arg->name, text, length) == 0)
            return text[length] == '=' && read_value(arg, text + length + 1, &sim->setup.option[i]);
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

/* Seats take the sides in turn, as many as a side holds. */
static void deal_sides(struct simulation *sim)
{
    int sides = game_side_count(sim->game);
    for (int seat = 0; seat < sim->setup.seat_count && sides > 0; seat++)
        sim->setup.side[seat] = (int8_t)(seat % sides);
}

/* One strength, or several: the seats take them in turn. */
static bool read_strengths(struct simulation *sim, const char *text)
{
    int count = 0;
    for (; count < GAME_SEATS_MAX; count++, text += 2) {
        if (text[0] < '0' || text[0] > '0' + BOT_STRENGTH_MAX || (text[1] && text[1] != ','))
            return false;
        sim->strength[count] = text[0] - '0';
        if (text[1] == '\0')
            break;
    }
    for (int seat = count + 1; seat < GAME_SEATS_MAX; seat++)
        sim->strength[seat] = sim->strength[seat - count - 1];
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
    sim->setup.seat_count = seats_of(argc, argv, sim->game->seats_min);
    game_presets(sim->game, sim->setup.seat_count, sim->setup.option);
    deal_sides(sim);
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
    if (game_check(sim->game, &sim->setup, &why) == ACCEPTED)
        return true;
    fprintf(stderr, "simulate: %s\n", why);
    return false;
}

int run_simulate(int argc, char **argv)
{
    if (argc < 1 || strcmp(argv[0], "--help") == 0)
        return usage(argc < 1 ? stderr : stdout, argc < 1 ? 2 : 0);
    struct simulation sim = { .game = game_find(argv[0]), .game_count = 1, .seed = 1 };
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        sim.strength[seat] = BOT_STRENGTH_MAX;
    if (sim.game == NULL || sim.game->bot == NULL) {
        fprintf(stderr, "simulate: no game '%s' with bots\n", argv[0]);
        return usage(stderr, 2);
    }
    if (!read_arguments(&sim, argc - 1, argv + 1))
        return 2;
    struct arena arena;
    arena_init(&arena);
    sim.draft = arena_take(&arena, sim.game->state_size);
    sim.view = arena_take(&arena, sim.game->view_size);
    sim.memory = arena_take(&arena, BOT_MEMORY_SIZE);
    sim.turn = arena_take(&arena, sizeof *sim.turn);
    bool ok = play_all(&sim);
    if (ok)
        print_summary(&sim);
    arena_free(&arena);
    return ok ? 0 : 1;
}
