/* What bots do at the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "book.h"
#include "chess_test_table.h"
#include "search.h"

static _Alignas(16) unsigned char memory[8 * 1024 * 1024];

static bool ask(int seat, int strength, struct game_command *command)
{
    struct chess_view view = look(seat);
    struct game_bot bot = { .seat = seat,
                            .strength = strength,
                            .rng = &rng,
                            .memory = memory,
                            .memory_size = sizeof memory };
    memset(command, 0, sizeof *command);
    return chess_bot(&view, &bot, command);
}

static void send_bots(int seat, int strength)
{
    struct game_command command;
    assert_true(ask(seat, strength, &command));
    assert_int_equal(send(command.kind, command.seat, command.arg[0], command.arg[1]), ACCEPTED);
}

static void a_bot_waits_for_its_turn(void **unused)
{
    struct game_command command;
    (void)unused;
    start("AABB");
    assert_false(ask(1, 4, &command));
    assert_false(ask(2, 4, &command));
    assert_true(ask(0, 1, &command));
    assert_int_equal(command.kind, CHESS_MOVE);
    assert_int_equal(command.seat, 0);
}

static void every_line_of_the_book_can_be_played(void **unused)
{
    (void)unused;
    for (size_t i = 0; chess_book[i]; i++) {
        char line[128], *word, *rest = line;
        struct chess_board board;
        struct chess_moves moves;
        chess_start(&board);
        assert_true(strlen(chess_book[i]) < sizeof line);
        strcpy(line, chess_book[i]);
        while ((word = strtok_r(rest, " ", &rest))) {
            assert_true(chess_book_moves(&board, &moves) > 0);
            chess_move move = chess_read_uci(&board, word);
            assert_int_not_equal(move, 0);
            chess_make(&board, move);
        }
    }
}

static chess_move move_asked(int strength)
{
    struct game_command command;
    char uci[WORD_TEXT_SIZE];
    assert_true(ask(0, strength, &command));
    word_write(uci, command.arg[0]);
    return chess_read_uci(&state.board, uci);
}

static void bots_of_equal_strength_begin_differently(void **unused)
{
    (void)unused;
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++) {
        int others = 0;
        start("AB");
        chess_move first = move_asked(strength);
        for (int i = 0; i < 40; i++)
            others += move_asked(strength) != first;
        assert_in_range(others, 1, 40);
    }
}

static void every_strength_but_the_first_takes_a_mate(void **unused)
{
    (void)unused;
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++) {
        start("AB");
        put("6k1/5ppp/8/8/8/8/8/R3K3 w - -");
        send_bots(0, strength);
        assert_ended(CHESS_BY_CHECKMATE, TEAM_A);
    }
}

/* Plays a game between two strengths and says who won. */
static int winner_of(int strength_a, int strength_b, uint8_t seed)
{
    sit("AB");
    start_with_seed(seed);
    while (state.phase == CHESS_PLAYING)
        send_bots(on_move(), on_move() == 0 ? strength_a : strength_b);
    return state.winner;
}

static void the_stronger_bot_wins(void **unused)
{
    int won = 0;
    (void)unused;
    /* A bot that plays at random mates now and then. */
    for (uint8_t seed = 1; seed <= 6; seed++) {
        won += winner_of(1, 0, seed) == TEAM_A;
        won += winner_of(0, 1, seed) == TEAM_B;
    }
    assert_in_range(won, 9, 12);
    assert_int_equal(winner_of(2, 0, 3), TEAM_A);
}

static void the_brain_names_and_the_hand_obeys(void **unused)
{
    (void)unused;
    for (int strength = 0; strength <= 2; strength++) {
        sit("AABB");
        setup.option[CHESS_HAND_AND_BRAIN] = true;
        start_with_seed(1);
        send_bots(1, strength);
        assert_int_not_equal(state.named_piece, NO_PIECE);
        struct game_command again;
        assert_false(ask(1, strength, &again));
        send_bots(0, strength);
        assert_int_equal(state.ply_count, 1);
    }
}

