/* The number of legal games of a given length from well-known positions. One wrong rule anywhere
 * shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "board.h"

/* Under sanitizers the fifth ply takes a minute and finds nothing that the fourth did not. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { DEPTH = 4 };
#else
enum { DEPTH = 5 };
#endif

struct known {
    const char *fen;
    uint64_t nodes[5];
};

static const struct known start = { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                    { 20, 400, 8902, 197281, 4865609 } };
static const struct known castling_and_pins = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    { 48, 2039, 97862, 4085603, 193690690 }
};
static const struct known en_passant_on_an_open_rank = {
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", { 14, 191, 2812, 43238, 674624 }
};
static const struct known promotions_under_check = {
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    { 6, 264, 9467, 422333, 15833292 }
};
static const struct known mirrored_promotions_under_check = {
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    { 6, 264, 9467, 422333, 15833292 }
};
static const struct known rights_lost_by_capture = {
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    { 44, 1486, 62379, 2103487, 89941194 }
};
static const struct known quiet_middle_game = {
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    { 46, 2079, 89890, 3894594, 164075551 }
};

static void counts_are_the_known_ones(void **state)
{
    const struct known *known = *state;
    struct chess_board board;
    assert_true(chess_read_fen(&board, known->fen, NULL));

    for (int depth = 1; depth <= DEPTH; depth++)
        assert_int_equal(chess_perft(&board, depth), known->nodes[depth - 1]);
}

static void no_ply_has_one_leaf(void **state)
{
    struct chess_board board;
    (void)state;
    chess_start(&board);

    assert_int_equal(chess_perft(&board, 0), 1);
}

#define KNOWN(position)                                                                \
    {                                                                                  \
#position, counts_are_the_known_ones, NULL, NULL, (void *)(uintptr_t)&position \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        KNOWN(start),
        KNOWN(castling_and_pins),
        KNOWN(en_passant_on_an_open_rank),
        KNOWN(promotions_under_check),
        KNOWN(mirrored_promotions_under_check),
        KNOWN(rights_lost_by_capture),
        KNOWN(quiet_middle_game),
        cmocka_unit_test(no_ply_has_one_leaf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
