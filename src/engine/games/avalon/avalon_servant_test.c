/* Avalon: the Untrustworthy Servant, whom the assassin may win over before the shot. */
#include "avalon_test.h"
#include "belief.h"

enum { MERLIN, TRAITOR, SERVANT, ASSASSIN, MORDRED };
static const enum avalon_role dealt[] = { AVALON_MERLIN, AVALON_UNTRUSTWORTHY_SERVANT,
                                          AVALON_LOYAL_SERVANT, AVALON_ASSASSIN, AVALON_MORDRED };

static void start_servant(void)
{
    prepare(5);
    setup.option[AVALON_INCLUDE_PERCIVAL] = setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_INCLUDE_MORDRED] = setup.option[AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT] = 1;
    start_with(dealt);
}

/* Good has won its three quests, and the assassin looks for the Servant. */
static void play_to_the_naming(void)
{
    start_servant();
    win_three_quests();
    assert_int_equal(state.table.phase, AVALON_RECRUITMENT);
}

static void merlin_takes_the_servant_for_evil_and_the_servant_knows_the_assassin(void **unused)
{
    (void)unused;
    start_servant();
    assert_int_equal(state.own[MERLIN].known, SEATS2(TRAITOR, ASSASSIN));
    assert_int_equal(state.own[TRAITOR].known, seat_bit(ASSASSIN));
    assert_int_equal(state.own[ASSASSIN].known, seat_bit(MORDRED));
    assert_int_equal(state.own[TRAITOR].team, AVALON_GOOD);
}

static void the_servant_is_good_on_quests_and_to_the_lady(void **unused)
{
    (void)unused;
    start_servant();
    assert_int_equal(avalon_lady_reads(&state.table, &state.own[TRAITOR]), AVALON_GOOD);
    send_team(SEATS2(TRAITOR, SERVANT));
    must_refuse(send(AVALON_PLAY_CARD, TRAITOR, AVALON_FAIL), REFUSED_NOT_NOW, "");
}

/* By test vector 9 of the rules, like the two after it. */
static void one_who_is_found_is_evil_and_makes_the_shot(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
    view_has(SEAT_PUBLIC, "\"servant\":{\"named\":1,\"is_found\":true},\"revealed_evil\":[1]");
    must_refuse(send(AVALON_ASSASSINATE, ASSASSIN, MERLIN), REFUSED_NOT_NOW, "");
    must(send(AVALON_ASSASSINATE, TRAITOR, MERLIN));

    assert_int_equal(outcome().reason, AVALON_MERLIN_ASSASSINATED);
    assert_int_equal(outcome().winners, SEATS3(TRAITOR, ASSASSIN, MORDRED));
}

static void one_who_is_found_and_misses_loses_with_evil(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    must(send(AVALON_ASSASSINATE, TRAITOR, SERVANT));

    assert_int_equal(outcome().reason, AVALON_MERLIN_SURVIVED);
    assert_int_equal(outcome().winners, SEATS2(MERLIN, SERVANT));
}

static void a_wrong_name_leaves_the_shot_to_the_assassin(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, SERVANT));
    view_has(SEAT_PUBLIC, "\"servant\":{\"named\":2,\"is_found\":false}");
    view_lacks(SEAT_PUBLIC, "revealed_evil");
    must(send(AVALON_ASSASSINATE, ASSASSIN, SERVANT));

    assert_int_equal(outcome().winners, SEATS3(MERLIN, TRAITOR, SERVANT));
}

static void one_who_was_found_aims_at_anybody_but_the_assassin(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    view_has(TRAITOR, "{\"type\":\"assassinate\",\"target\":[0,2,4]}");
    view_has(ASSASSIN, "{\"type\":\"name_merlin\",\"target\":[0,2,4]}");
    view_has(SERVANT, "{\"type\":\"name_merlin\",\"target\":[0,3,4]}");
}

static void everybody_names_somebody_on_views_and_in_commands_of_one_length(void **unused)
{
    (void)unused;
    play_to_the_naming();
    assert_int_equal(strlen(game_avalon.commands[AVALON_RECRUIT_SERVANT].name),
                     strlen(game_avalon.commands[AVALON_SUSPECT_SERVANT].name));
    assert_int_equal(game_avalon.awaited(&state), avalon_everybody(&state.table));
    for (int seat = 0; seat < 5; seat++) {
        view_has(seat, seat == ASSASSIN ? "recruit_servant" : "suspect_servant");
        assert_int_equal(strlen(text_of(seat)), strlen(text_of(0)));
    }
    must(send(AVALON_SUSPECT_SERVANT, MERLIN, TRAITOR));
    assert_int_equal(turn.event_count, 1);
    assert_int_equal(event_of(AVALON_SERVANT_SUSPECTED)->told, seat_bit(MERLIN));
    assert_false(game_avalon.events[AVALON_SERVANT_SUSPECTED].announced);
    assert_int_equal(state.table.phase, AVALON_RECRUITMENT);
    must_refuse(send(AVALON_RECRUIT_SERVANT, MERLIN, TRAITOR), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_SUSPECT_SERVANT, ASSASSIN, TRAITOR), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_RECRUIT_SERVANT, ASSASSIN, MORDRED), REFUSED_BAD_TARGET,
                "not_a_target");
}