/* What the move of a bot on seat 0 costs, by a ranking of our own to `depth`. */
static int cost_of_bots_move(int strength, int depth)
{
    struct chess_task task = { .board = state.board, .depth = depth };
    struct chess_moves moves;
    struct game_command command;
    char uci[WORD_TEXT_SIZE];
    int score[CHESS_MOVES_MAX], best = -SEARCH_MATE, chosen = 0;
    assert_true(ask(0, strength, &command));
    word_write(uci, command.arg[0]);
    chess_legal_moves(&state.board, &moves);
    chess_rank_moves(&task, &moves, score);
    for (int i = 0; i < moves.count; i++) {
        if (score[i] > best)
            best = score[i];
        if (moves.move[i] == chess_read_uci(&state.board, uci))
            chosen = score[i];
    }
    return best - chosen;
}

static const char *const middle_games[] = {
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 4 8",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
    "r1b2rk1/2q1bppp/p2ppn2/1pn5/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 13",
};

static void sit_a_wolf_among_friends(const char *fen)
{
    sit("ABAB");
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    start_with_seed(1);
    put(fen);
    state.wolves = seat_bit(0);
}

static void a_werewolf_does_harm_that_does_not_show(void **unused)
{
    int spoilt = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof middle_games / sizeof *middle_games; i++) {
        sit_a_wolf_among_friends(middle_games[i]);
        for (int j = 0; j < 8; j++) {
            int harm = cost_of_bots_move(3, 4);
            assert_in_range(harm, 0, 330);
            spoilt += harm >= 30;
            assert_in_range(cost_of_bots_move(3, 1), 0, 140);
        }
    }
    assert_in_range(spoilt, 6, 24);
}

