/* The Witch: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void the_cursed_one_dies_on_nominating(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    must(nominate(0, 4));
    assert_true(is_dead(0));
}

static void the_nomination_stands(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    must(nominate(0, 4));
    assert_int_equal(state.table.phase, GRIMOIRE_VOTE);
    count_all(SEATS2(1, 2));
    assert_int_equal(state.table.block, 4);
}

static void others_nominate_and_live(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    must(nominate(1, 0));
    assert_false(is_dead(0));
    assert_false(is_dead(1));
}

static void it_ends_at_dusk(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    dusk();
    assert_false(grimoire_has_effect(&state, 0, EFFECT_CURSED));
}

static void a_call_for_exile_is_no_nomination(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP, ROLE_MAYOR);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    choose_one(3, 0);
    dawn();
    must(nominate(0, 5));
    assert_false(is_dead(0));
}

static void what_the_bishop_has_nominated_is_nobodys_doing(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BISHOP, false);
    dusk();
    choose_one(3, 5);
    dawn();
    must(nominate(5, 3));
    assert_false(is_dead(5));
}

static void with_three_alive_she_has_no_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    kill(1);
    kill(2);
    must(nominate(0, 4));
    assert_false(is_dead(0));
    count_all(SEATS_NONE);
    dusk();
    assert_false(wakes(3));
}

static void it_is_on_the_player_and_not_on_the_character(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 0, ROLE_MAYOR));
    dawn();
    must(nominate(0, 4));
    assert_true(is_dead(0));
}

static void drunk_she_curses_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    give(3, EFFECT_DRUNK);
    dusk();
    choose_one(3, 0);
    dawn();
    must(nominate(0, 4));
    assert_false(is_dead(0));
}

static void drunk_by_day_the_curse_pauses(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_WITCH, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    give(3, EFFECT_DRUNK);
    must(nominate(0, 4));
    assert_false(is_dead(0));
}

RUN_TESTS(TEST(the_cursed_one_dies_on_nominating), TEST(the_nomination_stands),
          TEST(others_nominate_and_live), TEST(it_ends_at_dusk),
          TEST(a_call_for_exile_is_no_nomination),
          TEST(what_the_bishop_has_nominated_is_nobodys_doing),
          TEST(with_three_alive_she_has_no_ability),
          TEST(it_is_on_the_player_and_not_on_the_character), TEST(drunk_she_curses_nobody),
          TEST(drunk_by_day_the_curse_pauses))
