/* The points of Loup-Garou, worked out again from the rules page over whole games of random legal choices:
 * every ending, one wolf and two, votes closed in every way. Knows events by their names and nothing else of
 * the game; for everything that it counts, it asserts that it occurred.
 *
 *   chess_points_test [--games N] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "engine/message.h"
#include "engine/play.h"
#include "harness/actions.h"
#include "harness/oracle.h"

enum { GAMES_PRESET = 3000, COMMANDS_MAX = 1500, SEATS_MIN = 4, SEATS_MAX = 12, NOBODY = -1 };

/* What a game's people tend to do. */
enum temper { QUIET, RESIGNING, DRAWING, SLEEPING, SHUFFLING, CALLING_OFF, TEMPERS };

/* Positions from which random moves soon come to an end of some kind. */
static const char *const positions[] = {
    NULL, /* as always */
    "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1",
    "8/8/8/4k3/8/4p3/4K3/8 w - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 96 80",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1",
    "k7/8/8/8/8/8/8/KR6 b - - 0 1",
};
enum { POSITIONS = sizeof positions / sizeof *positions };

static const char *const reasons[] = {
    "checkmate",
    "resignation",
    "timeout",
    "claim",
    "stalemate",
    "insufficient_material",
    "fifty_moves",
    "threefold_repetition",
    "fivefold_repetition",
    "agreement",
    "bare_king",
    "aborted",
    "move_limit", /* after 600 half-moves: the last, and not asked for */
};
enum { REASONS = sizeof reasons / sizeof *reasons, REASONS_ASKED = REASONS - 1 };

/* The rows of the table of points. */
enum row {
    DECISIVE_WOLF,
    DECISIVE_INNOCENT,
    DECISIVE_NONE,
    DECISIVE_SILENT,
    DRAW_WOLF,
    DRAW_NOT_WOLF,
    DRAW_SILENT,
    ROWS,
};
static const char *const row_names[ROWS] = {
    "decisive, a wolf named", "decisive, an innocent named", "decisive, no majority",
    "decisive, no ballot",    "draw, a wolf named",          "draw, no wolf named",
    "draw, no ballot",
};

static const struct game *game;
static struct run run;
static struct rng rng;
static struct {
    int wolf_count;
    bool is_wolf[SEATS_MAX];
    int ballot[SEATS_MAX];
    int reason, winner; /* winner: a side, or NOBODY */
    bool found[SEATS_MAX], success[SEATS_MAX];
} told;
static long met_reason[3][REASONS], met_row[3][ROWS]; /* by how many wolves there were */

#define MUST(condition, ...)                                                         \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "seed %d, command %d: ", run.seed[0] | run.seed[1] << 8, \
                    (int)run.accepted_count);                                        \
            fprintf(stderr, __VA_ARGS__);                                            \
            fputc('\n', stderr);                                                     \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

static int below(int n)
{
    return (int)rng_below(&rng, (uint64_t)n);
}

static int index_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static const char *name_of(const struct oracle_event *event, const char *arg)
{
    int i = 0;
    while (strcmp(event->message->args[i].name, arg) != 0)
        i++;
    return event->message->args[i].names[oracle_arg(event, arg)];
}

/* What happened. */

static void hear(const struct oracle_event *event)
{
    const char *type = event->message->name;
    if (strcmp(type, "role_dealt") == 0) {
        bool is_wolf = oracle_arg_is(event, "role", "werewolf");
        told.is_wolf[oracle_arg(event, "seat")] = is_wolf;
        told.wolf_count += is_wolf;
    } else if (strcmp(type, "game_ended") == 0) {
        const char *winner = name_of(event, "winner");
        told.reason = index_of(name_of(event, "reason"), reasons, REASONS);
        MUST(told.reason >= 0, "an ending that the rules page does not know");
        told.winner = strcmp(winner, "A") == 0 ? 0 : strcmp(winner, "B") == 0 ? 1 : NOBODY;
    } else if (strcmp(type, "ballot_cast") == 0) {
        int64_t seat = oracle_arg(event, "seat"), suspect = oracle_arg(event, "suspect");
        MUST(told.ballot[seat] == NOBODY && seat != suspect, "a ballot twice, or for oneself");
        told.ballot[seat] = (int)suspect;
    } else if (strcmp(type, "point_scored") == 0) {
        bool *scored = oracle_arg_is(event, "reason", "found_werewolf") ? told.found : told.success;
        MUST(!scored[oracle_arg(event, "seat")], "a point twice");
        scored[oracle_arg(event, "seat")] = true;
    }
}

static bool send(const struct game_command *command)
{
    if (run_send(&run, command) != ACCEPTED)
        return false;
    for (int i = 0; i < run.turn.event_count; i++) {
        const struct game_event *event = &run.turn.event[i];
        hear(&(struct oracle_event){ &game->events[event->kind], event->arg, event->text });
    }
    return true;
}

