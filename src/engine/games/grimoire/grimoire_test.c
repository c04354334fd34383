/* The controller: set-up, nights, days, votes, the storyteller's freedom, phones. It knows no character, so
 * these tests use those at hand. */
#include "grimoire_test.h"

#include "engine/message.h"

static void five(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
}

static void seven(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_SLAYER, ROLE_WASHERWOMAN, ROLE_POISONER, ROLE_IMP);
}

static void five_by_day(void)
{
    five();
    dusk();
    dawn();
}

/* Set-up */

static void the_table_of_the_rules_holds_for_every_count(void **unused)
{
    static const int8_t table[][4] = {
        { 3, 0, 1, 1 }, { 3, 1, 1, 1 }, { 5, 0, 1, 1 }, { 5, 1, 1, 1 },
        { 5, 2, 1, 1 }, { 7, 0, 2, 1 }, { 7, 1, 2, 1 }, { 7, 2, 2, 1 },
        { 9, 0, 3, 1 }, { 9, 1, 3, 1 }, { 9, 2, 3, 1 },
    };
    int8_t count[GRIMOIRE_TEAMS];
    (void)unused;
    for (int seats = 5; seats <= 15; seats++) {
        distribution(seats, count);
        assert_memory_equal(count + GRIMOIRE_TOWNSFOLK, table[seats - 5], 4);
    }
}

static void a_random_bag_fits_every_count_in_every_style(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 20; seats++)
        for (int i = 0; i < 30; i++) {
            int8_t needed[GRIMOIRE_TEAMS];
            begin(seats);
            for (int skip = 0; skip < i; skip++)
                rng_next(&rng);
            must(tells(GRIMOIRE_FILL_BAG, i % 3, 0));
            bag_needs(&state, state.secrets.bag, needed);
            for (int team = GRIMOIRE_TOWNSFOLK; team <= GRIMOIRE_DEMON; team++)
                assert_int_equal(
                    needed[team],
                    characters_count(state.secrets.bag &
                                     characters_of_team(&state.script, (enum grimoire_team)team)));
            must(tells(GRIMOIRE_DEAL, 0, 0));
            assert_int_equal(characters_in_play(&state), state.secrets.bag);
        }
}

static void seats_beyond_fifteen_are_travellers(void **unused)
{
    (void)unused;
    begin(18);
    assert_int_equal(dealt_count(&state), 15);
    must_refuse(tells(GRIMOIRE_ASSIGN, 16, ROLE_CHEF), "is_traveller");
}

static void gentle_bags_have_less_false_information(void **unused)
{
    int muddle[3] = { 0 };
    (void)unused;
    begin(10);
    for (int style = 0; style < 3; style++)
        for (int i = 0; i < 200; i++) {
            must(tells(GRIMOIRE_FILL_BAG, style, 0));
            for (int c = 1; c < GRIMOIRE_CUSTOM_FIRST; c++)
                if (state.secrets.bag & character_bit(c))
                    muddle[style] += role_of(c)->muddle;
        }
    assert_true(muddle[GRIMOIRE_GENTLE] < muddle[GRIMOIRE_ANY_STYLE]);
    assert_true(muddle[GRIMOIRE_ANY_STYLE] < muddle[GRIMOIRE_MUDDLED]);
}

static void a_bag_by_hand_is_warned_of_and_not_forbidden(void **unused)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    (void)unused;
    begin(5);
    must(
        tells(GRIMOIRE_SET_BAG, (int64_t)(character_bit(ROLE_CHEF) | character_bit(ROLE_MONK)), 0));
    assert_true(grimoire_warnings(&state, note) > 0);
    must_refuse(tells(GRIMOIRE_DEAL, 0, 0), "wrong_bag_size");
    must(tells(GRIMOIRE_ASSIGN, 0, ROLE_CHEF));
}

static void tokens_are_not_handed_out_before_everybody_has_one(void **unused)
{
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_ASSIGN, 0, ROLE_CHEF));
    must_refuse(tells(GRIMOIRE_HAND_OUT, 0, 0), "seat_without_character");
}

