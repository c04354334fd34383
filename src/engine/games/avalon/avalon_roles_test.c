/* Avalon: the tables of players and quests, who knows whom, and which sets of roles can be played. */
#include "avalon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct game_setup setup;
static const char *why;

static void prepare(int seat_count)
{
    memset(&setup, 0, sizeof setup);
    setup.seat_count = seat_count;
    game_presets(&game_avalon, seat_count, setup.option);
}

static void choose_roles(bool merlin, bool percival, bool assassin, bool morgana, bool mordred,
                         bool oberon)
{
    const bool chosen[] = { merlin, percival, assassin, morgana, mordred, oberon };
    for (int i = 0; i < 6; i++)
        setup.option[AVALON_INCLUDE_MERLIN + i] = chosen[i];
}

static enum refusal check(void)
{
    return game_check(&game_avalon, &setup, &why);
}

static bool is_advised(const char *word)
{
    struct game_advice advice = { 0 };
    avalon_advise(&setup, &advice);
    for (int i = 0; i < advice.count; i++)
        if (strcmp(advice.warning[i], word) == 0)
            return true;
    return false;
}

/* As printed on the boards of the game: good, evil, five team sizes, approvals. */
static const int board[][8] = {
    [5] = { 3, 2, 2, 3, 2, 3, 3, 3 }, [6] = { 4, 2, 2, 3, 4, 3, 4, 4 },
    [7] = { 4, 3, 2, 3, 3, 4, 4, 4 }, [8] = { 5, 3, 3, 4, 4, 5, 5, 5 },
    [9] = { 6, 3, 3, 4, 4, 5, 5, 5 }, [10] = { 6, 4, 3, 4, 4, 5, 5, 6 },
};

static void teams_and_quests_are_as_on_the_boards(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        assert_int_equal(seats - avalon_evil_count(seats), board[seats][0]);
        assert_int_equal(avalon_evil_count(seats), board[seats][1]);
        for (int quest = 0; quest < 5; quest++)
            assert_int_equal(avalon_team_size(seats, quest), board[seats][2 + quest]);
        assert_int_equal(avalon_approvals_needed(seats), board[seats][7]);
    }
}

static void only_the_fourth_quest_from_seven_players_on_needs_two_fails(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++)
        for (int quest = 0; quest < 5; quest++)
            assert_int_equal(avalon_fails_needed(seats, quest), seats >= 7 && quest == 3 ? 2 : 1);
}

/* Who deals how many of which role with the presets: merlin … minion. */
static void presets_are_those_of_the_rules(void **unused)
{
    static const int dealt[][AVALON_ROLE_COUNT] = {
        [5] = { 0, 1, 1, 1, 1, 0, 0, 1, 0 }, [6] = { 0, 1, 1, 1, 1, 0, 0, 2, 0 },
        [7] = { 0, 1, 1, 1, 1, 0, 1, 2, 0 }, [8] = { 0, 1, 1, 1, 1, 0, 0, 3, 1 },
        [9] = { 0, 1, 1, 1, 1, 1, 0, 4, 0 }, [10] = { 0, 1, 1, 1, 1, 1, 1, 4, 0 },
    };
    (void)unused;
    for (int seats = 5; seats <= 10; seats++) {
        struct avalon_state state;
        int deck[AVALON_SEATS_MAX], count[AVALON_ROLE_COUNT] = { 0 };
        prepare(seats);
        memset(&state, 0, sizeof state);
        game_avalon.init(&state, &setup);
        avalon_deck(&state.table, deck);
        for (int i = 0; i < seats; i++)
            count[deck[i]]++;
        assert_memory_equal(count, dealt[seats], sizeof count);
        assert_int_equal(check(), ACCEPTED);
    }
}

