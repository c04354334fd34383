/* The Barista: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BARISTA, false);
    second_night();
}

static int steps_of(int seat)
{
    int count = 0;
    for (int i = 0; i < state.secrets.step_count; i++)
        count += state.secrets.step[i].seat == seat;
    return count;
}

static void somebody_is_sober_and_healthy_till_dusk(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 0);
    assert_true(is_asked(EFFECT_BREW));
    answer_yes(false);
    choose_one(3, 0);
    assert_true(works(0));
    dawn();
    give(0, EFFECT_DRUNK);
    assert_true(works(0));
    dusk();
    assert_false(grimoire_has_effect(&state, 0, EFFECT_CLEAR_HEAD));
    assert_false(works(0));
}

static void they_are_told_which(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 0);
    answer_yes(false);
    assert_int_equal(state.own[0].message[state.own[0].message_count - 1].about, ROLE_BARISTA);
    assert_int_equal(state.own[0].message[state.own[0].message_count - 1].answer.number, 0);
}

static void nobody_registers_as_another_to_them(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SWAP_SEATS, 1, 2));
    open(0);
    assert_int_equal(truth().numbers, 1 << 0 | 1 << 1);
    must(tells(GRIMOIRE_CLOSE_STEP, 0, 0));
    choose_one(5, 0);
    answer_yes(false);
    open(0);
    assert_int_equal(truth().numbers, 1 << 0);
}

static void or_they_act_twice(void **unused)
{
    (void)unused;
    sit_down();
    assert_int_equal(steps_of(4), 1);
    choose_one(5, 4);
    answer_yes(true);
    assert_int_equal(steps_of(4), 2);
    choose_one(4, 0);
    choose_one(4, 1);
    assert_true(is_dead(0));
    assert_true(is_dead(1));
}

static void who_is_drunk_by_character_stays_so(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BARISTA, false);
    dusk();
    choose_one(5, 0);
    answer_yes(false);
    assert_false(works(0));
}

static void a_poisoned_barista_serves_nobody(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    choose_one(5, 0);
    assert_false(state.secrets.question.is_open);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_CLEAR_HEAD));
}

static void the_vortox_does_not_falsify_what_they_learn(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_VORTOX, ROLE_SLAYER);
    travel(5, ROLE_BARISTA, false);
    dusk();
    choose_one(5, 0);
    answer_yes(false);
    open(0);
    assert_int_equal(state.secrets.suggestion.number, truth().plain.number);
}

RUN_TESTS(TEST(somebody_is_sober_and_healthy_till_dusk), TEST(they_are_told_which),
          TEST(nobody_registers_as_another_to_them), TEST(or_they_act_twice),
          TEST(who_is_drunk_by_character_stays_so), TEST(a_poisoned_barista_serves_nobody),
          TEST(the_vortox_does_not_falsify_what_they_learn))
