/* The reader of logs accepts a log as it was written, and nothing else. */
#include <stdio.h>

#include "room/fixture_test.h"

static _Alignas(16) unsigned char copy_bytes[sizeof(struct room) + GAME_STATE_MAX];
static struct room *const copy = (struct room *)copy_bytes;

static const char *problem; /* of the latest batch that was replayed */

static bool replays(const char *events)
{
    struct room_batch batch = {
        .seq = table->seq + 1, .time_ms = now_ms, .events = events, .length = strlen(events)
    };
    problem = NULL;
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

    assert_int_equal(count, turn->event_count);
    for (int i = 0; i < count; i++) {
        const struct room_event *read = &reading.event[i], *written = &turn->event[i];
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
                        "{'type':'chat','text':'a\\\\b \\t \\u00e9 [x],{y} \\\"q\\\" "
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
        "[{\"type\":7,\"kind\":\"room\"}]",
        "[[]]",
        "[{\"type\":\"player_left\",\"kind\":\"room\"}]",
        "[{\"type\":\"dance\",\"kind\":\"room\"}]",
        "[{\"type\":\"player_left\",\"kind\":\"room\",\"player\":\"00000000000zz\"}]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\",\"told\":-1}]",
        "[{\"type\":\"game_paused\",\"kind\":\"room\",\"told\":\"all\"}]",
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
        "[{\"type\":\"language_set\",\"kind\":\"room\",\"language\":\"la\"}]",
    };
    seat_people("coinflip", 2);
    assert_true(replays("[]"));
    assert_true(replays("[{\"type\":\"chat_set\",\"kind\":\"room\",\"open\":false}]"));

    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
        if (replays(strange[i]))
            fail_msg("%s", strange[i]);
}

static void a_game_by_older_rules_is_replayed(void **unused)
{
    (void)unused;
    const char *format = "[{\"type\":\"game_started\",\"kind\":\"room\","
                         "\"game_id\":\"0000000000001\",\"game_number\":1,\"rules_version\":%d}]";
    seat_people("chess", 4);
    int oldest = game_find("chess")->rules_oldest, newest = game_find("chess")->rules_version;
    assert_true(oldest < newest);
    for (int version = oldest - 1; version <= newest + 1; version++) {
        char text[256];
        snprintf(text, sizeof text, format, version);
        assert_int_equal(replays(text), version >= oldest && version <= newest);
    }
}

/* Each event reads well and cannot have happened at this table: `events` has ' for " and the letters A, B, C
 * and X for the ids of Ana, Bob, Cat (who watches) and a stranger, N for the number 99. */
static void assert_impossible(const char *events)
{
    static const struct {
        char letter;
        int64_t player;
    } people[] = { { 'A', ANA }, { 'B', BOB }, { 'C', CAT }, { 'X', STRANGER }, { 'N', 99 } };
    char text[1024];
    size_t length = 0;
    for (const char *c = events; *c; c++) {
        const char *word = (char[]){ *c == '\'' ? '"' : *c, '\0' };
        for (size_t i = 0; i < sizeof people / sizeof *people; i++)
            if (*c == people[i].letter && c[-1] == '\'' && c[1] == '\'')
                word = id_of(people[i].player);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", word);
    }
    if (replays(text) || strcmp(problem, "impossible_event") != 0)
        fail_msg("%s: %s", text, problem);
}

