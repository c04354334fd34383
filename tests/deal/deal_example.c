/* Plays games in a real room and prints the proof of each, one JSON object per line, for check_deal.py. */
#include "room/fixture_test.h"

#include <stdio.h>

static void put_proof(int first_batch)
{
    static char text[256 * 1024];
    struct json out;
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    room_proof(table, &out);
    json_array(&out, "decisions");
    for (int i = first_batch; i < log_count; i++)
        room_proof_decision(&log_batch[i], &out);
    json_end(&out);
    json_end(&out);
    assert_false(out.overflow);
    puts(text);
}

static void play_coinflip(void)
{
    int first_batch = log_count - 1;
    for (int i = 0; table->phase == ROOM_PLAYING; i++) {
        assert_accepted(say(ANA, "{'type':'guess','side':'%s'}", i % 3 ? "heads" : "tails"));
        if (i % 2 == 0)
            assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
        else
            tick_at_deadline();
    }
    put_proof(first_batch);
}

static void coinflip_twice(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':9}}"));
    assert_accepted(say(BOB, "{'type':'set_nonce','nonce':'00112233445566778899aabbccddeeff'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    play_coinflip();
    assert_accepted(say(ANA, "{'type':'rematch'}"));
    play_coinflip();
}

/* The one thing left to chance is where someone goes who does not move in time. */
static void journeyman_out_of_time(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'set_options','options':{'turn_seconds':30,'days':20}}"));
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    int first_batch = log_count - 1;
    assert_accepted(say(ANA, "{'type':'configure_grid','size':4}"));
    while (table->phase == ROOM_PLAYING) {
        say(BOB, "{'type':'flood','positions':[{'x':2,'y':2}]}");
        tick_at_deadline();
    }
    put_proof(first_batch);
}

static void a_voided_game(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    int first_batch = log_count - 1;
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    put_proof(first_batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(coinflip_twice),
        TEST(journeyman_out_of_time),
        TEST(a_voided_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
