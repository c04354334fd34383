/* The Shabaloth: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_SHABALOTH, ROLE_FOOL, ROLE_MONK, ROLE_SLAYER, ROLE_CHEF, ROLE_POISONER, ROLE_MAYOR);
}

static void two_die(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 4, 3);
    assert_true(is_dead(3));
    assert_true(is_dead(4));
}

static void one_of_last_nights_may_come_back(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 4, 3);
    dawn();
    dusk();
    let_happen(0);
    assert_true(is_asked(EFFECT_REGURGITATION));
    must_refuse(tells(GRIMOIRE_ANSWER, 1, 0), "");
    answer_player(4);
    assert_false(is_dead(4));
    assert_true(wakes(4));
    dawn();
    assert_false(seat_in(state.table.dead, 4));
}

static void or_nobody(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 4, 3);
    dawn();
    dusk();
    let_happen(0);
    answer_player(GRIMOIRE_NOBODY);
    assert_true(is_dead(4));
    assert_true(is_dead(3));
}

static void also_one_who_was_dead_already(void **unused)
{
    (void)unused;
    six();
    dusk();
    dawn();
    kill(4);
    dusk();
    choose_two(0, 4, 1);
    dawn();
    dusk();
    let_happen(0);
    assert_int_equal(state.secrets.question.intent.players, seat_bit(4));
}

static void only_the_night_after(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 4, 3);
    dawn();
    dusk();
    must(tells(GRIMOIRE_SKIP_STEP, step_of(0), 0));
    choose_two(0, 1, 2);
    dawn();
    dusk();
    let_happen(0);
    assert_false(seat_in(state.secrets.question.intent.players, 4));
}

static void a_question_about_the_first_does_not_lose_the_second(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 6, 4);
    assert_true(is_asked(EFFECT_BOUNCE));
    assert_false(is_dead(4));
    answer_player(3);
    assert_true(is_dead(3));
    assert_true(is_dead(4));
    assert_false(is_dead(6));
}

static void poisoned_nobody_dies_and_nobody_returns(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_one(5, 0);
    choose_two(0, 4, 3);
    assert_false(is_dead(4));
    dawn();
    dusk();
    open(0);
    assert_int_equal(state.secrets.step[state.secrets.open_step].origin, GRIMOIRE_BY_SHEET);
}

static void who_comes_back_has_the_ability_fresh(void **unused)
{
    (void)unused;
    six();
    second_night();
    choose_two(0, 3, 1);
    assert_true(grimoire_has_effect(&state, 1, EFFECT_NO_ABILITY));
    kill(1);
    dawn();
    dusk();
    let_happen(0);
    answer_player(1);
    assert_true(grimoire_has_effect(&state, 1, EFFECT_SPARE_LIFE));
    assert_false(grimoire_has_effect(&state, 1, EFFECT_NO_ABILITY));
}

RUN_TESTS(TEST(two_die), TEST(one_of_last_nights_may_come_back), TEST(or_nobody),
          TEST(also_one_who_was_dead_already), TEST(only_the_night_after),
          TEST(a_question_about_the_first_does_not_lose_the_second),
          TEST(poisoned_nobody_dies_and_nobody_returns), TEST(who_comes_back_has_the_ability_fresh))
