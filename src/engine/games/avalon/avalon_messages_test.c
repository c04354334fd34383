/* Avalon: the Messengers, whose messages weigh on the last quest, and whom the assassin may name instead of
 * Merlin. */
#include "avalon_test.h"

/* Seats by role in the table of these tests. */
enum { MERLIN, SENIOR, JUNIOR, SERVANT, ASSASSIN, EVIL, MINION };
static const enum avalon_role messengers[] = {
    AVALON_MERLIN,   AVALON_SENIOR_MESSENGER, AVALON_JUNIOR_MESSENGER, AVALON_LOYAL_SERVANT,
    AVALON_ASSASSIN, AVALON_EVIL_MESSENGER,   AVALON_MINION,
};

static void start_messages(enum avalon_messengers mode)
{
    prepare(7);
    memset(setup.option, 0, AVALON_LANCELOTS * sizeof *setup.option);
    setup.option[AVALON_INCLUDE_MERLIN] = setup.option[AVALON_INCLUDE_ASSASSIN] = 1;
    setup.option[AVALON_MESSENGERS] = mode;
    start_with(messengers);
}

static void play(int seat, enum avalon_card card)
{
    must(send(AVALON_PLAY_CARD, seat, card));
}

/* As if so many messages had been sent on the first quest. */
static void sent_before(int good, int evil)
{
    state.table.quests[0].good_messages = (int8_t)good;
    state.table.quests[0].evil_messages = (int8_t)evil;
}

/* The cards of the Senior, the servant, the assassin and the Evil Messenger on quest 5. */
static void play_the_last_quest(enum avalon_card senior, enum avalon_card assassin,
                                enum avalon_card evil)
{
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, AVALON_QUESTS);
    send_team(SEATS4(SENIOR, SERVANT, ASSASSIN, EVIL));
    play(SENIOR, senior);
    play(SERVANT, AVALON_SUCCESS);
    play(ASSASSIN, assassin);
    play(EVIL, evil);
    must(time_passes());
    assert_int_equal(state.table.phase, AVALON_QUEST_RESULTS);
}

/* By test vector 6 of the rules, like the two after it. */
static void three_good_messages_take_a_fail_off_the_last_quest(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    sent_before(2, 1);
    play_the_last_quest(AVALON_GOOD_MESSAGE, AVALON_FAIL, AVALON_SUCCESS);
    assert_true(state.table.quests[4].is_success);
    view_has(SEAT_PUBLIC, "\"success\":true,\"success_count\":3,\"fail_count\":1,"
                          "\"good_messages\":1,\"evil_messages\":0");
}

static void two_evil_messages_outweigh_three_good_ones(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    sent_before(2, 2);
    play_the_last_quest(AVALON_GOOD_MESSAGE, AVALON_FAIL, AVALON_SUCCESS);
    assert_false(state.table.quests[4].is_success);
}

static void two_evil_messages_fail_the_last_quest_without_a_fail_on_it(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    sent_before(1, 2);
    play_the_last_quest(AVALON_SUCCESS, AVALON_SUCCESS, AVALON_SUCCESS);
    assert_int_equal(state.table.quests[4].fails, 0);
    assert_false(state.table.quests[4].is_success);
}

static void messages_weigh_on_the_last_quest_only(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    sent_before(4, 0);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 3);
    send_team(SEATS3(SENIOR, SERVANT, ASSASSIN));
    play(SENIOR, AVALON_SUCCESS);
    play(SERVANT, AVALON_SUCCESS);
    play(ASSASSIN, AVALON_FAIL);
    must(time_passes());
    assert_false(state.table.quests[2].is_success);
}

static void an_evil_message_is_a_fail_and_a_good_one_a_success(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    send_team(SEATS2(JUNIOR, EVIL));
    play(JUNIOR, AVALON_GOOD_MESSAGE);
    play(EVIL, AVALON_EVIL_MESSAGE);
    must(time_passes());
    assert_int_equal(state.table.quests[0].fails, 1);
    assert_false(state.table.quests[0].is_success);
    view_has(SEAT_PUBLIC,
             "\"success_count\":1,\"fail_count\":1,\"good_messages\":1,\"evil_messages\":1");
}

