/* The Saint: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_SAINT, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
}

static void executed_his_team_loses(void **unused)
{
    (void)unused;
    sit_down();
    execute(0);
    evil_has_won(GRIMOIRE_MARTYR_WAS_EXECUTED);
}

static void only_death_by_execution(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    nobody_has_won();
}

static void killed_by_the_demon_nothing_happens(void **unused)
{
    (void)unused;
    sit_down();
    dusk();
    choose_one(4, 0);
    assert_true(is_dead(0));
    nobody_has_won();
}

static void executed_when_already_dead_nothing_happens(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    execute(0);
    nobody_has_won();
}

static void executed_poisoned_nothing_happens(void **unused)
{
    (void)unused;
    sit_down();
    give(0, EFFECT_POISONED);
    execute(0);
    nobody_has_won();
}

static void executed_drunk_nothing_happens(void **unused)
{
    (void)unused;
    sit_down();
    give(0, EFFECT_DRUNK);
    execute(0);
    nobody_has_won();
}

RUN_TESTS(TEST(executed_his_team_loses), TEST(only_death_by_execution),
          TEST(killed_by_the_demon_nothing_happens),
          TEST(executed_when_already_dead_nothing_happens), TEST(executed_poisoned_nothing_happens),
          TEST(executed_drunk_nothing_happens))
