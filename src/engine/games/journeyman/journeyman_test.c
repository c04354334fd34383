/* The rules of Journeyman and Weather. */
#include "journeyman.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "engine/message.h"
#include "engine/view_text.h"

/* Seat 1 walks, so that a seat is never mistaken for a side. */
enum { WEATHER_SEAT, WALKER_SEAT, NO_SEAT };

static struct journeyman_state state;
static struct game_turn turn;
static struct rng rng;
static int64_t now_ms;

static enum refusal send(int kind, int seat, int64_t a, int64_t b, int64_t c)
{
    struct game_command command = { .kind = (uint16_t)kind,
                                    .seat = (int8_t)seat,
                                    .arg = { a, b, c } };
    return game_decide(&turn, &game_journeyman, &state, &command, now_ms, &rng);
}

static enum refusal configure(int seat, int size, int width, int height)
{
    return send(JOURNEYMAN_CONFIGURE_GRID, seat, size, width, height);
}

static enum refusal move(int seat, int x, int y)
{
    return send(JOURNEYMAN_MOVE, seat, field_pack(x, y), 0, 0);
}

static enum refusal flood(int seat, int64_t fields)
{
    return send(JOURNEYMAN_FLOOD, seat, fields, 0, 0);
}

static enum refusal end_turn(int seat)
{
    return send(JOURNEYMAN_END_TURN, seat, 0, 0, 0);
}

static enum refusal let_time_run_out(void)
{
    now_ms = state.deadline_ms;
    return send(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0);
}

static int64_t one(int x, int y)
{
    return fields_add(0, field_pack(x, y));
}

static int64_t two(int x1, int y1, int x2, int y2)
{
    return fields_add(one(x1, y1), field_pack(x2, y2));
}

static struct game_setup presets(void)
{
    struct game_setup setup = { .seat_count = 2, .side = { SIDE_WEATHER, SIDE_JOURNEYMAN } };
    game_presets(&game_journeyman, 2, setup.option);
    return setup;
}

static void fill_roles(struct game_setup setup)
{
    static const uint8_t seed[RNG_SEED_SIZE] = { 11 };
    const char *why;
    rng_seed(&rng, seed, 1);
    memset(&state, 0, sizeof state);
    now_ms = 5000;
    assert_int_equal(game_check(&game_journeyman, &setup, &why), ACCEPTED);
    game_journeyman.init(&state, &setup);
    assert_int_equal(send(COMMAND_START, SEAT_CLOCK, 0, 0, 0), ACCEPTED);
}

static void begin_with(struct game_setup setup, int size)
{
    fill_roles(setup);
    assert_int_equal(configure(WALKER_SEAT, size, 0, 0), ACCEPTED);
}

static void begin(int size)
{
    begin_with(presets(), size);
}

static void walk(int x, int y)
{
    assert_int_equal(move(WALKER_SEAT, x, y), ACCEPTED);
    assert_int_equal(end_turn(WALKER_SEAT), ACCEPTED);
}

static void rain(int64_t fields)
{
    assert_int_equal(flood(WEATHER_SEAT, fields), ACCEPTED);
    assert_int_equal(end_turn(WEATHER_SEAT), ACCEPTED);
}

static struct journeyman_view look(int viewer)
{
    struct journeyman_view view;
    memset(&view, 0, sizeof view);
    journeyman_view(&state, viewer, &view);
    return view;
}

static const char *shown(int viewer)
{
    return view_text(&game_journeyman, &state, viewer);
}

static void assert_refused(enum refusal refusal, enum refusal expected, const char *why)
{
    assert_int_equal(refusal, expected);
    assert_non_null(turn.why);
    assert_string_equal(turn.why, why);
}

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

/* The quickest trap: the Journeyman walks along the edge into the corner it came from. */
static void walk_into_the_trap(void)
{
    begin(4);
    walk(0, 1);
    rain(two(2, 0, 2, 1));
    walk(0, 2);
    rain(two(1, 0, 3, 3));
    walk(0, 1);
    rain(two(1, 1, 0, 2));
    walk(0, 0);
    rain(two(1, 0, 0, 1));
}

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

/* Who sees what. */

static void a_staged_choice_is_seen_by_its_owner_only(void **unused)
{
    (void)unused;
    begin(4);
    char before[sizeof(struct journeyman_view)];
    struct journeyman_view weather = look(WEATHER_SEAT), public = look(SEAT_PUBLIC);
    memcpy(before, &weather, sizeof before);

    move(WALKER_SEAT, 1, 1);

    assert_int_equal(turn.event_count, 1);
    assert_int_equal(turn.event[0].told, seat_bit(WALKER_SEAT));
    assert_false(game_journeyman.events[turn.event[0].kind].announced);
    assert_int_equal(look(WALKER_SEAT).staged_position, field_pack(1, 1));
    weather = look(WEATHER_SEAT);
    assert_memory_equal(&weather, before, sizeof before);
    struct journeyman_view now = look(SEAT_PUBLIC);
    assert_memory_equal(&now, &public, sizeof now);
}

