/* The way of a command: who may give it, idempotency, refusals that change nothing. */
#include "room/fixture.h"

#include "engine/message.h"

static void a_game_can_be_played_to_its_end(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    while (table->phase == ROOM_PLAYING) {
        assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
        assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
    }

    assert_int_equal(table->phase, ROOM_RESULTS);
    assert_true(happened("game_over"));
    assert_int_equal(person(ANA)->games, 1);
    assert_log_replays();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_can_be_played_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
