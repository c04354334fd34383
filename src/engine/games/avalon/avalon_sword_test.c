/* Avalon: Excalibur, which turns one card of a quest. */
#include "avalon_test.h"

static enum refusal propose_with(seat_set team, int bearer)
{
    struct game_command command = { .kind = AVALON_PROPOSE_TEAM,
                                    .seat = state.table.leader,
                                    .arg = { team, bearer } };
    return game_decide(&turn, &game_avalon, &state, &command, now_ms, &rng);
}

/* Dealt `roles`, seat 0 leads. */
static void start_armed(int seat_count, const enum avalon_role roles[])
{
    prepare(seat_count);
    setup.option[AVALON_EXCALIBUR] = 1;
    start_with(roles);
}

/* The cards of a team are in, and its bearer may turn one. */
static void play_to_the_sword(seat_set team, int bearer, seat_set failing)
{
    must(propose_with(team, bearer));
    vote_all(SEATS_ALL);
    play_all(failing);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_SWORD);
}

/* Naming */

static void the_leader_names_another_of_the_team_and_all_see_whom(void **unused)
{
    (void)unused;
    start_armed(5, five);
    must_refuse(propose_with(SEATS2(0, 3), 0), REFUSED_BAD_TARGET,
                "excalibur_goes_to_another_of_the_team");
    must_refuse(propose_with(SEATS2(0, 3), 2), REFUSED_BAD_TARGET,
                "excalibur_goes_to_another_of_the_team");
    must(propose_with(SEATS2(0, 3), 3));

    assert_int_equal(event_of(AVALON_TEAM_PROPOSED)->arg[2], 3);
    view_has(SEAT_PUBLIC, "\"team_members\":[0,3],\"excalibur\":3,\"approved\":null");
}

static void where_nobody_is_named_the_next_of_the_team_carries_it(void **unused)
{
    (void)unused;
    start_armed(5, five);
    must(propose_with(SEATS2(0, 4), -1));
    assert_int_equal(avalon_proposal(&state.table)->excalibur, 4);
    vote_all(SEATS_NONE);
    must(propose_with(SEATS2(0, 1), -1));

    assert_int_equal(avalon_proposal(&state.table)->excalibur, 0);
}

static void a_leader_who_is_late_gives_it_to_one_of_the_team(void **unused)
{
    (void)unused;
    for (int i = 0; i < 20; i++) {
        prepare(5);
        setup.option[AVALON_EXCALIBUR] = 1;
        setup.option[AVALON_TEAM_SECONDS] = 30;
        begin();
        rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ (uint8_t)i }, 1);
        acknowledge_all();
        must(time_passes());
        const struct avalon_proposal *proposal = avalon_proposal(&state.table);
        assert_true(seat_in(proposal->team, proposal->excalibur));
        assert_int_not_equal(proposal->excalibur, proposal->leader);
    }
}

static void without_the_option_nobody_can_be_named(void **unused)
{
    (void)unused;
    start_five();
    must_refuse(propose_with(SEATS2(0, 1), 1), REFUSED_BAD_TARGET, "no_excalibur");
    quest(SEATS2(0, 1), SEATS_NONE);

    view_lacks(SEAT_PUBLIC, "excalibur");
}

/* Turning */

/* By test vector 3 of the rules. */
static void an_evil_bearer_turns_a_success_into_a_fail(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must(send(AVALON_USE_EXCALIBUR, 3, 0));
    const struct game_event *used = event_of(AVALON_EXCALIBUR_USED);
    assert_int_equal(used->told, seat_bit(3));
    assert_int_equal(used->arg[2], 0);
    view_has(3, "{\"type\":\"turn\",\"quest_number\":1,\"target\":0,\"card\":\"success\"}");
    must(time_passes());

    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
    assert_int_equal(state.table.quests[0].fails, 1);
    assert_false(state.table.quests[0].is_success);
}

/* By test vector 4 of the rules. */
static void a_bearer_turns_one_fail_of_two_and_the_quest_succeeds(void **unused)
{
    (void)unused;
    start_armed(7, seven);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 4);
    play_to_the_sword(SEATS4(0, 1, 4, 5), 1, SEATS2(4, 5));
    must(send(AVALON_USE_EXCALIBUR, 1, 5));
    view_has(1, "{\"type\":\"turn\",\"quest_number\":4,\"target\":5,\"card\":\"fail\"}");
    must(time_passes());

    assert_int_equal(state.table.quests[3].fails, 1);
    assert_true(state.table.quests[3].is_success);
}

