/* The Poisoner: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void poisons_for_tonight_and_tomorrow(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    assert_false(works(0));
    dawn();
    assert_false(works(0));
    dusk();
    assert_true(works(0));
}

static void acts_before_those_who_learn(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    assert_true(state.script.first[ROLE_POISONER] < state.script.first[ROLE_WASHERWOMAN]);
    assert_true(state.script.other[ROLE_POISONER] < state.script.other[ROLE_MONK]);
}

static void poison_ends_at_once_if_the_poisoner_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    execute(3);
    assert_true(works(0));
}

static void poison_ends_if_the_poisoner_becomes_somebody_else(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 3, ROLE_BARON));
    assert_true(works(0));
}

static void a_drunk_poisoner_poisons_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(3, EFFECT_DRUNK);
    dusk();
    choose_one(3, 0);
    assert_true(works(0));
}

static void a_poisoner_who_becomes_drunk_poisons_no_longer(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    give(3, EFFECT_DRUNK);
    assert_true(works(0));
    take(3, EFFECT_DRUNK);
    assert_false(works(0));
}

static void may_poison_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 3);
    assert_false(works(3));
}

RUN_TESTS(TEST(poisons_for_tonight_and_tomorrow), TEST(acts_before_those_who_learn),
          TEST(poison_ends_at_once_if_the_poisoner_dies),
          TEST(poison_ends_if_the_poisoner_becomes_somebody_else),
          TEST(a_drunk_poisoner_poisons_nobody),
          TEST(a_poisoner_who_becomes_drunk_poisons_no_longer), TEST(may_poison_himself))