/* Games. */

static void set_option(struct game_setup *setup, const char *name, int64_t value)
{
    int i = 0;
    while (strcmp(game->options[i].arg.name, name) != 0)
        i++;
    setup->option[i] = value;
}

/* Any of the seats that may do so, asked in turn; false if none may. */
static bool anybody(const char *command, int64_t arg, const char *text)
{
    int first = below(run.setup.seat_count);
    for (int i = 0; i < run.setup.seat_count; i++)
        if (send(&(struct game_command){ .kind = (uint16_t)message_find(game->commands, command),
                                         .seat = (int8_t)((first + i) % run.setup.seat_count),
                                         .arg = { arg },
                                         .text = text }))
            return true;
    return false;
}

static bool begin(int number)
{
    struct game_setup setup;
    const char *why;
    int seats = SEATS_MIN + below(SEATS_MAX - SEATS_MIN + 1);
    play_preset(&setup, game, seats);
    set_option(&setup, "mode", 1);
    set_option(&setup, "wolf_per_team", below(2));
    set_option(&setup, "time_control", below(4));
    set_option(&setup, "hand_and_brain", below(5) == 0);
    set_option(&setup, "team_vote", below(5) == 0);
    for (int seat = 0; seat < seats; seat++)
        setup.side[seat] = (int8_t)(seat < 2 ? seat : below(2));
    if (game_check(game, &setup, &why) != ACCEPTED)
        return false;
    memset(&told, 0, sizeof told);
    memset(told.ballot, NOBODY, sizeof told.ballot);
    told.reason = told.winner = NOBODY;
    run_init(&run, game, &setup, (uint64_t)number);
    MUST(send(&(struct game_command){ .kind = COMMAND_START, .seat = SEAT_CLOCK }), "no start");
    while (anybody("acknowledge", 0, NULL))
        continue;
    const char *position = positions[below(POSITIONS)];
    if (position)
        MUST(anybody("set_position", 0, position), "%s is no start", position);
    return true;
}

static bool passes_time(void)
{
    struct game_command command;
    return play_pass_time(game, run.state, &run.now_ms, &command) && send(&command);
}

/* There and back again, until a position has been there often enough. */
static bool shuffles(void)
{
    static const char *const there[] = { "g1f3", "g8f6", "f3g1", "f6g8", "e1d1", "d1e1",
                                         "e8d8", "d8e8", "g6h6", "h6g6", "h8h7", "h7h8" };
    int64_t word;
    int first = below(12);
    for (int i = 0; i < 12; i++) {
        word_read(&word, there[(first + i) % 12]);
        if (anybody("move", word, NULL))
            return true;
    }
    return false;
}

static bool wants(enum temper temper, const char *action)
{
    static const char *const seldom[] = { "resign",         "offer_draw",   "accept_draw",
                                          "decline",        "draw_arrow",   "fast_mode",
                                          "claim_draw",     "abort",        "close_vote",
                                          "set_position",   "clear_arrows", "offer_takeback",
                                          "accept_takeback" };
    if (strcmp(action, "resign") == 0 && temper == RESIGNING)
        return true;
    if (strstr(action, "_draw") && temper == DRAWING)
        return true;
    if (strcmp(action, "abort") == 0)
        return temper == CALLING_OFF;
    return index_of(action, seldom, sizeof seldom / sizeof *seldom) < 0 || below(40) == 0;
}

/* Somebody does something that is offered. */
static bool acts(enum temper temper)
{
    static struct actions actions;
    static struct game_command command;
    const char *problem;
    int first = below(run.setup.seat_count);
    for (int i = 0; i < run.setup.seat_count; i++) {
        int seat = (first + i) % run.setup.seat_count;
        const char *view = run_view(&run, seat);
        MUST(view && actions_find(&actions, game, run.setup.seat_count, view, &problem), "no view");
        for (int tries = 0; actions.count > 0 && tries < 4; tries++) {
            MUST(actions_choose(&actions, seat, &rng, &command, &problem), "%s", problem);
            if (wants(temper, game->commands[command.kind].name) && send(&command))
                return true;
        }
    }
    return false;
}

static void play(int number)
{
    enum temper temper = (enum temper)(number % TEMPERS);
    bool is_silent = below(4) == 0;
    for (int i = 0; i < COMMANDS_MAX && !run_is_over(&run); i++) {
        if (told.reason >= 0 && (is_silent || below(30) == 0)) {
            if (below(2) || !send(&(struct game_command){
                                .kind = (uint16_t)message_find(game->commands, "close_vote"),
                                .seat = SEAT_NARRATOR }))
                passes_time();
            continue;
        }
        if (below(temper == SLEEPING ? 3 : 60) == 0 && passes_time())
            continue;
        if (temper == SHUFFLING && told.reason < 0 && below(8) == 0 &&
            anybody("claim_draw", 0, NULL))
            continue;
        if (temper == SHUFFLING && told.reason < 0 && below(10) && shuffles())
            continue;
        if (i > COMMANDS_MAX / 2 && anybody("resign", true, NULL))
            continue;
        if (!acts(temper) && !passes_time())
            acts(CALLING_OFF);
    }
}

