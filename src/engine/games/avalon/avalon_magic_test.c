/* Avalon: the Sorcerers, whose Magic turns the result of a quest. */
#include "avalon_test.h"

static const enum avalon_role sorcerers[] = { AVALON_MERLIN, AVALON_GOOD_SORCERER,
                                              AVALON_LOYAL_SERVANT, AVALON_ASSASSIN,
                                              AVALON_EVIL_SORCERER };
static const enum avalon_role many[] = { AVALON_MERLIN,        AVALON_GOOD_SORCERER,
                                         AVALON_LOYAL_SERVANT, AVALON_LOYAL_SERVANT,
                                         AVALON_ASSASSIN,      AVALON_EVIL_SORCERER,
                                         AVALON_OBERON };

/* Dealt `roles`, seat 0 leads. */
static void start_magic(int seat_count, enum avalon_sorcerers mode, const enum avalon_role roles[])
{
    prepare(seat_count);
    memset(setup.option, 0, AVALON_LANCELOTS * sizeof *setup.option);
    setup.option[AVALON_INCLUDE_MERLIN] = setup.option[AVALON_INCLUDE_ASSASSIN] = 1;
    setup.option[AVALON_SORCERERS] = mode;
    start_with(roles);
}

static void play(int seat, enum avalon_card card)
{
    must(send(AVALON_PLAY_CARD, seat, card));
}

/* The cards of three seats on quest 2 of five. */
static void play_three(enum avalon_card a, enum avalon_card b, enum avalon_card c)
{
    const enum avalon_card card[] = { a, b, c };
    const int seat[] = { 1, 4, 3 }; /* the Sorcerers, and the assassin who may play all else */
    start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 2);
    send_team(SEATS3(1, 3, 4));
    for (int i = 0; i < 3; i++)
        play(seat[i], card[i]);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
}

/* By test vector 5 of the rules, like the two after it. */
static void one_magic_turns_a_success_into_a_failure(void **unused)
{
    (void)unused;
    play_three(AVALON_MAGIC, AVALON_SUCCESS, AVALON_SUCCESS);
    assert_false(state.table.quests[1].is_success);
    view_has(SEAT_PUBLIC,
             "\"success\":false,\"success_count\":2,\"fail_count\":0,\"magic_count\":1");
}

static void one_magic_turns_a_failure_into_a_success(void **unused)
{
    (void)unused;
    play_three(AVALON_MAGIC, AVALON_SUCCESS, AVALON_FAIL);
    assert_true(state.table.quests[1].is_success);
}

static void two_magic_cards_turn_nothing(void **unused)
{
    (void)unused;
    play_three(AVALON_MAGIC, AVALON_MAGIC, AVALON_FAIL);
    assert_false(state.table.quests[1].is_success);
    assert_int_equal(state.table.quests[1].magic, 2);
    play_three(AVALON_MAGIC, AVALON_MAGIC, AVALON_SUCCESS);
    assert_true(state.table.quests[1].is_success);
}

static void magic_turns_what_the_fails_come_to_where_two_are_needed(void **unused)
{
    (void)unused;
    start_magic(7, AVALON_SORCERERS_WITH_EVIL, many);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 4);
    send_team(SEATS4(0, 1, 2, 4));
    play(0, AVALON_SUCCESS);
    play(1, AVALON_MAGIC);
    play(2, AVALON_SUCCESS);
    play(4, AVALON_FAIL);
    must(time_passes());

    assert_int_equal(state.table.quests[3].fails, 1);
    assert_false(state.table.quests[3].is_success);
}

static void a_sorcerer_plays_success_or_magic_and_never_fail(void **unused)
{
    (void)unused;
    start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
    send_team(SEATS2(1, 4));
    for (int seat = 1; seat <= 4; seat += 3) {
        view_has(seat, "{\"type\":\"play_card\",\"card\":[\"success\",\"magic\"]}");
        must_refuse(send(AVALON_PLAY_CARD, seat, AVALON_FAIL), REFUSED_NOT_NOW, "");
    }
}

static void nobody_else_plays_magic_and_hears_no_reason(void **unused)
{
    (void)unused;
    start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
    send_team(SEATS2(2, 3));
    for (int seat = 2; seat <= 3; seat++)
        must_refuse(send(AVALON_PLAY_CARD, seat, AVALON_MAGIC), REFUSED_NOT_NOW, "");
}

static void what_a_sorcerer_plays_is_told_to_them_alone_in_one_digit(void **unused)
{
    (void)unused;
    size_t length = 0;
    for (int card = AVALON_SUCCESS; card <= AVALON_MAGIC; card += AVALON_MAGIC - AVALON_SUCCESS) {
        char text[256];
        struct json out;
        json_init(&out, text, sizeof text);
        start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
        send_team(SEATS2(1, 2));
        play(1, (enum avalon_card)card);
        const struct game_event *recorded = event_of(AVALON_QUEST_CARD_RECORDED);
        assert_int_equal(recorded->told, seat_bit(1));
        message_write_event(&game_avalon, recorded, 1, NULL, &out);
        assert_true(length == 0 || length == out.length);
        length = out.length;
        assert_int_equal(strlen(text_of(1)), strlen(text_of(2)));
    }
}

