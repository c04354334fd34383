/* The Po: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void eight(void)
{
    SIT(ROLE_PO, ROLE_EXORCIST, ROLE_MONK, ROLE_SLAYER, ROLE_CHEF, ROLE_POISONER, ROLE_SAINT,
        ROLE_EMPATH);
}

static void choose_three(void)
{
    choose(0, SEATS2(3, 4) | seat_bit(6));
}

static void may_kill_one(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_one(0, 4);
    assert_true(is_dead(4));
    dawn();
    dusk();
    assert_int_equal(grimoire_step_choice_count(&state, &state.secrets.step[step_of(0)]), 1);
}

static void after_nobody_three_die(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    choose_three();
    assert_true(is_dead(3));
    assert_true(is_dead(4));
    assert_true(is_dead(6));
    dawn();
    dusk();
    choose_one(0, 2);
    assert_true(is_dead(2));
}

static void charged_it_must_choose_three(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS_NONE, 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(3), 0), "");
}

static void the_first_night_is_no_choice(void **unused)
{
    (void)unused;
    eight();
    dusk();
    assert_false(wakes(0));
    dawn();
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(3, 4), 0), "");
}

static void an_exorcised_night_is_no_choice(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    choose_one(1, 0);
    must(tells(GRIMOIRE_SKIP_STEP, step_of(0), 0));
    assert_false(wakes(0));
    dawn();
    dusk();
    choose_one(1, 2);
    choose_three();
    assert_true(is_dead(6));
}

static void nobody_while_poisoned_charges_it(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_one(5, 0);
    choose_nobody(0);
    dawn();
    dusk();
    choose_one(5, 7);
    choose_three();
    assert_true(is_dead(3));
}

static void three_while_poisoned_are_lost(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    choose_one(5, 0);
    choose_three();
    assert_false(is_dead(3));
    dawn();
    dusk();
    assert_int_equal(grimoire_step_choice_count(&state, &state.secrets.step[step_of(0)]), 1);
}

static void each_may_be_protected(void **unused)
{
    (void)unused;
    eight();
    second_night();
    choose_nobody(0);
    dawn();
    dusk();
    choose_one(2, 4);
    choose_three();
    assert_true(is_dead(3));
    assert_false(is_dead(4));
    assert_true(is_dead(6));
}

RUN_TESTS(TEST(may_kill_one), TEST(after_nobody_three_die), TEST(charged_it_must_choose_three),
          TEST(the_first_night_is_no_choice), TEST(an_exorcised_night_is_no_choice),
          TEST(nobody_while_poisoned_charges_it), TEST(three_while_poisoned_are_lost),
          TEST(each_may_be_protected))