/* The table of points, as the rules page has it. */

static int votes_for(int suspect)
{
    int count = 0;
    for (int seat = 0; seat < run.setup.seat_count; seat++)
        count += told.ballot[seat] == suspect;
    return count;
}

static enum row row_now(int *majority)
{
    int cast = run.setup.seat_count - votes_for(NOBODY);
    bool is_draw = told.winner == NOBODY;
    *majority = NOBODY;
    for (int seat = 0; seat < run.setup.seat_count; seat++)
        if (votes_for(seat) * 2 > cast)
            *majority = seat;
    if (cast == 0)
        return is_draw ? DRAW_SILENT : DECISIVE_SILENT;
    if (*majority >= 0 && told.is_wolf[*majority])
        return is_draw ? DRAW_WOLF : DECISIVE_WOLF;
    if (is_draw)
        return DRAW_NOT_WOLF;
    return *majority >= 0 ? DECISIVE_INNOCENT : DECISIVE_NONE;
}

static bool has_found(enum row row, int majority, int seat)
{
    return (row == DECISIVE_WOLF || row == DRAW_WOLF) && told.ballot[seat] == majority &&
           !told.is_wolf[seat];
}

static bool has_got_away(enum row row, int seat)
{
    bool has_lost = told.winner != NOBODY && run.setup.side[seat] != told.winner;
    switch (row) {
    case DECISIVE_INNOCENT:
    case DECISIVE_NONE:
    case DECISIVE_SILENT: return told.is_wolf[seat] && has_lost;
    case DRAW_SILENT: return told.is_wolf[seat];
    case DECISIVE_WOLF:
    case DRAW_WOLF:
    case DRAW_NOT_WOLF:
    case ROWS: break;
    }
    return false;
}

static void check_points(void)
{
    struct game_outcome outcome = { 0 };
    bool is_void = strcmp(reasons[told.reason], "aborted") == 0;
    int majority;
    enum row row = row_now(&majority);
    MUST(game->outcome(run.state, &outcome), "no outcome");
    MUST(told.wolf_count == 1 || (told.wolf_count == 2 && run.setup.seat_count >= 6),
         "%d wolves among %d", told.wolf_count, run.setup.seat_count);
    for (int seat = 0; seat < run.setup.seat_count; seat++) {
        bool found = !is_void && has_found(row, majority, seat);
        bool success = !is_void && has_got_away(row, seat);
        bool won = told.is_wolf[seat] ? success : !is_void && run.setup.side[seat] == told.winner;
        MUST(told.found[seat] == found, "seat %d, %s: found %d", seat, row_names[row], !found);
        MUST(told.success[seat] == success, "seat %d, %s: success %d", seat, row_names[row],
             !success);
        MUST(outcome.score[seat] == found + success, "seat %d has %d", seat,
             (int)outcome.score[seat]);
        MUST(seat_in(outcome.winners, seat) == won, "seat %d, %s, %s: won %d", seat,
             reasons[told.reason], row_names[row], !won);
    }
    met_reason[told.wolf_count][told.reason]++;
    if (!is_void)
        met_row[told.wolf_count][row]++;
}

static void tell(int wolves)
{
    printf("%d %s\n", wolves, wolves == 1 ? "wolf" : "wolves");
    for (int i = 0; i < REASONS; i++)
        printf("  %-24s %5ld\n", reasons[i], met_reason[wolves][i]);
    for (int i = 0; i < ROWS; i++)
        printf("  %-28s %5ld\n", row_names[i], met_row[wolves][i]);
}

int main(int argc, char **argv)
{
    int games_asked = argc > 2 && strcmp(argv[1], "--games") == 0 ? atoi(argv[2]) : GAMES_PRESET;
    int problems = 0;
    game = game_find("chess");
    for (int number = 1; number <= games_asked; number++) {
        uint8_t seed[RNG_SEED_SIZE];
        harness_seed(seed, (uint64_t)number);
        rng_seed(&rng, seed, 1);
        if (!begin(number))
            continue;
        play(number);
        MUST(run_is_over(&run), "the game does not end");
        check_points();
    }
    for (int wolves = 1; wolves <= 2; wolves++) {
        tell(wolves);
        for (int i = 0; i < REASONS_ASKED; i++)
            problems += met_reason[wolves][i] == 0;
        for (int i = 0; i < ROWS; i++)
            problems += met_row[wolves][i] == 0;
    }
    if (problems)
        fprintf(stderr, "%d endings or rows were never met\n", problems);
    return problems ? 1 : 0;
}
