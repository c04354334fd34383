/* The path of a command: who may give it, idempotency, refusals that change nothing. */
#include "room/fixture_test.h"

#include "engine/message.h"

static void play_round(const char *ana, const char *bob)
{
    assert_accepted(say(ANA, "{'type':'guess','side':'%s'}", ana));
    assert_accepted(say(BOB, "{'type':'guess','side':'%s'}", bob));
}

static void a_game_can_be_played_to_its_end(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    while (table->phase == ROOM_PLAYING)
        play_round("heads", "tails");

    assert_int_equal(table->phase, ROOM_RESULTS);
    assert_true(happened("game_over"));
    assert_int_equal(person(ANA)->games, 1);
    assert_log_replays();
}

/* Events may share a name (a game has its own game_started): they say whose they are. */
static void every_commands_name_means_one_thing(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++)
        for (int k = COMMAND_FIRST; games[i]->commands[k].name; k++)
            if (message_find(room_commands, games[i]->commands[k].name) >= 0)
                fail_msg("%s: command %s", games[i]->id, games[i]->commands[k].name);
}

static const struct game_arg *argument(const struct game_message *message, const char *name)
{
    int i = 0;
    while (!text_equal(message->args[i].name, name))
        i++;
    return &message->args[i];
}

static void assert_each_fits(const char *const *words, const struct game_arg *arg)
{
    for (int i = 0; words && words[i]; i++)
        assert_true(strlen(words[i]) <= (size_t)arg->max);
}

/* A word that the log cannot be read back with would close the room. */
static void every_games_words_fit_the_rooms_events(void **unused)
{
    (void)unused;
    for (int i = 0; games[i]; i++) {
        const struct game *game = games[i];
        assert_each_fits(game->reasons, argument(&room_events[ROOM_GAME_OVER], "reason"));
        assert_each_fits(game->sides, argument(&room_events[ROOM_ROLE_SELECTED], "role"));
        for (int k = 0; k < game_option_count(game); k++)
            assert_true(strlen(game->options[k].arg.name) <=
                        (size_t)argument(&room_events[ROOM_OPTION_SET], "option")->max);
        for (int k = 0; game->channels && game->channels[k]; k++) {
            int64_t word;
            assert_true(word_read(&word, game->channels[k]));
            assert_int_equal(room_channel_of(game, word), k + 1);
        }
    }
}

static void every_command_and_event_has_an_entry(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROOM_COMMAND_COUNT; i++) {
        assert_non_null(room_commands[i].name);
        assert_non_null(room_rules[i].decide);
    }
    for (int i = 0; i < ROOM_EVENT_COUNT; i++)
        assert_non_null(room_events[i].name);
    assert_null(room_commands[ROOM_COMMAND_COUNT].name);
    assert_null(room_events[ROOM_EVENT_COUNT].name);
}

static void a_repeated_command_is_done_once(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say_with_cid(BOB, 77, "{\"type\":\"chat\",\"text\":\"hello\"}"));
    int batches = log_count;

    assert_accepted(say_with_cid(BOB, 77, "{\"type\":\"chat\",\"text\":\"hello\"}"));

    assert_true(turn->is_repeat);
    assert_int_equal(turn->event_count, 0);
    assert_int_equal(log_count, batches);
}

static void the_last_commands_are_remembered_and_older_ones_are_not(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    for (int cid = 1; cid <= ROOM_CIDS + 1; cid++)
        assert_accepted(say_with_cid(BOB, 100 + cid, "{\"type\":\"chat\",\"text\":\"hello\"}"));

    assert_accepted(say_with_cid(BOB, 102, "{\"type\":\"chat\",\"text\":\"hello\"}"));
    assert_true(turn->is_repeat);
    assert_accepted(say_with_cid(BOB, 101, "{\"type\":\"chat\",\"text\":\"hello\"}"));
    assert_false(turn->is_repeat);
}

static void somebody_elses_cid_is_no_repeat(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say_with_cid(BOB, 77, "{\"type\":\"chat\",\"text\":\"hello\"}"));

    assert_accepted(say_with_cid(ANA, 77, "{\"type\":\"chat\",\"text\":\"hello\"}"));

    assert_false(turn->is_repeat);
    assert_true(happened("chat"));
}

