/* Matches of our chess bots against each other or against stockfish at limited strength:
 *
 *     chess_match [--games N] [--seed N] [--plies N] PLAYER PLAYER
 *
 * PLAYER is bot:STRENGTH or stockfish:ELO. Both play White in turn, in pairs
 * of games from the same random opening of `plies` half-moves (4 unless told; where a bot has a book, 0
 * lets it use it). Prints what the first player scored, and what that means in rating points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "base/text.h"
#include "engine/games/chess/chess.h"
#include "tests/chess/stockfish.h"

enum { MOVES_SIZE = CHESS_PLIES_MAX * (CHESS_UCI_SIZE + 1), ADJUDICATED_PLIES = 400 };

struct player {
    const char *name;
    int strength; /* of a bot; -1: stockfish */
    int elo, depth;
    struct stockfish fish;
    int64_t spent_us;
    int64_t moves;
};

struct match {
    struct player player[2];
    int games, plies;
    long seed;
    struct rng rng;
    int won, drawn, lost;
};

static struct chess_view view;
static char uci_moves[MOVES_SIZE];
static _Alignas(16) unsigned char memory[BOT_MEMORY_SIZE];

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Where stockfish 15 chooses its move at a limited strength. More time would not change it, so that a busy
 * machine is no handicap. */
static int depth_of(int elo)
{
    double level = elo > 1347 ? pow((elo - 1346.6) / 143.4, 1 / 0.806) : 0;
    return 1 + (int)(level < 20 ? level : 20);
}

static bool read_player(struct player *player, const char *text)
{
    player->name = text;
    player->strength = -1;
    if (sscanf(text, "bot:%d", &player->strength) == 1)
        return player->strength >= 0 && player->strength <= BOT_STRENGTH_MAX;
    if (sscanf(text, "stockfish:%d", &player->elo) < 1)
        return false;
    if (!stockfish_open(&player->fish))
        return false;
    stockfish_limit(&player->fish, player->elo);
    player->depth = depth_of(player->elo);
    return true;
}

static void begin(void)
{
    memset(&view, 0, sizeof view);
    chess_start(&view.start);
    view.board = view.start;
    view.phase = CHESS_PLAYING;
    view.brain = -1;
    view.named_piece = NO_PIECE;
    view.seat_count = 2;
    view.side[1] = TEAM_B;
    uci_moves[0] = '\0';
}

static void make(chess_move move)
{
    char uci[CHESS_UCI_SIZE];
    struct chess_ply *ply = &view.ply[view.ply_count++];
    chess_write_uci(move, uci);
    strcat(strcat(uci_moves, " "), uci);
    ply->move = move;
    ply->seat = (int8_t)(view.board.to_move == WHITE ? 0 : 1);
    chess_make(&view.board, move);
}

static int repetitions(void)
{
    struct chess_board board = view.start;
    int count = board.key == view.board.key;
    for (int i = 0; i < view.ply_count; i++) {
        chess_make(&board, view.ply[i].move);
        count += board.key == view.board.key;
    }
    return count;
}

static chess_move bots_move(struct match *match, struct player *player)
{
    int seat = view.board.to_move == WHITE ? 0 : 1;
    struct game_bot bot = { .seat = seat,
                            .strength = player->strength,
                            .rng = &match->rng,
                            .memory = memory,
                            .memory_size = BOT_MEMORY_SIZE };
    struct game_command command = { 0 };
    char uci[WORD_TEXT_SIZE];
    view.viewer = (int8_t)seat;
    view.team = (int8_t)seat;
    view.on_move = (int8_t)seat;
    view.rights.may_move = true;
    int64_t begun = now_us();
    if (!chess_bot(&view, &bot, &command))
        abort();
    player->spent_us += now_us() - begun;
    player->moves++;
    word_write(uci, command.arg[0]);
    return chess_read_uci(&view.board, uci);
}

static chess_move stockfishs_move(struct player *player)
{
    char fen[CHESS_FEN_SIZE], uci[CHESS_UCI_SIZE];
    chess_write_fen(&view.start, fen);
    stockfish_set(&player->fish, fen, uci_moves);
    stockfish_move(&player->fish, player->depth, uci);
    return chess_read_uci(&view.board, uci);
}

