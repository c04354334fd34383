/* The functions that all games share, tested with a toy game whose every answer the test chooses. */
#include "engine/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { TOY_ADD = COMMAND_FIRST, TOY_SAY };
struct toy {
    int64_t sum;
    bool is_over;
};

static enum refusal toy_decide(struct game_turn *turn, const struct game_command *command)
{
    const struct toy *toy = turn->state;
    if (command->kind == TOY_ADD && command->arg[0] == 5)
        return game_refuse(turn, REFUSED_BAD_TARGET, "five_is_taken");
    if (command->kind != TOY_ADD)
        return ACCEPTED;
    game_emit(turn, (struct game_event){ .arg = { command->arg[0] } });
    /* The second event sees the first one applied. */
    game_emit(turn, (struct game_event){ .arg = { toy->sum } });
    return ACCEPTED;
}

static void toy_apply(void *state, const struct game_event *event)
{
    struct toy *toy = state;
    toy->sum += event->arg[0];
}

static bool toy_outcome(const void *state, struct game_outcome *outcome)
{
    const struct toy *toy = state;
    (void)outcome;
    return toy->is_over;
}

static enum refusal toy_check(const struct game_setup *setup, const char **why)
{
    *why = "no_twos";
    return setup->option[0] == 2 ? REFUSED_BAD_OPTION : ACCEPTED;
}

static void toy_suggest(int seat_count, int64_t option[GAME_OPTIONS_MAX])
{
    option[1] = seat_count;
}

static const struct game toy_game = {
    .id = "toy",
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(struct toy),
    .options =
        (const struct game_option[]){ { { "one", ARG_INT, .min = 1, .max = 3 }, .preset = 1 },
                                      { { "two", ARG_INT, .min = 0, .max = 9 }, .preset = 8 },
                                      { 0 } },
    .commands =
        (const struct game_message[]){ { "start" },
                                       { "timeout" },
                                       { "add", .args = { { "by", ARG_INT, .min = 1, .max = 9 } } },
                                       { "say", .args = { { "words", ARG_TEXT, .max = 4 } } },
                                       { 0 } },
    .events = (const struct game_message[]){ { "hidden" }, { "heard", .announced = true }, { 0 } },
    .sides = (const char *const[]){ "red", "blue", NULL },
    .check = toy_check,
    .suggest = toy_suggest,
    .decide = toy_decide,
    .apply = toy_apply,
    .outcome = toy_outcome,
};

static struct game_turn turn;

static enum refusal decide(struct toy *toy, struct game_command command)
{
    return game_decide(&turn, &toy_game, toy, &command, 77, NULL);
}

static void an_event_is_applied_before_the_next_is_decided(void **unused)
{
    struct toy toy = { .sum = 10 };
    (void)unused;

    assert_int_equal(decide(&toy, (struct game_command){ .kind = TOY_ADD, .arg = { 4 } }),
                     ACCEPTED);

    assert_int_equal(turn.event_count, 2);
    assert_int_equal(turn.event[1].arg[0], 14);
    assert_int_equal(toy.sum, 28);
    assert_int_equal(turn.now_ms, 77);
}

static void a_refusal_says_why_and_changes_nothing(void **unused)
{
    struct toy toy = { .sum = 10 };
    (void)unused;

    enum refusal refusal = decide(&toy, (struct game_command){ .kind = TOY_ADD, .arg = { 5 } });

    assert_int_equal(refusal, REFUSED_BAD_TARGET);
    assert_string_equal(turn.why, "five_is_taken");
    assert_int_equal(turn.event_count, 0);
    assert_int_equal(toy.sum, 10);
}

static void the_reason_of_an_earlier_refusal_is_forgotten(void **unused)
{
    struct toy toy = { 0 };
    (void)unused;
    decide(&toy, (struct game_command){ .kind = TOY_ADD, .arg = { 5 } });

    decide(&toy, (struct game_command){ .kind = TOY_ADD, .arg = { 4 } });

    assert_null(turn.why);
}

static void an_unknown_command_is_refused(void **unused)
{
    struct toy toy = { 0 };
    (void)unused;

    assert_int_equal(decide(&toy, (struct game_command){ .kind = 4 }), REFUSED_WRONG_PHASE);
    assert_int_equal(decide(&toy, (struct game_command){ .kind = 65535 }), REFUSED_WRONG_PHASE);
}

