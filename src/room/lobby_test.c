/* Before a game. */
#include "room/fixture_test.h"

static int64_t at_seat(int seat)
{
    return table->member[table->member_of_seat[seat]].player;
}

static void standing_and_sitting_change_the_ring(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);

    assert_accepted(say(ANA, "{'type':'stand'}"));
    assert_int_equal(person(ANA)->seat, -1);
    assert_int_equal(at_seat(0), BOB);
    assert_accepted(say(ANA, "{'type':'stand'}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(ANA, "{'type':'sit'}"));
    assert_int_equal(person(ANA)->seat, 2);
    assert_accepted(say(ANA, "{'type':'sit'}"));
    assert_int_equal(turn->event_count, 0);
}

static void there_are_as_many_chairs_as_the_host_wants(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_seats','num_players':2}"));
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));
    assert_refused(say(CAT, "{'type':'sit'}"), "room_full");
    assert_refused(say(ANA, "{'type':'add_bot'}"), "room_full");

    assert_accepted(say(ANA, "{'type':'set_seats','num_players':3}"));

    assert_int_equal(person(CAT)->seat, 2);
    assert_refused(say(ANA, "{'type':'set_seats','num_players':2}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_seats','num_players':1}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_seats','num_players':20}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_seats','num_players':21}"), "bad_argument");
}

static void nobody_changes_chairs_during_a_game(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    assert_refused(say(BOB, "{'type':'stand'}"), "wrong_phase");
    assert_refused(say(BOB, "{'type':'sit'}"), "wrong_phase");
    assert_refused(say(BOB, "{'type':'select_role','role':'weather'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'add_bot'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'set_game','game':'journeyman'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'set_options','options':{}}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'set_seats','num_players':2}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':[]}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'start_roll_call'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'take_next_seat'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'start'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'next_game'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'rematch'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'ready'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'set_nonce','nonce':'00000000000000000000000000000000'}"),
                   "wrong_phase");
}

/* Roles */

static void roles_are_first_come_first_served(void **unused)
{
    (void)unused;
    seat_people("journeyman", 3);
    assert_int_equal(table->seat_count, 0);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));

    assert_refused(say(BOB, "{'type':'select_role','role':'journeyman'}"), "seat_taken");
    assert_refused(say(BOB, "{'type':'select_role','role':'merlin'}"), "bad_target");
    assert_refused(say(BOB, "{'type':'select_role','role':'narrator'}"), "bad_target");
    assert_refused(say(BOB, "{'type':'select_role'}"), "missing_argument");
    assert_true(sees(BOB, "'side':'journeyman'"));
}

static void the_game_begins_by_itself_when_every_role_is_taken(void **unused)
{
    (void)unused;
    seat_people("journeyman", 3);
    assert_accepted(say(ANA, "{'type':'select_role','role':'weather'}"));
    assert_int_equal(table->phase, ROOM_LOBBY);

    assert_accepted(say(BOB, "{'type':'select_role','role':'journeyman'}"));

    assert_int_equal(table->phase, ROOM_PLAYING);
    assert_true(sees(CAT, "'is_spectator':true"));
    assert_int_equal(table->deal.setup.side[0], 1);
    assert_int_equal(table->deal.setup.side[1], 0);
}

static void it_does_not_begin_without_the_people(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'weather'}"));
    assert_accepted(clock_says("mark_away", ANA));
    assert_accepted(say(BOB, "{'type':'select_role','role':'journeyman'}"));
    assert_int_equal(table->phase, ROOM_LOBBY);

    assert_accepted(clock_says("mark_back", ANA));

    assert_int_equal(table->phase, ROOM_PLAYING);
}

