/* A game from its start to its result and the next one; pauses and absence; void votes; undo. */
#include "room/fixture_test.h"

static void play_to_the_end(void)
{
    while (table->phase == ROOM_PLAYING) {
        assert_accepted(say(ANA, "{'type':'guess','side':'heads'}"));
        assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
    }
}

static void void_the_game(void)
{
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
}

static void the_clock_ends_a_step(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_int_equal(room_deadline(table), now_ms + 20 * 1000);
    pass_ms(19999);
    assert_accepted(clock_says("tick", 0));
    assert_int_equal(turn->event_count, 0);

    tick_at_deadline();

    assert_true(happened("coin_revealed"));
}

static void scores_add_up_over_the_set(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    play_to_the_end();
    int64_t first = person(ANA)->score, both = first + person(BOB)->score;
    assert_int_equal(both, 3);
    assert_int_equal(table->outcome.score[0], first);
    assert_int_equal(person(ANA)->wins + person(BOB)->wins, 1);

    assert_accepted(say(ANA, "{'type':'rematch'}"));
    play_to_the_end();

    assert_int_equal(person(ANA)->score + person(BOB)->score, 6);
    assert_int_equal(person(BOB)->games, 2);
    assert_int_equal(table->game_number, 2);
    assert_log_replays();
}

static void an_operator_sits_in_nobodys_seat(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    struct room_command guess = {
        .is_operator = true, .is_game = true, .kind = COMMAND_FIRST, .arg = { 1 }
    };

    assert_refused(decide(&guess), "not_your_turn");
    guess.is_operator = false;
    assert_refused(decide(&guess), "not_member");
}

static void a_game_knows_the_seat_of_the_host(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_int_equal(table->deal.setup.host, person(ANA)->seat);
    play_to_the_end();
    assert_accepted(say(ANA, "{'type':'hand_over_host','player':'%s'}", id_of(BOB)));

    assert_accepted(say(BOB, "{'type':'rematch'}"));

    assert_int_equal(table->deal.setup.host, person(BOB)->seat);
    assert_log_replays();
}

static void the_result_stays_on_the_table(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    play_to_the_end();

    assert_true(sees(0, "'phase':'results'"));
    assert_true(sees(0, "'reason':'most_points'"));
    assert_false(sees(0, "'game':null"));
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    assert_true(sees(0, "'phase':'lobby'"));
    assert_true(sees(0, "'game':null"));
}

static void options_for_the_next_game_leave_the_result_as_it_was(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    play_to_the_end();

    assert_accepted(say(ANA, "{'type':'set_options','options':{'rounds':9}}"));

    assert_true(sees(BOB, "'rounds':3"));
    assert_accepted(say(ANA, "{'type':'rematch'}"));
    assert_true(sees(BOB, "'rounds':9"));
}

static void a_rematch_swaps_sides(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    void_the_game();

    assert_accepted(say(ANA, "{'type':'rematch'}"));

    assert_int_equal(table->phase, ROOM_PLAYING);
    assert_int_equal(person(ANA)->side, 1);
    assert_int_equal(person(BOB)->side, 0);
    assert_int_equal(table->deal.setup.side[0], 1);
}

static void the_next_game_keeps_the_sides(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    void_the_game();

    assert_accepted(say(ANA, "{'type':'next_game'}"));

    assert_int_equal(table->phase, ROOM_LOBBY);
    assert_int_equal(person(ANA)->side, 0);
    assert_int_equal(person(BOB)->side, 1);
}

static void who_wants_to_change_something_first_is_not_overtaken_by_a_start(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    void_the_game();
    assert_accepted(say(ANA, "{'type':'next_game'}"));

    assert_accepted(say(ANA, "{'type':'set_options','options':{'days':9}}"));
    assert_int_equal(table->phase, ROOM_LOBBY);
    assert_accepted(say(BOB, "{'type':'stand'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    assert_int_equal(table->phase, ROOM_PLAYING);

    void_the_game();
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));
    assert_int_equal(table->phase, ROOM_PLAYING);
}

static void a_rematch_needs_the_people(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    void_the_game();
    assert_accepted(say(BOB, "{'type':'leave'}"));

    assert_refused(say(ANA, "{'type':'rematch'}"), "too_few_players");
    assert_int_equal(table->phase, ROOM_RESULTS);
    assert_accepted(say(ANA, "{'type':'next_game'}"));
    assert_int_equal(table->seat_count, 1);
}

