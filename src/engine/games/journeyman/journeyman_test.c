/* The rules of Journeyman and Weather. */
#include "journeyman_test.h"

/* Before the first day. */

static void the_journeyman_configures_when_both_roles_are_filled(void **unused)
{
    (void)unused;
    fill_roles(presets());

    assert_int_equal(configure(WALKER_SEAT, 4, 0, 0), ACCEPTED);

    assert_int_equal(state.phase, JOURNEYMAN_ACTIVE);
    assert_int_equal(state.grid.width, 4);
    assert_int_equal(state.grid.height, 4);
    assert_int_equal(state.position, field_pack(0, 0));
    assert_int_equal(state.day, 1);
    assert_int_equal(state.to_move, SIDE_JOURNEYMAN);
    assert_int_equal(grid_wet_count(&state.grid), 0);
}

static void weather_does_not_configure(void **unused)
{
    (void)unused;
    fill_roles(presets());

    assert_refused(configure(WEATHER_SEAT, 4, 0, 0), REFUSED_NOT_YOUR_TURN, "not_your_side");
    assert_int_equal(state.phase, JOURNEYMAN_CONFIGURING);
}

static void a_grid_may_be_wider_than_high(void **unused)
{
    (void)unused;
    fill_roles(presets());

    assert_int_equal(configure(WALKER_SEAT, 0, 7, 3), ACCEPTED);

    assert_int_equal(state.grid.width, 7);
    assert_int_equal(state.grid.height, 3);
}

static void a_size_left_out_is_the_size_of_the_options(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_WIDTH] = 5;
    setup.option[JOURNEYMAN_HEIGHT] = 8;
    fill_roles(setup);

    assert_int_equal(configure(WALKER_SEAT, 0, 9, 0), ACCEPTED);

    assert_int_equal(state.grid.width, 9);
    assert_int_equal(state.grid.height, 8);
}

static void sizes_outside_three_to_ten_are_refused(void **unused)
{
    (void)unused;
    fill_roles(presets());

    assert_int_equal(configure(WALKER_SEAT, 2, 0, 0), REFUSED_BAD_TARGET);
    assert_int_equal(configure(WALKER_SEAT, 11, 0, 0), REFUSED_BAD_TARGET);
    assert_int_equal(configure(WALKER_SEAT, 0, -3, 4), REFUSED_BAD_TARGET);
    assert_refused(configure(WALKER_SEAT, 4, 4, 4), REFUSED_BAD_OPTION, "size_given_twice");
    assert_int_equal(state.phase, JOURNEYMAN_CONFIGURING);
}

static void a_grid_is_configured_once(void **unused)
{
    (void)unused;
    begin(4);

    assert_int_equal(configure(WALKER_SEAT, 5, 0, 0), REFUSED_WRONG_PHASE);
    assert_int_equal(send(COMMAND_START, SEAT_CLOCK, 0, 0, 0), REFUSED_WRONG_PHASE);
    assert_int_equal(state.grid.width, 4);
}

static void nobody_moves_before_the_grid_is_configured(void **unused)
{
    (void)unused;
    fill_roles(presets());

    assert_int_equal(move(WALKER_SEAT, 1, 1), REFUSED_WRONG_PHASE);
    assert_int_equal(flood(WEATHER_SEAT, one(1, 1)), REFUSED_WRONG_PHASE);
    assert_int_equal(end_turn(WALKER_SEAT), REFUSED_WRONG_PHASE);
}

