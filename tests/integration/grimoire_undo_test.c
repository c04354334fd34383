/* Undo in the Grimoire, over random choices of storyteller and players: from every point of a game every
 * earlier one comes back byte for byte, undone steps can be played again, and other steps in their place
 * leave no trace of them. */
#include <stdio.h>

#include "base/arena.h"
#include "engine/games/grimoire/grimoire.h"
#include "harness/actions.h"
#include "room/fixture_test.h"

enum { PLAYERS = 5, STEPS = 120, GAMES = 6 };

static struct rng choices;
static unsigned char *saved; /* the game's state after each step */

static unsigned char *state_after(int step)
{
    return saved + (size_t)step * sizeof(struct grimoire_state);
}

static void begin_game(int seed)
{
    uint8_t bytes[RNG_SEED_SIZE] = { (uint8_t)seed };
    clear_table(seed);
    rng_seed(&choices, bytes, 1);
    if (!saved)
        saved = memory_take((STEPS + 2) * sizeof(struct grimoire_state));
    start_with("grimoire", PLAYERS + 1);
    memcpy(state_after(table->step), room_state(table), sizeof(struct grimoire_state));
}

static int64_t person_at(int viewer)
{
    return viewer == SEAT_NARRATOR ? ANA : BOB + viewer;
}

static struct room_command command_of(int viewer, const struct game_command *wish)
{
    struct room_command command = {
        .player = person_at(viewer), .is_game = true, .kind = wish->kind, .text = wish->text
    };
    memcpy(command.arg, wish->arg, sizeof command.arg);
    return command;
}

/* The move of a viewer's bot; false if it has none. */
static bool ask_bot(int viewer, struct room_command *command)
{
    static _Alignas(16) struct grimoire_view view;
    struct game_command wish = { 0 };
    struct game_bot bot = { .seat = viewer, .rng = &choices };
    memset(&view, 0, sizeof view);
    game_grimoire.view(room_state(table), viewer, &view);
    if (!game_grimoire.bot(&view, &bot, &wish))
        return false;
    *command = command_of(viewer, &wish);
    return true;
}

/* Anything that the storyteller is offered, but to end the game. */
static bool take_liberty(struct room_command *command)
{
    static struct actions actions;
    static struct run run;
    struct game_command wish;
    const char *problem = "";
    run.game = &game_grimoire;
    run.setup.seat_count = PLAYERS;
    memcpy(run.state, room_state(table), sizeof(struct grimoire_state));
    const char *view = run_view(&run, SEAT_NARRATOR);
    assert_true(view && actions_find(&actions, &game_grimoire, PLAYERS, view, &problem));
    assert_true(actions.count > 0 &&
                actions_choose(&actions, SEAT_NARRATOR, &choices, &wish, &problem));
    *command = command_of(SEAT_NARRATOR, &wish);
    return wish.kind != GRIMOIRE_END_GAME;
}

static bool choose(int viewer, struct room_command *command)
{
    if (viewer == SEAT_NARRATOR && rng_below(&choices, 3) == 0)
        return take_liberty(command);
    return ask_bot(viewer, command);
}

/* One step of the game, by the storyteller or by somebody with a phone. */
static void play_step(void)
{
    struct room_command command;
    int step = table->step;
    for (int tries = 0; table->step == step && tries < 1000; tries++) {
        int viewer = rng_below(&choices, 3) ? SEAT_NARRATOR : (int)rng_below(&choices, PLAYERS);
        if (choose(viewer, &command)) {
            bool is_accepted = decide(&command);
            if (!is_accepted)
                print_error("%d: %s(%lld, %lld)\n", viewer,
                            game_grimoire.commands[command.kind].name, (long long)command.arg[0],
                            (long long)command.arg[1]);
            assert_accepted(is_accepted);
        } else if (room_deadline(table) != 0 && rng_below(&choices, 4) == 0)
            tick_at_deadline();
    }
    assert_int_equal(table->step, step + 1);
}

static bool goes_on(void)
{
    return table->phase == ROOM_PLAYING && table->step < STEPS;
}

static void play_and_remember(void)
{
    play_step();
    if (table->phase == ROOM_PLAYING)
        memcpy(state_after(table->step), room_state(table), sizeof(struct grimoire_state));
}

static void rewind_to(int step)
{
    assert_accepted(say(ANA, "{'type':'rewind','to':%d}", step));
    if (table->needs_replay)
        reload();
    assert_int_equal(table->step, step);
}

static void assert_as_after(int step)
{
    assert_memory_equal(room_state(table), state_after(step), sizeof(struct grimoire_state));
}

static void undo_gives_the_state_without_the_undone_entry(void **unused)
{
    (void)unused;
    for (int seed = 0; seed < GAMES; seed++) {
        begin_game(seed);
        while (goes_on()) {
            play_and_remember();
            if (table->phase != ROOM_PLAYING)
                break;
            int step = table->step;
            rewind_to(step - 1);
            assert_as_after(step - 1);
            rewind_to(step);
            assert_as_after(step);
        }
    }
}

/* Plays the first game from `seed` on that is not over after STEPS steps. */
static void play_long_game(int seed)
{
    do {
        begin_game(seed++);
        while (goes_on())
            play_and_remember();
    } while (table->phase != ROOM_PLAYING);
}

static void every_earlier_point_comes_back_and_every_later_one_again(void **unused)
{
    (void)unused;
    play_long_game(100);
    for (int step = STEPS; step > 0; step--) {
        rewind_to(step);
        assert_as_after(step);
    }
    for (int step = 1; step <= STEPS; step++) {
        rewind_to(step);
        assert_as_after(step);
    }
    assert_log_replays();
}

static void what_is_done_instead_leaves_no_trace_of_what_was_undone(void **unused)
{
    (void)unused;
    for (int seed = 200; seed < 200 + GAMES; seed++) {
        begin_game(seed);
        for (int i = 0; i < 3 * STEPS && goes_on(); i++) {
            play_and_remember();
            if (table->phase != ROOM_PLAYING || rng_below(&choices, 6))
                continue;
            int to = 1 + (int)rng_below(&choices, (uint64_t)table->step);
            rewind_to(to);
            assert_as_after(to);
        }
        assert_log_replays();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(undo_gives_the_state_without_the_undone_entry),
        TEST(every_earlier_point_comes_back_and_every_later_one_again),
        TEST(what_is_done_instead_leaves_no_trace_of_what_was_undone),
    };
    return cmocka_run_group_tests_name("grimoire_undo", tests, NULL, NULL);
}