static void a_role_can_be_changed_and_given_back(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'weather'}"));
    assert_accepted(say(ANA, "{'type':'select_role','role':'weather'}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_int_equal(person(ANA)->side, 0);
    assert_int_equal(table->seat_count, 1);

    assert_accepted(say(ANA, "{'type':'stand'}"));

    assert_int_equal(person(ANA)->side, -1);
    assert_accepted(say(BOB, "{'type':'select_role','role':'journeyman'}"));
}

static void sitting_down_takes_the_first_free_role(void **unused)
{
    (void)unused;
    seat_people("journeyman", 3);
    assert_accepted(say(ANA, "{'type':'sit'}"));
    assert_int_equal(person(ANA)->side, 0);

    assert_accepted(say(ANA, "{'type':'add_bot'}"));

    assert_int_equal(table->phase, ROOM_PLAYING);
    assert_int_equal(table->member[table->member_of_seat[1]].side, 1);
}

static void a_bot_takes_the_role_it_is_given(void **unused)
{
    (void)unused;
    open_table("journeyman");
    assert_refused(say(ANA, "{'type':'add_bot','role':'merlin'}"), "bad_target");
    assert_accepted(say(ANA, "{'type':'add_bot','role':'weather','strength':4}"));
    assert_refused(say(ANA, "{'type':'add_bot','role':'weather'}"), "seat_taken");
    assert_refused(say(ANA, "{'type':'select_role','role':'weather'}"), "seat_taken");

    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));

    assert_int_equal(table->phase, ROOM_PLAYING);
}

static void whoever_chooses_no_side_joins_the_smaller_one(void **unused)
{
    (void)unused;
    struct game *game = bend("coinflip");
    static const char *const teams[] = { "white", "black", NULL };
    game->sides = teams;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'select_role','role':'white'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'white'}"));

    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_int_equal(person(CAT)->side, 1);
    assert_int_equal(person(DAN)->side, 1);
    assert_int_equal(table->deal.setup.side[3], 1);
}

/* The narrator */

static void whoever_opens_a_narrated_game_narrates(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 3);

    assert_true(person(ANA)->is_narrator);
    assert_int_equal(person(ANA)->seat, -1);
    assert_int_equal(room_viewer(table, ANA), SEAT_NARRATOR);
    assert_int_equal(table->seat_count, 2);
    assert_refused(say(BOB, "{'type':'select_role','role':'narrator'}"), "seat_taken");
}

static void a_narrated_game_needs_its_narrator(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'stand'}"));
    assert_refused(say(ANA, "{'type':'start'}"), "not_now");
    assert_string_equal(turn->refusal.why, "needs_narrator");

    assert_accepted(say(BOB, "{'type':'select_role','role':'narrator'}"));

    assert_int_equal(person(BOB)->seat, -1);
    assert_accepted(say(ANA, "{'type':'start'}"));
}

static void a_narrator_who_sits_narrates_no_more(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 2);

    assert_accepted(say(ANA, "{'type':'sit'}"));

    assert_false(person(ANA)->is_narrator);
    assert_int_equal(room_narrator(table), -1);
}

/* Seat order */

static void the_host_orders_the_seats(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);

    assert_accepted(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s']}", id_of(CAT),
                        id_of(ANA), id_of(BOB)));

    assert_int_equal(at_seat(0), CAT);
    assert_int_equal(at_seat(1), ANA);
    assert_int_equal(person(BOB)->seat, 2);
}

static void an_order_names_everyone_seated_once(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));

    assert_refused(say(ANA, "{'type':'reorder_seats','order':['%s','%s']}", id_of(CAT), id_of(ANA)),
                   "bad_target");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s']}", id_of(CAT),
                       id_of(ANA), id_of(CAT)),
                   "bad_target");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s']}", id_of(CAT),
                       id_of(ANA), id_of(DAN)),
                   "bad_target");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':['%s','%s','%s','%s']}", id_of(CAT),
                       id_of(ANA), id_of(BOB), id_of(DAN)),
                   "bad_target");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':['%s']}", id_of(EVE)), "bad_target");
}

