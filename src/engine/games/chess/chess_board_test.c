/* Positions: FEN, special moves, and what a position decides by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "notation.h"

static struct chess_board board;

static void set(const char *fen)
{
    const char *problem = NULL;
    if (!chess_read_fen(&board, fen, &problem))
        fail_msg("%s: %s", fen, problem);
}

static void play(const char *uci)
{
    chess_move move = chess_read_uci(&board, uci);
    assert_int_not_equal(move, 0);
    chess_make(&board, move);
}

static bool is_legal(const char *uci)
{
    return chess_read_uci(&board, uci) != 0;
}

static void assert_fen(const char *expected)
{
    char fen[CHESS_FEN_SIZE];
    chess_write_fen(&board, fen);
    assert_string_equal(fen, expected);
}

/* A board built move by move must equal the one read from its own text, key and all. */
static void assert_same_as_read_back(void)
{
    struct chess_board again;
    char fen[CHESS_FEN_SIZE];
    chess_write_fen(&board, fen);
    assert_true(chess_read_fen(&again, fen, NULL));
    assert_memory_equal(&again, &board, sizeof board);
}

static void a_fen_is_written_as_it_was_read(void **state)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 37 9999",
        "8/8/8/8/pP6/8/8/K6k b - b3 0 40",
    };
    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        set(fens[i]);
        assert_fen(fens[i]);
    }
}

