/* Coinflip: tables, decide and apply. The struct game is at the end; start reading there. */
#include "coinflip.h"

#include <string.h>

enum { HEADS_PERCENT_MIN = 20, HEADS_PERCENT_MAX = 80, FRAME_BUCKET = 512 };

const char *const coinflip_side_names[] = { "nothing", "heads", "tails", NULL };
const char *const coinflip_phase_names[] = { "dealing", "guessing", "over", NULL };
static const char *const reasons[] = { "most_points", "all_level", NULL };

static const struct game_option options[] = {
    [COINFLIP_ROUNDS] = { { "rounds", ARG_INT, .min = 1, .max = COINFLIP_ROUNDS_MAX },
                          .preset = 3 },
    [COINFLIP_GUESS_SECONDS] = { { "guess_seconds", ARG_INT, .min = 0, .max = 120 }, .preset = 20 },
    { 0 },
};

#define SIDE    ARG_NAME, .names = coinflip_side_names, .min = COINFLIP_HEADS
#define PERCENT ARG_INT, .min = HEADS_PERCENT_MIN, .max = HEADS_PERCENT_MAX

static const struct game_message commands[] = {
    [COMMAND_START] = { "start" },
    [COMMAND_TIMEOUT] = { "timeout" },
    [COINFLIP_GUESS] = { "guess", .args = { { "side", SIDE } } },
    { 0 },
};

/* Everybody hears that a guess was made, and only its owner whose and which: the order in which others
 * make up their minds is nobody's business. */
static const struct game_message events[] = {
    [COINFLIP_COIN_BENT] = { "coin_bent",
                             .args = { { "heads_percent", PERCENT, .secret = true } } },
    [COINFLIP_COIN_TOSSED] = { "coin_tossed", .announced = true,
                               .args = { { "round", ARG_INT, .min = 1, .max = COINFLIP_ROUNDS_MAX },
                                         { "deadline_ms", ARG_TIME },
                                         { "coin", SIDE, .secret = true } } },
    [COINFLIP_GUESS_MADE] = { "guess_made", .announced = true,
                              .args = { { "seat", ARG_SEAT, .secret = true },
                                        { "side", SIDE, .secret = true } } },
    [COINFLIP_COIN_REVEALED] = { "coin_revealed", .announced = true,
                                 .args = { { "coin", SIDE },
                                           { "heads", ARG_SEATS },
                                           { "tails", ARG_SEATS } } },
    [COINFLIP_GAME_ENDED] = { "game_ended", .announced = true,
                              .args = { { "heads_percent", PERCENT } } },
    { 0 },
};

int coinflip_guessed_count(const struct coinflip_state *state)
{
    int count = 0;
    for (int seat = 0; seat < state->seat_count; seat++)
        count += state->guess[seat] != COINFLIP_NOTHING;
    return count;
}

static seat_set guessers_of(const struct coinflip_state *state, enum coinflip_side side)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < state->seat_count; seat++)
        if (state->guess[seat] == (int)side)
            seats |= seat_bit(seat);
    return seats;
}

/* Decide: each function checks everything, then emits. */

static void toss_coin(struct game_turn *turn)
{
    const struct coinflip_state *s = turn->state;
    bool is_heads = rng_below(turn->rng, 100) < (uint64_t)s->heads_percent;
    game_emit(turn, (struct game_event){ .kind = COINFLIP_COIN_TOSSED,
                                         .told = SEATS_NONE,
                                         .arg = { s->round + 1,
                                                  s->guess_ms ? turn->now_ms + s->guess_ms : 0,
                                                  is_heads ? COINFLIP_HEADS : COINFLIP_TAILS } });
}

static void reveal_coin(struct game_turn *turn)
{
    const struct coinflip_state *s = turn->state;
    game_emit(turn, (struct game_event){ .kind = COINFLIP_COIN_REVEALED,
                                         .told = SEATS_ALL,
                                         .arg = { s->coin, guessers_of(s, COINFLIP_HEADS),
                                                  guessers_of(s, COINFLIP_TAILS) } });
    if (s->round < s->rounds)
        toss_coin(turn);
    else
        game_emit(turn, (struct game_event){ .kind = COINFLIP_GAME_ENDED,
                                             .told = SEATS_ALL,
                                             .arg = { s->heads_percent } });
}

static enum refusal decide_start(struct game_turn *turn)
{
    const struct coinflip_state *s = turn->state;
    if (s->phase != COINFLIP_DEALING)
        return REFUSED_WRONG_PHASE;
    int64_t spread = rng_below(turn->rng, HEADS_PERCENT_MAX - HEADS_PERCENT_MIN + 1);
    game_emit(turn, (struct game_event){ .kind = COINFLIP_COIN_BENT,
                                         .told = SEATS_NONE,
                                         .arg = { HEADS_PERCENT_MIN + spread } });
    toss_coin(turn);
    return ACCEPTED;
}

static enum refusal decide_timeout(struct game_turn *turn)
{
    const struct coinflip_state *s = turn->state;
    if (s->deadline_ms == 0 || turn->now_ms < s->deadline_ms)
        return REFUSED_WRONG_PHASE;
    reveal_coin(turn);
    return ACCEPTED;
}

