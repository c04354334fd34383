/* Who may speak, who hears, and that nobody else learns that there was anything to hear. */
#include "room/fixture_test.h"

static const char *const channels[] = { "wolves", NULL };

/* Night: seats 0 and 1 are wolves with a channel of their own, the table is silent for all. */
static seat_set wolves_hear(const void *state, int channel)
{
    (void)state;
    return channel == 0 ? SEATS_ALL : seat_bit(0) | seat_bit(1);
}

static seat_set wolves_speak(const void *state, int channel)
{
    (void)state;
    return channel == 0 ? SEATS_NONE : seat_bit(0) | seat_bit(1);
}

static void start_night(void)
{
    struct game *game = bend("coinflip");
    game->channels = channels;
    game->hears = wolves_hear;
    game->speaks = wolves_speak;
    start_with("coinflip", 3);
}

static void the_table_hears_everyone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));

    assert_accepted(say(CAT, "{'type':'chat','text':'good luck'}"));

    assert_true(is_told(ANA, "'channel':'table','text':'good luck'"));
    assert_true(is_told(0, "'text':'good luck'"));
    assert_accepted(say(CAT, "{'type':'chat','channel':'table','text':'again'}"));
    assert_true(is_told(BOB, "'text':'again'"));
}

static void a_private_channel_reaches_its_members_alone(void **unused)
{
    (void)unused;
    start_night();
    int64_t told = room_told(table, CAT), public_told = room_told(table, 0);

    assert_accepted(say(ANA, "{'type':'chat','channel':'wolves','text':'CANARY'}"));

    assert_true(is_told(BOB, "CANARY"));
    assert_true(is_told(ANA, "CANARY"));
    assert_string_equal(told_to(CAT), "[]");
    assert_string_equal(told_to(0), "[]");
    assert_int_equal(room_told(table, CAT), told);
    assert_int_equal(room_told(table, 0), public_told);
}

static void no_right_to_speak_reads_the_same_for_every_reason(void **unused)
{
    (void)unused;
    start_night();

    assert_refused(say(CAT, "{'type':'chat','channel':'wolves','text':'hi'}"), "not_now");
    assert_refused(say(CAT, "{'type':'chat','text':'hi'}"), "not_now");
    assert_refused(say(ANA, "{'type':'chat','text':'hi'}"), "not_now");
    assert_refused(say(ANA, "{'type':'chat','channel':'sheep','text':'hi'}"), "bad_target");
}

static void channels_are_shown_to_those_who_have_them(void **unused)
{
    (void)unused;
    start_night();

    assert_true(sees(ANA, "{'name':'wolves','can_speak':true}"));
    assert_true(sees(ANA, "{'name':'table','can_speak':false}"));
    assert_false(sees(CAT, "wolves"));
    assert_false(sees(0, "wolves"));
}

static void private_channels_end_with_the_game(void **unused)
{
    (void)unused;
    start_night();
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));

    assert_refused(say(ANA, "{'type':'chat','channel':'wolves','text':'hi'}"), "not_now");
    assert_accepted(say(CAT, "{'type':'chat','text':'hi'}"));
}

static void the_host_closes_the_chat(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_chat','open':false}"));
    assert_accepted(say(ANA, "{'type':'set_chat','open':false}"));
    assert_int_equal(turn->event_count, 0);

    assert_refused(say(BOB, "{'type':'chat','text':'hi'}"), "not_allowed");
    assert_accepted(say(ANA, "{'type':'set_chat','open':true}"));
    assert_accepted(say(BOB, "{'type':'chat','text':'hi'}"));
}

static void the_host_says_which_device_speaks(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_int_equal(table->voice, VOICE_HOST);

    assert_accepted(say(ANA, "{'type':'set_voice','voice':'table'}"));
    assert_int_equal(table->voice, VOICE_TABLE);
    assert_accepted(say(ANA, "{'type':'set_voice','voice':'table'}"));
    assert_int_equal(turn->event_count, 0);
    assert_refused(say(ANA, "{'type':'set_voice','voice':'everybody'}"), "bad_argument");
}

