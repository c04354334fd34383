/* The Butcher: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BUTCHER, false);
    dusk();
    dawn();
}

static enum refusal butcher_nominates(int nominee)
{
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    return send_command(GRIMOIRE_NOMINATE, 5, nominee, -1, 0, NULL);
}

static void nominates_once_more_after_the_first_execution(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(5, 0));
    count_all(SEATS_NONE);
    execute(2);
    must(butcher_nominates(3));
}

static void once_and_no_more(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    must(butcher_nominates(3));
    count_all(SEATS_NONE);
    must_refuse(butcher_nominates(2), "may_not_nominate");
}

static void nobody_else_does(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    must(tells(GRIMOIRE_OPEN_NOMINATIONS, true, 0));
    must_refuse(send_command(GRIMOIRE_NOMINATE, 1, 3, -1, 0, NULL), "may_not_nominate");
}

static void earlier_votes_need_not_be_beaten(void **unused)
{
    (void)unused;
    sit_down();
    must(nominate(1, 4));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    must(nominate(2, 0));
    count_all(SEATS_NONE);
    execute(0);
    must(butcher_nominates(3));
    count_all(SEATS2(1, 2) | seat_bit(5));
    assert_int_equal(state.table.block, 3);
}

static void half_of_the_living_is_needed(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    must(butcher_nominates(3));
    count_all(SEATS2(1, 2));
    assert_int_equal(state.table.block, GRIMOIRE_NOBODY);
}

static void an_execution_for_nominating_the_virgin_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_VIRGIN, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BUTCHER, false);
    dusk();
    dawn();
    must(nominate(0, 2));
    assert_true(is_dead(0));
    must(butcher_nominates(3));
}

static void an_exile_does_not(void **unused)
{
    (void)unused;
    sit_down();
    travel(0, ROLE_SCAPEGOAT, false);
    must(nominate(5, 3));
    count_all(SEATS_NONE);
    must(nominate(1, 0));
    count_all(SEATS2(0, 1) | SEATS2(2, 3));
    assert_true(is_dead(0));
    must_refuse(butcher_nominates(3), "may_not_nominate");
}

static void dead_the_butcher_does_not_nominate(void **unused)
{
    (void)unused;
    sit_down();
    kill(5);
    execute(0);
    must_refuse(butcher_nominates(3), "may_not_nominate");
}

static void a_second_execution_is_possible(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    must(butcher_nominates(3));
    count_all(SEATS2(1, 2) | seat_bit(5));
    execute(3);
    assert_true(is_dead(3));
}

static void that_the_butcher_is_drunk_only_the_storyteller_sees(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    assert_false(happened(GRIMOIRE_DAY_RULES_SET));
    assert_true(is_warned_of(GRIMOIRE_RULE_IS_VOID, 5));
    execute(0);
    must(butcher_nominates(3));
}

RUN_TESTS(TEST(nominates_once_more_after_the_first_execution), TEST(once_and_no_more),
          TEST(nobody_else_does), TEST(earlier_votes_need_not_be_beaten),
          TEST(half_of_the_living_is_needed), TEST(an_execution_for_nominating_the_virgin_counts),
          TEST(an_exile_does_not), TEST(dead_the_butcher_does_not_nominate),
          TEST(a_second_execution_is_possible),
          TEST(that_the_butcher_is_drunk_only_the_storyteller_sees))