static void start_and_timeout_belong_to_the_clock(void **unused)
{
    struct toy toy = { 0 };
    (void)unused;

    for (uint16_t kind = COMMAND_START; kind < COMMAND_FIRST; kind++) {
        struct game_command command = { .kind = kind, .seat = 0 };
        assert_int_equal(decide(&toy, command), REFUSED_NOT_YOUR_TURN);
        command.seat = SEAT_NARRATOR;
        assert_int_equal(decide(&toy, command), REFUSED_NOT_YOUR_TURN);
        command.seat = SEAT_CLOCK;
        assert_int_equal(decide(&toy, command), ACCEPTED);
    }
}

static void only_seats_and_the_narrator_act(void **unused)
{
    static const int8_t nobody[] = { SEAT_PUBLIC, SEAT_CLOCK, GAME_SEATS_MAX, -128, 127 };
    struct toy toy = { 0 };
    struct game_command command = { .kind = TOY_ADD, .arg = { 1 } };
    (void)unused;

    for (size_t i = 0; i < sizeof nobody; i++) {
        command.seat = nobody[i];
        assert_int_equal(decide(&toy, command), REFUSED_NOT_YOUR_TURN);
    }
    command.seat = SEAT_NARRATOR;
    assert_int_equal(decide(&toy, command), ACCEPTED);
}

static void arguments_outside_their_table_are_refused(void **unused)
{
    static const int64_t wild[] = { 0, 10, -1, INT64_MIN, INT64_MAX };
    struct toy toy = { 0 };
    (void)unused;

    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
        struct game_command command = { .kind = TOY_ADD, .arg = { wild[i] } };
        assert_int_equal(decide(&toy, command), REFUSED_BAD_TARGET);
    }
}

static void a_text_must_be_there_and_fit(void **unused)
{
    struct toy toy = { 0 };
    (void)unused;

    assert_int_equal(decide(&toy, (struct game_command){ .kind = TOY_SAY }), REFUSED_BAD_TARGET);
    assert_int_equal(decide(&toy, (struct game_command){ .kind = TOY_SAY, .text = "hello" }),
                     REFUSED_BAD_TARGET);
    assert_int_equal(decide(&toy, (struct game_command){ .kind = TOY_SAY, .text = "hell" }),
                     ACCEPTED);
}

static void nothing_is_accepted_after_the_end(void **unused)
{
    struct toy toy = { .is_over = true };
    (void)unused;

    assert_int_equal(decide(&toy, (struct game_command){ .kind = TOY_ADD, .arg = { 1 } }),
                     REFUSED_WRONG_PHASE);
}

static void an_event_reaches_those_told_and_all_if_announced(void **unused)
{
    struct game_event hidden = { .kind = 0, .told = seat_bit(2) | seat_bit(SEAT_PUBLIC) };
    struct game_event heard = { .kind = 1, .told = seat_bit(2) };
    (void)unused;

    assert_true(game_event_reaches(&toy_game, &hidden, 2));
    assert_true(game_event_reaches(&toy_game, &hidden, SEAT_PUBLIC));
    assert_false(game_event_reaches(&toy_game, &hidden, 1));
    assert_true(game_event_reaches(&toy_game, &heard, 1));
    assert_false(game_event_told(&heard, 1));
}

static void presets_come_from_the_table_and_then_the_game(void **unused)
{
    int64_t option[GAME_OPTIONS_MAX];
    (void)unused;
    memset(option, 0x55, sizeof option);

    game_presets(&toy_game, 3, option);

    assert_int_equal(option[0], 1);
    assert_int_equal(option[1], 3);
    assert_int_equal(option[2], 0);
}