static void excalibur_leaves_magic_as_it_is_and_the_bearer_learns_of_it(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_PERCIVAL] = setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_SORCERERS] = AVALON_SORCERERS_WITH_EVIL;
    setup.option[AVALON_EXCALIBUR] = 1;
    start_with(sorcerers);
    struct game_command command = { .kind = AVALON_PROPOSE_TEAM, .arg = { SEATS2(0, 1), 0 } };
    command.arg[1] = 1;
    must(game_decide(&turn, &game_avalon, &state, &command, now_ms, &rng));
    vote_all(SEATS_ALL);
    play(0, AVALON_SUCCESS);
    play(1, AVALON_MAGIC);
    must(time_passes());
    state.table.quests[0].excalibur = 0; /* as if the leader of before had given it to Merlin */
    must(send(AVALON_USE_EXCALIBUR, 0, 1));
    view_has(0, "{\"type\":\"turn\",\"quest_number\":1,\"target\":1,\"card\":\"magic\"}");
    must(time_passes());

    assert_int_equal(state.table.quests[0].magic, 1);
    assert_false(state.table.quests[0].is_success);
}

static void one_who_plays_nothing_in_time_has_played_success(void **unused)
{
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_PERCIVAL] = setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_SORCERERS] = AVALON_SORCERERS_WITH_EVIL;
    setup.option[AVALON_QUEST_SECONDS] = 30;
    start_with(sorcerers);
    send_team(SEATS2(1, 4));
    must(time_passes());
    must(time_passes());

    assert_int_equal(state.table.quests[0].magic, 0);
    assert_true(state.table.quests[0].is_success);
}

static void an_evil_sorcerer_is_one_of_evil_unless_the_option_says_alone(void **unused)
{
    (void)unused;
    for (int mode = AVALON_SORCERERS_WITH_EVIL; mode <= AVALON_SORCERERS_ALONE; mode++) {
        bool is_one_of_them = mode == AVALON_SORCERERS_WITH_EVIL;
        start_magic(7, (enum avalon_sorcerers)mode, many);
        assert_int_equal(seat_in(state.own[4].known, 5), is_one_of_them);
        assert_int_equal(seat_in(state.own[5].known, 4), is_one_of_them);
        assert_true(seat_in(state.own[0].known, 5)); /* Merlin sees them either way */
        assert_false(seat_in(state.own[6].known, 5));
        win_three_quests();
        assert_int_equal(seat_in(game_avalon.hears(&state, 1), 5), is_one_of_them);
    }
}

static void the_two_sorcerers_are_in_the_deck_and_count_for_their_sides(void **unused)
{
    const char *why = NULL;
    (void)unused;
    prepare(5);
    setup.option[AVALON_SORCERERS] = AVALON_SORCERERS_WITH_EVIL;
    assert_int_equal(game_check(&game_avalon, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_evil_roles");
    setup.option[AVALON_INCLUDE_MORGANA] = 0;
    assert_int_equal(game_check(&game_avalon, &setup, &why), ACCEPTED);
    begin();
    assert_true(avalon_seat_of(&state, AVALON_GOOD_SORCERER) >= 0);
    assert_true(avalon_seat_of(&state, AVALON_EVIL_SORCERER) >= 0);
}

static void without_them_nothing_says_magic(void **unused)
{
    (void)unused;
    start_five();
    quest(SEATS2(0, 3), seat_bit(3));
    assert_int_equal(event_of(AVALON_QUEST_COMPLETED)->arg[5], -1);
    view_lacks(SEAT_PUBLIC, "magic");
    view_lacks(3, "magic");
}

/* Bots */

static enum avalon_card card_of_bot(int seat)
{
    struct avalon_view view = look(seat);
    struct game_bot bot = { .seat = seat, .strength = 4, .rng = &rng };
    struct game_command command = { 0 };
    assert_true(game_avalon.bot(&view, &bot, &command));
    assert_int_equal(command.kind, AVALON_PLAY_CARD);
    return (enum avalon_card)command.arg[0];
}

static void a_good_bot_turns_a_quest_that_looks_lost_and_no_other(void **unused)
{
    (void)unused;
    start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
    send_team(SEATS2(1, 2));
    assert_int_equal(card_of_bot(1), AVALON_SUCCESS);
    start_magic(5, AVALON_SORCERERS_WITH_EVIL, sorcerers);
    quest(SEATS2(0, 3), seat_bit(3));
    go_on();
    state.own[1].known = seat_bit(3); /* as the Lady would have it */
    send_team(SEATS3(1, 2, 3));
    assert_int_equal(card_of_bot(1), AVALON_MAGIC);
}

static void an_evil_bot_breaks_by_magic_the_quest_that_two_fails_would_break(void **unused)
{
    (void)unused;
    start_magic(7, AVALON_SORCERERS_WITH_EVIL, many);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 4);
    send_team(SEATS4(0, 1, 2, 5));
    assert_int_equal(card_of_bot(5), AVALON_MAGIC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_magic_turns_a_success_into_a_failure),
        cmocka_unit_test(one_magic_turns_a_failure_into_a_success),
        cmocka_unit_test(two_magic_cards_turn_nothing),
        cmocka_unit_test(magic_turns_what_the_fails_come_to_where_two_are_needed),
        cmocka_unit_test(a_sorcerer_plays_success_or_magic_and_never_fail),
        cmocka_unit_test(nobody_else_plays_magic_and_hears_no_reason),
        cmocka_unit_test(what_a_sorcerer_plays_is_told_to_them_alone_in_one_digit),
        cmocka_unit_test(excalibur_leaves_magic_as_it_is_and_the_bearer_learns_of_it),
        cmocka_unit_test(one_who_plays_nothing_in_time_has_played_success),
        cmocka_unit_test(an_evil_sorcerer_is_one_of_evil_unless_the_option_says_alone),
        cmocka_unit_test(the_two_sorcerers_are_in_the_deck_and_count_for_their_sides),
        cmocka_unit_test(without_them_nothing_says_magic),
        cmocka_unit_test(a_good_bot_turns_a_quest_that_looks_lost_and_no_other),
        cmocka_unit_test(an_evil_bot_breaks_by_magic_the_quest_that_two_fails_would_break),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
