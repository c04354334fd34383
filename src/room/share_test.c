/* A finished game for strangers: by the yes of everybody who played, with a name or an animal. */
#include "room/fixture_test.h"

/* Ana and Bob have played and the game is over; Cat watched. */
static void play_out(void)
{
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    while (table->phase == ROOM_PLAYING) {
        assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
        assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
    }
    assert_int_equal(table->phase, ROOM_RESULTS);
}

static const char *report(bool is_for_strangers)
{
    static char text[64 * 1024];
    static struct room_scratch scratch;
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    if (!room_report(table, is_for_strangers, &scratch, &out))
        return NULL;
    json_end(&out);
    assert_false(out.overflow);
    return text;
}

static void a_link_needs_everybodys_yes(void **unused)
{
    (void)unused;
    play_out();

    assert_false(sees(ANA, "'share':"));
    assert_accepted(say(ANA, "{'type':'share_game','yes':true}"));
    assert_int_equal(table->share_link, 0);
    assert_true(is_told(CAT, "share_answered"));
    assert_true(sees(BOB, "'link':null"));
    assert_accepted(say(BOB, "{'type':'share_game','yes':true,'named':false}"));

    assert_int_not_equal(table->share_link, 0);
    assert_true(happened("game_shared"));
    assert_true(room_is_shared(table, table->share_link));
    assert_false(room_is_shared(table, 0));
    assert_false(room_is_shared(table, table->share_link + 1));
}

static void strangers_see_the_names_that_were_given(void **unused)
{
    (void)unused;
    play_out();
    assert_accepted(say(ANA, "{'type':'share_game','yes':true}"));
    assert_accepted(say(BOB, "{'type':'share_game','yes':true,'named':false}"));

    assert_non_null(strstr(report(true), "\"Ana\""));
    assert_null(strstr(report(true), "\"Bob\""));
    assert_null(strstr(report(true), id_of(ANA)));
    assert_non_null(strstr(report(false), "\"Bob\""));
}

static void a_yes_taken_back_ends_the_link(void **unused)
{
    (void)unused;
    play_out();
    assert_accepted(say(ANA, "{'type':'share_game','yes':true}"));
    assert_accepted(say(BOB, "{'type':'share_game','yes':true}"));
    int64_t first = table->share_link;

    assert_accepted(say(BOB, "{'type':'share_game','yes':false}"));
    assert_false(room_is_shared(table, first));
    assert_accepted(say(BOB, "{'type':'share_game','yes':true}"));

    assert_int_not_equal(table->share_link, 0);
    assert_int_not_equal(table->share_link, first);
}

static void only_players_of_a_finished_game_are_asked(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_refused(say(ANA, "{'type':'share_game','yes':true}"), "wrong_phase");
    assert_null(report(false));
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_refused(say(ANA, "{'type':'share_game','yes':true}"), "not_now");
    assert_null(report(false));
    clear_table(1);
    play_out();
    assert_refused(say(CAT, "{'type':'share_game','yes':true}"), "not_seated");
}

static void somebody_who_left_without_a_yes_keeps_the_game_closed(void **unused)
{
    (void)unused;
    play_out();
    assert_accepted(say(BOB, "{'type':'leave'}"));

    assert_accepted(say(ANA, "{'type':'share_game','yes':true}"));

    assert_int_equal(table->share_link, 0);
}

static void the_next_game_begins_without_a_link(void **unused)
{
    (void)unused;
    play_out();
    assert_accepted(say(ANA, "{'type':'share_game','yes':true}"));
    assert_accepted(say(BOB, "{'type':'share_game','yes':true}"));

    assert_accepted(say(ANA, "{'type':'rematch'}"));

    assert_int_equal(table->share_link, 0);
    assert_false(person(ANA)->shares);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_link_needs_everybodys_yes),
        TEST(strangers_see_the_names_that_were_given),
        TEST(a_yes_taken_back_ends_the_link),
        TEST(only_players_of_a_finished_game_are_asked),
        TEST(somebody_who_left_without_a_yes_keeps_the_game_closed),
        TEST(the_next_game_begins_without_a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
