/* The rules of Avalon: endings, the Lady of the Lake, time, and the sizes of messages. */
#include "avalon_test.h"

/* Endings */

static void evil_wins_with_three_failed_quests(void **unused)
{
    (void)unused;
    start_five();

    for (int i = 0; i < 3; i++) {
        quest(team_with(seat_bit(3)), seat_bit(3));
        go_on();
    }

    assert_int_equal(outcome().reason, AVALON_EVIL_SABOTAGED_QUESTS);
    assert_int_equal(outcome().winners, SEATS2(3, 4));
    assert_int_equal(outcome().score[3], 1);
    assert_int_equal(outcome().score[0], 0);
}

static void three_successes_lead_to_the_assassination(void **unused)
{
    struct game_outcome result = { 0 };
    (void)unused;
    start_five();

    win_three_quests();

    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
    assert_false(game_avalon.outcome(&state, &result));
}

static void without_merlin_three_successes_win_at_once(void **unused)
{
    static const enum avalon_role roles[] = { AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                              AVALON_LOYAL_SERVANT, AVALON_MINION, AVALON_MINION };
    (void)unused;
    prepare(5);
    for (int i = AVALON_INCLUDE_MERLIN; i <= AVALON_INCLUDE_OBERON; i++)
        setup.option[i] = 0;
    start_with(roles);

    win_three_quests();

    assert_int_equal(outcome().reason, AVALON_GOOD_WON_QUESTS);
    assert_int_equal(outcome().winners, SEATS3(0, 1, 2));
}

static void evil_wins_if_the_assassin_finds_merlin(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    must(send(AVALON_ASSASSINATE, 3, 0));

    assert_int_equal(event_of(AVALON_ASSASSIN_TARGET)->arg[0], 0);
    assert_int_equal(event_of(AVALON_ASSASSINATION_RESULT)->arg[0], 1);
    assert_int_equal(outcome().reason, AVALON_MERLIN_ASSASSINATED);
    assert_int_equal(outcome().winners, SEATS2(3, 4));
}

static void good_wins_if_the_assassin_misses(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    must(send(AVALON_ASSASSINATE, 3, 2));

    assert_int_equal(event_of(AVALON_ASSASSINATION_RESULT)->arg[0], 0);
    assert_int_equal(outcome().reason, AVALON_MERLIN_SURVIVED);
    assert_int_equal(outcome().winners, SEATS3(0, 1, 2));
}

static void only_the_assassin_shoots_and_is_refused_like_anybody(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    must_refuse(send(AVALON_ASSASSINATE, 0, 2), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_ASSASSINATE, 4, 2), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_NAME_MERLIN, 3, 2), REFUSED_NOT_NOW, "");
}

static void the_assassin_cannot_aim_at_himself_or_at_evil_he_knows(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    must_refuse(send(AVALON_ASSASSINATE, 3, 3), REFUSED_BAD_TARGET, "not_a_target");
    must_refuse(send(AVALON_ASSASSINATE, 3, 4), REFUSED_BAD_TARGET, "not_a_target");
    must_refuse(send(AVALON_ASSASSINATE, 3, 5), REFUSED_BAD_TARGET, "not_at_the_table");
    view_has(3, "{\"type\":\"assassinate\",\"target\":[0,1,2]}");
}

static void oberon_can_be_aimed_at(void **unused)
{
    (void)unused;
    start_seven();
    win_three_quests();

    view_has(4, "{\"type\":\"assassinate\",\"target\":[0,1,2,3,6]}");
    must(send(AVALON_ASSASSINATE, 4, 6));
    assert_int_equal(outcome().reason, AVALON_MERLIN_SURVIVED);
}

static void nothing_is_shown_before_the_shot(void **unused)
{
    (void)unused;
    start_seven();
    win_three_quests();

    assert_null(event_of(AVALON_EVIL_REVEALED));
    view_lacks(0, "revealed_evil");
    view_lacks(SEAT_PUBLIC, "\"role\":");
    assert_int_equal(game_avalon.awaited(&state), 127);
}

static void with_flip_evil_all_evil_is_shown_before_the_shot(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_FLIP_EVIL] = 1;
    start_with(seven);
    win_three_quests();

    view_has(SEAT_PUBLIC, "\"revealed_evil\":[4,5,6]");
    view_has(4, "{\"type\":\"assassinate\",\"target\":[0,1,2,3]}");
}