static void one_seat_holds_one_side(void **unused)
{
    struct game_setup setup = presets();
    const char *why;
    (void)unused;
    setup.side[0] = SIDE_JOURNEYMAN;

    assert_int_equal(game_check(&game_journeyman, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "side_is_full");
}

/* The Journeyman's day. */

static void a_move_is_staged_until_the_turn_ends(void **unused)
{
    (void)unused;
    begin(4);

    assert_int_equal(move(WALKER_SEAT, 1, 1), ACCEPTED);

    assert_int_equal(state.position, field_pack(0, 0));
    assert_int_equal(state.to_move, SIDE_JOURNEYMAN);
    assert_int_equal(end_turn(WALKER_SEAT), ACCEPTED);
    assert_int_equal(state.position, field_pack(1, 1));
    assert_int_equal(state.to_move, SIDE_WEATHER);
    assert_int_equal(state.day, 1);
}

static void a_staged_move_can_be_changed(void **unused)
{
    (void)unused;
    begin(4);
    move(WALKER_SEAT, 1, 1);

    assert_int_equal(move(WALKER_SEAT, 0, 1), ACCEPTED);

    end_turn(WALKER_SEAT);
    assert_int_equal(state.position, field_pack(0, 1));
}

static void the_journeyman_must_move(void **unused)
{
    (void)unused;
    begin(4);

    assert_refused(end_turn(WALKER_SEAT), REFUSED_NOT_NOW, "nothing_staged");
    assert_refused(move(WALKER_SEAT, 0, 0), REFUSED_BAD_TARGET, "not_adjacent");
}

static void the_journeyman_moves_one_step(void **unused)
{
    (void)unused;
    begin(4);

    assert_refused(move(WALKER_SEAT, 2, 0), REFUSED_BAD_TARGET, "not_adjacent");
    assert_refused(move(WALKER_SEAT, 3, 3), REFUSED_BAD_TARGET, "not_adjacent");
}

static void the_journeyman_stays_on_the_grid(void **unused)
{
    (void)unused;
    begin(3);

    assert_refused(move(WALKER_SEAT, 3, 0), REFUSED_BAD_TARGET, "off_the_grid");
    assert_refused(move(WALKER_SEAT, 15, 15), REFUSED_BAD_TARGET, "off_the_grid");
    assert_int_equal(send(JOURNEYMAN_MOVE, WALKER_SEAT, -1, 0, 0), REFUSED_BAD_TARGET);
    assert_int_equal(send(JOURNEYMAN_MOVE, WALKER_SEAT, 256, 0, 0), REFUSED_BAD_TARGET);
}

static void the_journeyman_does_not_swim(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);
    rain(two(2, 2, 1, 0));

    assert_refused(move(WALKER_SEAT, 2, 2), REFUSED_BAD_TARGET, "field_is_wet");
    assert_int_equal(state.has_staged, false);
}

static void a_refused_move_leaves_the_staged_one(void **unused)
{
    struct journeyman_state before;
    (void)unused;
    begin(4);
    move(WALKER_SEAT, 1, 1);
    before = state;

    assert_refused(move(WALKER_SEAT, 3, 3), REFUSED_BAD_TARGET, "not_adjacent");

    assert_memory_equal(&state, &before, sizeof state);
}

static void a_step_dries_the_four_neighbours_of_the_new_field(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);
    rain(two(2, 2, 1, 2));

    walk(2, 1);

    assert_false(grid_is_wet(&state.grid, field_pack(2, 2)));
    assert_true(grid_is_wet(&state.grid, field_pack(1, 2)));
    assert_int_equal(turn.event[0].kind, JOURNEYMAN_MOVED);
    assert_int_equal(turn.event[1].kind, JOURNEYMAN_DRIED);
    assert_int_equal(turn.event[1].arg[0], one(2, 2));
    assert_int_equal(turn.event[2].kind, JOURNEYMAN_NIGHT_FELL);
}

static void a_step_on_dry_land_dries_nothing(void **unused)
{
    (void)unused;
    begin(4);

    walk(1, 1);

    assert_int_equal(turn.event_count, 2);
    assert_int_equal(turn.event[1].kind, JOURNEYMAN_NIGHT_FELL);
}

/* Weather's night. */

static void weather_floods_and_the_day_counts_up(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    rain(two(0, 0, 3, 3));

    assert_true(grid_is_wet(&state.grid, field_pack(0, 0)));
    assert_true(grid_is_wet(&state.grid, field_pack(3, 3)));
    assert_int_equal(state.day, 2);
    assert_int_equal(state.to_move, SIDE_JOURNEYMAN);
}

static void weather_may_leave_it_dry(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    assert_int_equal(end_turn(WEATHER_SEAT), ACCEPTED);

    assert_int_equal(grid_wet_count(&state.grid), 0);
    assert_int_equal(state.day, 2);
}

static void weather_may_take_its_choice_back(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);
    flood(WEATHER_SEAT, two(0, 0, 3, 3));

    assert_int_equal(flood(WEATHER_SEAT, 0), ACCEPTED);

    end_turn(WEATHER_SEAT);
    assert_int_equal(grid_wet_count(&state.grid), 0);
}