static void every_set_of_roles_that_is_accepted_has_the_right_teams(void **unused)
{
    (void)unused;
    for (int seats = 5; seats <= 10; seats++)
        for (int set = 0; set < 64; set++) {
            struct avalon_state state;
            int deck[AVALON_SEATS_MAX], evil = 0;
            prepare(seats);
            for (int i = 0; i < 6; i++)
                setup.option[i] = set >> i & 1;
            if (check() != ACCEPTED)
                continue;
            memset(&state, 0, sizeof state);
            game_avalon.init(&state, &setup);
            avalon_deck(&state.table, deck);
            for (int i = 0; i < seats; i++)
                evil += avalon_team_of((enum avalon_role)deck[i]) == AVALON_EVIL;
            assert_int_equal(evil, board[seats][1]);
        }
}

/* The rows of the rules' table, observer by observed: merlin, percival, servant, assassin, morgana, mordred,
 * oberon, minion. */
static const enum avalon_role order[8] = {
    AVALON_MERLIN,  AVALON_PERCIVAL, AVALON_LOYAL_SERVANT, AVALON_ASSASSIN,
    AVALON_MORGANA, AVALON_MORDRED,  AVALON_OBERON,        AVALON_MINION,
};
static const char *const shown[8] = {
    "...xx.xx", /* merlin */
    "x...x...", /* percival */
    "........", /* servant */
    "...xxx.x", /* assassin */
    "...xxx.x", /* morgana */
    "...xxx.x", /* mordred */
    "........", /* oberon */
    "...xxx.x", /* minion */
};

static void everybody_is_shown_what_the_table_of_the_rules_says(void **unused)
{
    struct avalon_table table = { 0 };
    (void)unused;
    for (int observer = 0; observer < 8; observer++)
        for (int other = 0; other < 8; other++)
            assert_int_equal(avalon_is_shown(&table, order[observer], order[other]),
                             shown[observer][other] == 'x');
}

static void an_option_hides_oberon_from_merlin(void **unused)
{
    struct avalon_table table = { .oberon_hidden_from_merlin = true };
    (void)unused;

    assert_false(avalon_is_shown(&table, AVALON_MERLIN, AVALON_OBERON));
    assert_true(avalon_is_shown(&table, AVALON_MERLIN, AVALON_ASSASSIN));
}

static enum avalon_team reads(const struct avalon_table *table, enum avalon_role role)
{
    struct avalon_own own = { .role = (int8_t)role, .team = (int8_t)avalon_team_of(role) };
    return avalon_lady_reads(table, &own);
}

static void oberon_reads_evil_to_the_lady_unless_an_option_says_good(void **unused)
{
    struct avalon_table table = { 0 };
    (void)unused;

    assert_int_equal(reads(&table, AVALON_OBERON), AVALON_EVIL);
    table.oberon_good_to_lady = true;
    assert_int_equal(reads(&table, AVALON_OBERON), AVALON_GOOD);
    assert_int_equal(reads(&table, AVALON_MORDRED), AVALON_EVIL);
    assert_int_equal(reads(&table, AVALON_MERLIN), AVALON_GOOD);
}

static void merlin_needs_the_assassin(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(true, false, false, false, false, false);

    assert_int_equal(check(), REFUSED_BAD_OPTION);
    assert_string_equal(why, "merlin_needs_the_assassin");
}

static void percival_needs_merlin(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(false, true, true, false, false, false);

    assert_int_equal(check(), REFUSED_BAD_OPTION);
    assert_string_equal(why, "percival_needs_merlin");
}

