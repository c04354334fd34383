/* Moves as text, both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "notation.h"

static struct chess_board board;

static void set(const char *fen)
{
    if (!chess_read_fen(&board, fen, NULL))
        fail_msg("%s", fen);
}

static void assert_san(const char *fen, const char *uci, const char *expected)
{
    char san[CHESS_SAN_SIZE];
    set(fen);
    chess_move move = chess_read_uci(&board, uci);
    assert_int_not_equal(move, 0);
    chess_write_san(&board, move, san);
    assert_string_equal(san, expected);
    assert_int_equal(chess_read_san(&board, san, strlen(san)), move);
}

static void assert_reads(const char *text, const char *uci)
{
    chess_move move = chess_read_san(&board, text, strlen(text));
    char found[CHESS_UCI_SIZE];
    assert_int_not_equal(move, 0);
    chess_write_uci(move, found);
    assert_string_equal(found, uci);
}

static void san_names_man_capture_and_target(void **state)
{
    (void)state;
    assert_san("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2e4", "e4");
    assert_san("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "g1f3", "Nf3");
    assert_san("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", "exd5");
    assert_san("4k3/8/8/3p4/8/2N5/8/4K3 w - -", "c3d5", "Nxd5");
    assert_san("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "d5e6", "dxe6");
}

static void san_names_castling(void **state)
{
    (void)state;
    assert_san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O");
    assert_san("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O");
    assert_san("8/8/8/8/8/8/8/R3K1k1 w Q -", "e1c1", "O-O-O+");
}

static void san_marks_promotion_check_and_mate(void **state)
{
    (void)state;
    assert_san("3r2k1/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", "exd8=Q+");
    assert_san("6k1/4P3/8/8/8/8/8/4K3 w - -", "e7e8n", "e8=N");
    assert_san("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1a8", "Ra8#");
}

static void san_names_the_origin_only_as_far_as_needed(void **state)
{
    (void)state;
    assert_san("4k3/8/8/8/8/8/8/R2K3R w - -", "a1c1", "Rc1");
    assert_san("4k3/8/8/8/8/8/3K4/R6R w - -", "a1c1", "Rac1");
    assert_san("R7/4k3/8/8/8/8/8/R3K3 w - -", "a1a4", "R1a4");
    assert_san("8/k7/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1");
}

static void a_pinned_twin_needs_no_telling_apart(void **state)
{
    (void)state;
    assert_san("4k3/4r3/8/8/8/4N3/8/1N2K3 w - -", "b1d2", "Nd2");
    assert_san("4k3/4r3/8/8/8/8/4N3/N3K3 w - -", "a1c2", "Nc2");
}

static void san_is_read_as_people_write_it(void **state)
{
    (void)state;
    set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    assert_reads("0-0", "e1g1");
    assert_reads("O-O-O!?", "e1c1");
    assert_reads("Ra1xa8+", "a1a8");
    assert_reads("Raa8", "a1a8");
    assert_reads("Ra8", "a1a8");
    set("6k1/4P3/8/8/8/8/8/4K3 w - -");
    assert_reads("e8Q", "e7e8q");
    assert_reads("e7-e8=Q", "e7e8q");
}

static void what_names_no_move_or_several_is_refused(void **state)
{
    static const char *const bad[] = { "",     "e",       "e9",     "i4",  "Nd2", "e5",
                                       "O-O",  "0-0-0-0", "Nbd2x",  "xx",  "+",   "=Q",
                                       "e4=Q", "Kz1",     "e2e4e4", "Zf3", "N",   "P",
                                       "O-0",  "--",      "e1=",    "ed4", "Pe4e" };
    (void)state;
    chess_start(&board);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (chess_read_san(&board, bad[i], strlen(bad[i])))
            fail_msg("accepted: %s", bad[i]);
    set("4k3/8/8/8/8/5N2/8/1N2K3 w - -");
    assert_int_equal(chess_read_san(&board, "Nd2", 3), 0);
    assert_int_not_equal(chess_read_san(&board, "Nbd2", 4), 0);
}

static void malformed_uci_is_refused(void **state)
{
    static const char *const bad[] = { "",     "e2",   "e2e5",  "e2e4q", "E2E4",  "e2e4 ", " e2e4",
                                       "0000", "a1a1", "e2-e4", "e7e5",  "e2e4x", "e4",    "i2i4" };
    (void)state;
    chess_start(&board);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(chess_read_uci(&board, bad[i]), 0);
}

/* Along random games every legal move is written and read back, as UCI and as SAN. */
static void every_move_of_random_games_reads_back(void **state)
{
    const uint8_t seed[RNG_SEED_SIZE] = { 4 };
    struct rng rng;
    (void)state;
    rng_seed(&rng, seed, 0);
    for (int game = 0; game < 20; game++) {
        chess_start(&board);
        for (int ply = 0; ply < 200 && chess_end(&board) == CHESS_GOES_ON; ply++) {
            struct chess_moves moves;
            chess_legal_moves(&board, &moves);
            for (int i = 0; i < moves.count; i++) {
                char uci[CHESS_UCI_SIZE], san[CHESS_SAN_SIZE];
                chess_write_uci(moves.move[i], uci);
                chess_write_san(&board, moves.move[i], san);
                assert_int_equal(chess_read_uci(&board, uci), moves.move[i]);
                assert_int_equal(chess_read_san(&board, san, strlen(san)), moves.move[i]);
            }
            chess_make(&board, moves.move[rng_below(&rng, (uint64_t)moves.count)]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(san_names_man_capture_and_target),
        cmocka_unit_test(san_names_castling),
        cmocka_unit_test(san_marks_promotion_check_and_mate),
        cmocka_unit_test(san_names_the_origin_only_as_far_as_needed),
        cmocka_unit_test(a_pinned_twin_needs_no_telling_apart),
        cmocka_unit_test(san_is_read_as_people_write_it),
        cmocka_unit_test(what_names_no_move_or_several_is_refused),
        cmocka_unit_test(malformed_uci_is_refused),
        cmocka_unit_test(every_move_of_random_games_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