static void the_host_says_in_which_language_it_speaks(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_int_equal(table->language, LANGUAGE_EN);

    assert_accepted(say(ANA, "{'type':'set_language','language':'fr'}"));
    assert_true(is_told(BOB, "'type':'language_set','language':'fr'"));
    assert_true(sees(0, "'language':'fr'"));
    assert_accepted(say(ANA, "{'type':'set_language','language':'fr'}"));
    assert_int_equal(turn->event_count, 0);
    assert_refused(say(ANA, "{'type':'set_language','language':'la'}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_language'}"), "missing_argument");
    assert_int_equal(table->language, LANGUAGE_FR);
    assert_log_replays();
}

static void a_message_has_a_length(void **unused)
{
    (void)unused;
    char text[ROOM_CHAT_MAX + 2];
    seat_people("coinflip", 2);
    memset(text, 'x', sizeof text);
    text[ROOM_CHAT_MAX + 1] = '\0';

    assert_refused(say(BOB, "{'type':'chat','text':''}"), "bad_argument");
    assert_refused(say(BOB, "{'type':'chat','text':'%s'}", text), "bad_argument");
    text[ROOM_CHAT_MAX] = '\0';
    assert_accepted(say(BOB, "{'type':'chat','text':'%s'}", text));
}

static void a_reaction_needs_no_chat(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_chat','open':false}"));

    assert_accepted(say(BOB, "{'type':'react','sticker':1}"));

    assert_true(is_told(ANA, "'sticker':1"));
    assert_true(is_told(0, "'sticker':1"));
}

static void three_reactions_a_minute(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    for (int i = 0; i < ROOM_REACTIONS; i++) {
        assert_accepted(say(BOB, "{'type':'react','sticker':%d}", i));
        pass_ms(1000);
    }
    assert_true(is_told(0, "'sticker':2"));

    assert_refused(say(BOB, "{'type':'react','sticker':7}"), "too_soon");
    assert_accepted(say(ANA, "{'type':'react','sticker':7}"));
    pass_ms(ROOM_REACTION_MS - 3000);
    assert_accepted(say(BOB, "{'type':'react','sticker':7}"));
    assert_refused(say(BOB, "{'type':'react','sticker':7}"), "too_soon");
}

static void no_reactions_at_night(void **unused)
{
    (void)unused;
    start_night();

    assert_refused(say(ANA, "{'type':'react','sticker':1}"), "not_now");
}

static void control_characters_are_refused_in_every_text(void **unused)
{
    (void)unused;
    static const char *const bad[] = { "\\u0001", "\\u0007", "\\u001b[2J", "\\u007f",
                                       "\\u0085", "\\u202e", "\\u2066" };
    seat_people("coinflip", 3);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_refused(say(ANA, "{'type':'chat','text':'a%sb'}", bad[i]), "bad_argument");
        assert_string_equal(turn->refusal.why, "text");
        assert_refused(say(ANA, "{'type':'kick','player':'%s','reason':'a%s'}", id_of(CAT), bad[i]),
                       "bad_argument");
        assert_refused(say(ANA, "{'type':'rename','name':'A%s'}", bad[i]), "bad_name");
    }

    assert_accepted(say(ANA, "{'type':'chat','text':'one\\ntwo\\tthree \\u00e9 \\u200d'}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_table_hears_everyone),
        TEST(a_private_channel_reaches_its_members_alone),
        TEST(no_right_to_speak_reads_the_same_for_every_reason),
        TEST(channels_are_shown_to_those_who_have_them),
        TEST(private_channels_end_with_the_game),
        TEST(the_host_closes_the_chat),
        TEST(the_host_says_which_device_speaks),
        TEST(the_host_says_in_which_language_it_speaks),
        TEST(a_message_has_a_length),
        TEST(a_reaction_needs_no_chat),
        TEST(three_reactions_a_minute),
        TEST(no_reactions_at_night),
        TEST(control_characters_are_refused_in_every_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
