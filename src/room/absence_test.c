/* Pauses, absent people, and whose time it is. */
#include "room/fixture_test.h"

#include <stdio.h>

enum { GUESS_MS = 20 * 1000 };

static void start_journeyman(void)
{
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    assert_int_equal(table->phase, ROOM_PLAYING);
}

static void a_pause_stops_the_clock(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    pass_ms(5000);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    assert_int_equal(room_deadline(table), 0);
    assert_refused(say(BOB, "{'type':'guess','side':'heads'}"), "paused");
    assert_true(sees(BOB, "'left_ms':15000"));
    pass_ms(3600 * 1000);
    assert_accepted(clock_says("tick", 0));
    assert_int_equal(turn->event_count, 0);

    assert_accepted(say(ANA, "{'type':'resume'}"));

    assert_int_equal(room_deadline(table), now_ms + GUESS_MS - 5000);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
}

static void pausing_twice_is_pausing_once(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'resume'}"));
    assert_int_equal(turn->event_count, 0);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    assert_accepted(say(ANA, "{'type':'pause'}"));
    assert_int_equal(turn->event_count, 0);
    assert_refused(say(BOB, "{'type':'resume'}"), "not_host");
    assert_refused(say(BOB, "{'type':'pause'}"), "not_host");
}

static void there_is_nothing_to_pause_in_the_lobby(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'pause'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'resume'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'skip'}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'extend','seconds':5}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(BOB)), "wrong_phase");
    assert_refused(say(ANA, "{'type':'void_vote','void':true}"), "wrong_phase");
    assert_refused(say(ANA, "{'type':'who_are_we_waiting_for'}"), "wrong_phase");
}

static void journeyman_waits_for_whoever_is_away(void **unused)
{
    (void)unused;
    start_journeyman();

    assert_accepted(clock_says("mark_away", BOB));

    assert_true(table->is_waiting);
    assert_true(sees(ANA, "'is_waiting':true"));
    assert_refused(say(ANA, "{'type':'configure_grid','size':4}"), "paused");
    pass_ms(7LL * 24 * 3600 * 1000);
    assert_int_equal(room_deadline(table), 0);
    assert_accepted(clock_says("mark_back", BOB));
    assert_false(table->is_waiting);
    assert_accepted(say(ANA, "{'type':'configure_grid','size':4}"));
}

static void waiting_also_for_one_who_left_the_room(void **unused)
{
    (void)unused;
    start_journeyman();
    assert_accepted(say(BOB, "{'type':'leave'}"));
    assert_true(table->is_waiting);

    assert_accepted(say(BOB, "{'type':'join','name':'Bob'}"));

    assert_false(table->is_waiting);
    assert_int_equal(person(BOB)->side, 1);
}

static void spectators_are_not_waited_for(void **unused)
{
    (void)unused;
    start_journeyman();
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));

    assert_accepted(clock_says("mark_away", CAT));

    assert_false(table->is_waiting);
}

static void waiting_and_pausing_count_the_time_once(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'wait'}"));
    assert_accepted(clock_says("mark_away", BOB));
    pass_ms(1000);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    pass_ms(1000);
    assert_accepted(clock_says("mark_back", BOB));
    pass_ms(1000);
    assert_refused(say(BOB, "{'type':'guess','side':'heads'}"), "paused");

    assert_accepted(say(ANA, "{'type':'resume'}"));

    assert_int_equal(table->clock_offset_ms, 3000);
    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
}

static void waiting_can_have_an_end(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'wait','seconds':30}"));
    assert_accepted(clock_says("mark_away", BOB));
    assert_true(table->is_waiting);
    assert_int_equal(room_deadline(table), now_ms + 30 * 1000);

    tick_at_deadline();

    assert_false(table->is_waiting);
    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
}

static void everybody_sees_when_the_waiting_ends(void **unused)
{
    char until[64];
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'wait','seconds':30}"));
    assert_accepted(clock_says("mark_away", BOB));
    now_ms += 5 * 1000;
    assert_accepted(clock_says("mark_away", CAT));

    snprintf(until, sizeof until, "'waits_until_ms':%lld", (long long)(now_ms + 30 * 1000));
    assert_true(sees(ANA, until));

    assert_accepted(say(ANA, "{'type':'set_absent','policy':'wait'}"));
    assert_true(sees(ANA, "'is_waiting':true"));
    assert_false(sees(ANA, "'waits_until_ms'"));
}

static void playing_on_lets_the_clock_run(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_int_equal(table->absent_policy, ABSENT_PLAY_ON);

    assert_accepted(clock_says("mark_away", BOB));

    assert_false(table->is_waiting);
    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
}