static void all_see_whose_card_was_turned_and_the_bearer_alone_what_it_was(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must(send(AVALON_USE_EXCALIBUR, 3, 0));
    must(time_passes());

    for (int viewer = SEAT_PUBLIC; viewer < 5; viewer++) {
        view_has(viewer, "\"excalibur\":3,\"turned\":0");
        if (viewer != 3)
            view_lacks(viewer, "\"type\":\"turn\"");
    }
    /* Whose card was turned sees what they had played. */
    view_has(0, "\"my_card\":\"success\"");
}

static void what_was_turned_stays_with_the_bearer_after_the_end(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must(send(AVALON_USE_EXCALIBUR, 3, 0));
    apply(AVALON_GAME_FINISHED, AVALON_EVIL, AVALON_FIVE_REJECTIONS);

    view_has(3, "\"type\":\"turn\"");
    view_lacks(1, "\"type\":\"turn\"");
}

static void the_step_lasts_as_long_whether_a_card_is_turned_or_not(void **unused)
{
    int64_t ends[3];
    (void)unused;
    for (int i = 0; i < 3; i++) {
        start_armed(5, five);
        play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
        if (i > 0)
            must(send(AVALON_USE_EXCALIBUR, 3, i == 1 ? 0 : -1));
        assert_int_equal(state.table.phase, AVALON_SWORD);
        ends[i] = state.deadline_ms - now_ms;
    }
    assert_int_equal(ends[0], 20000);
    assert_true(ends[1] == ends[0] && ends[2] == ends[0]);
}

static void one_who_declines_is_not_heard_and_may_think_better_of_it(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must(send(AVALON_USE_EXCALIBUR, 3, -1));
    assert_int_equal(turn.event_count, 1);
    assert_int_equal(event_of(AVALON_EXCALIBUR_SHEATHED)->told, seat_bit(3));
    assert_false(game_avalon.events[AVALON_EXCALIBUR_SHEATHED].announced);
    view_has(3, "\"has_sheathed\":true");
    must(send(AVALON_USE_EXCALIBUR, 3, 0));

    assert_int_equal(state.table.quests[0].turned, 0);
}

static void a_bearer_who_is_not_there_turns_nothing(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, seat_bit(3));
    must(time_passes());

    assert_int_equal(state.table.quests[0].fails, 1);
    view_has(SEAT_PUBLIC, "\"excalibur\":3,\"turned\":null");
}

static void only_the_bearer_turns_only_another_of_the_team_only_once(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must_refuse(send(AVALON_USE_EXCALIBUR, 0, 3), REFUSED_NOT_YOUR_TURN, "excalibur_is_elsewhere");
    must_refuse(send(AVALON_USE_EXCALIBUR, 3, 3), REFUSED_BAD_TARGET, "not_on_this_quest");
    must_refuse(send(AVALON_USE_EXCALIBUR, 3, 1), REFUSED_BAD_TARGET, "not_on_this_quest");
    view_has(3, "{\"type\":\"use_excalibur\",\"target\":[0,null]}");
    view_lacks(0, "use_excalibur");
    must(send(AVALON_USE_EXCALIBUR, 3, 0));
    must_refuse(send(AVALON_USE_EXCALIBUR, 3, 0), REFUSED_NOT_YOUR_TURN, "excalibur_is_used");
    must_refuse(send(AVALON_PLAY_CARD, 0, AVALON_SUCCESS), REFUSED_WRONG_PHASE, "");
}

/* Sizes */