static void a_good_messenger_sends_two_and_no_more(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    for (int number = 0; number < 2; number++) {
        send_team(team_with(seat_bit(SENIOR)));
        play(SENIOR, AVALON_SUCCESS);
        play(SENIOR, AVALON_GOOD_MESSAGE); /* a change of mind is no message */
        for (int seat = 0; seat < 7; seat++)
            if (seat != SENIOR && seat_in(avalon_proposal(&state.table)->team, seat))
                play(seat, AVALON_SUCCESS);
        must(time_passes());
        go_on();
    }
    send_team(team_with(SEATS2(SENIOR, JUNIOR)));
    must_refuse(send(AVALON_PLAY_CARD, SENIOR, AVALON_GOOD_MESSAGE), REFUSED_NOT_NOW, "");
    view_has(SENIOR, "{\"type\":\"play_card\",\"card\":[\"success\"]}");
    view_has(JUNIOR, "{\"type\":\"play_card\",\"card\":[\"success\",\"good_message\"]}");
}

static void nobody_sends_a_message_of_another_role(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    send_team(SEATS2(SENIOR, EVIL));
    must_refuse(send(AVALON_PLAY_CARD, SENIOR, AVALON_EVIL_MESSAGE), REFUSED_NOT_NOW, "");
    must_refuse(send(AVALON_PLAY_CARD, EVIL, AVALON_GOOD_MESSAGE), REFUSED_NOT_NOW, "");
    view_has(EVIL, "\"card\":[\"success\",\"fail\",\"evil_message\"]");
    assert_int_equal(strlen(text_of(EVIL)), strlen(text_of(SENIOR)));
}

static void excalibur_turns_a_message_into_a_plain_card(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    send_team(SEATS2(SENIOR, EVIL));
    play(SENIOR, AVALON_GOOD_MESSAGE);
    play(EVIL, AVALON_EVIL_MESSAGE);
    state.table.quests[0].turned = SENIOR;
    assert_int_equal(avalon_counted_card(&state, SENIOR), AVALON_FAIL);
    state.table.quests[0].turned = EVIL;
    assert_int_equal(avalon_counted_card(&state, EVIL), AVALON_SUCCESS);
}

static void the_senior_knows_the_junior_where_the_option_says_so(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    assert_int_equal(state.own[SENIOR].known, SEATS_NONE);
    start_messages(AVALON_SENIOR_KNOWS_JUNIOR);
    assert_int_equal(state.own[SENIOR].known, seat_bit(JUNIOR));
    assert_int_equal(state.own[JUNIOR].known, SEATS_NONE);
    view_has(SENIOR, "\"knows\":\"messenger\"");
}

static enum refusal aim(int kind, int seat, int target, int second)
{
    struct game_command command = { .kind = (uint16_t)kind, .seat = (int8_t)seat };
    command.arg[0] = target;
    command.arg[1] = second;
    return game_decide(&turn, &game_avalon, &state, &command, now_ms, &rng);
}

static void the_assassin_wins_by_naming_both_messengers(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    win_three_quests();
    must(aim(AVALON_ASSASSINATE, ASSASSIN, JUNIOR, SENIOR));
    assert_int_equal(outcome().reason, AVALON_MESSENGERS_ASSASSINATED);
    assert_int_equal(outcome().winners, SEATS3(ASSASSIN, EVIL, MINION));
    view_has(SEAT_PUBLIC, "\"assassin_target\":2,\"assassin_second\":1");
}

static void of_the_two_who_are_named_both_must_be_right(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    win_three_quests();
    must(aim(AVALON_ASSASSINATE, ASSASSIN, SENIOR, MERLIN));
    assert_int_equal(outcome().reason, AVALON_MERLIN_SURVIVED);
}