/* So that everybody taps, and nobody can tell from a message who the assassin is. */
static void everybody_else_names_a_merlin_that_is_shown_at_the_end(void **unused)
{
    (void)unused;
    start_five();
    win_three_quests();

    must(send(AVALON_NAME_MERLIN, 2, 1));

    assert_int_equal(turn.event_count, 1);
    assert_int_equal(turn.event[0].told, seat_bit(2));
    assert_int_equal(look(2).own.named, 1);
    assert_int_equal(look(1).named[2], 0);
    must(send(AVALON_NAME_MERLIN, 2, 0));
    must_refuse(send(AVALON_NAME_MERLIN, 2, 2), REFUSED_BAD_TARGET, "not_a_target");
    must(send(AVALON_ASSASSINATE, 3, 1));
    view_has(SEAT_PUBLIC, "\"instincts\":[null,null,0,null,null]");
}

static void evil_talks_in_private_while_the_assassin_thinks(void **unused)
{
    (void)unused;
    start_seven();
    assert_int_equal(game_avalon.hears(&state, 1), SEATS_NONE);

    win_three_quests();

    assert_int_equal(game_avalon.hears(&state, 1), SEATS2(4, 5));
    assert_int_equal(game_avalon.speaks(&state, 1), SEATS2(4, 5));
    must(send(AVALON_ASSASSINATE, 4, 1));
    assert_int_equal(game_avalon.hears(&state, 1), SEATS_NONE);
}

static void oberon_joins_the_talk_of_evil_once_evil_is_shown(void **unused)
{
    (void)unused;
    prepare(7);
    setup.option[AVALON_FLIP_EVIL] = 1;
    start_with(seven);

    win_three_quests();

    assert_int_equal(game_avalon.hears(&state, 1), SEATS3(4, 5, 6));
}

static void the_table_is_silent_in_secret_steps(void **unused)
{
    (void)unused;
    prepare(5);
    begin();
    assert_int_equal(game_avalon.speaks(&state, 0), SEATS_NONE);
    acknowledge_all();
    assert_int_equal(game_avalon.speaks(&state, 0), SEATS_ALL);
    send_team(SEATS2(0, 1));
    assert_int_equal(game_avalon.speaks(&state, 0), SEATS_NONE);
    assert_int_equal(game_avalon.hears(&state, 0), SEATS_ALL);
}

static void a_game_is_voided_by_more_than_all_of_good(void **unused)
{
    static const int needed[] = { [5] = 4, [6] = 5, [7] = 5, [8] = 6, [9] = 7, [10] = 7 };
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        prepare(seats);
        begin();
        assert_int_equal(game_avalon.team_seats(&state) + 1, needed[seats]);
    }
}

static void the_end_shows_every_role_and_every_vote(void **unused)
{
    (void)unused;
    start_five();
    must(propose(SEATS2(3, 4)));
    vote_all(SEATS2(3, 4));
    win_three_quests();
    view_lacks(SEAT_PUBLIC, "\"role\":");

    must(send(AVALON_ASSASSINATE, 3, 2));

    view_has(SEAT_PUBLIC, "\"roles\":[{\"role\":\"merlin\",\"team\":\"good\"},"
                          "{\"role\":\"percival\",\"team\":\"good\"},"
                          "{\"role\":\"loyal_servant\",\"team\":\"good\"},"
                          "{\"role\":\"assassin\",\"team\":\"evil\"},"
                          "{\"role\":\"morgana\",\"team\":\"evil\"}]");
    view_has(SEAT_PUBLIC, "\"winning_team\":\"good\",\"reason\":\"merlin_survived\"");
    view_has(SEAT_PUBLIC, "{\"quest_number\":1,\"leader\":0,\"team_members\":[3,4],"
                          "\"approved\":false,\"approvals\":2,\"rejections\":3,"
                          "\"approved_by\":[3,4]}");
    assert_int_equal(game_avalon.deadline(&state), 0);
}

/* Lady of the Lake */

static void start_lady(void)
{
    prepare(7);
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    begin();
    deal(seven);
    acknowledge_all();
}

static void the_lady_starts_right_of_the_first_leader(void **unused)
{
    (void)unused;
    start_lady();

    assert_int_equal(state.table.lady, (state.table.leader + 6) % 7);
    assert_int_equal(state.table.has_held_lady, seat_bit(state.table.lady));
}

/* Plays a quest whose result keeps the game going, and goes on. */
static void quest_and_go_on(int number)
{
    quest(team_with(SEATS2(4, 5)), number % 2 ? SEATS2(4, 5) : SEATS_NONE);
    go_on();
}

