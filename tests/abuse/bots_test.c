/* Bots: when they move, which of them think, and that the time a bot needs does not tell what it holds. */
#include "abuse/house.h"

enum { MINUTE_MS = 60 * 1000 };

/* A table of `person`, who stays at it or watches, with bots at Journeyman. */
static struct slot *bot_table(struct guest *person, bool plays)
{
    char code[CODE_TEXT_SIZE], path[32];
    net_id made = house_ask("POST", "/api/games", person->token,
                            "{\"game\":\"journeyman\",\"options\":{\"width\":3,\"height\":3}}");
    assert_int_equal(house_status(made), 201);
    house_member(made, "code", code, sizeof code);
    snprintf(path, sizeof path, "/ws/%s", code);
    person->socket = house_dial(path, person->token);
    house_say(person, plays ? "{\"type\":\"select_role\",\"role\":\"weather\"}"
                            : "{\"type\":\"add_bot\",\"role\":\"weather\"}");
    house_say(person, "{\"type\":\"add_bot\",\"role\":\"journeyman\"}");
    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    return house_slot(code);
}

static int set_up(void **unused)
{
    house_open(unused);
    house_config.commands_per_10s = 0;
    house_set_slow_bots(true);
    return 0;
}

static int64_t now_ms(void)
{
    return house.seams.now_ms(house.seams.context);
}

/* When a bot moves */

/* Waits until the table's bot thinks. */
static void until_a_bot_thinks(const struct slot *slot)
{
    house_pass(slot->bot_due_ms - now_ms());
    assert_int_equal(house_thinking(), 1);
}

/* Waits for the bot's move, for a minute at most; when it was. */
static int64_t until_it_moves(const struct slot *slot)
{
    int64_t seq = slot->room->seq;
    for (int ms = 0; slot->room->seq == seq && ms < MINUTE_MS; ms++)
        house_pass(1);
    assert_int_equal(slot->room->seq, seq + 1);
    return now_ms();
}

static void a_bot_moves_at_the_drawn_moment_however_long_it_thought(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, false);
    for (int64_t thinks_ms = 0; thinks_ms <= 200; thinks_ms += 50) {
        int64_t drawn_ms = slot->bot_move_ms;
        until_a_bot_thinks(slot);
        int64_t seq = slot->room->seq;
        house_pass(thinks_ms);
        house_think();
        assert_int_equal(slot->room->seq, seq); /* its answer is ready, and waits */

        assert_int_equal(until_it_moves(slot), drawn_ms);
    }
}

static void an_answer_that_is_late_waits_for_the_next_moment(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, true);
    int64_t drawn_ms = slot->bot_move_ms, step_ms = house_config.bot_delay_ms / 2;
    until_a_bot_thinks(slot);
    house_pass(drawn_ms + step_ms + 1 - now_ms());

    house_think();

    assert_int_equal(until_it_moves(slot), drawn_ms + 2 * step_ms);
}

static void moments_are_drawn_between_half_and_one_and_a_half_of_the_delay(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, true);
    int64_t least = INT64_MAX, most = 0, delay_ms = house_config.bot_delay_ms;
    for (int i = 0; i < 200; i++) {
        bots_schedule(&house, slot);
        int64_t hesitation_ms = slot->bot_move_ms - now_ms();
        least = hesitation_ms < least ? hesitation_ms : least;
        most = hesitation_ms > most ? hesitation_ms : most;
    }
    assert_in_range(least, delay_ms / 2, delay_ms / 2 + delay_ms / 10);
    assert_in_range(most, delay_ms + delay_ms / 2 - delay_ms / 10, delay_ms + delay_ms / 2);
}

static void without_a_delay_bots_move_one_after_the_other(void **unused)
{
    (void)unused;
    house_config.bot_delay_ms = 0;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, false);
    for (int i = 0; i < 5; i++) {
        int64_t seq = slot->room->seq;
        house_settle();
        house_think();
        assert_int_equal(slot->room->seq, seq + 1);
    }
}

static void without_a_delay_quick_bots_move_one_after_the_other(void **unused)
{
    (void)unused;
    char code[CODE_TEXT_SIZE], path[32];
    house_config.bot_delay_ms = 0;
    house_set_slow_bots(false);
    struct guest host = house_guest("Host");
    house_room(&host, "avalon", code);
    snprintf(path, sizeof path, "/ws/%s", code);
    host.socket = house_dial(path, host.token);
    for (int i = 0; i < 4; i++)
        house_say(&host, "{\"type\":\"add_bot\"}");
    house_say(&host, "{\"type\":\"start\"}");

    house_pass(100);

    assert_int_equal(house_slot(code)->room->phase, ROOM_PLAYING);
    assert_int_equal(house.metrics.bots_moved, 4); /* all have seen their roles */
}

static void what_happens_meanwhile_makes_the_bot_think_again(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, true);
    until_a_bot_thinks(slot);
    house_think();
    house_say(&host, "{\"type\":\"chat\",\"text\":\"quick!\"}");
    assert_null(slot->answer);

    until_a_bot_thinks(slot);
    house_think();

    int64_t drawn_ms = slot->bot_move_ms;
    assert_int_equal(until_it_moves(slot), drawn_ms);
}

static void coming_back_again_and_again_delays_no_bot(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, true);
    char code[CODE_TEXT_SIZE], path[32];
    code_write(code, slot->code);
    snprintf(path, sizeof path, "/ws/%s", code);
    until_a_bot_thinks(slot);
    house_think();
    int64_t drawn_ms = slot->bot_move_ms;

    host.socket = house_dial(path, host.token);

    assert_non_null(slot->answer);
    assert_int_equal(until_it_moves(slot), drawn_ms);
}