static void bluffs_are_three_good_characters_not_in_play(void **unused)
{
    grimoire_characters good, bluffs;
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_DRUNK, ROLE_POISONER, ROLE_IMP);
    bluffs = state.secrets.bluffs;
    good = characters_of_team(&state.script, GRIMOIRE_TOWNSFOLK) |
           characters_of_team(&state.script, GRIMOIRE_OUTSIDER);
    assert_int_equal(characters_count(bluffs), 3);
    assert_int_equal(bluffs & ~good, 0);
    assert_int_equal(bluffs & characters_in_play(&state), 0);
    assert_int_equal(bluffs & character_bit(state.secrets.seat[2].belief), 0);
}

static bool has_step(int kind)
{
    for (int i = 0; i < state.secrets.step_count; i++)
        if (state.secrets.step[i].kind == kind)
            return true;
    return false;
}

static void evil_learns_each_other_from_seven_players_on(void **unused)
{
    (void)unused;
    five();
    dusk();
    assert_false(has_step(GRIMOIRE_MINION_INFO) || has_step(GRIMOIRE_DEMON_INFO));
    seven();
    dusk();
    assert_true(has_step(GRIMOIRE_MINION_INFO) && has_step(GRIMOIRE_DEMON_INFO));
    dawn();
    dusk();
    assert_false(has_step(GRIMOIRE_MINION_INFO));
}

static void the_storyteller_may_tell_evil_below_seven(void **unused)
{
    (void)unused;
    five();
    state.evil_info = GRIMOIRE_ALWAYS;
    dusk();
    assert_true(has_step(GRIMOIRE_MINION_INFO));
    seven();
    state.evil_info = GRIMOIRE_NEVER;
    dusk();
    assert_false(has_step(GRIMOIRE_MINION_INFO));
}

static int step_of_kind(int kind)
{
    for (int i = 0; i < state.secrets.step_count; i++)
        if (state.secrets.step[i].kind == kind)
            return i;
    return -1;
}

static void the_demon_learns_minions_and_bluffs(void **unused)
{
    (void)unused;
    seven();
    dusk();
    must(tells(GRIMOIRE_OPEN_STEP, step_of_kind(GRIMOIRE_DEMON_INFO), 0));
    struct grimoire_answer told = state.secrets.suggestion;
    assert_int_equal(told.players, seat_bit(5));
    assert_int_equal(told.characters, state.secrets.bluffs);
    must(
        send_command(GRIMOIRE_TELL, SEAT_NARRATOR, told.players, (int64_t)told.characters, -1, ""));
    assert_int_equal(state.own[6].message_count, 1);
    assert_int_equal(state.own[5].message_count, 0);
}

static void minions_learn_each_other_and_the_demon(void **unused)
{
    (void)unused;
    seven();
    dusk();
    must(tells(GRIMOIRE_OPEN_STEP, step_of_kind(GRIMOIRE_MINION_INFO), 0));
    assert_int_equal(state.secrets.suggestion.players, seat_bit(5));
    assert_int_equal(state.secrets.suggestion.number, 6);
}

/* The script */

static void a_script_has_characters_that_the_engine_does_not_know(void **unused)
{
    struct game_command custom = { .kind = GRIMOIRE_ADD_CUSTOM,
                                   .seat = SEAT_NARRATOR,
                                   .arg = { GRIMOIRE_TOWNSFOLK, 12, 34, false },
                                   .text = "Baker" };
    int baker = GRIMOIRE_CUSTOM_FIRST;
    (void)unused;
    begin(5);
    must(send_command(GRIMOIRE_BEGIN_SCRIPT, SEAT_NARRATOR, 0, 0, 0, "Village"));
    must(game_decide(&turn, &game_grimoire, &state, &custom, now_ms, &rng));
    must(send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, baker, GRIMOIRE_PART_ABILITY, 0,
                      "Learns who is hungry."));
    assert_int_equal(state.script.characters, character_bit(baker));
    assert_string_equal(state.script.custom[0].ability, "Learns who is hungry.");
    assign_all((const enum role_id[]){ ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_ASSIGN, 0, baker));
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    open(0);
    assert_int_equal(truth().kind, GRIMOIRE_TELLS_ANYTHING);
    assert_int_equal(state.secrets.step[state.secrets.open_step].order, 12);
}

