/* A spectator who sees everything: only by the host's yes, known to all, and out of the round. */
#include "room/fixture_test.h"

/* Ana and Bob play, Cat watches. */
static void start_watched(void)
{
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
}

static bool answer(int64_t player, const char *yes)
{
    return say(ANA, "{'type':'let_see','player':'%s','yes':%s}", id_of(player), yes);
}

static void give_sight(void)
{
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_accepted(answer(CAT, "true"));
}

static void sight_needs_the_hosts_yes_and_everybody_is_told(void **unused)
{
    (void)unused;
    start_watched();

    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));
    assert_false(room_sees_all(table, CAT));
    assert_true(is_told(BOB, "sight_asked"));
    assert_refused(say(BOB, "{'type':'let_see','player':'%s','yes':true}", id_of(CAT)), "not_host");
    assert_accepted(answer(CAT, "true"));

    assert_true(room_sees_all(table, CAT));
    assert_true(is_told(BOB, "sight_answered"));
    assert_true(sees(BOB, "'sees_all':true"));
}

static void the_host_may_say_no(void **unused)
{
    (void)unused;
    start_watched();
    assert_accepted(say(CAT, "{'type':'ask_to_see'}"));

    assert_accepted(answer(CAT, "false"));

    assert_false(room_sees_all(table, CAT));
    assert_refused(answer(CAT, "true"), "bad_target");
}

static void whoever_plays_cannot_ask_nor_be_let(void **unused)
{
    (void)unused;
    start_watched();

    assert_refused(say(BOB, "{'type':'ask_to_see'}"), "not_allowed");
    assert_refused(answer(BOB, "true"), "bad_target");
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
    assert_accepted(answer(CAT, "true"));
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

    assert_refused(answer(CAT, "true"), "bad_target");

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
        TEST(sight_needs_the_hosts_yes_and_everybody_is_told),
        TEST(the_host_may_say_no),
        TEST(whoever_plays_cannot_ask_nor_be_let),
        TEST(the_view_of_one_with_sight_stays_the_publics),
        TEST(sight_bars_from_seats_and_words_of_the_round),
        TEST(whoever_asked_and_left_is_not_given_it),
        TEST(leaving_and_coming_back_does_not_lift_it),
        TEST(sight_ends_with_the_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