static void examine_somebody(void)
{
    int target = 0;
    while (!seat_in(avalon_lady_targets(&state.table), target))
        target++;
    must(send(AVALON_EXAMINE, state.table.lady, target));
}

static void the_lady_is_asked_after_quests_two_three_and_four(void **unused)
{
    (void)unused;
    start_lady();

    quest_and_go_on(0);
    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
    for (int number = 1; number < 4; number++) {
        quest_and_go_on(number);
        assert_int_equal(state.table.phase, AVALON_LADY_EXAMINATION);
        examine_somebody();
        assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
        assert_int_equal(state.table.quest, number + 1);
    }
}

static void prepare_examination(void)
{
    start_lady();
    apply(AVALON_LADY_CHANGED, 2, 0);
    quest_and_go_on(0);
    quest_and_go_on(1);
    assert_int_equal(state.table.phase, AVALON_LADY_EXAMINATION);
}

static void the_target_is_public_and_the_answer_the_holders_alone(void **unused)
{
    (void)unused;
    prepare_examination();

    must(send(AVALON_EXAMINE, 2, 6));

    assert_int_equal(event_of(AVALON_PLAYER_EXAMINED)->told, seat_bit(2));
    view_has(SEAT_PUBLIC, "{\"quest_number\":2,\"holder\":2,\"target\":6}");
    view_has(2, "\"actions\":[{\"type\":\"examine\",\"target\":6,\"team\":\"evil\"}]");
    view_has(6, "\"actions\":[]");
    view_has(SEAT_PUBLIC, "\"actions\":[]");
    assert_int_equal(state.table.lady, 6);
    assert_int_equal(look(6).examinations[0].team, AVALON_NO_TEAM);
}

static void the_lady_examines_nobody_who_has_held_her(void **unused)
{
    (void)unused;
    prepare_examination();
    int first = (int)state.table.has_held_lady & 127;

    for (int seat = 0; seat < 7; seat++)
        if (seat_in((seat_set)first, seat))
            must_refuse(send(AVALON_EXAMINE, 2, seat), REFUSED_BAD_TARGET, "has_held_the_lady");
    must_refuse(send(AVALON_EXAMINE, 2, 9), REFUSED_BAD_TARGET, "not_at_the_table");
}

static void only_the_holder_examines(void **unused)
{
    (void)unused;
    prepare_examination();

    must_refuse(send(AVALON_EXAMINE, 3, 5), REFUSED_NOT_YOUR_TURN, "not_the_holder");
}

/* Time */

static void at_zero_roles_count_as_read(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_REVEAL_SECONDS] = 30;
    begin();
    assert_int_equal(state.deadline_ms, now_ms + 30 * 1000);

    must(time_passes());

    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

static void at_zero_the_team_is_drawn_at_random(void **unused)
{
    seat_set seen = SEATS_NONE;
    (void)unused;
    for (int i = 0; i < 30; i++) {
        prepare(5);
        setup.option[AVALON_TEAM_SECONDS] = 60;
        start_with(five);
        rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 3 }, (uint64_t)i);
        must(time_passes());
        assert_int_equal(state.table.phase, AVALON_TEAM_VOTING);
        assert_int_equal(avalon_seats_count(avalon_proposal(&state.table)->team), 2);
        seen |= avalon_proposal(&state.table)->team;
    }
    assert_int_equal(seen, 31);
}

static void at_zero_a_missing_vote_is_a_reject(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_VOTE_SECONDS] = 60;
    start_with(five);
    must(propose(SEATS2(0, 1)));
    must(send(AVALON_CAST_VOTE, 0, AVALON_APPROVE));
    must(send(AVALON_CAST_VOTE, 1, AVALON_APPROVE));

    must(time_passes());

    assert_int_equal(event_of(AVALON_TEAM_REJECTED)->arg[0], 2);
    assert_int_equal(event_of(AVALON_TEAM_REJECTED)->arg[1], 3);
}

static void at_zero_a_missing_card_is_a_success_for_evil_too(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_QUEST_SECONDS] = 60;
    start_with(five);
    send_team(SEATS2(0, 3));
    int64_t begun_ms = now_ms;
    must(time_passes());
    assert_int_equal(state.deadline_ms, begun_ms + 60 * 1000);

    must(time_passes());

    assert_true(state.table.quests[0].is_success);
    assert_int_equal(state.table.quests[0].fails, 0);
}

