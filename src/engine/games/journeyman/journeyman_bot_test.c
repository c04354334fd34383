/* Bots, and what is said of the odds where options are chosen. */
#include "journeyman_test.h"

/* What is said where options are chosen. */

static const char *advice(struct game_setup setup, int index)
{
    struct game_advice said = { 0 };
    game_journeyman.advise(&setup, &said);
    return index < said.count ? said.warning[index] : "";
}

static void the_presets_favour_weather_and_say_so(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;

    assert_string_equal(advice(setup, 0), "weather_favoured");
    setup.option[JOURNEYMAN_WIDTH] = 4;
    setup.option[JOURNEYMAN_HEIGHT] = 5;
    assert_string_equal(advice(setup, 1), "trap_closes_on_day_9");
}

static void handicaps_turn_the_advice(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_WIDTH] = setup.option[JOURNEYMAN_HEIGHT] = 4;
    setup.option[JOURNEYMAN_DAYS] = 7;
    assert_string_equal(advice(setup, 0), "journeyman_favoured");
    setup.option[JOURNEYMAN_DAYS] = 8;
    assert_string_equal(advice(setup, 0), "weather_favoured");
    setup.option[JOURNEYMAN_FLOOD_BUDGET] = 13;
    assert_string_equal(advice(setup, 0), "");
    setup.option[JOURNEYMAN_FLOODS] = 1;
    assert_string_equal(advice(setup, 0), "weather_cannot_win");
}

static const char *advice_for(int width, int height, int days)
{
    struct game_setup setup = presets();
    setup.option[JOURNEYMAN_WIDTH] = width;
    setup.option[JOURNEYMAN_HEIGHT] = height;
    setup.option[JOURNEYMAN_DAYS] = days;
    return advice(setup, 0);
}

static void a_year_is_called_even_where_equal_bots_shared_the_wins(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    assert_string_equal(advice_for(6, 6, 14), "journeyman_favoured");
    assert_string_equal(advice_for(6, 6, 15), "about_even");
    assert_string_equal(advice_for(6, 6, 16), "about_even");
    assert_string_equal(advice_for(6, 6, 17), "weather_favoured");
    assert_string_equal(advice_for(7, 7, 20), "about_even");
    assert_string_equal(advice_for(10, 5, 18), "journeyman_favoured");
    assert_string_equal(advice_for(5, 10, 19), "weather_favoured");
    setup.option[JOURNEYMAN_DAYS] = 15;
    assert_string_equal(advice(setup, 1), "trap_closes_on_day_13");
    setup.option[JOURNEYMAN_FLOODS] = 3;
    assert_string_equal(advice(setup, 0), "weather_favoured");
}

/* The perfect trap of 5 x 5 closes on day 11, but of 400 games of equal bots none found it by day 12. */
static void a_short_year_favours_the_journeyman(void **unused)
{
    (void)unused;
    assert_string_equal(advice_for(5, 5, 12), "journeyman_favoured");
    assert_string_equal(advice_for(5, 5, 13), "about_even");
    assert_string_equal(advice_for(5, 5, 15), "weather_favoured");
}

static void of_a_trap_after_the_end_of_the_year_nothing_is_said(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_DAYS] = 14;
    assert_string_equal(advice(setup, 1), "trap_closes_on_day_13");
    setup.option[JOURNEYMAN_DAYS] = 13;
    assert_string_equal(advice(setup, 0), "journeyman_favoured");
    assert_string_equal(advice(setup, 1), "");
}

/* Bots and random play. */

static _Alignas(16) unsigned char memory[BOT_MEMORY_SIZE];

static void act(int seat, int strength)
{
    struct journeyman_view view = look(seat);
    struct game_bot bot = { .seat = seat,
                            .strength = strength,
                            .rng = &rng,
                            .memory = memory,
                            .memory_size = sizeof memory };
    struct game_command command;
    assert_true(journeyman_bot(&view, &bot, &command));
    assert_int_equal(game_decide(&turn, &game_journeyman, &state, &command, now_ms, &rng),
                     ACCEPTED);
}

/* Days survived in a whole game of bots. */
static int bots_play(struct game_setup setup, int walker_strength, int weather_strength)
{
    fill_roles(setup);
    while (state.phase != JOURNEYMAN_ENDED)
        act(state.seat_of[state.to_move],
            state.to_move == SIDE_JOURNEYMAN ? walker_strength : weather_strength);
    return state.stats.days_survived;
}

static struct game_setup grid_of(int width, int height)
{
    struct game_setup setup = presets();
    setup.option[JOURNEYMAN_WIDTH] = width;
    setup.option[JOURNEYMAN_HEIGHT] = height;
    return setup;
}

