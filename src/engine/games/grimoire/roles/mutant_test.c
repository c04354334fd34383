/* The Mutant: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static bool is_noted(enum grimoire_warning warning, int seat)
{
    struct grimoire_warning_note note[GRIMOIRE_WARNINGS_MAX];
    int count = grimoire_warnings(&state, note);
    for (int i = 0; i < count; i++)
        if (note[i].kind == (int8_t)warning && note[i].seat == seat)
            return true;
    return false;
}

static void the_storyteller_is_reminded_by_day(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_MUTANT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(is_noted(GRIMOIRE_MADNESS, 2));
    dawn();
    assert_true(is_noted(GRIMOIRE_MADNESS, 2));
}

static void executed_for_it_uses_the_days_execution(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_MUTANT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    execute(2);
    assert_true(is_dead(2));
    assert_true(state.table.has_executed);
    assert_false(is_noted(GRIMOIRE_MADNESS, 2));
}

static void drunk_there_is_nothing_to_remind_of(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_MUTANT, ROLE_POISONER, ROLE_IMP);
    give(2, EFFECT_DRUNK);
    dusk();
    dawn();
    assert_false(is_noted(GRIMOIRE_MADNESS, 2));
}

RUN_TESTS(TEST(the_storyteller_is_reminded_by_day), TEST(executed_for_it_uses_the_days_execution),
          TEST(drunk_there_is_nothing_to_remind_of))