/* Who thinks */

static void bots_among_themselves_rest_while_nobody_looks(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    struct slot *slot = bot_table(&host, false);
    char code[CODE_TEXT_SIZE], path[32];
    code_write(code, slot->code);
    snprintf(path, sizeof path, "/ws/%s", code);
    house_hang_up(host.socket);
    house_pass(MINUTE_MS);
    while (house_thinking() > 0)
        house_think(); /* what was begun while somebody looked */
    house_pass(MINUTE_MS);
    int64_t seq = house_slot(code)->room->seq;

    house_pass(10 * MINUTE_MS);

    assert_int_equal(house_thinking(), 0);
    assert_int_equal(house_slot(code)->room->seq, seq);
    house_dial(path, host.token);
    house_pass(MINUTE_MS);
    assert_int_equal(house_thinking(), 1);
}

static void a_bot_moves_for_a_person_who_plays_and_is_away(void **unused)
{
    (void)unused;
    struct guest host = house_guest("Host");
    bot_table(&host, true);

    house_hang_up(host.socket);
    house_pass(2 * house_config.bot_delay_ms);

    assert_int_equal(house_thinking(), 1);
}

static bool is_one_of(int64_t room, const int64_t *id, int count)
{
    for (int i = 0; i < count; i++)
        if (id[i] == room)
            return true;
    return false;
}

/* Table talk */

static void a_bot_talks_at_a_drawn_moment_when_none_has_a_move(void **unused)
{
    (void)unused;
    house_set_slow_bots(false);
    struct guest host = house_guest("Host");
    char code[CODE_TEXT_SIZE], path[32];
    net_id made = house_ask("POST", "/api/games", host.token, "{\"game\":\"avalon\"}");
    house_member(made, "code", code, sizeof code);
    snprintf(path, sizeof path, "/ws/%s", code);
    host.socket = house_dial(path, host.token);
    house_say(&host, "{\"type\":\"stand\"}");
    for (int i = 0; i < 5; i++)
        house_say(&host, "{\"type\":\"add_bot\",\"strength\":4}");
    house_say(&host, "{\"type\":\"set_talk\",\"bots\":true}");
    house_say(&host, "{\"type\":\"start\"}");
    struct slot *slot = house_slot(code);
    assert_int_equal(slot->room->phase, ROOM_PLAYING);
    int said = 0;
    for (int ms = 0; said < 3 && ms < 5 * MINUTE_MS; ms += 10) {
        int64_t drawn_ms = slot->bot_move_ms, moment = slot->room->remark_moment;
        seat_set speakers = slot->room->remark_speakers;
        house_pass(10);
        if (slot->room->remark_moment == moment && slot->room->remark_speakers == speakers)
            continue;
        assert_in_range(now_ms() - drawn_ms, 0, 10);
        said++;
    }

    assert_int_equal(said, 3);
}

static void one_address_never_has_all_the_thinkers(void **unused)
{
    (void)unused;
    struct guest greedy = house_guest("Greedy"), honest = house_guest("Honest");
    int64_t tables[3];
    for (int i = 0; i < 3; i++)
        tables[i] = bot_table(&greedy, false)->id;
    house_pass(2 * house_config.bot_delay_ms);
    assert_int_equal(house_thinking(), SERVER_THINKERS_PER_ORIGIN);
    assert_true(is_one_of(house_thinks_for(0), tables, 3));

    house_address = "192.0.2.2";
    int64_t mine = bot_table(&honest, true)->id;
    house_pass(2 * house_config.bot_delay_ms);

    assert_int_equal(house_thinking(), 2);
    assert_int_equal(house_thinks_for(1), mine);
    house_think();
    assert_int_equal(house_thinking(), 2);
    assert_true(is_one_of(house_thinks_for(1), tables, 3));
}

static void people_come_first(void **unused)
{
    (void)unused;
    struct guest person[4] = { house_guest("A"), house_guest("B"), house_guest("C"),
                               house_guest("D") };
    static const char *const addresses[] = { "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4" };
    int64_t tables[4];
    for (int i = 0; i < 4; i++) {
        house_address = addresses[i];
        tables[i] = bot_table(&person[i], i == 3)->id;
        house_pass(2 * house_config.bot_delay_ms);
    }
    assert_int_equal(house_thinking(), SERVER_THINKERS); /* the other two wait */

    house_think();

    assert_int_equal(house_thinks_for(1), tables[3]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, house_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_bot_moves_at_the_drawn_moment_however_long_it_thought),
        TEST(an_answer_that_is_late_waits_for_the_next_moment),
        TEST(moments_are_drawn_between_half_and_one_and_a_half_of_the_delay),
        TEST(without_a_delay_bots_move_one_after_the_other),
        TEST(without_a_delay_quick_bots_move_one_after_the_other),
        TEST(what_happens_meanwhile_makes_the_bot_think_again),
        TEST(coming_back_again_and_again_delays_no_bot),
        TEST(bots_among_themselves_rest_while_nobody_looks),
        TEST(a_bot_moves_for_a_person_who_plays_and_is_away),
        TEST(a_bot_talks_at_a_drawn_moment_when_none_has_a_move),
        TEST(one_address_never_has_all_the_thinkers),
        TEST(people_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
