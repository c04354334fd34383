/* The table object: what it refuses by itself, and what it leaves alone. */
#include "room/table.h"

#include "room/fixture_test.h"

enum { NODES = 64 };

static _Alignas(16) unsigned char bytes[2][sizeof(struct room) + GAME_STATE_MAX];
static struct table at;
static const uint8_t entropy[ROOM_ENTROPY_SIZE] = { 7 };
static struct table_rules rules;

static int set_up(void **unused)
{
    setup_table(unused);
    memset(bytes, 0, sizeof bytes);
    at.room = (struct room *)bytes[0];
    at.draft = (struct room *)bytes[1];
    rules = (struct table_rules){ .has_hidden_games = true };
    return 0;
}

static bool read(const char *json)
{
    static struct json_node nodes[NODES];
    struct json_doc doc;
    const char *problem;
    assert_true(json_parse(&doc, json, strlen(json), nodes, NODES, &problem));
    return table_read(&at, &rules, &doc, 0, ANA, "cid");
}

static bool read_clock(const char *json)
{
    static struct json_node nodes[NODES];
    struct json_doc doc;
    const char *problem;
    assert_true(json_parse(&doc, json, strlen(json), nodes, NODES, &problem));
    return table_read_clock(&at, &doc, 0, ANA);
}

static void make_room(void)
{
    assert_true(read("{\"type\":\"create\",\"game\":\"coinflip\",\"name\":\"Ana\"}"));
    assert_int_equal(table_decide(&at, 1000, entropy), TABLE_BATCH);
    table_commit(&at);
}

static void what_is_decided_is_there_after_the_commit_only(void **unused)
{
    (void)unused;

    assert_true(read("{\"type\":\"create\",\"game\":\"coinflip\",\"name\":\"Ana\"}"));
    assert_int_equal(table_decide(&at, 1000, entropy), TABLE_BATCH);

    assert_int_equal(at.room->id, 0);
    assert_int_equal(at.batch.seq, 1);
    assert_int_equal(at.batch.cid, room_hash_cid("cid"));
    table_commit(&at);
    assert_int_equal(at.room->seq, 1);
}

static void what_is_done_again_is_nothing(void **unused)
{
    (void)unused;
    make_room();

    assert_int_equal(table_decide(&at, 2000, entropy), TABLE_NOTHING);

    assert_int_equal(at.room->seq, 1);
}

static void a_refusal_says_why_and_changes_nothing(void **unused)
{
    (void)unused;
    make_room();

    assert_true(read_clock("{\"clock\":\"tick\"}"));
    at.command.kind = ROOM_START;
    at.command.player = BOB;
    assert_int_equal(table_decide(&at, 2000, entropy), TABLE_REFUSED);

    assert_string_equal(at.turn.refusal.code, "not_member");
    assert_int_equal(at.room->seq, 1);
}

static void a_game_that_is_not_offered_is_no_game(void **unused)
{
    (void)unused;
    rules.has_hidden_games = false;

    assert_false(read("{\"type\":\"create\",\"game\":\"coinflip\"}"));

    assert_string_equal(at.turn.refusal.code, "bad_argument");
    assert_true(read("{\"type\":\"create\",\"game\":\"avalon\"}"));
}

static bool clean_to_x(const char *name, char *clean, size_t size, int64_t *key)
{
    *key = 42;
    return text_copy(clean, size, "X") && !text_equal(name, "bad");
}

static void names_are_cleaned_as_the_house_wants_them(void **unused)
{
    (void)unused;
    rules.clean_name = clean_to_x;

    assert_true(read("{\"type\":\"create\",\"game\":\"coinflip\",\"name\":\"Ana\"}"));
    assert_string_equal(at.command.text, "X");
    assert_int_equal(at.command.name_key, 42);
    assert_false(read("{\"type\":\"create\",\"game\":\"coinflip\",\"name\":\"bad\"}"));
    assert_string_equal(at.turn.refusal.code, "bad_name");
}

static void time_never_goes_back(void **unused)
{
    (void)unused;
    make_room();

    assert_true(read("{\"type\":\"chat\",\"text\":\"hello\"}"));
    at.command.cid = 0;
    assert_int_equal(table_decide(&at, 10, entropy), TABLE_BATCH);

    assert_int_equal(at.batch.time_ms, 1000);
}

static void the_clock_of_a_device_says_three_things(void **unused)
{
    (void)unused;

    assert_true(read_clock("{\"clock\":\"tick\"}"));
    assert_true(read_clock("{\"clock\":\"credit_clock\",\"ms\":5}"));
    assert_int_equal(at.command.arg[0], 5);
    assert_true(read_clock("{\"clock\":\"move_here\"}"));
    assert_int_equal(at.command.arg[1], ANA);
    assert_false(read_clock("{\"clock\":\"credit_clock\"}"));
    assert_false(read_clock("{\"clock\":\"admin_close\"}"));
    assert_false(read_clock("{\"clock\":7}"));
    assert_false(read_clock("{}"));
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup(test, set_up)
    const struct CMUnitTest tests[] = {
        EACH(what_is_decided_is_there_after_the_commit_only),
        EACH(what_is_done_again_is_nothing),
        EACH(a_refusal_says_why_and_changes_nothing),
        EACH(a_game_that_is_not_offered_is_no_game),
        EACH(names_are_cleaned_as_the_house_wants_them),
        EACH(time_never_goes_back),
        EACH(the_clock_of_a_device_says_three_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
