/* Runs a game without a room: one seed, one run, the same on every machine. Shared by the conformance
 * test, the leak test and the playthroughs. Nothing in here knows a game by name. */
#ifndef PARLOUR_HARNESS_RUN_H
#define PARLOUR_HARNESS_RUN_H

#include <stdalign.h>

#include "engine/game.h"

enum {
    HARNESS_VIEW_TEXT_MAX = 32 * 1024, /* the most bytes an encoded view may take */
    HARNESS_VIEWERS_MAX = GAME_SEATS_MAX + 2,
    HARNESS_COMMANDS_MAX = 20 * 1000, /* a game that takes longer is taken to be stuck */
};

struct run {
    const struct game *game;
    struct game_setup setup;
    uint8_t seed[RNG_SEED_SIZE];
    uint64_t accepted_count; /* also the stream of the next decision's dice */
    int64_t now_ms;
    struct game_turn turn; /* of the last command sent */
    alignas(16) unsigned char state[GAME_STATE_MAX];
};

/* A seed from a small number, for loops over seeds. */
void harness_seed(uint8_t seed[RNG_SEED_SIZE], uint64_t number);

/* Random options and sides that game_check() accepts. */
void setup_random(struct game_setup *setup, const struct game *game, int seat_count,
                  struct rng *rng);

void run_init(struct run *run, const struct game *game, const struct game_setup *setup,
              uint64_t seed);

/* Decides and, if refused, leaves the state as it was; run->turn tells what happened. */
enum refusal run_send(struct run *run, const struct game_command *command);
/* The same for a copy that is thrown away if refused: its state is then anything. */
enum refusal run_try(struct run *run, const struct game_command *command);
/* Makes `to` the same run, but for the turn: a state is mostly room for larger games. */
void run_copy(struct run *to, const struct run *from);
enum refusal run_start(struct run *run);
/* Moves the clock to the deadline and sends the timeout. There must be a deadline. */
enum refusal run_timeout(struct run *run);
int64_t run_deadline(const struct run *run); /* 0: none */
/* Moves the clock by a moment, or to the deadline if `command` is the time-out. */
void run_pass_time_before(struct run *run, const struct game_command *command, struct rng *rng);
bool run_is_over(const struct run *run);

/* The seats, then the public, then the narrator if there is one; returns how many. */
int run_viewers(const struct run *run, int viewer[HARNESS_VIEWERS_MAX]);

/* The encoded view, an object; NUL-terminated, valid until the next call. NULL if it does not fit. */
const char *run_view(const struct run *run, int viewer);

/* Whether the views are the same bytes; then their texts are, too. */
bool run_views_equal(const struct run *one, const struct run *other, int viewer);

/* Asks the bot of a seat or the narrator. */
bool run_bot(const struct run *run, int seat, int strength, struct rng *rng,
             struct game_command *command);

/* Asks the bots in turn, the first one chosen by `rng`, until one moves; false if none does. A negative
 * `strength` gives every seat its own. */
bool run_any_bot(const struct run *run, int strength, struct rng *rng,
                 struct game_command *command);

/* A random command: any kind and actor, arguments mostly as their table wants them. It may carry a text
 * that is valid until the next call. */
void command_random(const struct run *run, struct rng *rng, struct game_command *command);
/* A random value that fits the table. */
void rest_random(const struct game_message *message, struct rng *rng, int64_t arg[GAME_ARG_WORDS]);
int64_t value_random(const struct game_arg *arg, int seat_count, struct rng *rng);

/* Text that grows; for logs and transcripts. Give it back with transcript_free(). */
struct transcript {
    char *text;
    size_t length, size;
};
void transcript_add(struct transcript *transcript, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void transcript_add_text(struct transcript *transcript, const char *text);
void transcript_clear(struct transcript *transcript);
void transcript_free(struct transcript *transcript);

/* What `viewer` hears of the last accepted command: one line per event that reaches it. */
void transcript_add_heard(struct transcript *transcript, const struct run *run, int viewer);

#endif
