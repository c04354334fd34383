/* Tests of the storyteller's hand, and that nobody else has it. */
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

static const char *seen_by(int viewer)
{
    static char text[64 * 1024];
    static struct grimoire_view view;
    struct json out;
    memset(&view, 0, sizeof view);
    game_grimoire.view(&state, viewer, &view);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    game_grimoire.encode(&view, &out);
    json_end(&out);
    assert_false(out.overflow);
    return text;
}

static void a_winner_is_declared_at_any_time_and_tokens_are_turned_one_by_one(void **unused)
{
    (void)unused;
    five();
    must_refuse(tells(GRIMOIRE_REVEAL_SEAT, 4, 0), "no_winner_declared");
    must(tells(GRIMOIRE_DECLARE_WINNER, GRIMOIRE_EVIL, 0));
    assert_non_null(strstr(seen_by(SEAT_PUBLIC),
                           "\"reveal\":{\"winner\":\"evil\","
                           "\"reason\":\"storyteller_decided\",\"turned\":[]}"));
    must(tells(GRIMOIRE_REVEAL_SEAT, 4, 0));
    assert_non_null(strstr(seen_by(0), "\"turned\":[{\"seat\":4,\"character\":\"imp\","
                                       "\"belief\":null,\"is_evil\":true}]"));
    assert_null(strstr(seen_by(0), "\"poisoner\",\"belief\"")); /* the others lie face down */
    must_refuse(tells(GRIMOIRE_REVEAL_SEAT, 4, 0), "already_so");
    must(tells(GRIMOIRE_DECLARE_WINNER, GRIMOIRE_GOOD, 0)); /* thought better of */
    must(tells(GRIMOIRE_END_GAME, GRIMOIRE_GOOD, 0));
    assert_int_equal(state.table.phase, GRIMOIRE_ENDED);
}

static void add_by_hand(int seat, enum effect_id effect, int source)
{
    struct game_command command = { .kind = GRIMOIRE_ADD_EFFECT,
                                    .seat = SEAT_NARRATOR,
                                    .arg = { seat, effect, source, 0, GRIMOIRE_AS_USUAL },
                                    .text = "" };
    must(game_decide(&turn, &game_grimoire, &state, &command, now_ms, &rng));
}

static void a_reminder_by_hand_with_its_source_works_as_the_rules_own(void **unused)
{
    (void)unused;
    SIT(ROLE_FORTUNE_TELLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    for (int seat = 0; seat < 5; seat++)
        if (token_on(seat, EFFECT_RED_HERRING))
            take(seat, EFFECT_RED_HERRING);
    add_by_hand(2, EFFECT_RED_HERRING, 0);
    add_by_hand(1, EFFECT_POISONED, 3);
    assert_false(works(1));
    dusk();
    choose(0, SEATS2(1, 2));
    assert_int_equal(truth().numbers, 2); /* yes, by the herring */
    kill(3);
    assert_true(works(1)); /* the poison ends with its source */
}

static void whoever_drew_a_townsfolk_may_be_made_the_drunk(void **unused)
{
    (void)unused;
    five();
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 0, ROLE_DRUNK, false, ""));
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_CHEF));
    assert_int_equal(character_of(0), ROLE_DRUNK);
    assert_int_equal(state.own[0].character, ROLE_CHEF);
    assert_false(works(0));
    dusk();
    assert_true(wakes(0));
}

static void what_was_spent_is_fresh_with_a_new_character(void **unused)
{
    (void)unused;
    SIT(ROLE_COURTIER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_character(0, SEATS_NONE, ROLE_MONK);
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_SEAMSTRESS));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    assert_true(wakes(0));
}

static void a_new_minion_gets_no_evil_info(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SLAYER, ROLE_WASHERWOMAN, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_SPY));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 0, true));
    dusk();
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_false(state.secrets.step[i].kind == GRIMOIRE_MINION_INFO &&
                     grimoire_step_is_due(&state, &state.secrets.step[i]));
}

RUN_TESTS(TEST(a_reminder_by_hand_with_its_source_works_as_the_rules_own),
          TEST(whoever_drew_a_townsfolk_may_be_made_the_drunk),
          TEST(a_winner_is_declared_at_any_time_and_tokens_are_turned_one_by_one),
          TEST(whoever_comes_back_lives_and_votes), TEST(a_change_of_character_is_a_new_ability),
          TEST(the_storyteller_ends_the_game), TEST(the_storyteller_may_decide_against_the_rules),
          TEST(players_do_not_tell_the_story), TEST(seats_beyond_the_last_are_refused),
          TEST(what_was_spent_is_fresh_with_a_new_character), TEST(a_new_minion_gets_no_evil_info))