static void a_quest_never_ends_before_its_window(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_QUEST_SECONDS] = 2;
    start_with(five);
    send_team(SEATS2(0, 3));
    assert_int_equal(state.deadline_ms, now_ms + 8000);

    must(time_passes());

    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
}

static void at_zero_the_lady_looks_at_somebody_at_random(void **unused)
{
    (void)unused;
    prepare_examination();
    state.seconds[AVALON_LADY_SECONDS] = 60;
    state.deadline_ms = now_ms + 60 * 1000;

    must(time_passes());

    assert_int_equal(state.table.examination_count, 1);
    assert_int_equal(state.table.phase, AVALON_TEAM_BUILDING);
}

static void at_zero_the_shot_hits_a_random_legal_target(void **unused)
{
    seat_set seen = SEATS_NONE;
    (void)unused;
    for (int i = 0; i < 30; i++) {
        prepare(5);
        setup.option[AVALON_ASSASSINATION_SECONDS] = 60;
        start_with(five);
        win_three_quests();
        rng_seed(&rng, (const uint8_t[RNG_SEED_SIZE]){ 4 }, (uint64_t)i);
        must(time_passes());
        outcome();
        seen |= seat_bit(state.table.assassin_target);
    }
    assert_int_equal(seen, SEATS3(0, 1, 2));
}

static void without_deadlines_only_the_windows_are_timed(void **unused)
{
    (void)unused;
    start_five();
    assert_int_equal(state.deadline_ms, 0);
    must_refuse(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0), REFUSED_WRONG_PHASE, "");
    must(propose(SEATS2(0, 1)));
    assert_int_equal(state.deadline_ms, 0);
}

static void a_timeout_before_its_time_does_nothing(void **unused)
{
    (void)unused;
    start_five();
    send_team(SEATS2(0, 1));
    now_ms = state.deadline_ms - 1;

    must_refuse(send(COMMAND_TIMEOUT, SEAT_CLOCK, 0), REFUSED_WRONG_PHASE, "");
}

/* Sizes */

static void views_of_all_roles_are_equally_long(void)
{
    size_t length = strlen(text_of(0));
    for (int seat = 1; seat < setup.seat_count; seat++)
        assert_int_equal(strlen(text_of(seat)), length);
    assert_int_equal(strlen(text_of(SEAT_PUBLIC)), length);
}

static void views_are_equally_long_for_all_roles_in_every_secret_step(void **unused)
{
    (void)unused;
    start_seven();
    views_of_all_roles_are_equally_long();
    must(propose(SEATS2(0, 4)));
    must(send(AVALON_CAST_VOTE, 2, AVALON_APPROVE));
    must(send(AVALON_CAST_VOTE, 3, AVALON_REJECT));
    views_of_all_roles_are_equally_long();
    for (int seat = 0; seat < 7; seat++)
        if (!seat_in(state.table.voted, seat))
            must(send(AVALON_CAST_VOTE, seat, AVALON_APPROVE));
    must(time_passes());
    for (int seat = 0; seat < 7; seat++) {
        must(send(AVALON_CONTINUE, seat, 0));
        views_of_all_roles_are_equally_long();
    }
    must(send(AVALON_PLAY_CARD, 4, AVALON_FAIL));
    views_of_all_roles_are_equally_long();
    must(send(AVALON_PLAY_CARD, 0, AVALON_SUCCESS));
    views_of_all_roles_are_equally_long();
    must(time_passes());
    go_on();
    win_three_quests();
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
    views_of_all_roles_are_equally_long();
    must(send(AVALON_NAME_MERLIN, 5, 0));
    views_of_all_roles_are_equally_long();
}

static void the_commands_of_the_assassination_are_equally_long(void **unused)
{
    (void)unused;
    assert_int_equal(strlen(game_avalon.commands[AVALON_ASSASSINATE].name),
                     strlen(game_avalon.commands[AVALON_NAME_MERLIN].name));
}

static void messages_fit_one_frame(void)
{
    enum { EVENTS_AND_ROOM = 1200, EVENTS = 480 };
    for (int seat = 0; seat < setup.seat_count; seat++) {
        assert_true(strlen(text_of(seat)) + EVENTS_AND_ROOM < (size_t)game_avalon.frame_bucket);
        assert_true(strlen(text_of(seat)) + EVENTS <
                    strlen(text_of(SEAT_PUBLIC)) + (size_t)game_avalon.frame_secret);
    }
}