static void unknown_custom_characters_are_refused(void **unused)
{
    (void)unused;
    begin(5);
    must_refuse(tells(GRIMOIRE_ASSIGN, 0, GRIMOIRE_CUSTOM_FIRST), "");
    must_refuse(send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, ROLE_CHEF, GRIMOIRE_PART_ID,
                             0, "chef"),
                "not_custom");
}

static void the_texts_of_a_script_have_a_limit(void **unused)
{
    char rule[GRIMOIRE_RULE_SIZE];
    (void)unused;
    begin(5);
    memset(rule, '"', sizeof rule - 1);
    rule[sizeof rule - 1] = '\0';
    must(send_command(GRIMOIRE_BEGIN_SCRIPT, SEAT_NARRATOR, 0, 0, 0, "Long"));
    for (int i = 0; i < GRIMOIRE_HOUSE_RULES_MAX; i++)
        must(send_command(GRIMOIRE_DESCRIBE_SCRIPT, SEAT_NARRATOR, GRIMOIRE_PART_HOUSE_RULE, 0, 0,
                          rule));
    must_refuse(
        send_command(GRIMOIRE_DESCRIBE_SCRIPT, SEAT_NARRATOR, GRIMOIRE_PART_HOUSE_RULE, 0, 0, rule),
        "too_many_rules");
    assert_int_equal(script_bytes(&state.script), 4 + 5 * 2 * (GRIMOIRE_RULE_SIZE - 1));
}

static void a_scripts_own_order_of_the_night_wins(void **unused)
{
    int8_t index[GRIMOIRE_STEPS_MAX];
    struct game_command late = { .kind = GRIMOIRE_ORDER_NIGHT,
                                 .seat = SEAT_NARRATOR,
                                 .arg = { ROLE_POISONER, 99, 99 } };
    (void)unused;
    five();
    must(game_decide(&turn, &game_grimoire, &state, &late, now_ms, &rng));
    dusk();
    steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step[index[0]].kind, ROLE_CHEF);
    assert_int_equal(state.secrets.step[index[1]].kind, ROLE_POISONER);
}

/* The night */

static void the_first_night_is_in_the_order_of_the_sheet(void **unused)
{
    static const int order[] = {
        GRIMOIRE_MINION_INFO, GRIMOIRE_DEMON_INFO, ROLE_POISONER, ROLE_WASHERWOMAN,
        ROLE_LIBRARIAN,       ROLE_INVESTIGATOR,   ROLE_CHEF,     ROLE_EMPATH,
        ROLE_FORTUNE_TELLER,  ROLE_BUTLER,         ROLE_SPY
    };
    int8_t index[GRIMOIRE_STEPS_MAX];
    (void)unused;
    SIT(ROLE_SPY, ROLE_BUTLER, ROLE_FORTUNE_TELLER, ROLE_EMPATH, ROLE_CHEF, ROLE_INVESTIGATOR,
        ROLE_LIBRARIAN, ROLE_WASHERWOMAN, ROLE_POISONER, ROLE_IMP);
    dusk();
    steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step_count, sizeof order / sizeof *order);
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_int_equal(state.secrets.step[index[i]].kind, order[i]);
}

