/* The Tinker: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void may_die_at_night_if_the_storyteller_says_so(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    let_happen(0);
    assert_true(is_asked(EFFECT_ACCIDENT));
    answer_yes(true);
    assert_true(is_dead(0));
}

static void or_not_and_is_asked_again_the_next_night(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    let_happen(0);
    answer_yes(false);
    assert_false(is_dead(0));
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void not_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
}

static void protection_holds_but_not_the_advocates(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    give(0, EFFECT_REPRIEVE);
    give(0, EFFECT_DEATHLESS);
    let_happen(0);
    answer_yes(true);
    assert_false(is_dead(0));
    dawn();
    dusk();
    give(0, EFFECT_REPRIEVE);
    take(0, EFFECT_DEATHLESS);
    let_happen(0);
    answer_yes(true);
    assert_true(is_dead(0));
}

static void poisoned_nothing_happens(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    assert_false(wakes(0));
}

static void a_chambermaid_does_not_count_it(void **unused)
{
    (void)unused;
    SIT(ROLE_TINKER, ROLE_CHAMBERMAID, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose(1, SEATS2(0, 2));
    assert_int_equal(truth().plain.number, 0);
}

RUN_TESTS(TEST(may_die_at_night_if_the_storyteller_says_so),
          TEST(or_not_and_is_asked_again_the_next_night), TEST(not_in_the_first_night),
          TEST(protection_holds_but_not_the_advocates), TEST(poisoned_nothing_happens),
          TEST(a_chambermaid_does_not_count_it))
