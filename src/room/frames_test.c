/* Messages to viewers: what happens when something does not fit. */
#include "room/fixture_test.h"
#include "room/frames.h"

static char frame[FRAMES_MESSAGE_MAX], events[ROOM_TOLD_MAX], sent[FRAMES_MESSAGE_MAX];
static struct room_scratch scratch;
static int sent_count;

static void keep(void *context, const char *text, size_t length)
{
    (void)context;
    assert_true(length < sizeof sent);
    memcpy(sent, text, length);
    sent[length] = '\0';
    sent_count++;
}

static struct frames frames_of(size_t frame_size, size_t events_size)
{
    sent_count = 0;
    sent[0] = '\0';
    return (struct frames){ .frame = frame,
                            .frame_size = frame_size,
                            .events = events,
                            .events_size = events_size,
                            .view = &scratch,
                            .now_ms = now_ms,
                            .send = keep };
}

/* 200 events of the longest chat there is; a control character took six bytes each. */
static void add_talk(void *context, struct json *out)
{
    char text[ROOM_CHAT_MAX + 1];
    (void)context;
    memset(text, 1, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (int i = 0; i < 200; i++) {
        json_object(out, NULL);
        json_text(out, "text", text);
        json_end(out);
    }
}

static void a_phone_that_missed_too_much_gets_the_state_alone(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    struct frames frames = frames_of(sizeof frame, sizeof events);

    assert_true(frames_state(&frames, table, ANA, add_talk, NULL));

    assert_int_equal(sent_count, 1);
    assert_non_null(strstr(sent, "\"events\":[],\"state\":{"));
}

static bool tell(const struct frames *frames, const struct room *before)
{
    struct frames_batch batch = { before, table, turn->event, turn->event_count };
    struct frames_memo memo;
    frames_begin(&memo);
    return frames_tell(frames, &batch, ANA, &memo);
}

static void what_happened_is_left_out_where_only_the_state_fits(void **unused)
{
    (void)unused;
    static struct room before;
    seat_people("coinflip", 2);
    memcpy(&before, table, sizeof before);
    assert_accepted(say(BOB, "{'type':'ready','ready':true}"));

    struct frames frames = frames_of(sizeof frame, 16);
    assert_true(tell(&frames, &before));

    assert_int_equal(sent_count, 1);
    assert_non_null(strstr(sent, "\"events\":[],\"state\":{"));
}

static void talk_is_one_message_without_the_state(void **unused)
{
    (void)unused;
    static struct room before;
    seat_people("coinflip", 2);
    memcpy(&before, table, sizeof before);
    assert_accepted(say(BOB, "{'type':'chat','text':'a \\\"}],{ b'}"));

    struct frames frames = frames_of(sizeof frame, sizeof events);
    assert_true(tell(&frames, &before));

    assert_int_equal(sent_count, 1);
    assert_null(strstr(sent, "\"room_state\""));
    assert_memory_equal(sent, "{\"seq\":", 7);
    assert_non_null(strstr(sent, "\"type\":\"chat\""));
    assert_non_null(strstr(sent, "}],{ b\"}"));
}

static void what_else_happens_comes_with_the_state_and_then_by_itself(void **unused)
{
    (void)unused;
    static struct room before;
    start_with("coinflip", 2);
    memcpy(&before, table, sizeof before);
    assert_accepted(clock_says("mark_away", BOB));

    struct frames frames = frames_of(sizeof frame, sizeof events);
    assert_true(tell(&frames, &before));

    assert_int_equal(sent_count, 2);
    assert_memory_equal(sent, "{\"seq\":", 7);
    assert_non_null(strstr(sent, "\"type\":\"player_disconnected\""));
    assert_null(strstr(sent, "\"state\""));
}

/* With any size of memory a message is sent whole, or the call reports that it was not sent. */
static void messages_are_whole_or_not_sent_whatever_fits(void **unused)
{
    (void)unused;
    static struct room before;
    int failed = 0, fitted = 0, some = 0;
    start_with("coinflip", 2);
    memcpy(&before, table, sizeof before);
    assert_accepted(clock_says("mark_away", BOB));
    for (size_t size = 64; size < 8 * 1024; size += 64) {
        struct frames frames = frames_of(size, sizeof events);
        bool ok = tell(&frames, &before);
        fitted += ok;
        failed += !ok && sent_count == 0;
        some += !ok && sent_count > 0;
        assert_true(!ok || sent_count == 2);
    }
    assert_true(failed > 0 && fitted > 0);
    assert_int_equal(some, 0);
}

static void a_message_is_not_filled_up_where_there_is_no_space(void **unused)
{
    (void)unused;
    char text[16];
    struct json out;
    json_init(&out, text, sizeof text);
    json_array(&out, NULL);
    json_end(&out);
    frames_pad(&out, 64);
    assert_string_equal(text, "[]");
    frames_pad(&out, 8);
    assert_string_equal(text, "[]      ");
    out.overflow = true;
    frames_pad(&out, 12);
    assert_string_equal(text, "[]      ");
}

static void what_does_not_fit_at_all_is_not_sent(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    struct frames frames = frames_of(64, sizeof events);

    assert_false(frames_state(&frames, table, ANA, add_talk, NULL));
    assert_false(frames_welcome(&frames, table, ANA, 1000));
    assert_false(
        frames_error(&frames, "cid", "not_now", NULL, "That is not allowed now, I think."));

    assert_int_equal(sent_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_phone_that_missed_too_much_gets_the_state_alone),
        TEST(what_happened_is_left_out_where_only_the_state_fits),
        TEST(talk_is_one_message_without_the_state),
        TEST(what_else_happens_comes_with_the_state_and_then_by_itself),
        TEST(messages_are_whole_or_not_sent_whatever_fits),
        TEST(a_message_is_not_filled_up_where_there_is_no_space),
        TEST(what_does_not_fit_at_all_is_not_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