static void weather_floods_no_more_than_it_may(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    int64_t three = fields_add(two(0, 0, 3, 3), field_pack(2, 2));
    assert_refused(flood(WEATHER_SEAT, three), REFUSED_BAD_TARGET, "too_many_floods");
}

static void the_option_floods_sets_how_many(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_FLOODS] = 3;
    begin_with(setup, 4);
    walk(1, 1);

    rain(fields_add(two(0, 0, 3, 3), field_pack(2, 2)));

    assert_int_equal(grid_wet_count(&state.grid), 3);
}

static void weather_does_not_flood_the_journeymans_field(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    assert_refused(flood(WEATHER_SEAT, one(1, 1)), REFUSED_BAD_TARGET, "journeymans_field");
}

static void weather_floods_dry_fields_of_the_grid_once_each(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);
    rain(one(3, 3));
    walk(1, 2);

    assert_refused(flood(WEATHER_SEAT, one(3, 3)), REFUSED_BAD_TARGET, "field_is_wet");
    assert_refused(flood(WEATHER_SEAT, one(4, 0)), REFUSED_BAD_TARGET, "off_the_grid");
    assert_refused(flood(WEATHER_SEAT, two(0, 0, 0, 0)), REFUSED_BAD_TARGET, "duplicate_field");
    assert_int_equal(flood(WEATHER_SEAT, 200), REFUSED_BAD_TARGET);
    assert_int_equal(flood(WEATHER_SEAT, -1), REFUSED_BAD_TARGET);
    assert_false(state.has_staged);
}

static void a_budget_runs_out(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_FLOOD_BUDGET] = 3;
    begin_with(setup, 4);
    walk(1, 1);
    rain(two(0, 0, 3, 3));
    walk(1, 2);

    assert_refused(flood(WEATHER_SEAT, two(1, 0, 3, 0)), REFUSED_BAD_TARGET, "over_budget");
    rain(one(1, 0));
    walk(1, 1);
    assert_refused(flood(WEATHER_SEAT, one(3, 0)), REFUSED_BAD_TARGET, "over_budget");
    assert_int_equal(end_turn(WEATHER_SEAT), ACCEPTED);
}

static void each_side_acts_in_its_own_turn(void **unused)
{
    (void)unused;
    begin(4);

    assert_refused(flood(WEATHER_SEAT, one(2, 2)), REFUSED_NOT_YOUR_TURN, "not_your_turn");
    assert_refused(end_turn(WEATHER_SEAT), REFUSED_NOT_YOUR_TURN, "not_your_side");
    walk(1, 1);
    assert_refused(move(WALKER_SEAT, 0, 0), REFUSED_NOT_YOUR_TURN, "not_your_turn");
    assert_refused(end_turn(WALKER_SEAT), REFUSED_NOT_YOUR_TURN, "not_your_side");
}

static void nobody_acts_for_the_other_side(void **unused)
{
    (void)unused;
    begin(4);

    assert_refused(move(WEATHER_SEAT, 1, 1), REFUSED_NOT_YOUR_TURN, "not_your_side");
    assert_refused(move(NO_SEAT, 1, 1), REFUSED_NOT_YOUR_TURN, "not_your_side");
    assert_refused(flood(WALKER_SEAT, one(2, 2)), REFUSED_NOT_YOUR_TURN, "not_your_side");
    assert_refused(flood(SEAT_NARRATOR, one(2, 2)), REFUSED_NOT_YOUR_TURN, "not_your_side");
}

/* The end. */

static void weather_wins_when_no_dry_field_is_left_beside_the_journeyman(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;

    walk_into_the_trap();

    assert_int_equal(state.phase, JOURNEYMAN_ENDED);
    assert_true(game_journeyman.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, JOURNEYMAN_BY_TRAPPED);
    assert_int_equal(outcome.winners, seat_bit(WEATHER_SEAT));
    assert_int_equal(outcome.score[WALKER_SEAT], 4);
    assert_int_equal(outcome.score[WEATHER_SEAT], 0);
    assert_int_equal(turn.event[turn.event_count - 1].kind, JOURNEYMAN_TRAPPED);
    assert_int_equal(turn.event[turn.event_count - 1].arg[0], 4);
}

