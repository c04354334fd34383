/* Pure: the first nomination of its holder. */
#include "../grimoire_test.h"

static void given_by_hand_it_works(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(2, EFFECT_PURE);
    must(nominate(0, 2));
    assert_true(is_dead(0));
    assert_false(grimoire_has_effect(&state, 2, EFFECT_PURE));
}

static void other_nominations_do_not_touch_it(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(2, EFFECT_PURE);
    must(nominate(0, 1));
    assert_true(grimoire_has_effect(&state, 2, EFFECT_PURE));
    assert_false(is_dead(0));
}

static void a_question_can_be_dismissed(void **unused)
{
    (void)unused;
    SIT(ROLE_VIRGIN, ROLE_SPY, ROLE_SAINT, ROLE_CHEF, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(1, 0));
    must(tells(GRIMOIRE_DISMISS_QUESTION, 0, 0));
    assert_false(is_dead(1));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_PURE));
}

static void a_dead_holder_executes_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_VIRGIN, ROLE_MONK, ROLE_SAINT, ROLE_CHEF, ROLE_IMP);
    dusk();
    dawn();
    kill(0);
    must(nominate(1, 0));
    assert_false(is_dead(1));
}

RUN_TESTS(TEST(given_by_hand_it_works), TEST(other_nominations_do_not_touch_it),
          TEST(a_question_can_be_dismissed), TEST(a_dead_holder_executes_nobody))
