/* What a step of strength is worth: one bot of it among others of the step below, against the same seat of
 * the same deals with that bot of the step below, too.
 *
 *     ladder GAME [--games N] [--seats FROM[-TO]] [--steps FROM[-TO]] [--first N] [--option NAME=N]…
 *
 * Prints a line for each number of seats and each step: how many of a hundred games the seat wins more, and
 * the standard error. Both games of a pair have the same deal, so that only the play differs. The seat moves
 * on from pair to pair. `first` is the number of the first deal: other ones are fresh games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "engine/play.h"

enum { COMMANDS_MAX = 100000 };

struct ladder {
    struct play play;
    long pairs, first;
    int seats[2], steps[2]; /* from, to */
    char *options[GAME_OPTIONS_MAX];
    int option_count;
};

static _Alignas(16) unsigned char state[GAME_STATE_MAX], view[GAME_VIEW_MAX],
    memory[BOT_MEMORY_SIZE];

static void fail(const char *what)
{
    fprintf(stderr, "ladder: %s\n", what);
    exit(2);
}

static void set_option(struct play *play, const char *text)
{
    const struct game_option *options = play->game->options;
    size_t length = strcspn(text, "=");
    for (int i = 0; i < game_option_count(play->game); i++) {
        const char *name = options[i].arg.name;
        if (strlen(name) != length || strncmp(name, text, length) != 0 || text[length] != '=')
            continue;
        play->setup.option[i] = atol(text + length + 1);
        return;
    }
    fail(text);
}

static void set_up(struct ladder *ladder, int seat_count)
{
    const char *why = "";
    play_preset(&ladder->play.setup, ladder->play.game, seat_count);
    for (int i = 0; i < ladder->option_count; i++)
        set_option(&ladder->play, ladder->options[i]);
    if (game_check(ladder->play.game, &ladder->play.setup, &why) != ACCEPTED)
        fail(why);
}

/* Whether `seat` wins that deal, where it has its own strength and all others have another. */
static bool wins(struct ladder *ladder, long number, int seat, int strength, int others)
{
    struct game_outcome outcome = { 0 };
    char words[64];
    int length = snprintf(words, sizeof words, "%ld", number);
    sha256_of(words, (size_t)length, ladder->play.seed);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        ladder->play.bots.strength[i] = i == seat ? strength : others;
    const char *problem = play_game(&ladder->play, &outcome);
    if (problem != NULL)
        fail(problem);
    return seat_in(outcome.winners, seat);
}

static void measure(struct ladder *ladder, int seat_count, int step)
{
    long sum = 0, squares = 0, base = 0, pairs = ladder->pairs;
    set_up(ladder, seat_count);
    for (long i = 0; i < pairs; i++) {
        int seat = (int)(i % seat_count);
        bool was = wins(ladder, ladder->first + i, seat, step - 1, step - 1);
        int gain = wins(ladder, ladder->first + i, seat, step, step - 1) - was;
        base += was;
        sum += gain;
        squares += (long)gain * gain;
    }
    double mean = (double)sum / (double)pairs;
    double error = sqrt(((double)squares / (double)pairs - mean * mean) / (double)pairs);
    printf("%2d seats, %d over %d: %+5.2f ± %.2f%s (the seat won %.1f of a hundred before)\n",
           seat_count, step, step - 1, 100 * mean, 100 * error, mean > 2 * error ? "" : " –",
           100 * (double)base / (double)pairs);
    fflush(stdout);
}

static void read_range(const char *text, int out[2])
{
    out[0] = out[1] = atoi(text);
    const char *dash = strchr(text, '-');
    if (dash != NULL)
        out[1] = atoi(dash + 1);
}

static void read_arguments(struct ladder *ladder, int argc, char **argv)
{
    for (int i = 2; i + 1 < argc; i += 2) {
        const char *flag = argv[i], *value = argv[i + 1];
        if (strcmp(flag, "--games") == 0)
            ladder->pairs = atol(value);
        else if (strcmp(flag, "--first") == 0)
            ladder->first = atol(value);
        else if (strcmp(flag, "--seats") == 0)
            read_range(value, ladder->seats);
        else if (strcmp(flag, "--steps") == 0)
            read_range(value, ladder->steps);
        else if (strcmp(flag, "--option") == 0 && ladder->option_count < GAME_OPTIONS_MAX)
            ladder->options[ladder->option_count++] = argv[i + 1];
        else
            fail(flag);
    }
    if (argc % 2 != 0 || ladder->pairs < 1)
        fail("an argument is missing");
}

int main(int argc, char **argv)
{
    static struct ladder ladder = { .pairs = 1000, .first = 1, .steps = { 1, BOT_STRENGTH_MAX } };
    const struct game *game = argc > 1 ? game_find(argv[1]) : NULL;
    if (game == NULL || game->bot == NULL)
        fail("which game? one with bots");
    ladder.play = (struct play){ .game = game, .state = state, .commands_max = COMMANDS_MAX };
    ladder.play.bots =
        (struct play_bots){ .view = view, .memory = memory, .memory_size = sizeof memory };
    ladder.seats[0] = game->seats_min;
    ladder.seats[1] = game->seats_max;
    read_arguments(&ladder, argc, argv);
    for (int seats = ladder.seats[0]; seats <= ladder.seats[1]; seats++)
        for (int step = ladder.steps[0]; step <= ladder.steps[1]; step++)
            measure(&ladder, seats, step);
    return 0;
}