static void the_journeyman_wins_with_the_move_of_the_last_day(void **unused)
{
    struct game_setup setup = presets();
    struct game_outcome outcome = { 0 };
    (void)unused;
    setup.option[JOURNEYMAN_DAYS] = 2;
    begin_with(setup, 4);
    walk(1, 1);
    rain(0);
    assert_false(game_journeyman.outcome(&state, &outcome));

    walk(1, 2);

    assert_true(game_journeyman.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, JOURNEYMAN_BY_YEAR_SURVIVED);
    assert_int_equal(outcome.winners, seat_bit(WALKER_SEAT));
    assert_int_equal(outcome.score[WALKER_SEAT], 2);
    assert_int_equal(state.day, 2);
}

static void nothing_happens_after_the_end(void **unused)
{
    (void)unused;
    walk_into_the_trap();

    assert_int_equal(move(WALKER_SEAT, 1, 1), REFUSED_WRONG_PHASE);
    assert_int_equal(end_turn(WEATHER_SEAT), REFUSED_WRONG_PHASE);
    assert_int_equal(configure(WALKER_SEAT, 4, 0, 0), REFUSED_WRONG_PHASE);
    assert_int_equal(game_journeyman.awaited(&state), SEATS_NONE);
    assert_int_equal(game_journeyman.deadline(&state), 0);
}

static void the_year_has_365_days(void **unused)
{
    (void)unused;
    begin(3);
    for (int day = 1; day < 365; day++) {
        walk(day % 2, 0);
        rain(0);
    }
    assert_int_equal(state.phase, JOURNEYMAN_ACTIVE);

    walk(1, 0);

    assert_int_equal(state.winner, SIDE_JOURNEYMAN);
    assert_int_equal(state.stats.days_survived, 365);
    assert_true(strlen(shown(SEAT_PUBLIC)) < 16000);
}

static void statistics_remember_the_driest_and_the_wettest_day(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_DAYS] = 3;
    begin_with(setup, 4);
    walk(1, 1);
    rain(one(2, 2));
    walk(1, 0);
    rain(two(2, 0, 3, 3));

    walk(2, 1);

    assert_int_equal(state.stats.wettest_day, 2);
    assert_int_equal(state.stats.wettest_count, 3);
    assert_int_equal(state.stats.driest_day, 1);
    assert_int_equal(state.stats.driest_count, 1);
    assert_int_equal(state.stats.floods_used, 3);
    assert_int_equal(state.stats.fields_dried, 2);
}

/* The clock. */

static void begin_with_clock(void)
{
    struct game_setup setup = presets();
    setup.option[JOURNEYMAN_TURN_SECONDS] = 30;
    begin_with(setup, 4);
}

static void each_turn_has_its_own_deadline(void **unused)
{
    (void)unused;
    begin_with_clock();
    assert_int_equal(game_journeyman.deadline(&state), now_ms + 30000);
    now_ms += 10000;

    walk(1, 1);

    assert_int_equal(game_journeyman.deadline(&state), now_ms + 30000);
}

static void staging_does_not_buy_time(void **unused)
{
    (void)unused;
    begin_with_clock();
    int64_t deadline_ms = state.deadline_ms;
    now_ms += 10000;

    move(WALKER_SEAT, 1, 1);

    assert_int_equal(state.deadline_ms, deadline_ms);
}

static void without_a_turn_clock_there_is_no_deadline(void **unused)
{
    (void)unused;
    begin(4);

    assert_int_equal(game_journeyman.deadline(&state), 0);
    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0), REFUSED_WRONG_PHASE);
}

static void a_timeout_before_its_time_does_nothing(void **unused)
{
    (void)unused;
    begin_with_clock();
    now_ms = state.deadline_ms - 1;

    assert_int_equal(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0), REFUSED_WRONG_PHASE);
}

static void time_running_out_commits_the_staged_move(void **unused)
{
    (void)unused;
    begin_with_clock();
    move(WALKER_SEAT, 1, 1);

    assert_int_equal(let_time_run_out(), ACCEPTED);

    assert_int_equal(turn.event[0].kind, JOURNEYMAN_TIME_RAN_OUT);
    assert_int_equal(state.position, field_pack(1, 1));
}

