/* Whole games of bots, with a toy game: everybody knocks once, the narrator last, then the clock ends it. */
#include "engine/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

enum { KNOCK = COMMAND_FIRST };
enum { SEATS = 3 };

struct toy {
    seat_set knocked;
    int8_t order[SEATS + 1];
    int count;
    bool is_over;
};

static bool bots_rest, bots_cheat, has_no_clock;

static enum refusal toy_decide(struct game_turn *turn, const struct game_command *command)
{
    const struct toy *toy = turn->state;
    if (command->kind == KNOCK && seat_in(toy->knocked, command->seat))
        return REFUSED_NOT_YOUR_TURN;
    game_emit(turn, (struct game_event){ .kind = command->kind, .arg = { command->seat } });
    return ACCEPTED;
}

static void toy_apply(void *state, const struct game_event *event)
{
    struct toy *toy = state;
    if (event->kind == KNOCK) {
        toy->knocked |= seat_bit((int)event->arg[0]);
        toy->order[toy->count++] = (int8_t)event->arg[0];
    }
    toy->is_over = event->kind == COMMAND_TIMEOUT;
}

static void toy_init(void *state, const struct game_setup *setup)
{
    (void)state;
    (void)setup;
}

static void toy_view(const void *state, int viewer, void *view)
{
    (void)viewer;
    memcpy(view, state, sizeof(struct toy));
}

static bool toy_outcome(const void *state, struct game_outcome *outcome)
{
    outcome->reason = 0;
    return ((const struct toy *)state)->is_over;
}

static int64_t toy_deadline(const void *state)
{
    (void)state;
    return has_no_clock ? 0 : 5000;
}

static bool toy_bot(const void *view, const struct game_bot *bot, struct game_command *command)
{
    const struct toy *toy = view;
    command->kind = KNOCK;
    assert_int_equal(bot->strength, bot->seat == SEAT_NARRATOR ? 4 : bot->seat);
    return !bots_rest && (bots_cheat || !seat_in(toy->knocked, bot->seat));
}

static const struct game_message messages[] = {
    { .name = "start" }, { .name = "timeout" }, { .name = "knock" }, { 0 }
};
static const char *const sides[] = { "left", "right", NULL };
static const struct game toy_game = {
    .id = "toy",
    .seats_min = SEATS,
    .seats_max = SEATS,
    .state_size = sizeof(struct toy),
    .view_size = sizeof(struct toy),
    .commands = messages,
    .events = messages,
    .has_narrator = true,
    .sides = sides,
    .init = toy_init,
    .decide = toy_decide,
    .apply = toy_apply,
    .view = toy_view,
    .outcome = toy_outcome,
    .deadline = toy_deadline,
    .bot = toy_bot,
};

static struct toy state, view;
static struct play play;
static struct game_outcome outcome;
static int commands_seen;

static bool count_commands(struct play *game, void *context)
{
    assert_ptr_equal(game, &play);
    commands_seen++;
    return commands_seen != *(int *)context;
}

static int set_up(void **unused)
{
    static int never = -1;
    (void)unused;
    bots_rest = bots_cheat = has_no_clock = false;
    commands_seen = 0;
    play = (struct play){ .game = &toy_game,
                          .state = &state,
                          .bots = { { 0, 1, 2 }, 4, .view = &view },
                          .commands_max = 100,
                          .after = count_commands,
                          .context = &never };
    play_preset(&play.setup, &toy_game, SEATS);
    return 0;
}

static void seats_are_dealt_to_the_sides_in_turn(void **unused)
{
    (void)unused;
    assert_int_equal(play.setup.seat_count, SEATS);
    assert_int_equal(play.setup.side[0], 0);
    assert_int_equal(play.setup.side[1], 1);
    assert_int_equal(play.setup.side[2], 0);
}

static void bots_play_a_game_to_its_end(void **unused)
{
    (void)unused;
    assert_null(play_game(&play, &outcome));
    assert_int_equal(state.count, SEATS + 1);
    assert_int_equal(commands_seen, SEATS + 3); /* and the start and the timeout */
    assert_true(play.now_ms >= 5000);
}

static void the_same_seed_gives_the_same_game(void **unused)
{
    (void)unused;
    bool differs = false;
    for (int seed = 0; seed < 20; seed++) {
        play.seed[0] = (uint8_t)seed;
        assert_null(play_game(&play, &outcome));
        struct toy first = state;
        assert_null(play_game(&play, &outcome));
        assert_memory_equal(&first, &state, sizeof state);
        differs |= first.order[0] != 0;
    }
    assert_true(differs); /* another seat is asked first */
}

static void bots_are_asked_from_a_place_on(void **unused)
{
    static const int asked_first[] = { 0, 1, 2, SEAT_NARRATOR, SEAT_NARRATOR };
    struct game_command command;
    (void)unused;
    for (int first = 0; first < SEATS + 2; first++) {
        state = (struct toy){ 0 };
        assert_true(play_ask_bots(&toy_game, &state, SEATS, &play.bots, first, &command));
        assert_int_equal(command.seat, asked_first[first]);
        assert_int_equal(command.kind, KNOCK);
    }
    state.knocked = SEATS_ALL;
    assert_false(play_ask_bots(&toy_game, &state, SEATS, &play.bots, 0, &command));
}

static void a_game_that_waits_for_nothing_is_stuck(void **unused)
{
    (void)unused;
    bots_rest = has_no_clock = true;
    assert_string_equal(play_game(&play, &outcome), "stuck");
}

static void a_game_that_takes_too_long_is_stuck(void **unused)
{
    (void)unused;
    play.commands_max = 2;
    assert_string_equal(play_game(&play, &outcome), "stuck");
    assert_int_equal(commands_seen, 2);
}

static void a_bot_that_breaks_a_rule_ends_the_game(void **unused)
{
    (void)unused;
    bots_cheat = true;
    assert_string_equal(play_game(&play, &outcome), "not_your_turn");
}

static void the_caller_can_end_the_game(void **unused)
{
    int limit = 3;
    (void)unused;
    play.context = &limit;
    assert_string_equal(play_game(&play, &outcome), "stopped");
    assert_int_equal(commands_seen, 3);
    play.after = NULL;
    assert_null(play_game(&play, &outcome));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(seats_are_dealt_to_the_sides_in_turn, set_up),
        cmocka_unit_test_setup(bots_play_a_game_to_its_end, set_up),
        cmocka_unit_test_setup(the_same_seed_gives_the_same_game, set_up),
        cmocka_unit_test_setup(bots_are_asked_from_a_place_on, set_up),
        cmocka_unit_test_setup(a_game_that_waits_for_nothing_is_stuck, set_up),
        cmocka_unit_test_setup(a_game_that_takes_too_long_is_stuck, set_up),
        cmocka_unit_test_setup(a_bot_that_breaks_a_rule_ends_the_game, set_up),
        cmocka_unit_test_setup(the_caller_can_end_the_game, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
