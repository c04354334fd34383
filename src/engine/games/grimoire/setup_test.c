/* Before the first night: the table of the rules, bags, bluffs, scripts. */
#include "grimoire_test.h"

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
        grimoire_distribution(seats, count);
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
            grimoire_bag_needs(&state, state.secrets.bag, needed);
            for (int team = GRIMOIRE_TOWNSFOLK; team <= GRIMOIRE_DEMON; team++)
                assert_int_equal(
                    needed[team],
                    characters_count(characters_both(
                        state.secrets.bag,
                        grimoire_characters_of_team(&state.script, (enum grimoire_team)team))));
            must(tells(GRIMOIRE_DEAL, 0, 0));
            assert_true(characters_equal(grimoire_characters_in_play(&state), state.secrets.bag));
        }
}

static void seats_beyond_fifteen_are_travellers(void **unused)
{
    (void)unused;
    begin(18);
    assert_int_equal(grimoire_dealt_count(&state), 15);
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
                if (characters_has(state.secrets.bag, c))
                    muddle[style] += grimoire_role_of(c)->muddle;
        }
    assert_true(muddle[GRIMOIRE_GENTLE] < muddle[GRIMOIRE_ANY_STYLE]);
    assert_true(muddle[GRIMOIRE_ANY_STYLE] < muddle[GRIMOIRE_MUDDLED]);
}

static void a_traveller_alone_is_no_deal(void **unused)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    (void)unused;
    begin(6);
    must(send_command(GRIMOIRE_ADD_CUSTOM, SEAT_NARRATOR, GRIMOIRE_TRAVELLER, 0, 0, "Beggar"));
    must(send_command(GRIMOIRE_SET_TRAVELLER, SEAT_NARRATOR, 5, true, GRIMOIRE_CUSTOM_FIRST, ""));
    int count = grimoire_warnings(&state, note);
    for (int i = 0; i < count; i++)
        assert_int_not_equal(note[i].kind, GRIMOIRE_SEAT_WITHOUT_CHARACTER);
}

static void a_bag_by_hand_is_warned_of_and_not_forbidden(void **unused)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_SET_BAG, first_word(ROLE_CHEF) | first_word(ROLE_MONK), 0));
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
    good = characters_either(grimoire_characters_of_team(&state.script, GRIMOIRE_TOWNSFOLK),
                             grimoire_characters_of_team(&state.script, GRIMOIRE_OUTSIDER));
    assert_int_equal(characters_count(bluffs), 3);
    assert_false(characters_any(characters_except(bluffs, good)));
    assert_false(characters_any(characters_both(bluffs, grimoire_characters_in_play(&state))));
    assert_false(characters_has(bluffs, state.secrets.seat[2].belief));
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

/* The Drunk does not know it, so nobody says so. */
static void the_drunk_is_no_bluff(void **unused)
{
    (void)unused;
    five();
    for (int character = ROLE_NONE + 1; character < ROLE_COUNT; character++)
        if (!grimoire_role_of(character)->is_deceived &&
            grimoire_team_of(&state.script, character) <= GRIMOIRE_OUTSIDER)
            state.script.characters = characters_without(state.script.characters, character);
    state.table.phase = GRIMOIRE_SETUP;
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    assert_false(characters_any(state.secrets.bluffs));
}

static void the_demon_learns_minions_and_bluffs(void **unused)
{
    (void)unused;
    seven();
    dusk();
    must(tells(GRIMOIRE_OPEN_STEP, step_of_kind(GRIMOIRE_DEMON_INFO), 0));
    struct grimoire_answer told = state.secrets.suggestion;
    assert_int_equal(told.players, seat_bit(5));
    assert_true(characters_equal(told.characters, state.secrets.bluffs));
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, told.players, (int64_t)told.characters.word[0],
                      -1, ""));
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
    is_only(state.script.characters, baker);
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
    assert_int_equal(grimoire_script_bytes(&state.script), 4 + 5 * 2 * (GRIMOIRE_RULE_SIZE - 1));
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
    grimoire_steps_in_order(&state.secrets, index);
    assert_int_equal(state.secrets.step[index[0]].kind, ROLE_CHEF);
    assert_int_equal(state.secrets.step[index[1]].kind, ROLE_POISONER);
}

static void every_character_is_in_the_catalogue_with_its_ability(void **unused)
{
    struct game_role role;
    int count = 0;
    (void)unused;
    for (; game_grimoire.role(count, &role); count++) {
        assert_string_equal(role.id, grimoire_character_names[count + 1]);
        assert_true(strlen(role.description) > 20);
    }
    assert_int_equal(count, ROLE_COUNT - 1);
}

static void a_game_that_runs_does_not_begin_again(void **unused)
{
    (void)unused;
    five();
    assert_int_equal(send_command(COMMAND_START, SEAT_CLOCK, 0, 0, 0, NULL), REFUSED_WRONG_PHASE);
}

RUN_TESTS(TEST(every_character_is_in_the_catalogue_with_its_ability),
          TEST(a_game_that_runs_does_not_begin_again),
          TEST(the_table_of_the_rules_holds_for_every_count),
          TEST(a_random_bag_fits_every_count_in_every_style),
          TEST(seats_beyond_fifteen_are_travellers), TEST(gentle_bags_have_less_false_information),
          TEST(a_bag_by_hand_is_warned_of_and_not_forbidden), TEST(a_traveller_alone_is_no_deal),
          TEST(tokens_are_not_handed_out_before_everybody_has_one),
          TEST(bluffs_are_three_good_characters_not_in_play), TEST(the_drunk_is_no_bluff),
          TEST(evil_learns_each_other_from_seven_players_on),
          TEST(the_storyteller_may_tell_evil_below_seven),
          TEST(the_demon_learns_minions_and_bluffs), TEST(minions_learn_each_other_and_the_demon),
          TEST(a_script_has_characters_that_the_engine_does_not_know),
          TEST(unknown_custom_characters_are_refused), TEST(the_texts_of_a_script_have_a_limit),
          TEST(a_scripts_own_order_of_the_night_wins))