static void ending_the_set_voids_a_running_game(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);

    assert_accepted(say(ANA, "{'type':'end_set'}"));

    assert_true(happened("game_voided") && happened("chance_revealed") && happened("set_ended"));
    assert_int_equal(table->phase, ROOM_CLOSED);
    assert_int_equal(table->ended_ms, now_ms);
}

/* Void votes */

static void more_than_half_of_the_people_void_a_game(void **unused)
{
    (void)unused;
    start_with("coinflip", 4);
    assert_accepted(say(ANA, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_int_equal(table->phase, ROOM_PLAYING);

    assert_accepted(say(CAT, "{'type':'void_vote','void':true}"));

    assert_int_equal(table->phase, ROOM_RESULTS);
    assert_true(table->is_void);
    assert_int_equal(person(ANA)->games, 0);
    assert_true(sees(0, "'is_void':true"));
}

static void a_void_vote_shows_a_count_and_nobody(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);

    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));

    for (int64_t player = ANA; player <= CAT; player++) {
        assert_true(is_told(player, "'count':1"));
        assert_false(is_told(player, id_of(BOB)));
        assert_true(sees(player, "'void_vote':{'count':1,'needed':2}"));
    }
    assert_true(sees(BOB, "'asks_void':true"));
    assert_false(sees(ANA, "'asks_void':true"));
}

static void a_void_vote_can_be_taken_back(void **unused)
{
    (void)unused;
    start_with("coinflip", 3);
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_accepted(say(BOB, "{'type':'void_vote','void':true}"));
    assert_int_equal(turn->event_count, 0);

    assert_accepted(say(BOB, "{'type':'void_vote','void':false}"));

    assert_int_equal(table->void_asked, 0);
    assert_accepted(say(CAT, "{'type':'void_vote','void':true}"));
    assert_int_equal(table->phase, ROOM_PLAYING);
}

static int two_seats(const void *state)
{
    (void)state;
    return 2;
}

static void one_team_alone_voids_no_game(void **unused)
{
    (void)unused;
    bend("coinflip")->team_seats = two_seats;
    start_with("coinflip", 3);
    void_the_game();
    assert_int_equal(table->phase, ROOM_PLAYING);

    assert_accepted(say(CAT, "{'type':'void_vote','void':true}"));

    assert_int_equal(table->phase, ROOM_RESULTS);
}

static void all_people_together_void_a_game_with_bots(void **unused)
{
    (void)unused;
    bend("coinflip")->team_seats = two_seats;
    seat_people("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));

    void_the_game();

    assert_int_equal(table->phase, ROOM_RESULTS);
}

static void the_larger_side_alone_voids_no_game(void **unused)
{
    static const char *const sides[] = { "left", "right", NULL };
    (void)unused;
    bend("coinflip")->sides = sides;
    seat_people("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'select_role','role':'left'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'left'}"));
    assert_accepted(say(CAT, "{'type':'select_role','role':'right'}"));
    assert_accepted(say(ANA, "{'type':'start'}"));

    void_the_game();
    assert_int_equal(table->phase, ROOM_PLAYING);
    assert_accepted(say(CAT, "{'type':'void_vote','void':true}"));

    assert_int_equal(table->phase, ROOM_RESULTS);
}

static void spectators_do_not_vote(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(CAT, "{'type':'join','name':'Cat'}"));

    assert_refused(say(CAT, "{'type':'void_vote','void':true}"), "not_seated");
}

/* Undo */

static void start_undoable(void)
{
    struct game *game = bend("coinflip");
    game->has_narrator = true;
    game->can_undo = true;
    start_with("coinflip", 3);
}

static void the_narrator_takes_moves_back(void **unused)
{
    (void)unused;
    start_undoable();
    size_t size = room_game(table)->state_size;
    static unsigned char dealt[GAME_STATE_MAX];
    memcpy(dealt, room_state(table), size);
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(CAT, "{'type':'guess','side':'heads'}"));
    assert_int_equal(table->step, 3);

    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));

    assert_refused(say(BOB, "{'type':'guess','side':'heads'}"), "not_now");
    reload();
    assert_memory_equal(room_state(table), dealt, size);
    assert_accepted(say(BOB, "{'type':'guess','side':'tails'}"));
    assert_log_replays();
}

