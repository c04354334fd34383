/* The Fool: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void the_first_death_does_not_happen(void **unused)
{
    (void)unused;
    SIT(ROLE_FOOL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void the_second_one_does(void **unused)
{
    (void)unused;
    SIT(ROLE_FOOL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    dawn();
    execute(0);
    assert_true(is_dead(0));
}

static void executed_he_lives_and_the_day_has_had_its_execution(void **unused)
{
    (void)unused;
    SIT(ROLE_FOOL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(0);
    assert_false(is_dead(0));
    assert_true(state.table.has_executed);
    assert_false(seat_in(state.table.dead, 0));
}

static void not_spent_if_another_saves_him(void **unused)
{
    (void)unused;
    SIT(ROLE_FOOL, ROLE_TEA_LADY, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(4, 0);
    assert_false(is_dead(0));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_SPARE_LIFE));
}

static void poisoned_he_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_FOOL, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(4, 0);
    assert_true(is_dead(0));
}

RUN_TESTS(TEST(the_first_death_does_not_happen), TEST(the_second_one_does),
          TEST(executed_he_lives_and_the_day_has_had_its_execution),
          TEST(not_spent_if_another_saves_him), TEST(poisoned_he_dies))