/* A few moves by chance, with nothing lost on the way: both colours are then played from there. */
static void open_at_random(struct match *match, const uint8_t seed[RNG_SEED_SIZE], int pair)
{
    struct rng rng;
    rng_seed(&rng, seed, 1000000 + (uint64_t)pair);
    begin();
    for (int i = 0; i < match->plies; i++) {
        struct chess_moves moves;
        chess_legal_moves(&view.board, &moves);
        if (moves.count)
            make(moves.move[rng_below(&rng, (uint64_t)moves.count)]);
    }
}

/* For White: 2 a win, 1 a draw, 0 a loss. */
static int play(struct match *match, struct player *white, struct player *black)
{
    while (view.ply_count < ADJUDICATED_PLIES && repetitions() < 3) {
        struct player *player = view.board.to_move == WHITE ? white : black;
        switch (chess_end(&view.board)) {
        case CHESS_MATE: return view.board.to_move == WHITE ? 0 : 2;
        case CHESS_STALEMATE:
        case CHESS_INSUFFICIENT:
        case CHESS_FIFTY_MOVES: return 1;
        case CHESS_GOES_ON: break;
        }
        chess_move move =
            player->strength >= 0 ? bots_move(match, player) : stockfishs_move(player);
        if (!move)
            abort();
        make(move);
    }
    return 1;
}

static void count(struct match *match, int points)
{
    match->won += points == 2;
    match->drawn += points == 1;
    match->lost += points == 0;
}

static double elo_of(double share)
{
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return -400 * log10(1 / share - 1);
}

static void report(const struct match *match)
{
    double total = match->won + match->drawn + match->lost;
    double share = (match->won + 0.5 * match->drawn) / total;
    double spread = (match->won * pow(1 - share, 2) + match->drawn * pow(0.5 - share, 2) +
                     match->lost * pow(share, 2)) /
                    total;
    double error = 1.96 * sqrt(spread / total);
    printf("%s against %s: +%d =%d -%d, %.1f %%, %+.0f points (%+.0f to %+.0f)",
           match->player[0].name, match->player[1].name, match->won, match->drawn, match->lost,
           100 * share, elo_of(share), elo_of(share - error), elo_of(share + error));
    for (int i = 0; i < 2; i++)
        if (match->player[i].moves)
            printf("; %s %lld ms a move", match->player[i].name,
                   (long long)(match->player[i].spent_us / match->player[i].moves / 1000));
    putchar('\n');
    fflush(stdout);
}

static bool read_arguments(struct match *match, int count, char **word)
{
    int players = 0;
    for (int i = 1; i < count; i++) {
        int *number = strcmp(word[i], "--games") == 0   ? &match->games
                      : strcmp(word[i], "--plies") == 0 ? &match->plies
                                                        : NULL;
        if (number && i + 1 < count)
            *number = atoi(word[++i]);
        else if (strcmp(word[i], "--seed") == 0 && i + 1 < count)
            match->seed = atol(word[++i]);
        else if (players == 2 || !read_player(&match->player[players++], word[i]))
            return false;
    }
    return players == 2;
}

int main(int argc, char **argv)
{
    static struct match match = { .games = 100, .plies = 4, .seed = 1 };
    uint8_t seed[RNG_SEED_SIZE] = { 0 };
    if (!read_arguments(&match, argc, argv)) {
        fprintf(stderr, "chess_match [--games N] [--seed N] [--plies N] PLAYER PLAYER\n"
                        "PLAYER: bot:STRENGTH or stockfish:ELO\n");
        return 2;
    }
    memcpy(seed, &match.seed, sizeof match.seed);
    for (int game = 0; game < match.games; game++) {
        int white = game % 2;
        rng_seed(&match.rng, seed, (uint64_t)game);
        open_at_random(&match, seed, game / 2);
        int points = play(&match, &match.player[white], &match.player[!white]);
        count(&match, white == 0 ? points : 2 - points);
        if (game % 10 == 9)
            report(&match);
    }
    report(&match);
    for (int i = 0; i < 2; i++)
        if (match.player[i].strength < 0)
            stockfish_close(&match.player[i].fish);
    return 0;
}