static void what_cannot_have_happened_in_a_lobby_is_not_replayed(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));

    assert_impossible("[{'type':'seat_taken','kind':'room','player':'A'}]");
    assert_impossible("[{'type':'seat_freed','kind':'room','player':'C','wants_seat':false}]");
    assert_impossible("[{'type':'bot_removed','kind':'room','player':'A'}]");
    assert_impossible(
        "[{'type':'player_joined','kind':'room','player':'X','member':0,'name_key':'N',"
        "'wants_seat':true,'name':'Xia'}]");
    assert_impossible(
        "[{'type':'player_joined','kind':'room','player':'B','member':0,'name_key':'N',"
        "'wants_seat':true,'name':'Bob'}]");
    assert_impossible("[{'type':'seat_moved','kind':'room','player':'A','to':'B'}]");
    assert_impossible("[{'type':'seat_moved','kind':'room','player':'A','to':'A'}]");
    assert_impossible("[{'type':'seat_moved','kind':'room','player':'C','to':'C'}]");
    assert_impossible("[{'type':'room_moved','kind':'room','player':'A','to':'B'}]");
    assert_impossible("[{'type':'desk_shared','kind':'room','player':'A','yes':true}]");
    assert_impossible("[{'type':'knock_ended','kind':'room','player':'A','let_in':true,"
                      "'denied':false,'by':'A'}]");
    assert_impossible("[{'type':'seat_claimed','kind':'room','player':'X','holder':'X'}]");
    assert_impossible("[{'type':'role_selected','kind':'room','player':'A','side':0,'role':'x'}]");
    assert_impossible("[{'type':'nonce_set','kind':'room','player':'A','nonce':'00'}]");
    assert_impossible("[{'type':'option_set','kind':'room','value':'N','option':'rounds'}]");
    assert_impossible("[{'type':'game_over','kind':'room','game_id':'A','winners':[0],"
                      "'reason_index':0,'reason':'x'}]");
    assert_impossible("[{'type':'game_voided','kind':'room','game_id':'A'}]");
    assert_impossible(
        "[{'type':'scored','kind':'room','player':'A','seat':0,'score':1,'won':true}]");
    assert_impossible("[{'type':'rewound','kind':'room','from':1,'to':1}]");
}

/* The order of two seats: 6 bits each say which entry sits there. */
static void an_order_that_cannot_be_is_not_replayed(void **unused)
{
    (void)unused;
    enum { ANA_BOB = 0 | 1 << 6, TWICE_BOB = 1 | 1 << 6, NO_ENTRY = 63, WATCHING = 2, EMPTY = 9 };
    static const int orders[] = { TWICE_BOB, NO_ENTRY, WATCHING, EMPTY };
    char text[128];
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    const char *format = "[{\"type\":\"seats_reordered\",\"kind\":\"room\",\"order_0\":\"%s\","
                         "\"order_1\":\"%s\"}]";
    snprintf(text, sizeof text, format, id_of(ANA_BOB), id_of(ANA_BOB));
    assert_true(replays(text));

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        snprintf(text, sizeof text, format, id_of(orders[i]), id_of(1));
        assert_false(replays(text));
        assert_string_equal(problem, "impossible_event");
    }
}

static void what_cannot_have_happened_in_a_game_is_not_replayed(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    assert_impossible("[{'type':'game_started','kind':'room','game_id':'A','game_number':1,"
                      "'rules_version':1}]");
    assert_impossible("[{'type':'game_over','kind':'room','game_id':'A','winners':[0],"
                      "'reason_index':99,'reason':'x'}]");
    assert_impossible("[{'type':'rewound','kind':'room','from':1,'to':99}]");
    assert_impossible("[{'type':'game_changed','kind':'room','game':'chess'}]");
    assert_impossible(
        "[{'type':'next_game_prepared','kind':'room','game_id':'A','game_number':2}]");
}

static void a_game_does_not_begin_without_its_people(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_impossible("[{'type':'game_started','kind':'room','game_id':'A','game_number':1,"
                      "'rules_version':1}]");
}

/* Six stand there, each of them once. */
static void nobody_stands_at_a_door_twice_or_as_the_seventh(void **unused)
{
    (void)unused;
    static const char *const names[] = { "Xa", "Xe", "Xi", "Xo", "Xu", "Xy" };
    const char *knocked = "[{'type':'knocked','kind':'room','player':'X','name_key':'N','animal':3,"
                          "'as_spectator':false,'name':'Xia'}]";
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'set_lock','locked':true}"));
    assert_accepted(say(STRANGER, "{'type':'knock','name':'Xia'}"));
    assert_impossible(knocked);
    assert_accepted(say(ANA, "{'type':'answer_knock','player':'%s','yes':false}", id_of(STRANGER)));
    for (int i = 0; i < ROOM_KNOCKS; i++)
        assert_accepted(say(STRANGER + 1 + i, "{'type':'knock','name':'%s'}", names[i]));
    assert_int_equal(table->knock_count, ROOM_KNOCKS);
    assert_impossible(knocked);
}

static void more_than_there_are_chairs_do_not_sit(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    table->seat_count = GAME_SEATS_MAX;
    assert_impossible("[{'type':'seat_taken','kind':'room','player':'C'}]");
    table->seat_count = 6;
    assert_impossible("[{'type':'game_started','kind':'room','game_id':'A','game_number':1,"
                      "'rules_version':1}]");
}

