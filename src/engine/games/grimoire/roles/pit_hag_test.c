/* The Pit-Hag: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void second_script_night(void)
{
    SIT(ROLE_CHEF, ROLE_SAGE, ROLE_SAINT, ROLE_PIT_HAG, ROLE_IMP);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 0, false));
    second_night();
}

static void a_player_becomes_a_character_that_nobody_is(void **unused)
{
    (void)unused;
    second_script_night();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    assert_int_equal(character_of(0), ROLE_MAYOR);
    open(0);
    is_only(state.secrets.suggestion.characters, ROLE_MAYOR);
}

static void their_side_stays(void **unused)
{
    (void)unused;
    second_script_night();
    must(choose_with(3, seat_bit(0), ROLE_POISONER));
    assert_int_equal(character_of(0), ROLE_POISONER);
    assert_false(state.secrets.seat[0].is_evil);
}

static void nothing_happens_if_somebody_is_that(void **unused)
{
    (void)unused;
    second_script_night();
    must(choose_with(3, seat_bit(0), ROLE_SAINT));
    assert_int_equal(character_of(0), ROLE_CHEF);
}

static void the_new_one_acts_tonight_if_the_place_is_to_come(void **unused)
{
    (void)unused;
    second_script_night();
    must(choose_with(3, seat_bit(0), ROLE_EMPATH));
    open(0);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_true(wakes(0));
}

/* Demons of the script: a second one. */
static void make_demon(void)
{
    begin(5);
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_VORTOX, 0));
    assign_all((const enum role_id[]){ ROLE_CHEF, ROLE_SAGE, ROLE_SAINT, ROLE_PIT_HAG, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    second_night();
    must(choose_with(3, seat_bit(0), ROLE_VORTOX));
    assert_int_equal(character_of(0), ROLE_VORTOX);
}

static void a_kill_in_the_night_a_demon_was_made_is_the_storytellers(void **unused)
{
    (void)unused;
    make_demon();
    choose_one(4, 1);
    assert_true(is_asked(EFFECT_FREE_DEATHS));
    answer_yes(false);
    assert_false(is_dead(1));
}

static void such_a_death_is_not_the_demons(void **unused)
{
    (void)unused;
    make_demon();
    choose_one(4, 1);
    answer_yes(true);
    assert_true(is_dead(1));
    assert_false(wakes(1));
}

static void only_that_night(void **unused)
{
    (void)unused;
    make_demon();
    dawn();
    execute(2);
    must(tells(GRIMOIRE_DISMISS_VICTORY, 0, 0));
    dusk();
    choose_one(4, 1);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(1));
}

static void turning_the_last_demon_is_goods_win(void **unused)
{
    (void)unused;
    second_script_night();
    must(choose_with(3, seat_bit(4), ROLE_MAYOR));
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void drunk_she_changes_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_SAGE, ROLE_SAINT, ROLE_PIT_HAG, ROLE_IMP);
    give(3, EFFECT_DRUNK);
    second_night();
    must(choose_with(3, seat_bit(0), ROLE_MAYOR));
    assert_int_equal(character_of(0), ROLE_CHEF);
}

static void an_evil_player_who_becomes_the_goon_stays_evil(void **unused)
{
    (void)unused;
    begin(6);
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_GOON, 0));
    assign_all((const enum role_id[]){ ROLE_CHEF, ROLE_SAGE, ROLE_SAINT, ROLE_PIT_HAG, ROLE_IMP,
                                       ROLE_BARON });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    second_night();
    must(choose_with(3, seat_bit(5), ROLE_GOON));
    assert_int_equal(character_of(5), ROLE_GOON);
    assert_true(state.secrets.seat[5].is_evil);
    choose_one(4, 5);
    assert_true(state.secrets.seat[5].is_evil);
    assert_false(is_dead(5));
}

RUN_TESTS(TEST(a_player_becomes_a_character_that_nobody_is), TEST(their_side_stays),
          TEST(nothing_happens_if_somebody_is_that),
          TEST(the_new_one_acts_tonight_if_the_place_is_to_come),
          TEST(a_kill_in_the_night_a_demon_was_made_is_the_storytellers),
          TEST(such_a_death_is_not_the_demons), TEST(only_that_night),
          TEST(turning_the_last_demon_is_goods_win), TEST(drunk_she_changes_nobody),
          TEST(an_evil_player_who_becomes_the_goon_stays_evil))