static void a_repeated_join_or_leave_is_done_once(void **unused)
{
    (void)unused;
    open_table("coinflip");
    assert_accepted(say_with_cid(BOB, 5, "{\"type\":\"join\",\"name\":\"Bob\"}"));
    assert_accepted(say_with_cid(BOB, 5, "{\"type\":\"join\",\"name\":\"Bob\"}"));
    assert_true(turn->is_repeat);

    assert_accepted(say_with_cid(BOB, 6, "{\"type\":\"leave\"}"));
    assert_accepted(say_with_cid(BOB, 6, "{\"type\":\"leave\"}"));
    assert_true(turn->is_repeat);
}

static const char *const host_commands[] = {
    "{'type':'start'}",
    "{'type':'set_options','options':{}}",
    "{'type':'set_game','game':'journeyman'}",
    "{'type':'set_seats','num_players':3}",
    "{'type':'hand_over_host','player':'0000000000001'}",
    "{'type':'kick','player':'0000000000001'}",
    "{'type':'readmit','player':'0000000000001'}",
    "{'type':'set_spectators','allowed':false}",
    "{'type':'set_chat','open':false}",
    "{'type':'set_voice','voice':'silent'}",
    "{'type':'set_language','language':'es'}",
    "{'type':'add_bot'}",
    "{'type':'remove_bot','player':'0000000000001'}",
    "{'type':'set_bot','player':'0000000000001','strength':1}",
    "{'type':'set_absent','policy':'bot','seconds':5}",
    "{'type':'end_set'}",
    "{'type':'start_roll_call'}",
    "{'type':'reorder_seats','order':[]}",
    "{'type':'add_guest','name':'Gus'}",
    "{'type':'set_lock','locked':true}",
    "{'type':'remove_guest','player':'0000000000001'}",
};

static void only_the_host_does_what_hosts_do(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    for (size_t i = 0; i < sizeof host_commands / sizeof *host_commands; i++)
        assert_refused(say(BOB, "%s", host_commands[i]), "not_host");
}

static void strangers_do_nothing(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    for (size_t i = 0; i < sizeof host_commands / sizeof *host_commands; i++)
        assert_refused(say(STRANGER, "%s", host_commands[i]), "not_member");
    assert_refused(say(STRANGER, "{'type':'chat','text':'hi'}"), "not_member");
    assert_refused(say(STRANGER, "{'type':'leave'}"), "not_member");
    assert_refused(say(STRANGER, "{'type':'guess','side':'heads'}"), "not_member");
}

static void nobody_speaks_for_the_clock(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'tick'}"), "unknown_command");
    assert_refused(say(ANA, "{'type':'mark_away','player':'%s'}", id_of(BOB)), "unknown_command");
    struct room_command command = { .player = ANA, .kind = ROOM_MARK_AWAY, .arg = { BOB } };
    assert_refused(decide(&command), "unknown_command");
    command = (struct room_command){ .player = ANA, .is_game = true, .kind = COMMAND_TIMEOUT };
    assert_refused(decide(&command), "unknown_command");
}

static void what_cannot_be_read_is_refused(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);

    assert_refused(say(ANA, "{'type':'dance'}"), "unknown_command");
    assert_refused(say(ANA, "{'type':7}"), "unknown_command");
    assert_refused(say(ANA, "{}"), "unknown_command");
    assert_refused(say(ANA, "[]"), "unknown_command");
    assert_refused(say(ANA, "{'type':'kick'}"), "missing_argument");
    assert_refused(say(ANA, "{'type':'kick','player':'me'}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'start','now':true}"), "unknown_argument");
    assert_refused(say(ANA, "{'type':'react','sticker':8}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_nonce','nonce':'xyz'}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_nonce'}"), "missing_argument");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':7}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'reorder_seats','order':[7]}"), "bad_argument");
    assert_refused(say(ANA, "{'type':'set_options','options':[]}"), "bad_argument");
}