static void staged_floods_are_seen_by_weather_only(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    flood(WEATHER_SEAT, two(3, 3, 3, 2));

    assert_int_equal(turn.event[0].told, seat_bit(WEATHER_SEAT));
    assert_true(look(WEATHER_SEAT).has_staged);
    assert_false(look(WALKER_SEAT).has_staged);
    assert_int_equal(look(WALKER_SEAT).staged_floods, 0);
    assert_int_equal(look(SEAT_PUBLIC).staged_floods, 0);
}

static void the_turn_is_awaited_of_its_side(void **unused)
{
    (void)unused;
    begin(4);
    assert_int_equal(game_journeyman.awaited(&state), seat_bit(WALKER_SEAT));

    walk(1, 1);

    assert_int_equal(game_journeyman.awaited(&state), seat_bit(WEATHER_SEAT));
}

static void the_view_names_movable_fields_and_what_they_dry(void **unused)
{
    (void)unused;
    begin(3);
    walk(0, 1);
    rain(two(1, 1, 1, 2));
    walk(0, 0);
    rain(0);

    const char *text = shown(SEAT_PUBLIC);

    assert_non_null(strstr(text, "\"grid\":[[0,0,0],[0,1,0],[0,1,0]]"));
    assert_non_null(strstr(text, "\"journeyman_position\":{\"x\":0,\"y\":0}"));
    assert_non_null(strstr(text, "\"movable\":[{\"position\":{\"x\":1,\"y\":0},"
                                 "\"drying\":[{\"x\":1,\"y\":1}]},"));
    assert_non_null(strstr(text, "\"current_turn\":3,\"current_role\":\"journeyman\""));
    assert_non_null(strstr(text, "\"available_actions\":[]"));
}

static void the_view_lists_what_its_owner_can_do(void **unused)
{
    (void)unused;
    fill_roles(presets());
    assert_non_null(strstr(shown(WALKER_SEAT),
                           "\"available_actions\":[{\"type\":\"configure_grid\","
                           "\"size\":[3,4,5,6,7,8,9,10]}]"));
    assert_non_null(strstr(shown(WEATHER_SEAT), "\"available_actions\":[]"));
    configure(WALKER_SEAT, 3, 0, 0);
    assert_non_null(strstr(shown(WALKER_SEAT),
                           "\"available_actions\":[{\"type\":\"move\",\"position\":["
                           "{\"x\":1,\"y\":0},{\"x\":0,\"y\":1},{\"x\":1,\"y\":1}]}]"));
    move(WALKER_SEAT, 1, 0);
    assert_non_null(strstr(shown(WALKER_SEAT), "{\"type\":\"end_turn\"}]"));
    assert_non_null(strstr(shown(WALKER_SEAT), "\"staged\":{\"position\":{\"x\":1,\"y\":0}}"));
    assert_null(strstr(shown(WEATHER_SEAT), "staged"));
    end_turn(WALKER_SEAT);
    assert_non_null(strstr(shown(WEATHER_SEAT), "{\"type\":\"flood\",\"positions\":{\"from\":["
                                                "{\"x\":0,\"y\":0},{\"x\":2,\"y\":0},"));
    assert_non_null(strstr(shown(WEATHER_SEAT), "],\"count\":{\"min\":0,\"max\":2}}}"));
}

static void the_end_tells_the_winner_and_the_whole_history(void **unused)
{
    (void)unused;
    walk_into_the_trap();

    const char *text = shown(SEAT_PUBLIC);

    assert_non_null(strstr(text, "\"game_status\":\"ended\""));
    assert_non_null(strstr(text, "\"winner\":\"weather\""));
    assert_non_null(strstr(text, "\"days_survived\":4"));
    assert_non_null(strstr(text, "\"history\":[[4,[],[2,6]],[8,[],[1,15]],[4,[],[5,8]],"
                                 "[0,[1],[1,4]]]"));
}

static void the_history_is_told_at_the_end(void **unused)
{
    (void)unused;
    begin(4);
    walk(1, 1);

    assert_null(strstr(shown(SEAT_PUBLIC), "history"));
}

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
        cmocka_unit_test(a_staged_choice_is_seen_by_its_owner_only),
        cmocka_unit_test(staged_floods_are_seen_by_weather_only),
        cmocka_unit_test(the_turn_is_awaited_of_its_side),
        cmocka_unit_test(the_view_names_movable_fields_and_what_they_dry),
        cmocka_unit_test(the_view_lists_what_its_owner_can_do),
        cmocka_unit_test(the_end_tells_the_winner_and_the_whole_history),
        cmocka_unit_test(the_history_is_told_at_the_end),
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