static void a_room_has_a_code_that_there_is(void **unused)
{
    (void)unused;
    char text[192];
    for (int beyond = 0; beyond < 2; beyond++) {
        int length = snprintf(text, sizeof text,
                              "[{\"type\":\"room_created\",\"kind\":\"room\",\"room\":\"%s\","
                              "\"code\":%lld,\"game\":\"coinflip\"}]",
                              id_of(STRANGER), (long long)code_max() + beyond);
        struct room_batch batch = { .seq = 1, .events = text, .length = (size_t)length };
        memset(copy_bytes, 0, sizeof copy_bytes);
        assert_int_equal(room_replay(copy, &batch, false, &problem), beyond == 0);
    }
}

static void nothing_happens_before_the_room_is_made(void **unused)
{
    (void)unused;
    struct room_batch batch = { .seq = 1, .events = "[{\"type\":\"game_paused\"}]", .length = 24 };
    memset(copy_bytes, 0, sizeof copy_bytes);
    assert_false(room_replay(copy, &batch, false, &problem));
    assert_string_equal(problem, "no_room");
}

/* A reader of batches has room for so many events and so much text, and says so. */
static void a_batch_that_is_too_large_is_not_read(void **unused)
{
    (void)unused;
    static struct room_reading reading;
    static char text[512 * 1024];
    char words[GAME_TEXT_MAX + 1];
    size_t length = 1;
    open_table("coinflip");
    text[0] = '[';
    for (int i = 0; i <= ROOM_EVENTS_MAX; i++)
        length += (size_t)sprintf(text + length, "%s{\"type\":\"game_paused\"}", i ? "," : "");
    text[length++] = ']';
    struct room_batch batch = { .seq = 2, .events = text, .length = length };
    assert_int_equal(room_read_batch(table, &batch, &reading), -1);

    const char *format = "%s{\"type\":\"chat\",\"player\":\"%s\",\"channel\":\"\",\"text\":\"%s\"}";
    memset(words, 'x', ROOM_CHAT_MAX);
    words[ROOM_CHAT_MAX] = '\0';
    length = 1;
    for (size_t sum = 0; sum <= sizeof reading.text; sum += ROOM_CHAT_MAX)
        length += (size_t)sprintf(text + length, format, sum ? "," : "", id_of(ANA), words);
    text[length++] = ']';
    batch.length = length;
    assert_int_equal(room_read_batch(table, &batch, &reading), -1);

    static const char *const others[] = { "{}", "[{}]", "[1]" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        batch.events = others[i];
        batch.length = strlen(others[i]);
        assert_int_equal(room_read_batch(table, &batch, &reading), -1);
    }
}

static void a_proof_has_nothing_of_a_damaged_batch(void **unused)
{
    (void)unused;
    static const char *const damaged[] = {
        "", "{}", "[1]", "[x]", "[{}]", "[{\"kind\":\"room\"}]"
    };
    char text[256];
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        struct room_batch batch = { .seq = 1, .events = damaged[i], .length = strlen(damaged[i]) };
        struct json out;
        json_init(&out, text, sizeof text);
        json_array(&out, NULL);
        room_proof_decision(&batch, &out);
        json_end(&out);
        assert_string_equal(text, "[]");
    }
}

static void batches_come_in_order(void **unused)
{
    (void)unused;
    struct room_batch batch = { .seq = 7, .events = "[]", .length = 2 };
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
    static const char *const damaged[] = {
        "[{}}]", "[{},]", "[,]", "[}]", "[{},,{}]", "[1]", "[x]"
    };
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
        TEST(what_cannot_have_happened_in_a_lobby_is_not_replayed),
        TEST(an_order_that_cannot_be_is_not_replayed),
        TEST(a_game_by_older_rules_is_replayed),
        TEST(what_cannot_have_happened_in_a_game_is_not_replayed),
        TEST(a_game_does_not_begin_without_its_people),
        TEST(nobody_stands_at_a_door_twice_or_as_the_seventh),
        TEST(more_than_there_are_chairs_do_not_sit),
        TEST(a_room_has_a_code_that_there_is),
        TEST(nothing_happens_before_the_room_is_made),
        TEST(a_proof_has_nothing_of_a_damaged_batch),
        TEST(a_batch_that_is_too_large_is_not_read),
        TEST(batches_come_in_order),
        TEST(a_damaged_log_does_no_damage),
        TEST(nothing_is_skipped_where_nothing_was_undone),
        TEST(undone_batches_are_skipped_in_their_own_game_only),
        TEST(looking_for_what_was_undone_ends_in_a_damaged_log_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
