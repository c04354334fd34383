/* Coinflip: the smallest complete game, and the template for new ones. The whole data model is on this
 * page; the rules are in README.md. */
#ifndef PARLOUR_COINFLIP_H
#define PARLOUR_COINFLIP_H

#include "engine/game.h"

enum { COINFLIP_SEATS_MIN = 2, COINFLIP_SEATS_MAX = 5, COINFLIP_ROUNDS_MAX = 9 };

enum coinflip_option { COINFLIP_ROUNDS, COINFLIP_GUESS_SECONDS };
enum coinflip_phase { COINFLIP_DEALING, COINFLIP_GUESSING, COINFLIP_OVER };
enum coinflip_command { COINFLIP_GUESS = COMMAND_FIRST };
enum coinflip_event {
    COINFLIP_COIN_BENT,
    COINFLIP_COIN_TOSSED,
    COINFLIP_GUESS_MADE,
    COINFLIP_COIN_REVEALED,
    COINFLIP_GAME_ENDED,
};
enum coinflip_reason { COINFLIP_MOST_POINTS, COINFLIP_ALL_LEVEL };

/* NOTHING is zero, so that a seat that has not guessed needs no writing down. */
enum coinflip_side { COINFLIP_NOTHING, COINFLIP_HEADS, COINFLIP_TAILS };
extern const char *const coinflip_side_names[];
extern const char *const coinflip_phase_names[];

struct coinflip_state {
    int64_t deadline_ms;
    int32_t guess_ms;
    int8_t seat_count, rounds;
    int8_t phase;
    int8_t round;         /* counted from 1 */
    int8_t heads_percent; /* how the coin is bent; told to nobody before the end */
    int8_t coin;          /* told to nobody before the reveal */
    int8_t guess[COINFLIP_SEATS_MAX];
    int8_t points[COINFLIP_SEATS_MAX];
    int8_t seen[3]; /* how often each side has been revealed */
    int8_t last_coin;
    int8_t last_guess[COINFLIP_SEATS_MAX];
};

struct coinflip_view {
    int8_t seat_count, rounds;
    int8_t phase;
    int8_t round;
    int8_t guessed_count;
    int8_t own_guess;
    bool may_guess;
    int8_t heads_percent; /* 0 before the end */
    int8_t points[COINFLIP_SEATS_MAX];
    int8_t seen[3];
    int8_t last_coin;
    int8_t last_guess[COINFLIP_SEATS_MAX];
};

int coinflip_guessed_count(const struct coinflip_state *state);
void coinflip_view(const void *state, int viewer, void *view);
void coinflip_encode(const void *view, struct json *out);
bool coinflip_bot(const void *view, const struct game_bot *bot, struct game_command *command);

extern const struct game game_coinflip;

#endif