static void what_was_taken_back_can_be_played_again(void **unused)
{
    (void)unused;
    start_undoable();
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(CAT, "{'type':'guess','side':'heads'}"));
    size_t size = room_game(table)->state_size;
    static unsigned char late[GAME_STATE_MAX];
    memcpy(late, room_state(table), size);
    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));
    reload();

    assert_accepted(say(ANA, "{'type':'rewind','to':3}"));

    reload();
    assert_memory_equal(room_state(table), late, size);
    assert_accepted(say(CAT, "{'type':'guess','side':'tails'}"));
    assert_log_replays();
}

static void a_new_move_ends_what_could_be_played_again(void **unused)
{
    (void)unused;
    start_undoable();
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(CAT, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));
    reload();
    assert_accepted(say(CAT, "{'type':'guess','side':'tails'}"));

    assert_refused(say(ANA, "{'type':'rewind','to':3}"), "bad_target");
    assert_int_equal(table->step_top, 2);
    assert_log_replays();
}

static void undo_again_and_again_replays(void **unused)
{
    (void)unused;
    start_undoable();
    struct rng rng;
    static const uint8_t seed[RNG_SEED_SIZE] = { 3 };
    rng_seed(&rng, seed, 0);
    for (int i = 0; i < 300 && table->phase == ROOM_PLAYING; i++) {
        int to = 1 + (int)rng_below(&rng, (uint64_t)table->step_top);
        int64_t who = rng_below(&rng, 2) ? BOB : CAT;
        if (rng_below(&rng, 3) == 0)
            assert_accepted(say(ANA, "{'type':'rewind','to':%d}", to));
        else if (table->step < 5)
            say(who, "{'type':'guess','side':'%s'}", rng_below(&rng, 2) ? "heads" : "tails");
        if (table->needs_replay)
            reload();
        assert_log_replays();
    }
}

static void chat_survives_an_undo_and_the_count_goes_on(void **unused)
{
    (void)unused;
    start_undoable();
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(BOB, "{'type':'chat','text':'oops'}"));
    int64_t told = room_told(table, BOB);

    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));
    reload();

    assert_int_equal(room_told(table, BOB), told + 1);
}

static void only_the_narrator_of_an_undoable_game_rewinds(void **unused)
{
    (void)unused;
    start_undoable();
    assert_refused(say(BOB, "{'type':'rewind','to':1}"), "not_allowed");
    assert_refused(say(ANA, "{'type':'rewind','to':2}"), "bad_target");
    assert_refused(say(ANA, "{'type':'rewind','to':0}"), "bad_argument");
    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));
    assert_int_equal(turn->event_count, 0);

    bend("coinflip")->can_undo = false;
    assert_refused(say(ANA, "{'type':'rewind','to':1}"), "not_allowed");
}

static void how_many_steps_there_were_is_the_narrators_alone(void **unused)
{
    (void)unused;
    start_undoable();
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_true(is_told(ANA, "'at_step':2"));
    assert_false(is_told(BOB, "'at_step'"));
    assert_accepted(say(ANA, "{'type':'rewind','to':1}"));

    assert_true(is_told(ANA, "'from':2,'to':1"));
    assert_true(is_told(BOB, "'rewound'"));
    assert_false(is_told(BOB, "'from'"));
    reload();
    assert_true(sees(ANA, "'step':1,'step_top':2"));
    assert_false(sees(BOB, "'step'"));
}

/* Who is awaited */

static void the_awaited_are_counted_and_named_when_the_host_asks(void **unused)
{
    (void)unused;
    seat_people("journeyman", 2);
    assert_accepted(say(ANA, "{'type':'select_role','role':'journeyman'}"));
    assert_accepted(say(BOB, "{'type':'select_role','role':'weather'}"));
    assert_true(sees(BOB, "'awaited':1"));

    assert_accepted(say(ANA, "{'type':'who_are_we_waiting_for'}"));

    assert_true(is_told(BOB, "'type':'awaited_named','seats':[0]"));
    assert_refused(say(BOB, "{'type':'who_are_we_waiting_for'}"), "not_host");
}

static seat_set nobody(const void *state)
{
    (void)state;
    return SEATS_NONE;
}

static void nobody_awaited_is_nobody_named(void **unused)
{
    (void)unused;
    bend("coinflip")->awaited = nobody;
    start_with("coinflip", 2);

    assert_refused(say(ANA, "{'type':'who_are_we_waiting_for'}"), "not_now");
}

/* Games that have less than ours */

static enum refusal refuse_all(struct game_turn *of, const struct game_command *command)
{
    (void)command;
    return game_refuse(of, REFUSED_NOT_NOW, "not_today");
}

