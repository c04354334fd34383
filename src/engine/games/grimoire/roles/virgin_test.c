/* The Virgin: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(enum role_id nominator)
{
    SIT(ROLE_VIRGIN, nominator, ROLE_CHEF, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
}

static void a_townsfolk_who_nominates_her_is_executed_at_once(void **unused)
{
    (void)unused;
    sit_down(ROLE_MONK);
    must(nominate(1, 0));
    assert_true(is_dead(1));
    assert_int_equal(state.table.executed, 1);
    assert_int_equal(state.table.phase, GRIMOIRE_DAY);
}

static void the_days_execution_is_used(void **unused)
{
    (void)unused;
    sit_down(ROLE_MONK);
    must(nominate(1, 0));
    assert_true(state.table.has_executed);
    assert_int_equal(grimoire_may_nominate(&state.table), SEATS_NONE);
    assert_true(happened(GRIMOIRE_NOMINATIONS_OPENED));
    assert_false(state.table.is_open);
}

static void an_outsider_who_nominates_her_lives(void **unused)
{
    (void)unused;
    sit_down(ROLE_SAINT);
    must(nominate(1, 0));
    assert_false(is_dead(1));
    assert_int_equal(state.table.phase, GRIMOIRE_VOTE);
}

static void a_drunk_nominator_is_no_townsfolk(void **unused)
{
    (void)unused;
    sit_down(ROLE_DRUNK);
    must(nominate(1, 0));
    assert_false(is_dead(1));
}

static void is_spent_by_the_first_nomination_even_if_nothing_happens(void **unused)
{
    (void)unused;
    sit_down(ROLE_SAINT);
    must(nominate(1, 0));
    must(tells(GRIMOIRE_CANCEL_VOTE, 0, 0));
    must(nominate(2, 0));
    assert_false(is_dead(2));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void poisoned_she_is_spent(void **unused)
{
    (void)unused;
    sit_down(ROLE_MONK);
    give(0, EFFECT_POISONED);
    must(nominate(1, 0));
    assert_false(is_dead(1));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_PURE));
    must(tells(GRIMOIRE_CANCEL_VOTE, 0, 0));
    take(0, EFFECT_POISONED);
    must(nominate(2, 0));
    assert_false(is_dead(2));
}

static void drunk_she_is_spent(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_MONK, ROLE_CHEF, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_VIRGIN));
    dusk();
    dawn();
    must(nominate(1, 0));
    assert_false(is_dead(1));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_PURE));
}

static void a_spy_may_register_as_townsfolk(void **unused)
{
    (void)unused;
    sit_down(ROLE_SPY);
    must(nominate(1, 0));
    assert_true(is_asked(EFFECT_PURE));
    answer_yes(true);
    assert_true(is_dead(1));
}

static void a_spy_need_not_register_as_townsfolk(void **unused)
{
    (void)unused;
    sit_down(ROLE_SPY);
    must(nominate(1, 0));
    answer_yes(false);
    assert_false(is_dead(1));
    assert_int_equal(state.table.phase, GRIMOIRE_VOTE);
    assert_false(grimoire_has_effect(&state, 0, EFFECT_PURE));
}

static void a_poisoned_spy_is_a_minion(void **unused)
{
    (void)unused;
    sit_down(ROLE_SPY);
    give(1, EFFECT_POISONED);
    must(nominate(1, 0));
    assert_false(state.secrets.question.is_open);
    assert_false(is_dead(1));
}

RUN_TESTS(TEST(a_townsfolk_who_nominates_her_is_executed_at_once), TEST(the_days_execution_is_used),
          TEST(an_outsider_who_nominates_her_lives), TEST(a_drunk_nominator_is_no_townsfolk),
          TEST(is_spent_by_the_first_nomination_even_if_nothing_happens),
          TEST(poisoned_she_is_spent), TEST(drunk_she_is_spent),
          TEST(a_spy_may_register_as_townsfolk), TEST(a_spy_need_not_register_as_townsfolk),
          TEST(a_poisoned_spy_is_a_minion))