static void random_play_ends_only_as_the_rules_say(void **unused)
{
    int64_t moves[GRID_NEIGHBOURS_MAX];
    (void)unused;
    for (int i = 0; i < 200; i++) {
        struct game_setup setup = presets();
        setup.option[JOURNEYMAN_WIDTH] = 3 + i % 8;
        setup.option[JOURNEYMAN_HEIGHT] = 3 + i / 8 % 8;
        setup.option[JOURNEYMAN_FLOODS] = 1 + i % 3;
        setup.option[JOURNEYMAN_FLOOD_BUDGET] = i % 5 * 20;
        fill_roles(setup);
        for (int step = 0; state.phase != JOURNEYMAN_ENDED; step++) {
            assert_true(step < 2 * 2 * 365 + 2);
            act(state.seat_of[state.to_move], 0);
            assert_false(grid_is_wet(&state.grid, state.position));
        }
        bool is_stuck = grid_moves(&state.grid, state.position, moves) == 0;
        assert_int_equal(state.winner, is_stuck ? SIDE_WEATHER : SIDE_JOURNEYMAN);
        assert_int_equal(state.stats.days_survived == 365, !is_stuck);
    }
}

static void perfect_bots_meet_on_the_day_of_the_solution(void **unused)
{
    (void)unused;
    assert_int_equal(bots_play(grid_of(3, 3), 4, 4), 4);
    assert_int_equal(bots_play(grid_of(4, 4), 4, 4), 7);
    assert_int_equal(bots_play(grid_of(4, 7), 4, 4), 10);
    assert_int_equal(bots_play(grid_of(5, 5), 4, 4), 11);
    assert_int_equal(bots_play(grid_of(6, 6), 4, 4), 13);
}

/* No weaker Weather is quicker against a perfect Journeyman, and no weaker Journeyman lasts longer against
 * a perfect Weather. */
static void a_stronger_bot_does_at_least_as_well(void **unused)
{
    (void)unused;
    for (int strength = 0; strength < BOT_STRENGTH_MAX; strength++) {
        assert_true(bots_play(grid_of(4, 4), 4, strength) >= 7);
        assert_true(bots_play(grid_of(4, 4), strength, 4) <= 7);
    }
    assert_true(bots_play(grid_of(4, 4), 0, 4) < bots_play(grid_of(4, 4), 4, 4));
    assert_true(bots_play(grid_of(4, 4), 4, 0) > bots_play(grid_of(4, 4), 4, 4));
}

static void the_perfect_journeyman_survives_where_the_year_is_short_enough(void **unused)
{
    struct game_setup setup = grid_of(4, 4);
    (void)unused;
    setup.option[JOURNEYMAN_DAYS] = 7;
    bots_play(setup, 4, 4);
    assert_int_equal(state.winner, SIDE_JOURNEYMAN);

    setup.option[JOURNEYMAN_DAYS] = 8;
    bots_play(setup, 4, 4);
    assert_int_equal(state.winner, SIDE_WEATHER);
}

static void bots_keep_to_a_budget(void **unused)
{
    struct game_setup setup = grid_of(4, 4);
    (void)unused;
    setup.option[JOURNEYMAN_FLOOD_BUDGET] = 6;

    bots_play(setup, 4, 4);

    assert_int_equal(state.winner, SIDE_JOURNEYMAN);
    assert_true(state.stats.floods_used <= 6);
}

static void a_bot_without_memory_plays_on(void **unused)
{
    struct game_bot bot = { .seat = WALKER_SEAT, .strength = 4, .rng = &rng };
    struct game_command command;
    (void)unused;
    begin(10);
    struct journeyman_view view = look(WALKER_SEAT);

    assert_true(journeyman_bot(&view, &bot, &command));

    assert_int_equal(move(WALKER_SEAT, field_x(command.arg[0]), field_y(command.arg[0])), ACCEPTED);
}

static void a_bot_trusts_no_memory_that_others_have_used(void **unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        begin(5);
        for (int step = 0; step < 12; step++) {
            for (int j = 0; j < 2000; j++)
                memory[rng_below(&rng, sizeof memory)] = (unsigned char)rng_next(&rng);
            act(state.seat_of[state.to_move], 3);
        }
    }
}

static void a_bot_waits_for_its_turn(void **unused)
{
    struct game_bot bot = { .seat = WEATHER_SEAT, .rng = &rng };
    struct game_command command;
    (void)unused;
    begin(4);
    struct journeyman_view weather = look(WEATHER_SEAT), public = look(SEAT_PUBLIC);

    assert_false(journeyman_bot(&weather, &bot, &command));
    assert_false(journeyman_bot(&public, &bot, &command));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_presets_favour_weather_and_say_so),
        cmocka_unit_test(handicaps_turn_the_advice),
        cmocka_unit_test(a_year_is_called_even_where_equal_bots_shared_the_wins),
        cmocka_unit_test(a_short_year_favours_the_journeyman),
        cmocka_unit_test(of_a_trap_after_the_end_of_the_year_nothing_is_said),
        cmocka_unit_test(random_play_ends_only_as_the_rules_say),
        cmocka_unit_test(perfect_bots_meet_on_the_day_of_the_solution),
        cmocka_unit_test(a_stronger_bot_does_at_least_as_well),
        cmocka_unit_test(the_perfect_journeyman_survives_where_the_year_is_short_enough),
        cmocka_unit_test(bots_keep_to_a_budget),
        cmocka_unit_test(a_bot_without_memory_plays_on),
        cmocka_unit_test(a_bot_trusts_no_memory_that_others_have_used),
        cmocka_unit_test(a_bot_waits_for_its_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