static void other_nights_are_in_the_order_of_the_sheet(void **unused)
{
    static const int order[] = { ROLE_POISONER,    ROLE_MONK,   ROLE_IMP,
                                 ROLE_RAVENKEEPER, ROLE_EMPATH, ROLE_FORTUNE_TELLER,
                                 ROLE_UNDERTAKER,  ROLE_BUTLER, ROLE_SPY };
    int8_t index[GRIMOIRE_STEPS_MAX];
    (void)unused;
    SIT(ROLE_SPY, ROLE_BUTLER, ROLE_UNDERTAKER, ROLE_FORTUNE_TELLER, ROLE_EMPATH, ROLE_RAVENKEEPER,
        ROLE_IMP, ROLE_MONK, ROLE_POISONER, ROLE_CHEF);
    second_night();
    steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step_count, sizeof order / sizeof *order);
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_int_equal(state.secrets.step[index[i]].kind, order[i]);
}

static void a_step_can_be_skipped_and_done_again(void **unused)
{
    int step;
    (void)unused;
    five();
    dusk();
    step = step_of(3);
    must(tells(GRIMOIRE_SKIP_STEP, step, 0));
    assert_false(wakes(3));
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    choose_one(3, 0);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    choose_one(3, 1);
    assert_false(works(1));
}

static void anybody_can_be_woken_by_hand(void **unused)
{
    (void)unused;
    five();
    dusk();
    assert_false(wakes(1));
    must(tells(GRIMOIRE_ADD_STEP, 1, 0));
    choose_one(1, 0);
    assert_true(has_effect(&state, 0, EFFECT_SAFE));
}

static void the_storyteller_may_say_something_else(void **unused)
{
    (void)unused;
    five();
    dusk();
    open(0);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0, 0, 17, "or so it seems"));
    assert_int_equal(state.own[0].message[0].answer.number, 17);
    assert_string_equal(state.own[0].message[0].text, "or so it seems");
    assert_false(wakes(0));
}

/* Nominations and votes */

static void each_player_nominates_once_a_day_and_is_nominated_once(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL));
    count_all(SEATS_NONE);
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 2, -1, 0, NULL), "may_not_nominate");
    must_refuse(send_command(GRIMOIRE_NOMINATE, 2, 1, -1, 0, NULL), "already_nominated");
    dusk();
    dawn();
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL));
}

static void the_dead_do_not_nominate_but_may_be_nominated(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL), "may_not_nominate");
    must(send_command(GRIMOIRE_NOMINATE, 1, 0, -1, 0, NULL));
}

static void phones_nominate_when_nominations_are_open(void **unused)
{
    (void)unused;
    five_by_day();
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, -1, 0, NULL), "nominations_closed");
    must_refuse(send_command(GRIMOIRE_NOMINATE, 0, 1, 2, 0, NULL), "");
}

static void votes_go_clockwise_and_the_nominee_is_last(void **unused)
{
    static const int order[] = { 3, 4, 0, 1, 2 };
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(vote_next(&state.table), order[i]);
        must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
    }
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
}

static void a_hand_is_counted_as_it_is_when_the_clock_passes(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    must(send_command(GRIMOIRE_RAISE_HAND, 3, true, 0, 0, NULL));
    must(tells(GRIMOIRE_COUNT_HAND, 0, 0));
    must_refuse(send_command(GRIMOIRE_RAISE_HAND, 3, false, 0, 0, NULL), "already_counted");
    assert_int_equal(state.table.vote.votes, 1);
}

static void half_of_the_living_rounded_up_are_needed(void **unused)
{
    (void)unused;
    five_by_day();
    assert_int_equal(vote_needed(&state.table), 3);
    kill(0);
    assert_int_equal(vote_needed(&state.table), 2);
    kill(1);
    assert_int_equal(vote_needed(&state.table), 2);
}

static void two_votes_of_five_are_too_few(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1));
    assert_int_equal(state.table.nomination[0].result, GRIMOIRE_TOO_FEW);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void enough_votes_put_the_nominee_on_the_block(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1) | seat_bit(3));
    assert_int_equal(state.table.block, 2);
    assert_false(is_dead(2));
}