static void commands_made_by_hand_are_checked_like_those_from_the_wire(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    struct room_command unknown = { .player = ANA, .kind = 999 };
    struct room_command sticker = { .player = ANA, .kind = ROOM_REACT, .arg = { -1 } };
    struct room_command no_text = { .player = ANA, .kind = ROOM_CHAT };
    struct room_command move = { .player = ANA, .is_game = true, .kind = 999 };

    assert_refused(decide(&unknown), "unknown_command");
    assert_refused(decide(&sticker), "bad_argument");
    assert_refused(decide(&no_text), "bad_argument");
    assert_refused(decide(&move), "unknown_command");
}

static void nothing_happens_before_a_room_is_created(void **unused)
{
    (void)unused;
    struct room_command join = { .player = ANA, .kind = ROOM_JOIN, .text = "Ana" };

    assert_refused(decide(&join), "not_now");
    assert_refused(say(ANA, "{'type':'join','name':'Ana'}"), "unknown_command");
}

static void a_room_is_created_once(void **unused)
{
    (void)unused;
    open_table("coinflip");

    assert_refused(say(ANA, "{'type':'create','game':'coinflip'}"), "not_now");
}

static void a_closed_room_stays_closed(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'end_set'}"));
    int batches = log_count;

    assert_refused(say(ANA, "{'type':'start'}"), "closed");
    assert_refused(say(STRANGER, "{'type':'join','name':'Zoe'}"), "closed");
    assert_refused(say(ANA, "{'type':'guess','side':'heads'}"), "closed");
    assert_accepted(clock_says("tick", 0));
    assert_accepted(clock_says("mark_away", ANA));
    assert_int_equal(log_count, batches);
    assert_int_equal(room_deadline(table), 0);
}

static void a_move_needs_a_seat_and_a_game(void **unused)
{
    (void)unused;
    seat_people("coinflip", 2);
    assert_refused(say(ANA, "{'type':'guess','side':'heads'}"), "wrong_phase");
    assert_accepted(say(CAT, "{'type':'join','name':'Cat','as_spectator':true}"));
    assert_accepted(say(ANA, "{'type':'start'}"));

    assert_refused(say(CAT, "{'type':'guess','side':'heads'}"), "not_seated");
    assert_refused(say(ANA, "{'type':'guess','side':'edge'}"), "bad_argument");
    assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
    assert_refused(say(ANA, "{'type':'guess','side':'heads'}"), "not_your_turn");
    assert_string_equal(turn->refusal.why, "already_guessed");
}

static void the_hash_chain_covers_every_batch(void **unused)
{
    (void)unused;
    uint8_t chain[SHA256_SIZE] = { 0 };
    start_with("coinflip", 2);

    for (int i = 0; i < log_count; i++) {
        struct sha256 hash;
        sha256_init(&hash);
        sha256_add(&hash, chain, sizeof chain);
        sha256_add(&hash, log_batch[i].events, log_batch[i].length);
        sha256_end(&hash, chain);
    }

    assert_memory_equal(chain, table->hash, sizeof chain);
    assert_int_equal(table->seq, log_count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_can_be_played_to_its_end),
        TEST(every_commands_name_means_one_thing),
        TEST(every_games_words_fit_the_rooms_events),
        TEST(every_command_and_event_has_an_entry),
        TEST(a_repeated_command_is_done_once),
        TEST(the_last_commands_are_remembered_and_older_ones_are_not),
        TEST(somebody_elses_cid_is_no_repeat),
        TEST(a_repeated_join_or_leave_is_done_once),
        TEST(only_the_host_does_what_hosts_do),
        TEST(strangers_do_nothing),
        TEST(nobody_speaks_for_the_clock),
        TEST(what_cannot_be_read_is_refused),
        TEST(commands_made_by_hand_are_checked_like_those_from_the_wire),
        TEST(nothing_happens_before_a_room_is_created),
        TEST(a_room_is_created_once),
        TEST(a_closed_room_stays_closed),
        TEST(a_move_needs_a_seat_and_a_game),
        TEST(the_hash_chain_covers_every_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
