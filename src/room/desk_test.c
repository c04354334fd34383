/* The narrator's desk: never lost with a device, never in the hands of a player. */
#include "room/fixture_test.h"

/* Ana narrates; Bob, Cat and Dan play; Eve watches. */
static void start_narrated(void)
{
    bend("coinflip")->has_narrator = true;
    start_with("coinflip", 4);
    assert_accepted(say(EVE, "{'type':'join','name':'Eve','as_spectator':true}"));
    assert_int_equal(room_viewer(table, ANA), SEAT_NARRATOR);
}

static bool hand_over(int64_t from, int64_t to)
{
    return say(from, "{'type':'hand_over_desk','player':'%s'}", id_of(to));
}

static bool share(int64_t from, int64_t with, const char *yes)
{
    return say(from, "{'type':'share_desk','player':'%s','yes':%s}", id_of(with), yes);
}

static bool confirm(int64_t who, int64_t asker)
{
    return say(who, "{'type':'confirm_claim','player':'%s','yes':true}", id_of(asker));
}

static void handing_over_closes_the_old_desk_at_once(void **unused)
{
    (void)unused;
    start_narrated();

    assert_accepted(hand_over(ANA, EVE));

    assert_int_equal(room_viewer(table, EVE), SEAT_NARRATOR);
    assert_int_equal(room_viewer(table, ANA), SEAT_PUBLIC);
    assert_true(is_told(BOB, "narrator_changed"));
    assert_refused(hand_over(ANA, BOB), "not_allowed");
}

static void no_player_gets_the_desk(void **unused)
{
    (void)unused;
    start_narrated();

    assert_refused(hand_over(ANA, BOB), "bad_target");
    assert_refused(share(ANA, BOB, "true"), "bad_target");
    assert_refused(say(BOB, "{'type':'claim_seat','player':'%s'}", id_of(ANA)), "not_allowed");
    assert_refused(hand_over(BOB, EVE), "not_allowed");
}

static void who_had_the_desk_gets_no_seat_and_no_word(void **unused)
{
    (void)unused;
    start_narrated();
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    char code[WORD_TEXT_SIZE];
    word_write(code, person(BOB)->transfer_code);
    assert_accepted(hand_over(ANA, EVE));
    assert_accepted(clock_says("mark_away", BOB));
    pass_ms(ROOM_AWAY_MS);

    assert_refused(say(ANA, "{'type':'claim_seat','player':'%s'}", id_of(BOB)), "not_allowed");
    assert_refused(say(ANA, "{'type':'use_transfer_code','code':'%s'}", code), "not_allowed");
    assert_refused(say(ANA, "{'type':'chat','text':'it is Cat'}"), "not_now");
}

static void two_share_the_desk(void **unused)
{
    (void)unused;
    start_narrated();

    assert_accepted(share(ANA, EVE, "true"));

    assert_true(is_told(BOB, "desk_shared"));
    assert_int_equal(room_viewer(table, ANA), SEAT_NARRATOR);
    assert_int_equal(room_viewer(table, EVE), SEAT_NARRATOR);
    assert_true(sees(BOB, "'name':'Eve'"));
    assert_accepted(share(EVE, EVE, "false"));
    assert_int_equal(room_viewer(table, EVE), SEAT_PUBLIC);
    assert_refused(share(ANA, ANA, "false"), "bad_target");
}

static void one_of_two_hands_over_and_the_other_stays(void **unused)
{
    (void)unused;
    start_narrated();
    assert_accepted(say(FAY, "{'type':'join','name':'Fay','as_spectator':true}"));
    assert_accepted(share(ANA, EVE, "true"));

    assert_accepted(hand_over(ANA, FAY));

    assert_int_equal(room_viewer(table, ANA), SEAT_PUBLIC);
    assert_int_equal(room_viewer(table, EVE), SEAT_NARRATOR);
    assert_int_equal(room_viewer(table, FAY), SEAT_NARRATOR);
}

static void a_lost_desk_is_claimed_with_everybodys_yes(void **unused)
{
    (void)unused;
    start_narrated();
    assert_accepted(clock_says("mark_away", ANA));
    pass_ms(ROOM_AWAY_MS);
    assert_accepted(say(STRANGER, "{'type':'claim_seat','player':'%s'}", id_of(ANA)));
    assert_accepted(confirm(BOB, STRANGER));
    assert_accepted(confirm(CAT, STRANGER));
    assert_int_equal(room_viewer(table, STRANGER), SEAT_PUBLIC);

    assert_accepted(confirm(DAN, STRANGER));

    assert_int_equal(room_viewer(table, STRANGER), SEAT_NARRATOR);
    assert_string_equal(person(STRANGER)->name, "Ana");
    assert_int_equal(room_viewer(table, ANA), SEAT_PUBLIC);
}

static void who_watches_takes_the_desk_under_their_own_name(void **unused)
{
    (void)unused;
    start_narrated();
    assert_accepted(clock_says("mark_away", ANA));
    pass_ms(ROOM_AWAY_MS);
    assert_accepted(say(EVE, "{'type':'claim_seat','player':'%s'}", id_of(ANA)));
    assert_accepted(confirm(BOB, EVE));
    assert_accepted(confirm(CAT, EVE));

    assert_accepted(confirm(DAN, EVE));

    assert_int_equal(room_viewer(table, EVE), SEAT_NARRATOR);
    assert_string_equal(person(EVE)->name, "Eve");
    assert_int_equal(room_viewer(table, ANA), SEAT_PUBLIC);
}

static void in_the_lobby_a_player_stands_up_for_the_desk(void **unused)
{
    (void)unused;
    bend("coinflip")->has_narrator = true;
    seat_people("coinflip", 4);

    assert_accepted(hand_over(ANA, BOB));

    assert_int_equal(room_viewer(table, BOB), SEAT_NARRATOR);
    assert_int_equal(person(BOB)->seat, -1);
    assert_accepted(say(ANA, "{'type':'sit'}"));
}

static void the_next_game_forgets_who_narrated(void **unused)
{
    (void)unused;
    start_narrated();
    assert_accepted(hand_over(ANA, EVE));
    for (int64_t player = BOB; player <= DAN; player++)
        say(player, "{'type':'void_vote','void':true}");
    assert_int_equal(table->phase, ROOM_RESULTS);

    assert_accepted(say(ANA, "{'type':'next_game'}"));

    assert_accepted(say(ANA, "{'type':'sit'}"));
    assert_accepted(say(ANA, "{'type':'chat','text':'hello'}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(handing_over_closes_the_old_desk_at_once),
        TEST(no_player_gets_the_desk),
        TEST(who_had_the_desk_gets_no_seat_and_no_word),
        TEST(two_share_the_desk),
        TEST(one_of_two_hands_over_and_the_other_stays),
        TEST(a_lost_desk_is_claimed_with_everybodys_yes),
        TEST(who_watches_takes_the_desk_under_their_own_name),
        TEST(in_the_lobby_a_player_stands_up_for_the_desk),
        TEST(the_next_game_forgets_who_narrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