static void a_roll_call_seats_people_in_the_order_of_their_taps(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_refused(say(BOB, "{'type':'take_next_seat'}"), "not_now");
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    assert_accepted(say(ANA, "{'type':'start_roll_call'}"));
    assert_accepted(say(CAT, "{'type':'take_next_seat'}"));
    assert_accepted(say(CAT, "{'type':'take_next_seat'}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(ANA, "{'type':'take_next_seat'}"));
    assert_true(sees(ANA, "'is_roll_call':true"));

    assert_accepted(say(BOB, "{'type':'take_next_seat'}"));

    assert_int_equal(at_seat(0), CAT);
    assert_int_equal(at_seat(1), ANA);
    assert_int_equal(at_seat(2), BOB);
    assert_true(table->member[table->member_of_seat[3]].is_bot);
    assert_false(table->is_roll_call);
}

static void a_roll_call_can_be_called_off(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'start_roll_call'}"));
    assert_accepted(say(CAT, "{'type':'take_next_seat'}"));

    assert_accepted(say(ANA, "{'type':'cancel_roll_call'}"));

    assert_false(table->is_roll_call);
    assert_int_equal(person(CAT)->seat, 2);
    assert_false(sees(ANA, "'has_tapped':true"));
}

static void a_roll_call_does_not_wait_for_who_is_gone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'start_roll_call'}"));
    assert_accepted(say(CAT, "{'type':'take_next_seat'}"));
    assert_accepted(say(ANA, "{'type':'take_next_seat'}"));

    assert_accepted(clock_says("mark_away", BOB));

    assert_int_equal(at_seat(0), CAT);
    assert_int_equal(at_seat(2), BOB);
    assert_false(table->is_roll_call);
}

static void only_the_seated_tap(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'start_roll_call'}"));

    assert_refused(say(CAT, "{'type':'take_next_seat'}"), "not_seated");
}

static void readiness_is_shown_and_ends_with_the_deal(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(BOB, "{'type':'ready'}"));
    assert_true(person(BOB)->is_ready);
    assert_accepted(say(BOB, "{'type':'ready','ready':true}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(BOB, "{'type':'ready','ready':false}"));
    assert_false(person(BOB)->is_ready);
    assert_accepted(say(BOB, "{'type':'ready'}"));

    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_false(person(BOB)->is_ready);
}

/* Options */

static void options_keep_to_their_table(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':7}}"));
    assert_true(sees(BOB, "'rounds':7"));
    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':7}}"));
    assert_int_equal(turn->event_count, 0);
    assert_refused(say(ANA, "{'type':'set_options','options':{'rounds':1000}}"), "bad_option");
    assert_string_equal(turn->refusal.why, "rounds");
    assert_refused(say(ANA, "{'type':'set_options','options':{'rounds':'two'}}"), "bad_option");
    assert_refused(say(ANA, "{'type':'set_options','options':{'jokers':1}}"), "bad_option");
    assert_refused(say(ANA, "{'type':'set_options','options':{'rounds':2,'guess_seconds':-1}}"),
                   "bad_option");
    assert_true(sees(BOB, "'rounds':7"));
}

static void locked_options_are_chosen_with_the_game(void **unused)
{
    (void)unused;
    static struct game_option options[3];
    struct game *game = bend("coinflip");
    memcpy(options, game->options, sizeof options);
    options[0].locked = true;
    game->options = options;
    assert_accepted(
        say(ANA, "{'type':'create','game':'coinflip','name':'Ana','options':{'rounds':2}}"));

    assert_refused(say(ANA, "{'type':'set_options','options':{'rounds':3}}"), "bad_option");
    assert_accepted(say(ANA, "{'type':'set_options','options':{'guess_seconds':3}}"));
    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));
    assert_accepted(say(ANA, "{'type':'set_game','game':'coinflip','options':{'rounds':4}}"));
    assert_true(sees(ANA, "'rounds':4"));
}

static void suggest_by_seats(int seat_count, int64_t option[GAME_OPTIONS_MAX])
{
    option[0] = seat_count;
}