static void assert_bad_setup(struct game_setup setup, const char *expected)
{
    const char *why = NULL;
    assert_int_equal(game_check(&toy_game, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, expected);
}

static void a_setup_must_fit_seats_options_and_sides(void **unused)
{
    (void)unused;
    assert_bad_setup((struct game_setup){ .seat_count = 1, .option = { 1 } }, "too_few_seats");
    assert_bad_setup((struct game_setup){ .seat_count = 5, .option = { 1 } }, "too_many_seats");
    assert_bad_setup((struct game_setup){ .seat_count = 2, .option = { 4 } }, "bad_option");
    assert_bad_setup((struct game_setup){ .seat_count = 2, .option = { 2 } }, "no_twos");
    assert_bad_setup((struct game_setup){ .seat_count = 2, .option = { 1 }, .side = { 2 } },
                     "bad_side");
    assert_bad_setup((struct game_setup){ .seat_count = 2, .option = { 1 }, .side = { -1 } },
                     "bad_side");
}

static void a_side_of_a_duel_has_one_seat(void **unused)
{
    struct game_setup setup = { .seat_count = 2, .option = { 1 } };
    struct game duel = toy_game;
    const char *why = "";
    (void)unused;
    assert_int_equal(game_check(&duel, &setup, &why), ACCEPTED);

    duel.is_duel = true;

    assert_int_equal(game_check(&duel, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "side_is_full");
    setup.side[1] = 1;
    assert_int_equal(game_check(&duel, &setup, &why), ACCEPTED);
}

static void warnings_that_do_not_fit_are_left_out(void **unused)
{
    struct game_advice advice = { 0 };
    (void)unused;
    game_warn(&advice, NULL);
    assert_int_equal(advice.count, 0);
    for (int i = 0; i <= GAME_WARNINGS_MAX; i++)
        game_warn(&advice, "toy");
    assert_int_equal(advice.count, GAME_WARNINGS_MAX);
    assert_string_equal(advice.warning[GAME_WARNINGS_MAX - 1], "toy");
}

static void a_setup_that_fits_is_accepted(void **unused)
{
    struct game_setup setup = { .seat_count = 4, .option = { 3 }, .side = { 0, 1, 1, 0 } };
    const char *why = "";
    (void)unused;

    assert_int_equal(game_check(&toy_game, &setup, &why), ACCEPTED);
}

static void a_game_is_found_by_its_id(void **unused)
{
    (void)unused;
    assert_string_equal(game_find("coinflip")->id, "coinflip");
    assert_null(game_find("coin"));
    assert_null(game_find(""));
}

static void ids_are_unique_and_sizes_within_the_limits(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        assert_ptr_equal(game_find(games[i]->id), games[i]);
        assert_true(games[i]->state_size <= GAME_STATE_MAX);
        assert_true(games[i]->view_size <= GAME_VIEW_MAX);
        assert_true(games[i]->seats_max <= GAME_SEATS_MAX);
    }
}

static void every_refusal_has_its_own_name(void **unused)
{
    (void)unused;
    for (int i = ACCEPTED; i <= REFUSED_NOT_NOW; i++)
        for (int j = ACCEPTED; j < i; j++)
            assert_string_not_equal(refusal_name((enum refusal)i), refusal_name((enum refusal)j));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_applied_before_the_next_is_decided),
        cmocka_unit_test(a_refusal_says_why_and_changes_nothing),
        cmocka_unit_test(the_reason_of_an_earlier_refusal_is_forgotten),
        cmocka_unit_test(an_unknown_command_is_refused),
        cmocka_unit_test(start_and_timeout_belong_to_the_clock),
        cmocka_unit_test(only_seats_and_the_narrator_act),
        cmocka_unit_test(arguments_outside_their_table_are_refused),
        cmocka_unit_test(a_text_must_be_there_and_fit),
        cmocka_unit_test(nothing_is_accepted_after_the_end),
        cmocka_unit_test(an_event_reaches_those_told_and_all_if_announced),
        cmocka_unit_test(presets_come_from_the_table_and_then_the_game),
        cmocka_unit_test(a_setup_must_fit_seats_options_and_sides),
        cmocka_unit_test(a_setup_that_fits_is_accepted),
        cmocka_unit_test(a_side_of_a_duel_has_one_seat),
        cmocka_unit_test(warnings_that_do_not_fit_are_left_out),
        cmocka_unit_test(a_game_is_found_by_its_id),
        cmocka_unit_test(ids_are_unique_and_sizes_within_the_limits),
        cmocka_unit_test(every_refusal_has_its_own_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