static void four_fields_are_enough(void **state)
{
    (void)state;
    set("4k3/8/8/8/8/8/8/4K2R w K -");
    assert_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

struct bad_fen {
    const char *fen, *problem;
};

static void a_bad_fen_is_refused_and_changes_nothing(void **state)
{
    static const struct bad_fen bad[] = {
        { "", "bad_men" },
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "bad_men" },
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "bad_men" },
        { "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad_men" },
        { "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad_men" },
        { "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad_men" },
        { "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad_men" },
        { "rnbqxbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "bad_men" },
        { "8/8/8/8/8/8/8/K7 w - - 0 1", "bad_men" },
        { "kk6/8/8/8/8/8/8/K7 w - - 0 1", "bad_men" },
        { "k6P/8/8/8/8/8/8/K7 w - - 0 1", "bad_men" },
        { "k7/8/8/8/8/8/8/K6p w - - 0 1", "bad_men" },
        { "k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", "bad_men" },
        { "k7/8/8/8/8/Q7/PPPPPPPP/K2Q4 w - - 0 1", "bad_men" },
        { "k7/8/8/8/8/8/8/K7", "bad_side" },
        { "k7/8/8/8/8/8/8/K7 x - - 0 1", "bad_side" },
        { "k7/8/8/8/8/8/8/K7 w", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w QK - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/3K3R w K - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w k - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w  - 0 1", "bad_castling" },
        { "4k3/8/8/8/8/8/8/4K2R w K", "bad_en_passant" },
        { "4k3/8/8/8/8/8/8/4K2R w K e", "bad_en_passant" },
        { "4k3/8/8/8/8/8/8/4K2R w K e6 0 1", "bad_en_passant" },
        { "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "bad_en_passant" },
        { "4k3/8/8/8/4P3/8/4R3/4K3 b - e3 0 1", "bad_en_passant" },
        { "4k3/8/8/8/8/8/8/4K3 w - - x 1", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/3QK2R w - - 0 1x", "bad_clocks" },
        { "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "bad_check" },
        { "8/8/8/8/8/8/4kK2/8 w - - 0 1", "bad_check" },
        { "k7/8/5b2/8/8/r7/8/K6q w - - 0 1", "bad_check" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct chess_board before;
        const char *problem = "";
        chess_start(&board);
        before = board;
        if (chess_read_fen(&board, bad[i].fen, &problem))
            fail_msg("accepted: %s", bad[i].fen);
        if (strcmp(problem, bad[i].problem) != 0)
            fail_msg("%s: %s, expected %s", bad[i].fen, problem, bad[i].problem);
        assert_memory_equal(&board, &before, sizeof board);
    }
}

static void an_en_passant_square_nobody_can_use_is_dropped(void **state)
{
    (void)state;
    set("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

static void en_passant_lasts_one_ply(void **state)
{
    (void)state;
    set("4k3/4p3/8/3P4/8/8/8/4K3 b - - 0 1");
    play("e7e5");
    assert_fen("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2");
    struct chess_board offered = board;

    play("d5e6");
    assert_fen("4k3/8/4P3/8/8/8/8/4K3 b - - 0 2");

    board = offered;
    play("e1e2");
    play("e8e7");
    assert_false(is_legal("d5e6"));
}

static void en_passant_may_not_bare_the_king_along_the_rank(void **state)
{
    (void)state;
    set("8/4p3/8/K2P3r/8/8/8/4k3 b - - 0 1");
    play("e7e5");
    assert_false(is_legal("d5e6"));
    /* The square is not kept either, for the position repeats as one without it. */
    assert_int_equal(board.ep_square, 0);
}

static void en_passant_may_take_the_pawn_that_gives_check(void **state)
{
    (void)state;
    set("4k3/4p3/8/3P4/3K4/8/8/8 b - - 0 1");
    play("e7e5");
    assert_true(is_legal("d5e6"));
}

static void castling_moves_both_men(void **state)
{
    (void)state;
    set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play("e1g1");
    assert_fen("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    play("e8c8");
    assert_fen("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_same_as_read_back();
}

static void the_king_castles_neither_out_of_through_nor_into_check(void **state)
{
    (void)state;
    set("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1");
    assert_false(is_legal("e1g1") || is_legal("e1c1"));
    set("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1");
    assert_false(is_legal("e1g1"));
    assert_true(is_legal("e1c1"));
    set("4k3/8/8/8/2r5/8/8/R3K2R w KQ - 0 1");
    assert_true(is_legal("e1g1"));
    assert_false(is_legal("e1c1"));
}

static void the_rook_may_pass_an_attacked_square(void **state)
{
    (void)state;
    set("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_true(is_legal("e1c1"));
}

static void a_right_goes_with_king_rook_or_captured_rook(void **state)
{
    (void)state;
    set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play("a1a8");
    assert_int_equal(board.castling, CASTLE_WHITE_SHORT | CASTLE_BLACK_SHORT);
    play("e8e7");
    assert_int_equal(board.castling, CASTLE_WHITE_SHORT);
}

static void a_pawn_promotes_to_four_pieces_and_to_nothing_else(void **state)
{
    (void)state;
    set("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_true(is_legal("e7e8q") && is_legal("e7e8r") && is_legal("e7e8b") && is_legal("e7e8n"));
    assert_false(is_legal("e7e8") || is_legal("e7e8k") || is_legal("e7e8p"));
    play("e7d8n");
    assert_fen("3N2k1/8/8/8/8/8/8/4K3 b - - 0 1");
}

static void a_pinned_man_moves_along_its_pin(void **state)
{
    (void)state;
    set("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1");
    assert_true(is_legal("e3e7") && is_legal("e3e2"));
    assert_false(is_legal("e3d3"));
}

static void only_the_king_answers_a_double_check(void **state)
{
    struct chess_moves moves;
    (void)state;
    set("4r1k1/8/8/8/8/5n2/8/R3K3 w - - 0 1");
    chess_legal_moves(&board, &moves);
    for (int i = 0; i < moves.count; i++)
        assert_int_equal(chess_from(moves.move[i]), 4);
}

static void the_counters_count(void **state)
{
    (void)state;
    chess_start(&board);
    play("g1f3");
    play("g8f6");
    assert_fen("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2");
    play("e2e4");
    assert_int_equal(board.halfmove_clock, 0);
}

static void keys_are_equal_when_positions_are(void **state)
{
    struct chess_board start;
    (void)state;
    chess_start(&start);
    board = start;
    play("g1f3");
    play("g8f6");
    assert_int_not_equal(board.key, start.key);
    play("f3g1");
    play("f6g8");
    assert_int_equal(board.key, start.key);
}

static void keys_differ_by_rights(void **state)
{
    struct chess_board other;
    (void)state;
    set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    other = board;
    set("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1");
    assert_int_not_equal(board.key, other.key);
}

static void mate_ends_the_game(void **state)
{
    (void)state;
    chess_start(&board);
    play("f2f3");
    play("e7e5");
    play("g2g4");
    assert_int_equal(chess_end(&board), CHESS_GOES_ON);
    play("d8h4");
    assert_int_equal(chess_end(&board), CHESS_MATE);
}

static void stalemate_ends_the_game(void **state)
{
    (void)state;
    set("7k/8/6Q1/8/8/8/8/K7 b - - 0 1");
    assert_int_equal(chess_end(&board), CHESS_STALEMATE);
}

static void insufficient_material_ends_the_game(void **state)
{
    static const char *const drawn[] = {
        "4k3/8/8/8/8/8/8/4K3 w - -",        "4k3/8/8/8/8/8/8/4KN2 w - -",
        "4k3/8/8/8/8/8/8/4KB2 b - -",       "2b1k3/8/8/8/8/8/8/4KB2 w - -",
        "2b1k3/8/4b3/8/8/3B4/8/4KB2 w - -",
    };
    static const char *const playable[] = {
        "5bk1/8/8/8/8/8/8/4KB2 w - -",  "4k3/8/8/8/8/8/8/4KNN1 w - -",
        "4k1n1/8/8/8/8/8/8/4KN2 w - -", "4k1n1/8/8/8/8/8/8/4KB2 w - -",
        "4k3/8/8/8/8/8/P7/4K3 w - -",   "4k3/8/8/8/8/8/8/R3K3 w - -",
    };
    (void)state;
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        set(drawn[i]);
        assert_int_equal(chess_end(&board), CHESS_INSUFFICIENT);
    }
    for (size_t i = 0; i < sizeof playable / sizeof *playable; i++) {
        set(playable[i]);
        assert_int_equal(chess_end(&board), CHESS_GOES_ON);
    }
}

static void a_hundred_half_moves_without_pawn_or_capture_draw(void **state)
{
    (void)state;
    set("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
    play("a1a2");
    assert_int_equal(chess_end(&board), CHESS_GOES_ON);
    play("e8e7");
    assert_int_equal(chess_end(&board), CHESS_FIFTY_MOVES);
}

static void mate_on_the_hundredth_half_move_is_mate(void **state)
{
    (void)state;
    set("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80");
    play("a1a8");
    assert_int_equal(chess_end(&board), CHESS_MATE);
}

struct mating {
    const char *fen;
    bool white_can;
};

static void who_could_still_mate(void **state)
{
    static const struct mating cases[] = {
        { "3qk3/8/8/8/8/8/8/4K3 w - -", false }, { "4k3/8/8/8/8/8/P7/4K3 w - -", true },
        { "4k3/8/8/8/8/8/8/4KN2 w - -", false }, { "3qk3/8/8/8/8/8/8/4KN2 w - -", false },
        { "3rk3/8/8/8/8/8/8/4KN2 w - -", true }, { "4k3/p7/8/8/8/8/8/4KN2 w - -", true },
        { "4k3/8/8/8/8/8/8/4KNN1 w - -", true }, { "3rk3/8/8/8/8/8/8/4KB2 w - -", false },
        { "3nk3/8/8/8/8/8/8/4KB2 w - -", true }, { "4k3/p7/8/8/8/8/8/4KB2 w - -", true },
        { "4kb2/8/8/8/8/8/8/4KB2 w - -", true }, { "2b1k3/8/8/8/8/8/8/4KB2 w - -", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set(cases[i].fen);
        if (chess_can_mate(&board, WHITE) != cases[i].white_can)
            fail_msg("%s", cases[i].fen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fen_is_written_as_it_was_read),
        cmocka_unit_test(four_fields_are_enough),
        cmocka_unit_test(a_bad_fen_is_refused_and_changes_nothing),
        cmocka_unit_test(an_en_passant_square_nobody_can_use_is_dropped),
        cmocka_unit_test(en_passant_lasts_one_ply),
        cmocka_unit_test(en_passant_may_not_bare_the_king_along_the_rank),
        cmocka_unit_test(en_passant_may_take_the_pawn_that_gives_check),
        cmocka_unit_test(castling_moves_both_men),
        cmocka_unit_test(the_king_castles_neither_out_of_through_nor_into_check),
        cmocka_unit_test(the_rook_may_pass_an_attacked_square),
        cmocka_unit_test(a_right_goes_with_king_rook_or_captured_rook),
        cmocka_unit_test(a_pawn_promotes_to_four_pieces_and_to_nothing_else),
        cmocka_unit_test(a_pinned_man_moves_along_its_pin),
        cmocka_unit_test(only_the_king_answers_a_double_check),
        cmocka_unit_test(the_counters_count),
        cmocka_unit_test(keys_are_equal_when_positions_are),
        cmocka_unit_test(keys_differ_by_rights),
        cmocka_unit_test(mate_ends_the_game),
        cmocka_unit_test(stalemate_ends_the_game),
        cmocka_unit_test(insufficient_material_ends_the_game),
        cmocka_unit_test(a_hundred_half_moves_without_pawn_or_capture_draw),
        cmocka_unit_test(mate_on_the_hundredth_half_move_is_mate),
        cmocka_unit_test(who_could_still_mate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
