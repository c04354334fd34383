/* The Evil Twin: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void with_twin(int twin)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_EVIL_TWIN, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 3, twin));
    dusk();
}

static void both_are_told_of_each_other(void **unused)
{
    (void)unused;
    with_twin(1);
    open(3);
    assert_int_equal(state.secrets.suggestion.players, SEATS2(1, 3));
    is_only(state.secrets.suggestion.characters, ROLE_MONK);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS2(1, 3), first_word(ROLE_MONK), -1, ""));
    assert_int_equal(state.own[1].message_count, 1);
    assert_int_equal(state.own[3].message_count, 1);
}

static void the_twin_is_of_the_other_side(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_EVIL_TWIN, ROLE_IMP);
    must_refuse(tells(GRIMOIRE_PREPARE, 3, 4), "");
}

static void good_cannot_win_while_both_live(void **unused)
{
    (void)unused;
    with_twin(1);
    dawn();
    execute(4);
    nobody_has_won();
    assert_true(happened(GRIMOIRE_VICTORY_PREVENTED));
}

static void once_the_evil_one_is_dead_good_has_won(void **unused)
{
    (void)unused;
    with_twin(1);
    dawn();
    execute(4);
    dusk();
    dawn();
    execute(3);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void executing_the_good_one_is_evils_win(void **unused)
{
    (void)unused;
    with_twin(1);
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void even_after_the_demons_death(void **unused)
{
    (void)unused;
    with_twin(1);
    dawn();
    execute(4);
    dusk();
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void even_if_the_good_one_lives(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_FOOL, ROLE_SAINT, ROLE_EVIL_TWIN, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 3, 1));
    dusk();
    dawn();
    execute(1);
    assert_false(is_dead(1));
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void killed_at_night_the_good_one_is_not_executed(void **unused)
{
    (void)unused;
    with_twin(1);
    dawn();
    dusk();
    choose_one(4, 1);
    assert_true(is_dead(1));
    nobody_has_won();
}

static void dead_she_has_no_ability(void **unused)
{
    (void)unused;
    with_twin(1);
    kill(3);
    dawn();
    execute(1);
    nobody_has_won();
}

static void it_goes_by_sides(void **unused)
{
    (void)unused;
    with_twin(1);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 3, false));
    dawn();
    execute(3);
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void on_the_same_side_they_are_no_twins(void **unused)
{
    (void)unused;
    with_twin(1);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    dawn();
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void with_a_twin_on_her_side(void)
{
    with_twin(1);
    open(3);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS2(1, 3), first_word(ROLE_MONK), -1, ""));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
}

static void for_a_twin_on_her_side_the_storyteller_chooses_anew(void **unused)
{
    (void)unused;
    with_twin(1);
    assert_false(is_warned_of(GRIMOIRE_PREPARATION_MISSING, 3));
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    assert_true(is_warned_of(GRIMOIRE_PREPARATION_MISSING, 3));
    must_refuse(tells(GRIMOIRE_PREPARE, 3, 1), "");
    must(tells(GRIMOIRE_PREPARE, 3, 2));
    assert_false(is_warned_of(GRIMOIRE_PREPARATION_MISSING, 3));
}

static void nobody_on_her_side_is_told_to_be_her_twin(void **unused)
{
    (void)unused;
    with_twin(1);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    open(3);
    assert_int_equal(state.secrets.suggestion.players, SEATS_NONE);
}

static void the_new_twin_is_told_the_same_night(void **unused)
{
    (void)unused;
    with_a_twin_on_her_side();
    assert_false(wakes(3));
    must(tells(GRIMOIRE_PREPARE, 3, 2));
    assert_true(wakes(3));
}

static void two_left_is_still_evils_win(void **unused)
{
    (void)unused;
    with_twin(1);
    kill(0);
    kill(2);
    kill(1);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void even_with_the_demon_dead(void **unused)
{
    (void)unused;
    with_twin(1);
    kill(4);
    kill(0);
    nobody_has_won();
    kill(2);
    evil_has_won(GRIMOIRE_TWO_ARE_LEFT);
}

static void drunk_she_stops_nobody(void **unused)
{
    (void)unused;
    with_twin(1);
    give(3, EFFECT_DRUNK);
    dawn();
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void drunk_the_good_one_may_be_executed(void **unused)
{
    (void)unused;
    with_twin(1);
    give(3, EFFECT_DRUNK);
    dawn();
    execute(1);
    nobody_has_won();
}

static void killed_by_the_vigormortis_she_has_the_ability_still(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_EVIL_TWIN, ROLE_VIGORMORTIS, ROLE_MAYOR);
    must(tells(GRIMOIRE_PREPARE, 3, 1));
    second_night();
    choose_one(4, 3);
    answer_player(5);
    dawn();
    execute(1);
    evil_has_won(GRIMOIRE_TWIN_WAS_EXECUTED);
}

static void made_in_mid_game_she_is_told_then(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 3, ROLE_EVIL_TWIN));
    must(tells(GRIMOIRE_PREPARE, 3, 1));
    assert_true(wakes(3));
}

RUN_TESTS(TEST(both_are_told_of_each_other), TEST(the_twin_is_of_the_other_side),
          TEST(good_cannot_win_while_both_live), TEST(once_the_evil_one_is_dead_good_has_won),
          TEST(executing_the_good_one_is_evils_win), TEST(even_after_the_demons_death),
          TEST(even_if_the_good_one_lives), TEST(killed_at_night_the_good_one_is_not_executed),
          TEST(dead_she_has_no_ability), TEST(it_goes_by_sides),
          TEST(on_the_same_side_they_are_no_twins), TEST(two_left_is_still_evils_win),
          TEST(even_with_the_demon_dead), TEST(drunk_she_stops_nobody),
          TEST(drunk_the_good_one_may_be_executed),
          TEST(killed_by_the_vigormortis_she_has_the_ability_still),
          TEST(made_in_mid_game_she_is_told_then),
          TEST(for_a_twin_on_her_side_the_storyteller_chooses_anew),
          TEST(nobody_on_her_side_is_told_to_be_her_twin),
          TEST(the_new_twin_is_told_the_same_night))