static void a_game_needs_no_bot_no_deadline_and_nobody_awaited(void **unused)
{
    (void)unused;
    struct game *game = bend("coinflip");
    start_with("coinflip", 3);
    assert_accepted(say(ANA, "{'type':'set_absent','policy':'bot','seconds':10}"));
    game->bot = NULL;
    game->awaited = NULL;
    game->deadline = NULL;
    assert_int_equal(room_deadline(table), 0);
    assert_int_equal(room_bot_seat(table, -1), -1);
    assert_false(sees(ANA, "'skip_step'"));

    assert_accepted(clock_says("mark_away", BOB));
    pass_ms(60 * 60 * 1000);
    clock_says("tick", 0);

    assert_false(happened("bot_took_over"));
    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));
    assert_accepted(say(CAT, "{'type':'guess','side':'tails'}"));
    assert_offers_are_told();
    assert_log_replays();
}

static void a_game_without_bots_takes_none_and_sends_them_away(void **unused)
{
    (void)unused;
    seat_people("chess", 2);
    assert_accepted(say(ANA, "{'type':'add_bot'}"));
    bend("coinflip")->bot = NULL;

    assert_accepted(say(ANA, "{'type':'set_game','game':'coinflip'}"));

    assert_false(sees(ANA, "'is_bot':true"));
    assert_false(sees(ANA, "'add_bot'"));
    assert_refused(say(ANA, "{'type':'add_bot'}"), "not_allowed");
}

static void a_narrator_of_a_game_without_undo_is_told_of_no_steps(void **unused)
{
    (void)unused;
    struct game *game = bend("coinflip");
    game->has_narrator = true;
    game->can_undo = false;
    start_with("coinflip", 3);

    assert_accepted(say(BOB, "{'type':'guess','side':'heads'}"));

    assert_false(sees(ANA, "'step'"));
    assert_false(sees(ANA, "'rewind'"));
    assert_told_as_if_alone();
}

static void what_a_game_says_against_its_own_time_is_said(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_true(room_deadline(table) > 0);
    bend("coinflip")->decide = refuse_all;
    pass_ms(room_deadline(table) - now_ms);

    assert_refused(clock_says("tick", 0), "not_now");
    assert_refused(say(ANA, "{'type':'guess','side':'heads'}"), "not_now");
}

static void the_clock_says_nothing_at_a_closed_table(void **unused)
{
    (void)unused;
    start_with("coinflip", 2);
    assert_accepted(say(ANA, "{'type':'end_set'}"));

    assert_accepted(clock_says("mark_away", BOB));

    assert_int_equal(turn->event_count, 0);
    assert_refused(say(ANA, "{'type':'chat','text':'x'}"), "closed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_clock_ends_a_step),
        TEST(scores_add_up_over_the_set),
        TEST(an_operator_sits_in_nobodys_seat),
        TEST(a_game_knows_the_seat_of_the_host),
        TEST(the_result_stays_on_the_table),
        TEST(options_for_the_next_game_leave_the_result_as_it_was),
        TEST(a_rematch_swaps_sides),
        TEST(the_next_game_keeps_the_sides),
        TEST(who_wants_to_change_something_first_is_not_overtaken_by_a_start),
        TEST(a_rematch_needs_the_people),
        TEST(ending_the_set_voids_a_running_game),
        TEST(more_than_half_of_the_people_void_a_game),
        TEST(a_void_vote_shows_a_count_and_nobody),
        TEST(a_void_vote_can_be_taken_back),
        TEST(one_team_alone_voids_no_game),
        TEST(all_people_together_void_a_game_with_bots),
        TEST(the_larger_side_alone_voids_no_game),
        TEST(spectators_do_not_vote),
        TEST(the_narrator_takes_moves_back),
        TEST(what_was_taken_back_can_be_played_again),
        TEST(a_new_move_ends_what_could_be_played_again),
        TEST(undo_again_and_again_replays),
        TEST(chat_survives_an_undo_and_the_count_goes_on),
        TEST(only_the_narrator_of_an_undoable_game_rewinds),
        TEST(how_many_steps_there_were_is_the_narrators_alone),
        TEST(the_awaited_are_counted_and_named_when_the_host_asks),
        TEST(nobody_awaited_is_nobody_named),
        TEST(a_game_needs_no_bot_no_deadline_and_nobody_awaited),
        TEST(a_game_without_bots_takes_none_and_sends_them_away),
        TEST(a_narrator_of_a_game_without_undo_is_told_of_no_steps),
        TEST(what_a_game_says_against_its_own_time_is_said),
        TEST(the_clock_says_nothing_at_a_closed_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