static void whom_one_suspected_is_forgotten_when_the_shot_comes(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_SUSPECT_SERVANT, MERLIN, TRAITOR));
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, SERVANT));
    view_has(MERLIN, "\"my_merlin\":null");
    must(send(AVALON_ASSASSINATE, ASSASSIN, SERVANT));
    view_has(SEAT_PUBLIC, "\"instincts\":[null,null,null,null,null]");
}

static void an_assassin_who_is_late_names_somebody_and_then_shoots(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_PERCIVAL] = setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_INCLUDE_MORDRED] = setup.option[AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT] = 1;
    setup.option[AVALON_ASSASSINATION_SECONDS] = 60;
    start_with(dealt);
    win_three_quests();
    must(time_passes());
    assert_true(state.table.servant_named >= 0 && state.table.servant_named != MORDRED);
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_FINISHED);
}

static void the_found_servant_talks_with_evil(void **unused)
{
    (void)unused;
    play_to_the_naming();
    assert_int_equal(game_avalon.hears(&state, 1), SEATS2(ASSASSIN, MORDRED));
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    assert_int_equal(game_avalon.hears(&state, 1), SEATS3(TRAITOR, ASSASSIN, MORDRED));
}

static void where_all_evil_is_flipped_it_is_after_the_naming(void **unused)
{
    (void)unused;
    play_to_the_naming();
    state.table.has_flip_evil = true;
    view_lacks(SEAT_PUBLIC, "revealed_evil");
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    view_has(SEAT_PUBLIC, "\"revealed_evil\":[1,3,4]");
}

static void without_the_servant_the_shot_comes_at_once(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
    view_lacks(SEAT_PUBLIC, "\"servant\"");
}

static void the_servant_needs_merlin(void **unused)
{
    const char *why = NULL;
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_MERLIN] = setup.option[AVALON_INCLUDE_PERCIVAL] = 0;
    setup.option[AVALON_INCLUDE_UNTRUSTWORTHY_SERVANT] = 1;
    assert_int_equal(game_check(&game_avalon, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "servant_needs_merlin");
}

/* Bots */

static void a_bot_that_is_merlin_knows_that_one_of_those_it_sees_is_good(void **unused)
{
    (void)unused;
    start_servant();
    struct avalon_view view = look(MERLIN);
    struct belief belief;
    belief_form(&belief, &view.table, belief_prior_of(&view), belief_past_of(&view.table, true));
    for (int i = 0; i < belief.count; i++)
        assert_int_equal(avalon_seats_count(belief.evil[i] & SEATS2(TRAITOR, ASSASSIN)), 1);
}

static void bots_name_somebody_and_the_found_one_shoots(void **unused)
{
    (void)unused;
    play_to_the_naming();
    must(send(AVALON_RECRUIT_SERVANT, ASSASSIN, TRAITOR));
    struct avalon_view view = look(TRAITOR);
    struct game_bot bot = { .seat = TRAITOR, .strength = 4, .rng = &rng };
    struct game_command command = { 0 };
    assert_true(game_avalon.bot(&view, &bot, &command));
    assert_int_equal(command.kind, AVALON_ASSASSINATE);
    assert_int_not_equal(command.arg[0], ASSASSIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merlin_takes_the_servant_for_evil_and_the_servant_knows_the_assassin),
        cmocka_unit_test(the_servant_is_good_on_quests_and_to_the_lady),
        cmocka_unit_test(one_who_is_found_is_evil_and_makes_the_shot),
        cmocka_unit_test(one_who_is_found_and_misses_loses_with_evil),
        cmocka_unit_test(a_wrong_name_leaves_the_shot_to_the_assassin),
        cmocka_unit_test(one_who_was_found_aims_at_anybody_but_the_assassin),
        cmocka_unit_test(everybody_names_somebody_on_views_and_in_commands_of_one_length),
        cmocka_unit_test(whom_one_suspected_is_forgotten_when_the_shot_comes),
        cmocka_unit_test(an_assassin_who_is_late_names_somebody_and_then_shoots),
        cmocka_unit_test(the_found_servant_talks_with_evil),
        cmocka_unit_test(where_all_evil_is_flipped_it_is_after_the_naming),
        cmocka_unit_test(without_the_servant_the_shot_comes_at_once),
        cmocka_unit_test(the_servant_needs_merlin),
        cmocka_unit_test(a_bot_that_is_merlin_knows_that_one_of_those_it_sees_is_good),
        cmocka_unit_test(bots_name_somebody_and_the_found_one_shoots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