static enum refusal decide_guess(struct game_turn *turn, int seat, int64_t side)
{
    const struct coinflip_state *s = turn->state;
    if (seat >= s->seat_count)
        return REFUSED_NOT_YOUR_TURN;
    if (s->phase != COINFLIP_GUESSING)
        return REFUSED_WRONG_PHASE;
    if (s->guess[seat] != COINFLIP_NOTHING)
        return game_refuse(turn, REFUSED_NOT_YOUR_TURN, "already_guessed");
    game_emit(turn, (struct game_event){ .kind = COINFLIP_GUESS_MADE,
                                         .told = seat_bit(seat),
                                         .arg = { seat, side } });
    if (coinflip_guessed_count(s) == s->seat_count)
        reveal_coin(turn);
    return ACCEPTED;
}

static enum refusal coinflip_decide(struct game_turn *turn, const struct game_command *command)
{
    switch (command->kind) {
    case COMMAND_START: return decide_start(turn);
    case COMMAND_TIMEOUT: return decide_timeout(turn);
    case COINFLIP_GUESS: return decide_guess(turn, command->seat, command->arg[0]);
    }
    return REFUSED_WRONG_PHASE;
}

/* Apply: a few assignments per event, no judgement. */

static void coinflip_init(void *state, const struct game_setup *setup)
{
    struct coinflip_state *s = state;
    s->seat_count = (int8_t)setup->seat_count;
    s->rounds = (int8_t)setup->option[COINFLIP_ROUNDS];
    s->guess_ms = (int32_t)setup->option[COINFLIP_GUESS_SECONDS] * 1000;
}

static void apply_coin_tossed(struct coinflip_state *s, const int64_t arg[])
{
    s->phase = COINFLIP_GUESSING;
    s->round = (int8_t)arg[0];
    s->deadline_ms = arg[1];
    s->coin = (int8_t)arg[2];
    memset(s->guess, COINFLIP_NOTHING, sizeof s->guess);
}

static void apply_coin_revealed(struct coinflip_state *s, const int64_t arg[])
{
    seat_set right = (seat_set)(arg[0] == COINFLIP_HEADS ? arg[1] : arg[2]);
    for (int seat = 0; seat < s->seat_count; seat++)
        s->points[seat] = (int8_t)(s->points[seat] + seat_in(right, seat));
    s->seen[arg[0]]++;
    s->last_coin = (int8_t)arg[0];
    memcpy(s->last_guess, s->guess, sizeof s->guess);
}

static void apply_game_ended(struct coinflip_state *s)
{
    s->phase = COINFLIP_OVER;
    s->deadline_ms = 0;
}

static void coinflip_apply(void *state, const struct game_event *event)
{
    struct coinflip_state *s = state;
    switch ((enum coinflip_event)event->kind) {
    case COINFLIP_COIN_BENT: s->heads_percent = (int8_t)event->arg[0]; break;
    case COINFLIP_COIN_TOSSED: apply_coin_tossed(s, event->arg); break;
    case COINFLIP_GUESS_MADE: s->guess[event->arg[0]] = (int8_t)event->arg[1]; break;
    case COINFLIP_COIN_REVEALED: apply_coin_revealed(s, event->arg); break;
    case COINFLIP_GAME_ENDED: apply_game_ended(s); break;
    }
}

static int most_points(const struct coinflip_state *s)
{
    int most = 0;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->points[seat] > most)
            most = s->points[seat];
    return most;
}

static seat_set seats_with(const struct coinflip_state *s, int points)
{
    seat_set seats = SEATS_NONE;
    for (int seat = 0; seat < s->seat_count; seat++)
        if (s->points[seat] == points)
            seats |= seat_bit(seat);
    return seats;
}

static bool coinflip_outcome(const void *state, struct game_outcome *outcome)
{
    const struct coinflip_state *s = state;
    if (s->phase != COINFLIP_OVER)
        return false;
    seat_set everybody = seat_bit(s->seat_count) - 1;
    seat_set leaders = seats_with(s, most_points(s));
    bool is_level = leaders == everybody;
    outcome->reason = is_level ? COINFLIP_ALL_LEVEL : COINFLIP_MOST_POINTS;
    outcome->winners = is_level ? SEATS_NONE : leaders;
    for (int seat = 0; seat < s->seat_count; seat++)
        outcome->score[seat] = s->points[seat];
    return true;
}

static int64_t coinflip_deadline(const void *state)
{
    const struct coinflip_state *s = state;
    return s->deadline_ms;
}

/* Everybody until the reveal: naming those who are left would tell who hesitates. */
static seat_set coinflip_awaited(const void *state)
{
    const struct coinflip_state *s = state;
    return s->phase == COINFLIP_GUESSING ? seat_bit(s->seat_count) - 1 : SEATS_NONE;
}

const struct game game_coinflip = {
    .id = "coinflip",
    .rules_version = 1,
    .seats_min = COINFLIP_SEATS_MIN,
    .seats_max = COINFLIP_SEATS_MAX,
    .state_size = sizeof(struct coinflip_state),
    .view_size = sizeof(struct coinflip_view),
    .options = options,
    .commands = commands,
    .events = events,
    .reasons = reasons,
    .is_hidden = true,
    .frame_bucket = FRAME_BUCKET,
    .init = coinflip_init,
    .decide = coinflip_decide,
    .apply = coinflip_apply,
    .view = coinflip_view,
    .encode = coinflip_encode,
    .outcome = coinflip_outcome,
    .deadline = coinflip_deadline,
    .bot = coinflip_bot,
    .awaited = coinflip_awaited,
};