static void options_nobody_chose_follow_the_number_of_seats(void **unused)
{
    (void)unused;
    bend("coinflip")->suggest = suggest_by_seats;
    seat_people("coinflip", 3);
    assert_true(sees(ANA, "'rounds':3"));
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));
    assert_true(sees(ANA, "'rounds':4"));
    assert_accepted(say(ANA, "{'type':'set_seats','num_players':5}"));
    assert_true(sees(ANA, "'rounds':5"));

    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':2}}"));
    assert_accepted(say(EVE, "{'type':'join','name':'Eve'}"));

    assert_true(sees(ANA, "'rounds':2"));
}

static enum refusal never_fits(const struct game_setup *setup, const char **why)
{
    (void)setup;
    *why = "cards_do_not_fit";
    return REFUSED_BAD_OPTION;
}

static void the_game_itself_says_whether_it_can_begin(void **unused)
{
    (void)unused;
    bend("coinflip")->check = never_fits;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'start'}"), "bad_option");
    assert_string_equal(turn->refusal.why, "cards_do_not_fit");
    assert_true(sees(ANA, "'why':'cards_do_not_fit'"));
}

static void a_game_needs_enough_people(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_refused(say(ANA, "{'type':'start'}"), "too_few_players");
    assert_accepted(say(ANA, "{'type':'set_seats','num_players':3}"));
    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));
    assert_refused(say(ANA, "{'type':'start'}"), "too_few_players");

    assert_accepted(say(ANA, "{'type':'set_seats','num_players':2}"));

    assert_accepted(say(ANA, "{'type':'start'}"));
}

/* Another game */

static void another_game_seats_everyone_anew(void **unused)
{
    (void)unused;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':2}}"));
    uint8_t commitment[32];
    memcpy(commitment, table->next.commitment, 32);

    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));

    assert_int_equal(table->seat_count, 0);
    assert_int_equal(table->option_is_set, 0);
    assert_int_equal(table->absent_policy, ABSENT_WAIT);
    assert_true(memcmp(commitment, table->next.commitment, 32) != 0);
    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(ANA, "{'type':'set_game','game':'coinflip'}"));
    assert_int_equal(table->seat_count, 3);
    assert_refused(say(ANA, "{'type':'set_game','game':'poker'}"), "bad_argument");
}

static void too_many_people_for_the_new_game_watch(void **unused)
{
    (void)unused;
    struct game *game = bend("journeyman");
    game->is_duel = false;
    seat_people("coinflip", 4);

    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));

    assert_int_equal(table->seat_count, 2);
    assert_int_equal(person(CAT)->seat, -1);
    assert_true(person(CAT)->wants_seat);
}

static void bots_without_a_chair_in_the_new_game_go(void **unused)
{
    (void)unused;
    bend("journeyman")->is_duel = false;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = at_seat(2);

    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));

    assert_int_equal(room_member_of(table, bot), -1);
    assert_refused(say(ANA, "{'type':'remove_bot','player':'%s'}", id_of(bot)), "bad_target");
}

static void a_bot_plays_and_that_is_all(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));

    assert_refused(say(at_seat(2), "{'type':'stand'}"), "not_allowed");
    assert_refused(say(at_seat(2), "{'type':'leave'}"), "not_allowed");
}

static void the_game_can_be_changed_at_the_results(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_int_equal(table->phase, ROOM_RESULTS);

    assert_accepted(say(ANA, "{'type':'set_game','game':'journeyman'}"));

    assert_int_equal(table->phase, ROOM_LOBBY);
    assert_int_equal(table->game_number, 2);
}

/* Bots */