/* Four teams are rejected before each quest, and the fifth quest decides. */
static void play_the_longest_game(void)
{
    int assassin = avalon_seat_of(&state, AVALON_ASSASSIN);
    for (int number = 0; number < 5; number++) {
        for (int i = 0; i < 4; i++) {
            must(propose(team_with(SEATS_NONE)));
            vote_all(SEATS_NONE);
        }
        bool fails = number == 0 || number == 2;
        quest(team_with(seat_bit(assassin)), fails ? seat_bit(assassin) : SEATS_NONE);
        messages_fit_one_frame();
        go_on();
        if (state.table.phase == AVALON_LADY_EXAMINATION)
            examine_somebody();
        messages_fit_one_frame();
    }
    assert_int_equal(state.table.phase, AVALON_ASSASSINATION);
}

/* So that the message to the actor is never a frame longer than those to the others. */
static void the_longest_message_fits_one_frame_at_every_table(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        prepare(seats);
        setup.option[AVALON_LADY_OF_THE_LAKE] = true;
        begin();
        messages_fit_one_frame();
        acknowledge_all();
        play_the_longest_game();
    }
}

static void the_longest_message_of_the_large_box_fits_one_frame(void **unused)
{
    (void)unused;
    prepare(10);
    setup.option[AVALON_LADY_OF_THE_LAKE] = true;
    setup.option[AVALON_INCLUDE_MORDRED] = setup.option[AVALON_INCLUDE_OBERON] = false;
    setup.option[AVALON_INCLUDE_CLERIC] = setup.option[AVALON_INCLUDE_TROUBLEMAKER] = true;
    setup.option[AVALON_INCLUDE_TRICKSTER] = true;
    setup.option[AVALON_LANCELOTS] = AVALON_LANCELOTS_DRAW;
    begin();
    messages_fit_one_frame();
    acknowledge_all();
    play_the_longest_game();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evil_wins_with_three_failed_quests),
        cmocka_unit_test(three_successes_lead_to_the_assassination),
        cmocka_unit_test(without_merlin_three_successes_win_at_once),
        cmocka_unit_test(evil_wins_if_the_assassin_finds_merlin),
        cmocka_unit_test(good_wins_if_the_assassin_misses),
        cmocka_unit_test(only_the_assassin_shoots_and_is_refused_like_anybody),
        cmocka_unit_test(the_assassin_cannot_aim_at_himself_or_at_evil_he_knows),
        cmocka_unit_test(oberon_can_be_aimed_at),
        cmocka_unit_test(nothing_is_shown_before_the_shot),
        cmocka_unit_test(with_flip_evil_all_evil_is_shown_before_the_shot),
        cmocka_unit_test(everybody_else_names_a_merlin_that_is_shown_at_the_end),
        cmocka_unit_test(evil_talks_in_private_while_the_assassin_thinks),
        cmocka_unit_test(oberon_joins_the_talk_of_evil_once_evil_is_shown),
        cmocka_unit_test(the_table_is_silent_in_secret_steps),
        cmocka_unit_test(a_game_is_voided_by_more_than_all_of_good),
        cmocka_unit_test(the_end_shows_every_role_and_every_vote),
        cmocka_unit_test(the_lady_starts_right_of_the_first_leader),
        cmocka_unit_test(the_lady_is_asked_after_quests_two_three_and_four),
        cmocka_unit_test(the_target_is_public_and_the_answer_the_holders_alone),
        cmocka_unit_test(the_lady_examines_nobody_who_has_held_her),
        cmocka_unit_test(only_the_holder_examines),
        cmocka_unit_test(at_zero_roles_count_as_read),
        cmocka_unit_test(at_zero_the_team_is_drawn_at_random),
        cmocka_unit_test(at_zero_a_missing_vote_is_a_reject),
        cmocka_unit_test(at_zero_a_missing_card_is_a_success_for_evil_too),
        cmocka_unit_test(a_quest_never_ends_before_its_window),
        cmocka_unit_test(at_zero_the_lady_looks_at_somebody_at_random),
        cmocka_unit_test(at_zero_the_shot_hits_a_random_legal_target),
        cmocka_unit_test(without_deadlines_only_the_windows_are_timed),
        cmocka_unit_test(a_timeout_before_its_time_does_nothing),
        cmocka_unit_test(views_are_equally_long_for_all_roles_in_every_secret_step),
        cmocka_unit_test(the_commands_of_the_assassination_are_equally_long),
        cmocka_unit_test(the_longest_message_fits_one_frame_at_every_table),
        cmocka_unit_test(the_longest_message_of_the_large_box_fits_one_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
