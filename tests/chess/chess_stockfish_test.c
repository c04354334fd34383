/* Stockfish as the judge of our chess: perft of random positions, and random games followed from
 * the first move to the last with the whole list of legal moves, the position and the outcome
 * compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "stockfish.h"

enum { POSITIONS = 200, PERFT_DEPTH = 3, GAMES = 1000, PLIES_MAX = 600, PLIES_APART = 8 };

static struct stockfish fish;
static struct rng rng;

static chess_move random_move(const struct chess_board *board)
{
    struct chess_moves moves;
    chess_legal_moves(board, &moves);
    return moves.move[rng_below(&rng, (uint64_t)moves.count)];
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int own_moves(const struct chess_board *board, char out[][CHESS_UCI_SIZE])
{
    struct chess_moves moves;
    chess_legal_moves(board, &moves);
    memset(out, 0, CHESS_MOVES_MAX * sizeof *out);
    for (int i = 0; i < moves.count; i++)
        chess_write_uci(moves.move[i], out[i]);
    qsort(out, (size_t)moves.count, CHESS_UCI_SIZE, by_text);
    return moves.count;
}

static void assert_same_moves(const struct chess_board *board)
{
    char own[CHESS_MOVES_MAX][CHESS_UCI_SIZE], theirs[CHESS_MOVES_MAX][CHESS_UCI_SIZE];
    int count;
    stockfish_perft(&fish, 1, theirs, &count);
    assert_int_equal(own_moves(board, own), count);
    assert_int_equal(chess_count_moves(board), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(own[i], theirs[i]);
}

/* Stockfish names the en passant square also where a pin forbids the capture; we do not. */
static void assert_same_position(const struct chess_board *board,
                                 const struct stockfish_position *judge)
{
    struct chess_board read;
    assert_true(chess_read_fen(&read, judge->fen, NULL));
    assert_memory_equal(&read, board, sizeof read);
    assert_int_equal(chess_in_check(board), judge->in_check);
}

static void compare(const struct chess_board *board)
{
    struct stockfish_position judge;
    stockfish_show(&fish, &judge);
    assert_same_position(board, &judge);
    assert_same_moves(board);
}

static void perft_of_random_positions_is_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < POSITIONS; i++) {
        struct chess_board board;
        char fen[CHESS_FEN_SIZE];
        chess_start(&board);
        int plies = (int)rng_below(&rng, 120);
        for (int ply = 0; ply < plies && chess_count_moves(&board); ply++)
            chess_make(&board, random_move(&board));
        chess_write_fen(&board, fen);
        stockfish_set(&fish, fen, "");
        uint64_t nodes = stockfish_perft(&fish, PERFT_DEPTH, NULL, NULL);
        if (chess_perft(&board, PERFT_DEPTH) != nodes)
            fail_msg("%s", fen);
    }
}

/* The judge's own words for how a game ended: no moves, in check or not, or the counter in its
 * FEN. */
static void assert_same_end(const struct chess_board *board, enum chess_end end)
{
    struct stockfish_position judge;
    char moves[CHESS_MOVES_MAX][CHESS_UCI_SIZE];
    int count, halfmoves = 0;
    stockfish_show(&fish, &judge);
    stockfish_perft(&fish, 1, moves, &count);
    sscanf(judge.fen, "%*s %*s %*s %*s %d", &halfmoves);
    assert_int_equal(end == CHESS_MATE, count == 0 && judge.in_check);
    assert_int_equal(end == CHESS_STALEMATE, count == 0 && !judge.in_check);
    if (count > 0 && end != CHESS_INSUFFICIENT)
        assert_int_equal(end == CHESS_FIFTY_MOVES, halfmoves >= 100);
    assert_same_position(board, &judge);
}

/* Plays up to PLIES_APART moves and hands them to the judge. The position before them was found
 * equal, so both stay on the same game from its first move. */
static enum chess_end play_on(struct chess_board *board)
{
    char fen[CHESS_FEN_SIZE], moves[PLIES_APART * (CHESS_UCI_SIZE + 1) + 1] = "";
    enum chess_end end = CHESS_GOES_ON;
    chess_write_fen(board, fen);
    for (int i = 0; i < PLIES_APART && end == CHESS_GOES_ON; i++) {
        char uci[CHESS_UCI_SIZE];
        chess_move move = random_move(board);
        chess_write_uci(move, uci);
        strcat(strcat(moves, uci), " ");
        chess_make(board, move);
        end = chess_end(board);
    }
    stockfish_set(&fish, fen, moves);
    return end;
}

static void random_games_are_judged_the_same(void **state)
{
    int ended[CHESS_FIFTY_MOVES + 1] = { 0 };
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        struct chess_board board;
        enum chess_end end = CHESS_GOES_ON;
        chess_start(&board);
        for (int ply = 0; ply < PLIES_MAX && end == CHESS_GOES_ON; ply += PLIES_APART) {
            end = play_on(&board);
            compare(&board);
        }
        assert_same_end(&board, end);
        ended[end]++;
    }
    /* Every kind of ending must have occurred, or the comparison proves nothing about it. */
    for (int end = CHESS_MATE; end <= CHESS_FIFTY_MOVES; end++)
        assert_int_not_equal(ended[end], 0);
}

/* A walk among few men repeats often. The judge's keys say when. */
static void random_walks_repeat_the_same(void **state)
{
    enum { WALKS = 20, STEPS = 60 };
    int repeats = 0;
    (void)state;
    for (int walk = 0; walk < WALKS; walk++) {
        uint64_t own[STEPS], theirs[STEPS];
        struct chess_board board;
        assert_true(chess_read_fen(&board, "7k/7p/7P/8/8/p7/P7/K7 w - -", NULL));
        for (int i = 0; i < STEPS; i++) {
            struct stockfish_position judge;
            char fen[CHESS_FEN_SIZE];
            chess_make(&board, random_move(&board));
            /* Stockfish mixes the counter into its key. */
            struct chess_board fresh = board;
            fresh.halfmove_clock = 0;
            chess_write_fen(&fresh, fen);
            stockfish_set(&fish, fen, "");
            stockfish_show(&fish, &judge);
            own[i] = board.key;
            theirs[i] = judge.key;
            for (int before = 0; before < i; before++) {
                assert_int_equal(own[before] == own[i], theirs[before] == theirs[i]);
                repeats += own[before] == own[i];
            }
        }
    }
    assert_true(repeats > WALKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_random_positions_is_the_same),
        cmocka_unit_test(random_games_are_judged_the_same),
        cmocka_unit_test(random_walks_repeat_the_same),
    };
    const uint8_t seed[RNG_SEED_SIZE] = { 7 };
    rng_seed(&rng, seed, 0);
    if (!stockfish_open(&fish))
        return STOCKFISH_MISSING;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    stockfish_close(&fish);
    return failed;
}