static void a_tie_clears_the_block(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(SEATS2(0, 1) | seat_bit(3));
    must(nominate(1, 3));
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_int_equal(state.table.nomination[1].result, GRIMOIRE_TIED);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void after_a_tie_more_votes_are_needed(void **unused)
{
    seat_set three = SEATS2(0, 1) | seat_bit(2);
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(three);
    must(nominate(1, 3));
    count_all(three);
    must(nominate(2, 4));
    count_all(three);
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
    must(nominate(3, 0));
    count_all(three | seat_bit(3));
    assert_int_equal(state.table.block, 0);
}

static void a_lower_total_leaves_the_block_alone(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    count_all(seats_all(&state));
    must(nominate(1, 3));
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_int_equal(state.table.block, 2);
}

static void an_executed_dead_player_uses_the_days_execution(void **unused)
{
    (void)unused;
    five_by_day();
    kill(2);
    execute(2);
    assert_true(state.table.has_executed);
    assert_int_equal(seats_count(seats_alive(&state)), 4);
    assert_int_equal(may_nominate(&state.table), SEATS_NONE);
}

static void both_sides_at_once_is_good(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    kill(1);
    nobody_has_won();
    execute(4);
    assert_int_equal(seats_count(seats_alive(&state)), 2);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void two_alive_are_evils_victory(void **unused)
{
    (void)unused;
    five_by_day();
    kill(0);
    kill(1);
    kill(2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void travellers_are_not_counted_among_the_living(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    kill(1);
    nobody_has_won();
    kill(2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void an_exile_needs_half_of_all_and_costs_the_dead_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    kill(1);
    must(nominate(2, 5));
    assert_int_equal(vote_needed(&state.table), 3);
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_true(is_dead(5));
    assert_true(has_vote(&state.table, 0));
    assert_false(state.table.has_executed);
}

static void an_exile_is_no_nomination(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_EMPATH);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    dawn();
    kill(0);
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must(send_command(GRIMOIRE_NOMINATE, 0, 5, -1, 0, NULL));
    count_all(SEATS_NONE);
    must(send_command(GRIMOIRE_NOMINATE, 1, 5, -1, 0, NULL));
    count_all(SEATS_NONE);
    must(send_command(GRIMOIRE_NOMINATE, 1, 2, -1, 0, NULL));
    assert_false(state.table.vote.is_exile);
}

/* Time */

static void the_clock_counts_one_hand_after_the_other(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_SET_CLOCK, 20, 0));
    must(nominate(0, 2));
    assert_int_equal(game_grimoire.deadline(&state), 0);
    must(tells(GRIMOIRE_RUN_CLOCK, true, 0));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(game_grimoire.deadline(&state), now_ms + 2000);
        now_ms += 2000;
        must(send_command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0, NULL));
    }
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

static void the_clock_can_be_stopped(void **unused)
{
    (void)unused;
    five_by_day();
    must(nominate(0, 2));
    must(tells(GRIMOIRE_RUN_CLOCK, true, 0));
    must(tells(GRIMOIRE_RUN_CLOCK, false, 0));
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

static void the_timer_rings_once(void **unused)
{
    (void)unused;
    five_by_day();
    must(tells(GRIMOIRE_SET_TIMER, 60, 0));
    now_ms += 60 * 1000;
    must(send_command(COMMAND_TIMEOUT, SEAT_CLOCK, 0, 0, 0, NULL));
    assert_true(happened(GRIMOIRE_TIMER_RANG));
    assert_int_equal(game_grimoire.deadline(&state), 0);
}

/* Freedom */

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
    assert_false(has_effect(&state, 0, EFFECT_SAFE));
    assert_true(has_effect(&state, 0, EFFECT_MISREGISTER));
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

/* Phones */

static void all_phones_stir_when_one_is_sent_something(void **unused)
{
    (void)unused;
    five();
    dusk();
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    for (int seat = 0; seat < 5; seat++) {
        int heard = 0;
        for (int i = 0; i < turn.event_count; i++)
            heard += game_event_reaches(&game_grimoire, &turn.event[i], seat);
        assert_int_equal(heard, seat == 3 ? 2 : 1);
        assert_true(has_decoy(&state.table, &state.own[seat]));
    }
}

static void another_belief_is_sent_to_one_phone_and_stirs_all(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_EMPATH));
    assert_true(happened(GRIMOIRE_PHONES_STIRRED));
    assert_int_equal(state.own[0].character, ROLE_EMPATH);
}