static void evil_roles_must_fit_the_evil_count(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(true, true, true, true, true, false);

    assert_int_equal(check(), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_evil_roles");

    prepare(10);
    choose_roles(true, true, true, true, true, true);
    assert_int_equal(check(), ACCEPTED);
}

static void fewer_than_five_and_more_than_ten_cannot_play(void **unused)
{
    (void)unused;
    prepare(4);
    assert_int_equal(check(), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_few_seats");

    prepare(11);
    assert_int_equal(check(), REFUSED_BAD_OPTION);
    assert_string_equal(why, "too_many_seats");
}

static void a_game_without_special_roles_can_be_played(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(false, false, false, false, false, false);

    assert_int_equal(check(), ACCEPTED);
    assert_true(is_advised("without_merlin_no_assassination"));
}

static void morgana_without_percival_is_warned_about(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(true, false, true, true, false, false);

    assert_int_equal(check(), ACCEPTED);
    assert_true(is_advised("morgana_without_percival"));
    assert_false(is_advised("percival_knows_merlin"));
}

static void percival_without_morgana_is_warned_about(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(true, true, true, false, false, false);

    assert_true(is_advised("percival_knows_merlin"));
    assert_false(is_advised("morgana_without_percival"));
}

static void mordred_without_merlin_is_warned_about(void **unused)
{
    (void)unused;
    prepare(5);
    choose_roles(false, false, false, false, true, false);

    assert_true(is_advised("mordred_without_merlin"));
}

static void the_lady_is_warned_about_below_seven_players(void **unused)
{
    (void)unused;
    prepare(6);
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    assert_true(is_advised("lady_suits_7_or_more"));

    prepare(7);
    setup.option[AVALON_LADY_OF_THE_LAKE] = 1;
    assert_false(is_advised("lady_suits_7_or_more"));
}

static void a_preset_is_recognised_and_given_its_reason(void **unused)
{
    (void)unused;
    prepare(9);
    assert_true(is_advised("suits_9_players"));

    setup.option[AVALON_INCLUDE_MORDRED] = 0;
    assert_false(is_advised("suits_9_players"));
}

static void whoever_chooses_roles_is_told_the_sides(void **unused)
{
    (void)unused;
    prepare(5);
    assert_true(is_advised("sides_of_5_players"));
    prepare(10);
    choose_roles(false, false, false, false, false, false);
    assert_true(is_advised("sides_of_10_players"));
}

static void advice_is_given_for_no_table_that_cannot_play(void **unused)
{
    struct game_advice advice = { 0 };
    (void)unused;
    prepare(3);
    avalon_advise(&setup, &advice);
    prepare(12);
    avalon_advise(&setup, &advice);
    assert_int_equal(advice.count, 0);
}

static void all_roles_are_in_the_catalogue_with_their_team(void **unused)
{
    int count = 0;
    (void)unused;
    for (; avalon_roles[count].id; count++) {
        int role = AVALON_MERLIN;
        while (strcmp(avalon_role_names[role], avalon_roles[count].id) != 0)
            role++;
        assert_string_equal(avalon_roles[count].team,
                            avalon_team_names[avalon_team_of((enum avalon_role)role)]);
    }
    assert_int_equal(count, AVALON_ROLE_COUNT - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams_and_quests_are_as_on_the_boards),
        cmocka_unit_test(only_the_fourth_quest_from_seven_players_on_needs_two_fails),
        cmocka_unit_test(presets_are_those_of_the_rules),
        cmocka_unit_test(every_set_of_roles_that_is_accepted_has_the_right_teams),
        cmocka_unit_test(everybody_is_shown_what_the_table_of_the_rules_says),
        cmocka_unit_test(an_option_hides_oberon_from_merlin),
        cmocka_unit_test(oberon_reads_evil_to_the_lady_unless_an_option_says_good),
        cmocka_unit_test(merlin_needs_the_assassin),
        cmocka_unit_test(percival_needs_merlin),
        cmocka_unit_test(evil_roles_must_fit_the_evil_count),
        cmocka_unit_test(fewer_than_five_and_more_than_ten_cannot_play),
        cmocka_unit_test(a_game_without_special_roles_can_be_played),
        cmocka_unit_test(morgana_without_percival_is_warned_about),
        cmocka_unit_test(percival_without_morgana_is_warned_about),
        cmocka_unit_test(mordred_without_merlin_is_warned_about),
        cmocka_unit_test(the_lady_is_warned_about_below_seven_players),
        cmocka_unit_test(a_preset_is_recognised_and_given_its_reason),
        cmocka_unit_test(whoever_chooses_roles_is_told_the_sides),
        cmocka_unit_test(advice_is_given_for_no_table_that_cannot_play),
        cmocka_unit_test(all_roles_are_in_the_catalogue_with_their_team),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
