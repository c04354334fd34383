/* The Soldier: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void the_demon_cannot_kill_him(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void poisoned_he_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void drunk_he_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_SOLDIER));
    second_night();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void executed_he_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_SOLDIER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(0);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(the_demon_cannot_kill_him), TEST(poisoned_he_dies), TEST(drunk_he_dies),
          TEST(executed_he_dies))
