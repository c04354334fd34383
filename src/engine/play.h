/* Plays a game without a room: for `parlour simulate`, the self-play of the page's engine, and the tests'
 * harness. A room is driven by room/table.h instead. Pure: memory, time and chance come from the caller. */
#ifndef PARLOUR_PLAY_H
#define PARLOUR_PLAY_H

#include "engine/game.h"

/* Fills in the presets, and deals the seats to the sides in turn. */
void play_preset(struct game_setup *setup, const struct game *game, int seat_count);

/* The bots around the table. */
struct play_bots {
    int strength[GAME_SEATS_MAX];
    int narrator_strength;
    struct rng *rng;
    void *view; /* memory of game->view_size bytes */
    void *memory;
    size_t memory_size;
};

/* Asks the bots around the table in turn and returns the first move. The places are the seats, then one
 * that belongs to nobody, then the narrator; `first` is the place that is asked first. False if no bot
 * wants to move. */
bool play_ask_bots(const struct game *game, const void *state, int seat_count,
                   const struct play_bots *bots, int first, struct game_command *command);

/* Moves the clock to the game's deadline and makes its timeout's command. False: there is no deadline. */
bool play_pass_time(const struct game *game, const void *state, int64_t *now_ms,
                    struct game_command *command);

/* A whole game of bots. The caller fills in everything but `now_ms`, `turn` and `bots.rng`. */
struct play {
    const struct game *game;
    struct game_setup setup;
    uint8_t seed[RNG_SEED_SIZE]; /* the game's dice and the bots' */
    void *state;                 /* memory of game->state_size bytes */
    struct play_bots bots;
    int commands_max; /* a game that takes more is stuck */
    /* Called after every accepted command, with its events in `turn`; false ends the game. May be NULL. */
    bool (*after)(struct play *play, void *context);
    void *context;
    int64_t now_ms;
    struct game_turn turn;
};

/* Plays from the start to the end. Returns NULL and fills in `outcome`, or says what stopped the game:
 * "stuck", "stopped" (by `after`), or the refusal of a bot's command. */
const char *play_game(struct play *play, struct game_outcome *outcome);

#endif