static void a_choice_on_the_phone_is_the_storytellers_to_enter(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    five();
    dusk();
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 3, seat_bit(0), 0, 0, NULL));
    assert_true(works(0));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_int_equal(view.answer[3], seat_bit(0));
    must(tells(GRIMOIRE_CHOOSE, view.answer[3], 0));
    assert_false(works(0));
}

static void a_decoy_is_answered_by_one_player_and_means_nothing(void **unused)
{
    struct grimoire_view view = { 0 };
    (void)unused;
    five();
    dusk();
    must_refuse(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(1), 0, 0, NULL),
                "nothing_to_answer");
    open(3);
    must(tells(GRIMOIRE_SEND_PROMPT, 0, 0));
    must_refuse(send_command(GRIMOIRE_ANSWER_PROMPT, 0, SEATS2(1, 2), 0, 0, NULL), "");
    must(send_command(GRIMOIRE_ANSWER_PROMPT, 0, seat_bit(1), 0, 0, NULL));
    game_grimoire.view(&state, SEAT_NARRATOR, &view);
    assert_false(view.has_answered[0]);
}

static void the_latest_messages_are_kept(void **unused)
{
    (void)unused;
    five();
    for (int i = 0; i < GRIMOIRE_MESSAGES_MAX + 3; i++) {
        struct game_command show = { .kind = GRIMOIRE_SHOW,
                                     .seat = SEAT_NARRATOR,
                                     .arg = { 0, GRIMOIRE_ABOUT_TEXT, 0, 0, i },
                                     .text = "" };
        must(game_decide(&turn, &game_grimoire, &state, &show, now_ms, &rng));
    }
    assert_int_equal(state.own[0].message_count, GRIMOIRE_MESSAGES_MAX);
    assert_int_equal(state.own[0].message[0].answer.number, 3);
}

/* A player who knows all that can be known, with the longest script there can be. */
static void fill_everything(void)
{
    char ability[GRIMOIRE_ABILITY_SIZE];
    int custom = GRIMOIRE_CUSTOM_FIRST;
    memset(ability, 'a', sizeof ability - 1);
    ability[sizeof ability - 1] = '\0';
    must(send_command(GRIMOIRE_BEGIN_SCRIPT, SEAT_NARRATOR, 0, 0, 0, "Long"));
    for (int i = 0; i < GRIMOIRE_CUSTOM_MAX; i++)
        must(send_command(GRIMOIRE_ADD_CUSTOM, SEAT_NARRATOR, 1 + i % 4, 1, 1, "A long name"));
    while (send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, custom, GRIMOIRE_PART_ABILITY, 0,
                        ability) == ACCEPTED)
        custom++;
    must_refuse(send_command(GRIMOIRE_DESCRIBE_CUSTOM, SEAT_NARRATOR, custom, GRIMOIRE_PART_ABILITY,
                             0, ability),
                "script_too_long");
    for (int i = 0; i < GRIMOIRE_MESSAGES_MAX; i++) {
        state.own[0].message[i].about = GRIMOIRE_ABOUT_TEXT;
        memset(state.own[0].message[i].text, 'a', GRIMOIRE_TEXT_SIZE - 1);
    }
    state.own[0].message_count = GRIMOIRE_MESSAGES_MAX;
    state.own[0].has_grimoire = true;
    for (int seat = 0; seat < GRIMOIRE_SEATS_MAX; seat++)
        state.own[0].page[seat] = (struct grimoire_page){ (int8_t)(custom - 1), 0xfe };
}

