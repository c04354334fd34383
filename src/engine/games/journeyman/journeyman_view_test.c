/* What each side and those who watch see. */
#include "journeyman_test.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_staged_choice_is_seen_by_its_owner_only),
        cmocka_unit_test(staged_floods_are_seen_by_weather_only),
        cmocka_unit_test(the_turn_is_awaited_of_its_side),
        cmocka_unit_test(the_view_names_movable_fields_and_what_they_dry),
        cmocka_unit_test(the_view_lists_what_its_owner_can_do),
        cmocka_unit_test(the_end_tells_the_winner_and_the_whole_history),
        cmocka_unit_test(the_history_is_told_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