static void time_running_out_moves_the_journeyman_somewhere_legal(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        begin_with_clock();
        walk(1, 1);
        rain(two(0, 0, 1, 0));

        assert_int_equal(let_time_run_out(), ACCEPTED);

        assert_true(grid_are_adjacent(state.position, field_pack(1, 1)));
        assert_false(grid_is_wet(&state.grid, state.position));
        assert_int_equal(state.to_move, SIDE_WEATHER);
    }
}

static void time_running_out_commits_the_staged_floods_or_none(void **unused)
{
    (void)unused;
    begin_with_clock();
    walk(1, 1);
    flood(WEATHER_SEAT, one(3, 3));
    assert_int_equal(let_time_run_out(), ACCEPTED);
    assert_int_equal(grid_wet_count(&state.grid), 1);
    walk(1, 2);

    assert_int_equal(let_time_run_out(), ACCEPTED);

    assert_int_equal(grid_wet_count(&state.grid), 1);
    assert_int_equal(state.day, 3);
}

static void time_running_out_before_the_first_day_takes_the_grid_of_the_options(void **unused)
{
    struct game_setup setup = presets();
    (void)unused;
    setup.option[JOURNEYMAN_TURN_SECONDS] = 30;
    fill_roles(setup);

    assert_int_equal(let_time_run_out(), ACCEPTED);

    assert_int_equal(state.phase, JOURNEYMAN_ACTIVE);
    assert_int_equal(state.grid.width, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_journeyman_configures_when_both_roles_are_filled),
        cmocka_unit_test(weather_does_not_configure),
        cmocka_unit_test(a_grid_may_be_wider_than_high),
        cmocka_unit_test(a_size_left_out_is_the_size_of_the_options),
        cmocka_unit_test(sizes_outside_three_to_ten_are_refused),
        cmocka_unit_test(a_grid_is_configured_once),
        cmocka_unit_test(nobody_moves_before_the_grid_is_configured),
        cmocka_unit_test(one_seat_holds_one_side),
        cmocka_unit_test(a_move_is_staged_until_the_turn_ends),
        cmocka_unit_test(a_staged_move_can_be_changed),
        cmocka_unit_test(the_journeyman_must_move),
        cmocka_unit_test(the_journeyman_moves_one_step),
        cmocka_unit_test(the_journeyman_stays_on_the_grid),
        cmocka_unit_test(the_journeyman_does_not_swim),
        cmocka_unit_test(a_refused_move_leaves_the_staged_one),
        cmocka_unit_test(a_step_dries_the_four_neighbours_of_the_new_field),
        cmocka_unit_test(a_step_on_dry_land_dries_nothing),
        cmocka_unit_test(weather_floods_and_the_day_counts_up),
        cmocka_unit_test(weather_may_leave_it_dry),
        cmocka_unit_test(weather_may_take_its_choice_back),
        cmocka_unit_test(weather_floods_no_more_than_it_may),
        cmocka_unit_test(the_option_floods_sets_how_many),
        cmocka_unit_test(weather_does_not_flood_the_journeymans_field),
        cmocka_unit_test(weather_floods_dry_fields_of_the_grid_once_each),
        cmocka_unit_test(a_budget_runs_out),
        cmocka_unit_test(each_side_acts_in_its_own_turn),
        cmocka_unit_test(nobody_acts_for_the_other_side),
        cmocka_unit_test(weather_wins_when_no_dry_field_is_left_beside_the_journeyman),
        cmocka_unit_test(the_journeyman_wins_with_the_move_of_the_last_day),
        cmocka_unit_test(nothing_happens_after_the_end),
        cmocka_unit_test(the_year_has_365_days),
        cmocka_unit_test(statistics_remember_the_driest_and_the_wettest_day),
        cmocka_unit_test(each_turn_has_its_own_deadline),
        cmocka_unit_test(staging_does_not_buy_time),
        cmocka_unit_test(without_a_turn_clock_there_is_no_deadline),
        cmocka_unit_test(a_timeout_before_its_time_does_nothing),
        cmocka_unit_test(time_running_out_commits_the_staged_move),
        cmocka_unit_test(time_running_out_moves_the_journeyman_somewhere_legal),
        cmocka_unit_test(time_running_out_commits_the_staged_floods_or_none),
        cmocka_unit_test(time_running_out_before_the_first_day_takes_the_grid_of_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