/* Dora carries it on every quest and turns a card each time; four teams are rejected before each. */
static void the_longest_game_fits_one_frame_and_tells_nothing_by_its_size(void **unused)
{
    enum { EVENTS_AND_ROOM = 1200, BEARER = 3 };
    (void)unused;
    prepare(10);
    setup.option[AVALON_EXCALIBUR] = setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    begin();
    acknowledge_all();
    for (int number = 0; number < AVALON_QUESTS && state.table.phase != AVALON_FINISHED; number++) {
        for (int i = 0; i < 4; i++) {
            must(propose_with(team_with(seat_bit(BEARER)), -1));
            vote_all(SEATS_NONE);
        }
        apply(AVALON_LEADER_CHANGED, 9, 0);
        int failing = avalon_seat_of(&state, AVALON_ASSASSIN);
        seat_set team = team_with(seat_bit(BEARER) | seat_bit(failing));
        int bearer = failing == BEARER ? 0 : BEARER;
        must(propose_with(team, bearer));
        vote_all(SEATS_ALL);
        play_all(number % 2 ? seat_bit(failing) : SEATS_NONE);
        must(time_passes());
        int target = number % 2 ? failing : 0;
        while (!seat_in(avalon_turnable(&state.table), target))
            target++;
        must(send(AVALON_USE_EXCALIBUR, bearer, target));
        size_t length = strlen(text_of(0));
        for (int seat = 0; seat < 10; seat++) {
            assert_int_equal(strlen(text_of(seat)), length);
            assert_true(length + EVENTS_AND_ROOM < (size_t)game_avalon.frame_bucket);
        }
        must(time_passes());
        go_on();
        int seen = 0;
        while (!seat_in(avalon_lady_targets(&state.table), seen))
            seen++;
        if (state.table.phase == AVALON_LADY_EXAMINATION)
            must(send(AVALON_EXAMINE, state.table.lady, seen));
    }
    assert_int_equal(state.table.proposal_count, AVALON_PROPOSALS_MAX);
}

/* Bots */

static struct game_command bot_of(int seat, int strength)
{
    struct avalon_view view = look(seat);
    struct game_bot bot = { .strength = strength, .rng = &rng };
    struct game_command command = { 0 };
    assert_true(game_avalon.bot(&view, &bot, &command));
    return command;
}

static void evil_gives_excalibur_to_evil(void **unused)
{
    (void)unused;
    start_armed(7, seven);
    apply(AVALON_LEADER_CHANGED, 4, 0);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 4);
    for (int i = 0; i < 20; i++) {
        struct game_command command = bot_of(4, 4);
        assert_int_equal(command.kind, AVALON_PROPOSE_TEAM);
        assert_int_equal(command.arg[1], 5);
    }
}

static void evil_that_is_one_fail_short_makes_the_second(void **unused)
{
    (void)unused;
    start_armed(7, seven);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 4);
    play_to_the_sword(SEATS4(0, 1, 2, 4), 4, seat_bit(4));
    struct game_command command = bot_of(4, 4);

    assert_int_equal(command.kind, AVALON_USE_EXCALIBUR);
    assert_in_range(command.arg[0], 0, 2);
}

static void good_turns_the_card_of_one_it_knows_to_be_evil(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 3), 3, SEATS_NONE);
    must(time_passes());
    go_on();
    apply(AVALON_LEADER_CHANGED, 2, 0);
    play_to_the_sword(SEATS3(0, 2, 4), 0, seat_bit(4));
    struct game_command command = bot_of(0, 4);

    assert_int_equal(command.kind, AVALON_USE_EXCALIBUR);
    assert_int_equal(command.arg[0], 4);
}

static void good_that_knows_nothing_leaves_it(void **unused)
{
    (void)unused;
    start_armed(5, five);
    play_to_the_sword(SEATS2(0, 2), 2, SEATS_NONE);

    assert_int_equal(bot_of(2, 4).arg[0], -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leader_names_another_of_the_team_and_all_see_whom),
        cmocka_unit_test(where_nobody_is_named_the_next_of_the_team_carries_it),
        cmocka_unit_test(a_leader_who_is_late_gives_it_to_one_of_the_team),
        cmocka_unit_test(without_the_option_nobody_can_be_named),
        cmocka_unit_test(an_evil_bearer_turns_a_success_into_a_fail),
        cmocka_unit_test(a_bearer_turns_one_fail_of_two_and_the_quest_succeeds),
        cmocka_unit_test(all_see_whose_card_was_turned_and_the_bearer_alone_what_it_was),
        cmocka_unit_test(what_was_turned_stays_with_the_bearer_after_the_end),
        cmocka_unit_test(the_step_lasts_as_long_whether_a_card_is_turned_or_not),
        cmocka_unit_test(one_who_declines_is_not_heard_and_may_think_better_of_it),
        cmocka_unit_test(a_bearer_who_is_not_there_turns_nothing),
        cmocka_unit_test(only_the_bearer_turns_only_another_of_the_team_only_once),
        cmocka_unit_test(the_longest_game_fits_one_frame_and_tells_nothing_by_its_size),
        cmocka_unit_test(evil_gives_excalibur_to_evil),
        cmocka_unit_test(evil_that_is_one_fail_short_makes_the_second),
        cmocka_unit_test(good_turns_the_card_of_one_it_knows_to_be_evil),
        cmocka_unit_test(good_that_knows_nothing_leaves_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
