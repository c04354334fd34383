/* A spectator who sees everything: by the yes of everybody who plays, known to all, and out of the round. */
#include "room/fixture_test.h"

/* Ana and Bob play, Cat watches. */
static void start_watched(void)
{
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
}

static bool answer(int64_t by, int64_t player, const char *yes)
{
    return say(by, "{'type':'let_see','player':'%s','yes':%s}", id_of(player), yes);
}

static void give_sight(void)
{
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_accepted(answer(BOB, CAT, "true"));
}

static void end_this_game(void)
{
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
}

static void sight_needs_everybodys_yes_and_everybody_is_told(void **unused)
{
    (void)unused;
    start_watched();

    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_false(room_sees_all(table, CAT));
    assert_true(is_told(BOB, "sight_asked"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_false(room_sees_all(table, CAT));
    assert_true(is_told(BOB, "sight_agreed"));
    assert_true(is_told(BOB, "'from_next_game':false"));
    assert_accepted(answer(BOB, CAT, "true"));

    assert_true(room_sees_all(table, CAT));
    assert_true(is_told(ANA, "sight_answered"));
    assert_true(sees(BOB, "'sees_all':true"));
}

static void a_seated_host_does_not_let_a_second_device_see(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_refused(answer(CAT, CAT, "true"), "not_allowed");
    end_this_game();

    assert_accepted(say(ANA, "{'type':'rematch'}"));

    assert_int_equal(table->phase, ROOM_PLAYING);
    assert_false(room_sees_all(table, CAT));
}

static void an_absent_player_has_not_agreed(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s'}", id_of(BOB)));
    pass_ms(ROOM_AWAY_MS);

    assert_accepted(answer(ANA, CAT, "true"));

    assert_false(room_sees_all(table, CAT));
}

/* Dan hosts and watches. */
static void let_dan_host(void)
{
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(DAN)));
}

static void a_host_without_a_seat_lets_see_from_the_next_game_on(void **unused)
{
    (void)unused;
    start_watched();
    let_dan_host();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));

    assert_accepted(answer(DAN, CAT, "true"));

    assert_true(is_told(BOB, "'from_next_game':true"));
    assert_false(room_sees_all(table, CAT));
    end_this_game();
    assert_accepted(say(DAN, "{'type':'rematch'}"));
    assert_true(room_sees_all(table, CAT));
    assert_true(is_told(BOB, "sight_answered"));
}

static void a_host_who_sits_down_meanwhile_has_granted_no_sight(void **unused)
{
    (void)unused;
    start_watched();
    let_dan_host();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(DAN, CAT, "true"));
    end_this_game();
    assert_accepted(say(DAN, "{'type':'next_game'}"));
    assert_accepted(say(DAN, "{'type':'sit'}"));

    assert_accepted(say(DAN, "{'type':'start'}"));

    assert_false(room_sees_all(table, CAT));
}

static void who_comes_later_has_not_agreed(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_accepted(answer(BOB, CAT, "true"));
    assert_accepted(say(DAN, "{'type':'join','name':'Dan'}"));

    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_false(room_sees_all(table, CAT));
    assert_accepted(answer(DAN, CAT, "true"));
    assert_true(room_sees_all(table, CAT));
}

static void one_refusal_is_enough_and_ends_the_request(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(ANA, CAT, "true"));

    assert_accepted(answer(BOB, CAT, "false"));

    assert_false(room_sees_all(table, CAT));
    assert_refused(answer(ANA, CAT, "true"), "bad_target");
    assert_refused(say(CAT, "{'type':'ask_to_see'}"), "not_allowed");
}

static void whoever_plays_cannot_ask_nor_be_let(void **unused)
{
    (void)unused;
    start_watched();

    assert_refused(say(BOB, "{'type':'ask_to_see'}"), "not_allowed");
    assert_refused(answer(ANA, BOB, "true"), "bad_target");
    assert_false(room_sees_all(table, BOB));
    assert_false(room_sees_all(table, STRANGER));
}

static void the_view_of_one_with_sight_stays_the_publics(void **unused)
{
    (void)unused;
    give_sight();
    char public_game[4096];
    text_copy(public_game, sizeof public_game, strstr(view_of(0), "\"clock\""));

    assert_string_equal(strstr(view_of(CAT), "\"clock\""), public_game);
}

static void sight_bars_from_seats_and_words_of_the_round(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    char code[WORD_TEXT_SIZE];
    word_write(code, person(BOB)->transfer_code);
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(ANA, CAT, "true"));
    assert_accepted(answer(BOB, CAT, "true"));
    clock_says("mark_away", BOB);

    assert_refused(say(CAT, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_allowed");
    assert_refused(say(CAT, "{'type':'use_transfer_code','code':'%s'}", code), "not_allowed");
    assert_refused(say(CAT, "{'type':'chat','text':'it is Ana'}"), "not_now");
    assert_refused(say(CAT, "{'type':'react','sticker':1}"), "not_now");
}

static void whoever_asked_and_left_is_not_given_it(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(say(CAT, "{'type':'leave'}"));

    assert_refused(answer(ANA, CAT, "true"), "bad_target");

    assert_false(room_sees_all(table, CAT));
}

static void leaving_and_coming_back_does_not_lift_it(void **unused)
{
    (void)unused;
    give_sight();
    assert_accepted(say(CAT, "{'type':'leave'}"));
    a_crowd_comes_and_goes();
    assert_accepted(say(DAN, "{'type':'join','name':'Dan','as_spectator':true}"));
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));

    assert_true(room_sees_all(table, CAT));
    assert_false(room_sees_all(table, DAN));
}

static void sight_ends_with_the_round(void **unused)
{
    (void)unused;
    give_sight();
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_accepted(say(ANA, "{'type':'next_game'}"));

    assert_false(room_sees_all(table, CAT));
    assert_accepted(say(CAT, "{'type':'chat','text':'hello'}"));
    assert_accepted(say(CAT, "{'type':'sit'}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sight_needs_everybodys_yes_and_everybody_is_told),
        TEST(a_seated_host_does_not_let_a_second_device_see),
        TEST(an_absent_player_has_not_agreed),
        TEST(a_host_without_a_seat_lets_see_from_the_next_game_on),
        TEST(a_host_who_sits_down_meanwhile_has_granted_no_sight),
        TEST(who_comes_later_has_not_agreed),
        TEST(one_refusal_is_enough_and_ends_the_request),
        TEST(whoever_plays_cannot_ask_nor_be_let),
        TEST(the_view_of_one_with_sight_stays_the_publics),
        TEST(sight_bars_from_seats_and_words_of_the_round),
        TEST(whoever_asked_and_left_is_not_given_it),
        TEST(leaving_and_coming_back_does_not_lift_it),
        TEST(sight_ends_with_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
