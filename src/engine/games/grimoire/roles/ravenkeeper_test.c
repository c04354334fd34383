/* The Ravenkeeper: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void killed_at_night_chooses_a_player_and_learns_the_character(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    assert_false(wakes(0));
    choose_one(4, 0);
    choose_one(0, 4);
    is_only(truth().characters, ROLE_IMP);
}

static void acts_right_after_the_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    assert_true(state.script.other[ROLE_RAVENKEEPER] > state.script.other[ROLE_IMP]);
    assert_true(state.script.other[ROLE_RAVENKEEPER] < state.script.other[ROLE_EMPATH]);
}

static void executed_by_day_he_is_not_woken(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(0);
    dusk();
    assert_false(wakes(0));
}

static void killed_by_redirect_he_is_woken(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_MAYOR, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 1);
    answer_player(0);
    assert_true(wakes(0));
}

static void poisoned_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    choose_one(0, 4);
    assert_false(works(0));
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_IMP));
}

static void the_dead_of_an_earlier_night_sleep(void **unused)
{
    (void)unused;
    SIT(ROLE_RAVENKEEPER, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    dawn();
    dusk();
    assert_false(wakes(0));
}

RUN_TESTS(TEST(killed_at_night_chooses_a_player_and_learns_the_character),
          TEST(acts_right_after_the_demon), TEST(executed_by_day_he_is_not_woken),
          TEST(killed_by_redirect_he_is_woken), TEST(poisoned_is_suggested_a_lie),
          TEST(the_dead_of_an_earlier_night_sleep))
