/* Safe: from the Demon, and from nobody else. */
#include "../grimoire_test.h"

static void the_demons_kill_does_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_SAFE);
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void others_are_not_protected(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_SAFE);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void an_execution_kills(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(0, EFFECT_SAFE);
    execute(0);
    assert_true(is_dead(0));
}

static void it_ends_with_the_ability_behind_it(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(1, 0);
    give(1, EFFECT_DRUNK);
    choose_one(4, 0);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(the_demons_kill_does_nothing), TEST(others_are_not_protected),
          TEST(an_execution_kills), TEST(it_ends_with_the_ability_behind_it))
