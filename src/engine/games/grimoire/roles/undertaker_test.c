/* The Undertaker: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_the_character_executed_today(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(1);
    dusk();
    open(0);
    is_only(truth().plain.characters, ROLE_CHEF);
    is_only(truth().characters, ROLE_CHEF);
}

static void is_not_woken_if_nobody_died_by_execution(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(1);
    dusk();
    assert_false(wakes(0));
}

static void is_not_woken_if_the_executed_was_dead_before(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(1);
    execute(1);
    dusk();
    assert_false(wakes(0));
}

static void learns_of_today_only(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(1);
    dusk();
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void sees_a_drunk_as_the_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_DRUNK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(1);
    dusk();
    open(0);
    is_only(truth().characters, ROLE_DRUNK);
}

static void learns_of_an_execution_without_a_vote(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_VIRGIN, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(nominate(1, 2));
    dusk();
    open(0);
    is_only(truth().characters, ROLE_CHEF);
}

static void a_recluse_may_register_as_evil_and_a_spy_as_good(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_RECLUSE, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    dusk();
    dawn();
    execute(1);
    dusk();
    open(0);
    assert_true(characters_has(truth().characters, ROLE_IMP));
    assert_true(characters_has(truth().characters, ROLE_RECLUSE));
    assert_false(characters_has(truth().characters, ROLE_CHEF));
    must(tells(GRIMOIRE_CLOSE_STEP, 0, 0));
    dawn();
    execute(3);
    dusk();
    open(0);
    assert_true(characters_has(truth().characters, ROLE_CHEF));
    assert_true(characters_has(truth().characters, ROLE_SPY));
}

static void poisoned_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_UNDERTAKER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(1);
    dusk();
    choose_one(3, 0);
    open(0);
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_CHEF));
    assert_int_equal(characters_count(state.secrets.suggestion.characters), 1);
}

RUN_TESTS(TEST(learns_the_character_executed_today), TEST(is_not_woken_if_nobody_died_by_execution),
          TEST(is_not_woken_if_the_executed_was_dead_before), TEST(learns_of_today_only),
          TEST(sees_a_drunk_as_the_drunk), TEST(learns_of_an_execution_without_a_vote),
          TEST(a_recluse_may_register_as_evil_and_a_spy_as_good), TEST(poisoned_is_suggested_a_lie))
