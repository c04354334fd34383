/* Games as text, both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/rng.h"
#include "pgn.h"

static struct pgn_game game, again;
static char text[256 * 1024];

static bool read(const char *pgn, const char **problem)
{
    return pgn_read(&game, pgn, strlen(pgn), problem);
}

static void must_read(const char *pgn)
{
    const char *problem = NULL;
    if (!read(pgn, &problem))
        fail_msg("%s", problem);
}

static void add(const char *san, const char *comment)
{
    struct chess_board board = game.start;
    for (int i = 0; i < game.ply_count; i++)
        chess_make(&board, game.ply[i].move);
    chess_move move = chess_read_san(&board, san, strlen(san));
    assert_int_not_equal(move, 0);
    game.ply[game.ply_count++] = (struct pgn_ply){ move, comment, comment ? strlen(comment) : 0 };
}

static void a_game_is_written_with_roster_numbers_and_authors(void **state)
{
    (void)state;
    pgn_init(&game);
    pgn_set(&game, "White", "Ana \"Queen\" \\ Bo");
    game.result = PGN_WHITE_WINS;
    add("e4", "Ana");
    add("e5", NULL);
    add("Nf3", NULL);

    size_t length = pgn_write(&game, text, sizeof text);

    assert_string_equal(text, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                              "[White \"Ana \\\"Queen\\\" \\\\ Bo\"]\n[Black \"?\"]\n"
                              "[Result \"1-0\"]\n\n1. e4 {Ana} 1... e5 2. Nf3 1-0\n");
    assert_int_equal(length, strlen(text));
}

static void a_game_from_another_position_says_so(void **state)
{
    (void)state;
    pgn_init(&game);
    assert_true(chess_read_fen(&game.start, "4k3/8/8/8/8/8/4p3/K7 b - - 0 40", NULL));
    add("Kd7", NULL);

    pgn_write(&game, text, sizeof text);

    assert_non_null(strstr(text, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]"));
    assert_non_null(strstr(text, "40... Kd7 *"));
    must_read(text);
    assert_int_equal(game.ply_count, 1);
}

static void lines_have_at_most_eighty_columns(void **state)
{
    (void)state;
    pgn_init(&game);
    for (int i = 0; i < 40; i++) {
        static const char *const dance[] = { "Nf3", "Nf6", "Ng1", "Ng8" };
        add(dance[i % 4], NULL);
    }
    pgn_write(&game, text, sizeof text);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        assert_in_range(strlen(line), 1, 80);
}

static void what_does_not_fit_is_not_written(void **state)
{
    (void)state;
    pgn_init(&game);
    size_t length = pgn_write(&game, text, sizeof text);
    assert_int_equal(pgn_write(&game, text, length), 0);
    assert_int_equal(pgn_write(&game, text, length + 1), length);
}

static void a_comment_cannot_close_itself(void **state)
{
    (void)state;
    pgn_init(&game);
    add("e4", "a} 1... e5 {b\n");
    pgn_write(&game, text, sizeof text);
    must_read(text);
    assert_int_equal(game.ply_count, 1);
}

static void a_long_name_is_cut_between_characters(void **state)
{
    char name[400];
    (void)state;
    for (int i = 0; i < 130; i++)
        memcpy(name + 3 * i, "\xe2\x99\x9e", 4);
    pgn_init(&game);
    pgn_set(&game, "Black", name);
    assert_int_equal(strlen(pgn_get(&game, "Black")), 255);
    pgn_set(&game, "Black", name + 1);
    assert_int_equal(strlen(pgn_get(&game, "Black")) % 3, 2);
}

static void comments_variations_and_annotations_are_read_over(void **state)
{
    (void)state;
    must_read("%escape\n[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n"
              "1. e4 $1 {best by test} (1. d4 d5 (1... Nf6 {Indian}) 2. c4 *) 1... e5 ; a line\n"
              "2.Nf3!? Nc6 3 Bb5 1/2-1/2\n\n[Event \"next\"]");
    assert_int_equal(game.ply_count, 5);
    assert_int_equal(game.result, PGN_DRAW);
    assert_int_equal(game.ply[0].comment_length, strlen("best by test"));
    assert_memory_equal(game.ply[0].comment, "best by test", 12);
    assert_null(game.ply[1].comment);
}

struct bad_pgn {
    const char *pgn, *problem;
};

static void bad_pgn_is_refused(void **state)
{
    static const struct bad_pgn bad[] = {
        { "", "bad_result" },
        { "1. e4 e5", "bad_result" },
        { "1. e4 e5 1-0", "bad_result" },
        { "[Event", "bad_tag" },
        { "[Event \"a", "bad_tag" },
        { "[Event \"a\\", "bad_tag" },
        { "[Event \"a\" x] *", "bad_tag" },
        { "[ \"a\"] *", "bad_tag" },
        { "[FEN \"nonsense\"] *", "bad_position" },
        { "1. e5 *", "bad_move" },
        { "1. e4 e4 *", "bad_move" },
        { "1. e4 \x01 *", "bad_move" },
        { "1. e4 {open *", "bad_comment" },
        { "1. e4 (1. d4 *", "bad_variation" },
        { "1. e4 ) *", "bad_variation" },
        { "((((((((((((((((((((((((((((((((( *", "bad_variation" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *problem = "";
        if (read(bad[i].pgn, &problem))
            fail_msg("accepted: %s", bad[i].pgn);
        if (strcmp(problem, bad[i].problem) != 0)
            fail_msg("%s: %s, expected %s", bad[i].pgn, problem, bad[i].problem);
    }
}

static void a_game_that_is_too_long_is_refused(void **state)
{
    static const char *const dance[] = { " Nf3", " Nf6", " Ng1", " Ng8" };
    const char *problem = "";
    (void)state;
    text[0] = '\0';
    size_t length = 0;
    for (int i = 0; i <= CHESS_PLIES_MAX; i++)
        length += (size_t)sprintf(text + length, "%s", dance[i % 4]);
    assert_false(read(text, &problem));
    assert_string_equal(problem, "too_long");
}

static void random_play(struct pgn_game *out, struct rng *rng)
{
    static const char *const authors[] = { "Ana", "Bo, the second", "\xc3\x89lo\xc3\xafse" };
    pgn_init(out);
    struct chess_board board = out->start;
    while (out->ply_count < 300 && chess_end(&board) == CHESS_GOES_ON) {
        struct chess_moves moves;
        const char *author = authors[rng_below(rng, 3)];
        chess_legal_moves(&board, &moves);
        chess_move move = moves.move[rng_below(rng, (uint64_t)moves.count)];
        out->ply[out->ply_count++] = (struct pgn_ply){ move, author, strlen(author) };
        chess_make(&board, move);
    }
    out->result = (enum pgn_result)rng_below(rng, 4);
}

static void random_games_read_back_to_themselves(void **state)
{
    const uint8_t seed[RNG_SEED_SIZE] = { 9 };
    struct rng rng;
    (void)state;
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < 50; i++) {
        const char *problem = NULL;
        random_play(&again, &rng);
        size_t length = pgn_write(&again, text, sizeof text);
        assert_int_not_equal(length, 0);
        assert_true(pgn_read(&game, text, length, &problem));
        assert_int_equal(game.ply_count, again.ply_count);
        assert_int_equal(game.result, again.result);
        for (int ply = 0; ply < game.ply_count; ply++) {
            assert_int_equal(game.ply[ply].move, again.ply[ply].move);
            assert_int_equal(game.ply[ply].comment_length, again.ply[ply].comment_length);
            assert_memory_equal(game.ply[ply].comment, again.ply[ply].comment,
                                game.ply[ply].comment_length);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_written_with_roster_numbers_and_authors),
        cmocka_unit_test(a_game_from_another_position_says_so),
        cmocka_unit_test(lines_have_at_most_eighty_columns),
        cmocka_unit_test(what_does_not_fit_is_not_written),
        cmocka_unit_test(a_comment_cannot_close_itself),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(comments_variations_and_annotations_are_read_over),
        cmocka_unit_test(bad_pgn_is_refused),
        cmocka_unit_test(a_game_that_is_too_long_is_refused),
        cmocka_unit_test(random_games_read_back_to_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