static void a_bot_plays_for_the_absent_until_they_return(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'bot','seconds':10}"));
    assert_accepted(clock_says("mark_away", BOB));
    assert_int_equal(room_bot_seat(table, -1), -1);

    tick_at_deadline();

    assert_int_equal(room_bot_seat(table, -1), 1);
    assert_true(sees(ANA, "'plays_for_absent':true"));
    struct room_command move = {
        .player = BOB, .is_bot = true, .is_game = true, .kind = COMMAND_FIRST, .arg = { 1 }
    };
    assert_accepted(decide(&move));
    assert_accepted(clock_says("mark_back", BOB));
    assert_true(happened("bot_stood_down"));
    assert_int_equal(room_bot_seat(table, -1), -1);
    assert_refused(decide(&move), "not_allowed");
}

static void a_bot_comes_at_once_where_nobody_wants_to_wait(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'bot'}"));

    assert_accepted(clock_says("mark_away", BOB));

    assert_true(happened("bot_took_over"));
}

static void the_host_replaces_an_absent_player(void **unused)
{
    (void)unused;
    start_journeyman();
    assert_refused(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(BOB)), "bad_target");
    assert_refused(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(EVE)), "bad_target");
    assert_accepted(clock_says("mark_away", BOB));

    assert_accepted(say(ANA, "{'type':'replace_absent','player':'%s','strength':4}", id_of(BOB)));

    assert_false(table->is_waiting);
    assert_int_equal(person(BOB)->strength, 4);
    assert_accepted(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(BOB)));
    assert_int_equal(turn->event_count, 0);
    bend("journeyman")->bot = NULL;
    assert_refused(say(ANA, "{'type':'replace_absent','player':'%s'}", id_of(BOB)), "not_allowed");
}

static void skipping_makes_the_deadline_fire_now(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    pass_ms(2000);

    assert_accepted(say(ANA, "{'type':'skip'}"));

    assert_true(happened("coin_revealed"));
    assert_int_equal(table->clock_offset_ms, -(GUESS_MS - 2000));
    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
}

static void extending_moves_the_deadline(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_refused(say(ANA, "{'type':'extend','seconds':0}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'extend','seconds':3601}"), "bad_argument");

    assert_accepted(say(ANA, "{'type':'extend','seconds':60}"));

    assert_int_equal(room_deadline(table), now_ms + GUESS_MS + 60 * 1000);
}

static void there_must_be_a_deadline_to_skip_or_extend(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_options','options':{'guess_seconds':0}}"));
    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_refused(say(ANA, "{'type':'skip'}"), "not_now");
    assert_refused(say(ANA, "{'type':'extend','seconds':5}"), "not_now");
}

static void nothing_is_skipped_while_the_clock_stands(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'pause'}"));

    assert_refused(say(ANA, "{'type':'skip'}"), "paused");
    assert_refused(say(ANA, "{'type':'extend','seconds':5}"), "paused");
}

static void down_time_is_credited(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(clock_says("mark_away", ANA));
    int64_t host_due_ms = room_host_deadline(table);
    pass_ms(50 * 1000);

    assert_accepted(clock_says("credit_clock", 50 * 1000));

    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
    assert_int_equal(room_host_deadline(table), host_due_ms + 50 * 1000);
    assert_accepted(clock_says("credit_clock", 0));
    assert_int_equal(turn->event_count, 0);
}

static void a_standing_clock_needs_no_credit(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'pause'}"));
    pass_ms(50 * 1000);
    assert_accepted(clock_says("credit_clock", 50 * 1000));

    assert_accepted(say(ANA, "{'type':'resume'}"));

    assert_int_equal(room_deadline(table), now_ms + GUESS_MS);
}

static void a_tick_leaves_nothing_due(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'bot','seconds':15}"));
    assert_accepted(clock_says("mark_away", ANA));
    assert_accepted(clock_says("mark_away", BOB));

    for (int i = 0; i < 20 && room_deadline(table) != 0; i++) {
        tick_at_deadline();
        assert_true(turn->event_count > 0);
        assert_true(room_deadline(table) == 0 || room_deadline(table) > now_ms);
    }

    assert_int_equal(table->phase, ROOM_RESULTS);
    assert_int_equal(table->host, room_member_of(table, CAT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_pause_stops_the_clock),
        TEST(pausing_twice_is_pausing_once),
        TEST(there_is_nothing_to_pause_in_the_lobby),
        TEST(journeyman_waits_for_whoever_is_away),
        TEST(waiting_also_for_one_who_left_the_room),
        TEST(spectators_are_not_waited_for),
        TEST(waiting_and_pausing_count_the_time_once),
        TEST(waiting_can_have_an_end),
        TEST(everybody_sees_when_the_waiting_ends),
        TEST(playing_on_lets_the_clock_run),
        TEST(a_bot_plays_for_the_absent_until_they_return),
        TEST(a_bot_comes_at_once_where_nobody_wants_to_wait),
        TEST(the_host_replaces_an_absent_player),
        TEST(skipping_makes_the_deadline_fire_now),
        TEST(extending_moves_the_deadline),
        TEST(there_must_be_a_deadline_to_skip_or_extend),
        TEST(nothing_is_skipped_while_the_clock_stands),
        TEST(down_time_is_credited),
        TEST(a_standing_clock_needs_no_credit),
        TEST(a_tick_leaves_nothing_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
