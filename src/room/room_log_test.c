/* The log is read as it was written, and nothing else is. */
#include "room/fixture_test.h"

static _Alignas(16) unsigned char copy_bytes[sizeof(struct room) + GAME_STATE_MAX];
static struct room *const copy = (struct room *)copy_bytes;

static bool replays(const char *events)
{
    struct room_batch batch = {
        .seq = table->seq + 1, .time_ms = now_ms, .events = events, .length = strlen(events)
    };
    const char *problem = NULL;
    memcpy(copy_bytes, table, room_size(table));
    bool ok = room_replay(copy, &batch, false, &problem);
    assert_true(ok || problem != NULL);
    return ok;
}

static void a_batch_is_read_as_it_was_written(void **unused)
{
    (void)unused;
    static struct room_reading reading;
    seat_people("coinflip", 2);
    memcpy(copy_bytes, table, room_size(table));
    assert_accepted(say(ANA, "{'type':'start'}"));

    int count = room_read_batch(copy, &log_batch[log_count - 1], &reading);

    assert_int_equal(count, turn.event_count);
    for (int i = 0; i < count; i++) {
        const struct room_event *read = &reading.event[i], *written = &turn.event[i];
        assert_int_equal(read->is_game, written->is_game);
        assert_int_equal(read->event.kind, written->event.kind);
        assert_int_equal(read->event.told, written->event.told);
        assert_memory_equal(read->event.arg, written->event.arg, sizeof read->event.arg);
        assert_string_equal(read->event.text, written->event.text ? written->event.text : "");
    }
}

static void texts_of_all_kinds_survive(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_accepted(say(ANA, "%s",
                        "{'type':'chat','text':'a\\\\b \\u0001 \\u00e9 [x],{y} \\\"q\\\" "
                        "\\ud83d\\ude00'}"));

    assert_log_replays();
}

static void what_we_did_not_write_is_not_replayed(void **unused)
{
    (void)unused;
    static const char *const strange[] = {
        "",
        "[",
        "]",
        "{}",
        "[1]",
        "[{}]",
        "[[]]",
        "[{\"type\":\"player_left\",\"kind\":\"room\"}]",
        "[{\"type\":\"dance\",\"kind\":\"room\"}]",
        "[{\"type\":\"player_left\",\"kind\":\"room\",\"player\":\"00000000000zz\"}]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\",\"told\":-1}]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\",\"told\":4294967296}]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\"},]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\"}]]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\"",
        "[{\"type\":\"coin_bent\",\"kind\":\"game\",\"heads_percent\":50}]",
        "[{\"type\":\"game_started\",\"kind\":\"room\",\"game_id\":\"0000000000001\","
        "\"game_number\":1,\"rules_version\":99}]",
        "[{\"type\":\"option_set\",\"kind\":\"room\",\"value\":null,\"option\":\"jokers\"}]",
        "[{\"type\":\"next_game_prepared\",\"kind\":\"room\",\"game_id\":\"0000000000001\","
        "\"game_number\":1}]",
        "[{\"type\":\"room_created\",\"kind\":\"room\",\"room\":\"0000000000001\",\"code\":1,"
        "\"game\":\"coinflip\"}]",
    };
    seat_people("coinflip", 2);
    assert_true(replays("[]"));
    assert_true(replays("[{\"type\":\"chat_set\",\"kind\":\"room\",\"open\":false}]"));

    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
        if (replays(strange[i]))
            fail_msg("%s", strange[i]);
}

static void batches_come_in_order(void **unused)
{
    (void)unused;
    struct room_batch batch = { .seq = 7, .events = "[]", .length = 2 };
    const char *problem;
    memset(copy_bytes, 0, sizeof copy_bytes);

    assert_false(room_replay(copy, &batch, false, &problem));
}

/* Bytes changed at random: most are refused, some replay to something else, none crashes. */
static void a_damaged_log_does_no_damage(void **unused)
{
    (void)unused;
    static char text[64 * 1024];
    static const uint8_t seed[RNG_SEED_SIZE] = { 11 };
    struct rng rng;
    int refused = 0;
    rng_seed(&rng, seed, 0);
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'make_transfer_code'}"));
    assert_accepted(say(ANA, "{'type':'kick','player':'%s','reason':'rude'}", id_of(CAT)));
    assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(ANA, "{'type':'end_set'}"));
    for (int round = 0; round < 3000; round++) {
        int spoilt = (int)rng_below(&rng, (uint64_t)log_count);
        const char *problem;
        bool ok = true;
        memset(copy_bytes, 0, sizeof copy_bytes);
        for (int i = 0; ok && i < log_count; i++) {
            struct room_batch batch = log_batch[i];
            memcpy(text, batch.events, batch.length + 1);
            if (i == spoilt)
                text[rng_below(&rng, batch.length)] =
                    "0123456789abcdefxyz\"{}[],:"[rng_below(&rng, 26)];
            batch.events = text;
            ok = room_replay(copy, &batch, false, &problem);
        }
        refused += !ok;
    }
    assert_true(refused > 1000);
}

static void nothing_is_skipped_where_nothing_was_undone(void **unused)
{
    (void)unused;
    uint8_t skip[64];
    start_with("coinflip", 2);
    memset(skip, 255, sizeof skip);

    room_rewound(log_batch, log_count, skip);

    for (int i = 0; i < log_count; i++)
        assert_int_equal(skip[i / 8] >> i % 8 & 1, 0);
}

static void undone_batches_are_skipped_in_their_own_game_only(void **unused)
{
    (void)unused;
    uint8_t skip[64];
    struct game *game = bend("coinflip");
    game->has_narrator = game->can_undo = true;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    int undone = log_count - 1;
    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));
    reload();
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_accepted(say(CAT, "{'type':'void_vote','void':true}"));
    assert_accepted(say(ANA, "{'type':'rematch'}"));
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    room_rewound(log_batch, log_count, skip);

    for (int i = 0; i < log_count; i++)
        assert_int_equal(skip[i / 8] >> i % 8 & 1, i == undone);
    assert_log_replays();
}

static void looking_for_what_was_undone_ends_in_a_damaged_log_too(void **unused)
{
    static const char *const damaged[] = { "[{}}]", "[{},]", "[,]", "[}]", "[{},,{}]" };
    uint8_t skip[1];
    (void)unused;
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct room_batch batch = { .seq = 1, .events = damaged[i], .length = strlen(damaged[i]) };
        room_rewound(&batch, 1, skip);
        assert_int_equal(skip[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_batch_is_read_as_it_was_written),
        TEST(texts_of_all_kinds_survive),
        TEST(what_we_did_not_write_is_not_replayed),
        TEST(batches_come_in_order),
        TEST(a_damaged_log_does_no_damage),
        TEST(nothing_is_skipped_where_nothing_was_undone),
        TEST(undone_batches_are_skipped_in_their_own_game_only),
        TEST(looking_for_what_was_undone_ends_in_a_damaged_log_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
