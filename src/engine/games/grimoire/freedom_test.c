/* The storyteller's hand, and what is nobody else's. */
#include "grimoire_test.h"

#include "engine/message.h"

static void whoever_comes_back_lives_and_votes(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    give(0, EFFECT_USED_DEAD_VOTE);
    must(tells(GRIMOIRE_REVIVE, 0, 0));
    assert_true(works(0));
    assert_int_equal(state.table.dead | state.table.spent, SEATS_NONE);
    must_refuse(tells(GRIMOIRE_REVIVE, 0, 0), "is_alive");
}

static void a_change_of_character_is_a_new_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_RECLUSE));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_SAFE));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_MISREGISTER));
}

static void the_storyteller_ends_the_game(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    five_by_day();
    execute(4);
    assert_false(game_grimoire.outcome(&state, &outcome));
    must(tells(GRIMOIRE_END_GAME, GRIMOIRE_GOOD, 0));
    assert_true(game_grimoire.outcome(&state, &outcome));
    assert_int_equal(outcome.reason, GRIMOIRE_DEMON_IS_DEAD);
    assert_int_equal(outcome.winners, SEATS2(0, 1) | seat_bit(2));
}

static void the_storyteller_may_decide_against_the_rules(void **unused)
{
    struct game_outcome outcome = { 0 };
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_END_GAME, GRIMOIRE_EVIL, 0));
    game_grimoire.outcome(&state, &outcome);
    assert_int_equal(outcome.reason, GRIMOIRE_STORYTELLER_DECIDED);
    assert_int_equal(outcome.winners, SEATS2(3, 4));
}

static void players_do_not_tell_the_story(void **unused)
{
    (void)unused;
    five();
    for (int kind = COMMAND_FIRST; kind < GRIMOIRE_COMMAND_COUNT; kind++) {
        struct game_command command = { .kind = (uint16_t)kind, .text = "" };
        for (int i = 0; i < message_arg_count(&grimoire_commands[kind]); i++)
            command.arg[i] = grimoire_commands[kind].args[i].min;
        if (grimoire_rules[kind].actor & PLAYER)
            continue;
        assert_int_equal(game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng),
                         REFUSED_NOT_YOUR_TURN);
    }
}

static void seats_beyond_the_last_are_refused(void **unused)
{
    (void)unused;
    five_by_day();
    must_refuse(tells(GRIMOIRE_KILL, 5, 0), "");
    must_refuse(nominate(0, 7), "");
    assert_int_equal(send_command(GRIMOIRE_NOMINATE, 6, 1, -1, 0, NULL), REFUSED_NOT_YOUR_TURN);
}

RUN_TESTS(TEST(whoever_comes_back_lives_and_votes), TEST(a_change_of_character_is_a_new_ability),
          TEST(the_storyteller_ends_the_game), TEST(the_storyteller_may_decide_against_the_rules),
          TEST(players_do_not_tell_the_story), TEST(seats_beyond_the_last_are_refused))