/* The length of a message tells nothing as long as all fit one bucket. */
static void the_longest_view_of_a_player_fits_the_bucket(void **unused)
{
    enum { REST_OF_A_MESSAGE = 4000 }; /* events, such as a grimoire page by page, and the clock */
    static char text[64 * 1024];
    static struct grimoire_view view;
    struct json out;
    (void)unused;
    begin(GRIMOIRE_SEATS_MAX);
    fill_everything();
    memset(&view, 0, sizeof view);
    game_grimoire.view(&state, 0, &view);
    json_init(&out, text, sizeof text);
    json_object(&out, NULL);
    game_grimoire.encode(&view, &out);
    json_end(&out);
    print_message("%zu of %d bytes\n", out.length, game_grimoire.frame_bucket);
    assert_false(out.overflow);
    assert_true(out.length + REST_OF_A_MESSAGE < (size_t)game_grimoire.frame_bucket);
}

RUN_TESTS(TEST(the_table_of_the_rules_holds_for_every_count),
          TEST(a_random_bag_fits_every_count_in_every_style),
          TEST(seats_beyond_fifteen_are_travellers), TEST(gentle_bags_have_less_false_information),
          TEST(a_bag_by_hand_is_warned_of_and_not_forbidden),
          TEST(tokens_are_not_handed_out_before_everybody_has_one),
          TEST(bluffs_are_three_good_characters_not_in_play),
          TEST(evil_learns_each_other_from_seven_players_on),
          TEST(the_storyteller_may_tell_evil_below_seven),
          TEST(the_demon_learns_minions_and_bluffs), TEST(minions_learn_each_other_and_the_demon),
          TEST(a_script_has_characters_that_the_engine_does_not_know),
          TEST(unknown_custom_characters_are_refused), TEST(the_texts_of_a_script_have_a_limit),
          TEST(a_scripts_own_order_of_the_night_wins),
          TEST(the_first_night_is_in_the_order_of_the_sheet),
          TEST(other_nights_are_in_the_order_of_the_sheet),
          TEST(a_step_can_be_skipped_and_done_again), TEST(anybody_can_be_woken_by_hand),
          TEST(the_storyteller_may_say_something_else),
          TEST(each_player_nominates_once_a_day_and_is_nominated_once),
          TEST(the_dead_do_not_nominate_but_may_be_nominated),
          TEST(phones_nominate_when_nominations_are_open),
          TEST(votes_go_clockwise_and_the_nominee_is_last),
          TEST(a_hand_is_counted_as_it_is_when_the_clock_passes),
          TEST(half_of_the_living_rounded_up_are_needed), TEST(two_votes_of_five_are_too_few),
          TEST(enough_votes_put_the_nominee_on_the_block), TEST(a_tie_clears_the_block),
          TEST(after_a_tie_more_votes_are_needed), TEST(a_lower_total_leaves_the_block_alone),
          TEST(an_executed_dead_player_uses_the_days_execution), TEST(both_sides_at_once_is_good),
          TEST(two_alive_are_evils_victory), TEST(travellers_are_not_counted_among_the_living),
          TEST(an_exile_needs_half_of_all_and_costs_the_dead_nothing),
          TEST(an_exile_is_no_nomination), TEST(the_clock_counts_one_hand_after_the_other),
          TEST(the_clock_can_be_stopped), TEST(the_timer_rings_once),
          TEST(whoever_comes_back_lives_and_votes), TEST(a_change_of_character_is_a_new_ability),
          TEST(the_storyteller_ends_the_game), TEST(the_storyteller_may_decide_against_the_rules),
          TEST(players_do_not_tell_the_story), TEST(seats_beyond_the_last_are_refused),
          TEST(all_phones_stir_when_one_is_sent_something),
          TEST(another_belief_is_sent_to_one_phone_and_stirs_all),
          TEST(a_choice_on_the_phone_is_the_storytellers_to_enter),
          TEST(a_decoy_is_answered_by_one_player_and_means_nothing),
          TEST(the_latest_messages_are_kept), TEST(the_longest_view_of_a_player_fits_the_bucket))
