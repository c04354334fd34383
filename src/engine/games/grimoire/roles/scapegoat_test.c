/* The Scapegoat: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_SCAPEGOAT, false);
    dusk();
    dawn();
}

static void is_executed_in_place_of_somebody_of_the_same_side(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    assert_true(is_asked(EFFECT_STAND_IN));
    answer_yes(true);
    assert_true(is_dead(5));
    assert_false(is_dead(0));
}

static void the_storyteller_may_say_no(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    answer_yes(false);
    assert_true(is_dead(0));
    assert_false(is_dead(5));
}

static void it_is_the_days_execution(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    answer_yes(true);
    assert_true(state.table.has_executed);
    assert_int_equal(state.table.executed, 5);
    assert_true(state.secrets.seat[5].was_executed_today);
}

static void a_martyr_who_was_spared_loses_nothing(void **unused)
{
    (void)unused;
    sit_down();
    execute(2);
    answer_yes(true);
    nobody_has_won();
}

static void not_for_the_other_side(void **unused)
{
    (void)unused;
    sit_down();
    execute(3);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(3));
}

static void an_evil_one_dies_for_evil(void **unused)
{
    (void)unused;
    sit_down();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 5, true));
    execute(0);
    assert_false(state.secrets.question.is_open);
    must(tells(GRIMOIRE_REVIVE, 0, 0));
    execute(4);
    answer_yes(true);
    assert_true(is_dead(5));
    nobody_has_won();
}

static void of_somebody_who_registers_as_either_it_is_asked(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_SCAPEGOAT, true);
    dusk();
    dawn();
    execute(2);
    assert_true(is_asked(EFFECT_STAND_IN));
}

static void a_drunk_scapegoat_dies_for_nobody(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    execute(0);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(0));
}

static void executed_themselves_nothing_is_asked(void **unused)
{
    (void)unused;
    sit_down();
    execute(5);
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(5));
}

static void exile_is_no_execution(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER, ROLE_MAYOR);
    travel(5, ROLE_SCAPEGOAT, false);
    travel(6, ROLE_THIEF, false);
    dusk();
    dawn();
    must(nominate(1, 6));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_false(state.secrets.question.is_open);
    assert_true(is_dead(6));
}

RUN_TESTS(TEST(is_executed_in_place_of_somebody_of_the_same_side), TEST(the_storyteller_may_say_no),
          TEST(it_is_the_days_execution), TEST(a_martyr_who_was_spared_loses_nothing),
          TEST(not_for_the_other_side), TEST(an_evil_one_dies_for_evil),
          TEST(of_somebody_who_registers_as_either_it_is_asked),
          TEST(a_drunk_scapegoat_dies_for_nobody), TEST(executed_themselves_nothing_is_asked),
          TEST(exile_is_no_execution))