static void one_messenger_alone_is_a_miss(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    win_three_quests();
    must(aim(AVALON_ASSASSINATE, ASSASSIN, SENIOR, -1));
    assert_int_equal(outcome().reason, AVALON_MERLIN_SURVIVED);
}

static void everybody_else_may_name_two_as_well(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    win_three_quests();
    must(aim(AVALON_NAME_MERLIN, SERVANT, SENIOR, JUNIOR));
    assert_int_equal(event_of(AVALON_MERLIN_NAMED)->told, seat_bit(SERVANT));
    view_has(SERVANT, "\"my_merlin\":1,\"my_second\":2");
    view_has(MERLIN, "\"my_merlin\":null,\"my_second\":null");
    assert_int_equal(strlen(text_of(SERVANT)), strlen(text_of(ASSASSIN)));
}

static void two_are_named_only_where_there_are_messengers_and_they_are_two(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    win_three_quests();
    must_refuse(aim(AVALON_ASSASSINATE, ASSASSIN, SENIOR, SENIOR), REFUSED_BAD_TARGET,
                "not_a_target");
    must_refuse(aim(AVALON_ASSASSINATE, ASSASSIN, SENIOR, EVIL), REFUSED_BAD_TARGET,
                "not_a_target");
    start_seven();
    win_three_quests();
    must_refuse(aim(AVALON_ASSASSINATE, 4, 0, 1), REFUSED_BAD_TARGET, "no_messengers");
    view_lacks(4, "second");
}

static void they_are_three_of_the_deck(void **unused)
{
    const char *why = NULL;
    (void)unused;
    prepare(5);
    setup.option[AVALON_INCLUDE_MORGANA] = 0;
    setup.option[AVALON_MESSENGERS] = AVALON_MESSENGERS_APART;
    assert_int_equal(game_check(&game_avalon, &setup, &why), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_good_roles");
    setup.option[AVALON_INCLUDE_PERCIVAL] = 0;
    assert_int_equal(game_check(&game_avalon, &setup, &why), ACCEPTED);
}

/* Bots */

static void an_evil_bot_fails_by_message_so_that_it_weighs_twice(void **unused)
{
    (void)unused;
    start_messages(AVALON_MESSENGERS_APART);
    apply(AVALON_PHASE_CHANGED, AVALON_TEAM_BUILDING, 3);
    send_team(SEATS3(SENIOR, SERVANT, EVIL));
    struct avalon_view view = look(EVIL);
    struct game_bot bot = { .seat = EVIL, .strength = 4, .rng = &rng };
    struct game_command command = { 0 };
    assert_true(game_avalon.bot(&view, &bot, &command));
    assert_int_equal(command.arg[0], AVALON_EVIL_MESSAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_good_messages_take_a_fail_off_the_last_quest),
        cmocka_unit_test(two_evil_messages_outweigh_three_good_ones),
        cmocka_unit_test(two_evil_messages_fail_the_last_quest_without_a_fail_on_it),
        cmocka_unit_test(messages_weigh_on_the_last_quest_only),
        cmocka_unit_test(an_evil_message_is_a_fail_and_a_good_one_a_success),
        cmocka_unit_test(a_good_messenger_sends_two_and_no_more),
        cmocka_unit_test(nobody_sends_a_message_of_another_role),
        cmocka_unit_test(excalibur_turns_a_message_into_a_plain_card),
        cmocka_unit_test(the_senior_knows_the_junior_where_the_option_says_so),
        cmocka_unit_test(the_assassin_wins_by_naming_both_messengers),
        cmocka_unit_test(of_the_two_who_are_named_both_must_be_right),
        cmocka_unit_test(one_messenger_alone_is_a_miss),
        cmocka_unit_test(everybody_else_may_name_two_as_well),
        cmocka_unit_test(two_are_named_only_where_there_are_messengers_and_they_are_two),
        cmocka_unit_test(they_are_three_of_the_deck),
        cmocka_unit_test(an_evil_bot_fails_by_message_so_that_it_weighs_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