static void a_villager_does_not_spoil(void **unused)
{
    (void)unused;
    sit("ABAB");
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    start_with_seed(1);
    put("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
    state.wolves = seat_bit(1);
    for (int i = 0; i < 10; i++)
        assert_in_range(cost_of_bots_move(2, 2), 0, 200);
}

/* A game in which seat 1 left the queen to be taken, and White has stalemated the other side. */
static void give_the_queen_away(void)
{
    sit("AABB");
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    start_with_seed(1);
    play("e2e4 e7e5 d1g4 b8c6 g1f3 d7d6 g4g6 h7g6");
    play("b1c3");
    put("7k/8/8/6Q1/8/8/8/K7 w - -");
    play("g5g6");
    assert_int_equal(state.phase, CHESS_VOTING);
    state.ply_count = 8;
}

static void most_ballots_go_to_whose_moves_cost_the_most_but_not_all(void **unused)
{
    (void)unused;
    give_the_queen_away();
    for (int strength = 1; strength <= BOT_STRENGTH_MAX; strength++) {
        int count[CHESS_SEATS_MAX] = { 0 };
        for (int i = 0; i < 100; i++) {
            struct game_command command;
            assert_true(ask(2, strength, &command));
            assert_int_equal(command.kind, CHESS_VOTE);
            count[command.arg[0]]++;
        }
        assert_in_range(count[1], 51, 99);
        assert_int_equal(count[2], 0);
    }
}

static void nobody_suspects_themselves(void **unused)
{
    struct game_command command;
    (void)unused;
    sit("AABB");
    setup.option[CHESS_MODE] = CHESS_WEREWOLF;
    start_with_seed(1);
    put("7k/8/8/6Q1/8/8/8/K7 w - -");
    play("g5g6");
    state.ply_count = 0;
    for (int i = 0; i < 40; i++) {
        assert_true(ask(2, 0, &command));
        assert_int_not_equal(command.arg[0], 2);
        assert_in_range(command.arg[0], 0, 3);
    }
}

static void a_bot_is_kind_to_sleepers_twice(void **unused)
{
    struct game_command command;
    (void)unused;
    start("AB");
    let_time_run_out();
    assert_true(ask(1, 2, &command));
    assert_int_equal(command.arg[0], DECISION_ALLOW_NEXT);
    state.timeout_count[TEAM_A] = 3;
    assert_true(ask(1, 2, &command));
    assert_int_equal(command.arg[0], DECISION_END);
}

static void a_bot_takes_a_draw_when_it_is_worse(void **unused)
{
    struct game_command command;
    (void)unused;
    start("AB");
    put("4k3/8/8/8/8/8/8/Q3K2R w - -");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    assert_true(ask(1, 2, &command));
    assert_int_equal(command.kind, CHESS_ACCEPT_DRAW);

    start("AB");
    put("q3k2r/8/8/8/8/8/8/4K3 w - -");
    assert_int_equal(send(CHESS_OFFER_DRAW, 0, true, 0), ACCEPTED);
    assert_true(ask(1, 2, &command));
    assert_int_equal(command.kind, CHESS_DECLINE);
}

static void a_bot_joins_in_resigning_what_is_lost(void **unused)
{
    struct game_command command;
    (void)unused;
    start("ABB");
    put("4k3/8/8/8/8/8/8/Q3K2R w - -");
    assert_false(ask(2, 2, &command));
    assert_int_equal(send(CHESS_RESIGN, 1, true, 0), ACCEPTED);
    assert_true(ask(2, 2, &command));
    assert_int_equal(command.kind, CHESS_RESIGN);
}

/* Games of all lengths and endings, as bots play them, written and read again. */
static void finished_games_read_back_from_their_pgn(void **unused)
{
    static const char *const names[] = { "Ana", "Bo" };
    static struct pgn_game written, read;
    static char text[64 * 1024];
    const char *problem = NULL;
    (void)unused;
    for (int seed = 0; seed < 20; seed++) {
        winner_of(seed % 2, (seed / 2) % 2, (uint8_t)seed);
        struct chess_view view = look(SEAT_PUBLIC);

        chess_to_pgn(&view, names, &written);
        size_t length = pgn_write(&written, text, sizeof text);

        assert_true(length > 0 && pgn_read(&read, text, length, &problem));
        assert_int_equal(read.ply_count, state.ply_count);
        assert_int_equal(read.result, written.result);
        for (int i = 0; i < read.ply_count; i++) {
            const char *author = names[state.ply[i].seat];
            assert_int_equal(read.ply[i].move, state.ply[i].move);
            assert_int_equal(read.ply[i].comment_length, strlen(author));
            assert_memory_equal(read.ply[i].comment, author, strlen(author));
        }
    }
}

static void a_game_is_analysed_only_when_it_is_over(void **unused)
{
    static int16_t score[CHESS_PLIES_MAX + 1];
    (void)unused;
    start("AB");
    play("f2f3 e7e5 g2g4");
    struct chess_view view = look(0);
    assert_false(chess_analyse(&view, 2, memory, sizeof memory, score));
    play("d8h4");
    view = look(0);
    assert_true(chess_analyse(&view, 2, memory, sizeof memory, score));
    assert_in_range(score[0] + 200, 100, 300);
    assert_int_equal(score[3], -(SEARCH_MATE - 1));
    assert_int_equal(score[4], -SEARCH_MATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_waits_for_its_turn),
        cmocka_unit_test(every_line_of_the_book_can_be_played),
        cmocka_unit_test(bots_of_equal_strength_begin_differently),
        cmocka_unit_test(every_strength_but_the_first_takes_a_mate),
        cmocka_unit_test(the_stronger_bot_wins),
        cmocka_unit_test(the_brain_names_and_the_hand_obeys),
        cmocka_unit_test(a_werewolf_does_harm_that_does_not_show),
        cmocka_unit_test(a_villager_does_not_spoil),
        cmocka_unit_test(most_ballots_go_to_whose_moves_cost_the_most_but_not_all),
        cmocka_unit_test(nobody_suspects_themselves),
        cmocka_unit_test(a_bot_is_kind_to_sleepers_twice),
        cmocka_unit_test(a_bot_takes_a_draw_when_it_is_worse),
        cmocka_unit_test(a_bot_joins_in_resigning_what_is_lost),
        cmocka_unit_test(finished_games_read_back_from_their_pgn),
        cmocka_unit_test(a_game_is_analysed_only_when_it_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
