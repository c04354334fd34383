/* Table talk of bots: only if the host wants it, only about public facts, and never twice the same. */
#include "room/fixture_test.h"

enum { BOTS = 4 };

/* What the game would have them say. */
static struct game_remark lines[GAME_REMARKS_MAX];
static const char *const words[] = { "trust", "suspect", NULL };
static int line_count;
static int64_t moment;
static unsigned char remark_view[GAME_VIEW_MAX];

static int remarks(const void *public_view, int seat, int64_t *when,
                   struct game_remark out[GAME_REMARKS_MAX])
{
    (void)public_view, (void)seat;
    *when = moment;
    memcpy(out, lines, sizeof lines);
    return line_count;
}

static seat_set nobody_speaks(const void *state, int channel)
{
    (void)state, (void)channel;
    return SEATS_NONE;
}

/* Ana and bots at a game with something to say. */
static struct game *start_with_bots(void)
{
    struct game *game = bend("coinflip");
    game->remarks = remarks;
    game->lines = words;
    moment = 1;
    line_count = 2;
    lines[0] = (struct game_remark){ "trust", seat_bit(0) };
    lines[1] = (struct game_remark){ "suspect", seat_bit(1) };
    open_table("coinflip");
    for (int i = 0; i < BOTS; i++)
        assert_accepted(say(ANA, "{'type':'add_bot'}"));
    assert_accepted(say(ANA, "{'type':'set_talk','bots':true}"));
    assert_accepted(say(ANA, "{'type':'ready'}"));
    if (table->phase == ROOM_LOBBY)
        assert_accepted(say(ANA, "{'type':'start'}"));
    assert_int_equal(table->phase, ROOM_PLAYING);
    return game;
}

/* One bot says what it has to say; false: none has. */
static bool talk(void)
{
    struct room_command command;
    if (!room_remark(table, remark_view, &command))
        return false;
    assert_accepted(decide(&command));
    return true;
}

static void bots_are_silent_until_the_host_lets_them_talk(void **unused)
{
    (void)unused;
    start_with_bots();
    assert_accepted(say(ANA, "{'type':'set_talk','bots':false}"));
    assert_true(is_told(0, "'type':'talk_set','bots':false"));
    assert_true(sees(ANA, "'bots_talk':false"));

    assert_false(talk());

    assert_accepted(say(ANA, "{'type':'set_talk','bots':true}"));
    assert_true(talk());
}

static void everybody_is_told_the_same(void **unused)
{
    (void)unused;
    start_with_bots();

    assert_true(talk());

    assert_true(happened("bot_said"));
    assert_true(is_told(ANA, "'about':[0],'line':'trust'"));
    assert_true(is_told(0, "'about':[0],'line':'trust'"));
    assert_false(is_told(ANA, "moment"));
    assert_log_replays();
}

static void two_speak_about_a_moment_and_not_the_same(void **unused)
{
    (void)unused;
    start_with_bots();

    assert_true(talk());
    int64_t first = turn->event[0].event.arg[0];
    assert_true(talk());
    assert_int_not_equal(turn->event[0].event.arg[0], first);
    assert_true(is_told(0, "'line':'suspect'"));
    assert_false(talk());

    moment = 2;
    assert_true(talk());
}

static void nobody_says_a_thing_twice_in_a_game(void **unused)
{
    (void)unused;
    start_with_bots();
    int count = 0;

    for (moment = 1; moment <= 20; moment++)
        while (talk())
            count++;

    assert_int_equal(count, line_count * BOTS);
}

static void where_the_table_is_silent_bots_are(void **unused)
{
    (void)unused;
    struct game *game = start_with_bots();
    game->speaks = nobody_speaks;

    assert_false(talk());
}

static void people_say_what_they_want_themselves(void **unused)
{
    (void)unused;
    start_with_bots();
    for (moment = 1; moment <= 20; moment++)
        while (talk())
            assert_int_not_equal(turn->event[0].event.arg[0], ANA);
    struct room_command command = { .kind = ROOM_BOT_SAY, .arg = { ANA, 1, 1 }, .text = "trust" };

    assert_refused(decide(&command), "not_now");
    assert_refused(say(ANA,
                       "{'type':'bot_say','player':'%s','moment':1,'about':[0],'line':'trust'}",
                       id_of(ANA)),
                   "unknown_command");
    assert_refused(say(BOB, "{'type':'set_talk','bots':false}"), "not_member");
}

static void only_lines_of_the_game_are_said_about_people_who_play(void **unused)
{
    (void)unused;
    start_with_bots();
    struct room_command command;
    assert_true(room_remark(table, remark_view, &command));
    struct room_command unknown = command, of_nobody = command;
    unknown.text = "hello";
    of_nobody.arg[2] = (int64_t)seat_bit(table->seat_count);

    assert_refused(decide(&unknown), "not_now");
    assert_refused(decide(&of_nobody), "not_now");
    assert_accepted(decide(&command));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bots_are_silent_until_the_host_lets_them_talk),
        TEST(everybody_is_told_the_same),
        TEST(two_speak_about_a_moment_and_not_the_same),
        TEST(nobody_says_a_thing_twice_in_a_game),
        TEST(where_the_table_is_silent_bots_are),
        TEST(people_say_what_they_want_themselves),
        TEST(only_lines_of_the_game_are_said_about_people_who_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