static void bots_fill_chairs_and_play(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say(ANA, "{'type':'add_bot','strength':4}"));
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = at_seat(1);
    assert_string_equal(person(bot)->name, "Bot 1");
    assert_string_equal(person(at_seat(2))->name, "Bot 2");
    assert_int_equal(person(bot)->strength, 4);
    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_int_equal(room_bot_seat(table, -1), 1);
    assert_int_equal(room_bot_seat(table, 1), 2);
    assert_int_equal(room_bot_seat(table, 2), -1);
    struct room_command move = {
        .player = bot, .is_bot = true, .is_game = true, .kind = COMMAND_FIRST, .arg = { 1 }
    };
    assert_accepted(decide(&move));
}

static void nobody_moves_for_a_person_as_a_bot(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    struct room_command move = {
        .player = BOB, .is_bot = true, .is_game = true, .kind = COMMAND_FIRST, .arg = { 1 }
    };

    assert_refused(decide(&move), "not_allowed");
}

static void bots_can_be_changed_and_removed(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    int64_t bot = at_seat(2);

    assert_accepted(say(ANA, "{'type':'set_bot','player':'%s','strength':0}", id_of(bot)));
    assert_int_equal(person(bot)->strength, 0);
    assert_refused(say(ANA, "{'type':'set_bot','player':'%s','strength':5}", id_of(bot)),
                   "bad_argument");
    assert_refused(say(ANA, "{'type':'set_bot','player':'%s','strength':1}", id_of(BOB)),
                   "bad_target");
    assert_refused(say(ANA, "{'type':'remove_bot','player':'%s'}", id_of(BOB)), "bad_target");
    assert_accepted(say(ANA, "{'type':'remove_bot','player':'%s'}", id_of(bot)));
    assert_int_equal(room_member_of(table, bot), -1);
    assert_int_equal(table->seat_count, 2);
}

static void games_without_bots_have_none(void **unused)
{
    (void)unused;
    bend("coinflip")->bot = NULL;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'add_bot'}"), "not_allowed");
    assert_refused(say(ANA, "{'type':'set_absent','policy':'bot'}"), "not_allowed");
    assert_int_equal(room_bot_seat(table, -1), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(standing_and_sitting_change_the_ring),
        TEST(there_are_as_many_chairs_as_the_host_wants),
        TEST(nobody_changes_chairs_during_a_game),
        TEST(roles_are_first_come_first_served),
        TEST(the_game_begins_by_itself_when_every_role_is_taken),
        TEST(it_does_not_begin_without_the_people),
        TEST(a_role_can_be_changed_and_given_back),
        TEST(sitting_down_takes_the_first_free_role),
        TEST(a_bot_takes_the_role_it_is_given),
        TEST(whoever_chooses_no_side_joins_the_smaller_one),
        TEST(whoever_opens_a_narrated_game_narrates),
        TEST(a_narrated_game_needs_its_narrator),
        TEST(a_narrator_who_sits_narrates_no_more),
        TEST(the_host_orders_the_seats),
        TEST(an_order_names_everyone_seated_once),
        TEST(a_roll_call_seats_people_in_the_order_of_their_taps),
        TEST(a_roll_call_can_be_called_off),
        TEST(a_roll_call_does_not_wait_for_who_is_gone),
        TEST(only_the_seated_tap),
        TEST(readiness_is_shown_and_ends_with_the_deal),
        TEST(options_keep_to_their_table),
        TEST(locked_options_are_chosen_with_the_game),
        TEST(options_nobody_chose_follow_the_number_of_seats),
        TEST(the_game_itself_says_whether_it_can_begin),
        TEST(a_game_needs_enough_people),
        TEST(another_game_seats_everyone_anew),
        TEST(too_many_people_for_the_new_game_watch),
        TEST(bots_without_a_chair_in_the_new_game_go),
        TEST(a_bot_plays_and_that_is_all),
        TEST(the_game_can_be_changed_at_the_results),
        TEST(bots_fill_chairs_and_play),
        TEST(nobody_moves_for_a_person_as_a_bot),
        TEST(bots_can_be_changed_and_removed),
        TEST(games_without_bots_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
