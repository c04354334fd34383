/* The Recluse: how he may register. */
#include "../grimoire_test.h"

static void may_register_as_evil_minion_or_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_RECLUSE, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    assert_true(grimoire_may_be(&state, 0, 1, ALIGNMENT, GRIMOIRE_EVIL));
    assert_true(grimoire_may_be(&state, 0, 1, ALIGNMENT, GRIMOIRE_GOOD));
    assert_true(grimoire_may_be(&state, 0, 1, TEAM, GRIMOIRE_MINION));
    assert_true(grimoire_may_be(&state, 0, 1, TEAM, GRIMOIRE_DEMON));
    assert_false(grimoire_may_be(&state, 0, 1, TEAM, GRIMOIRE_TOWNSFOLK));
}

static void even_when_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_RECLUSE, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    kill(0);
    assert_true(grimoire_may_be(&state, 0, 1, TEAM, GRIMOIRE_DEMON));
}

static void poisoned_he_registers_as_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_RECLUSE, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_POISONED);
    assert_true(grimoire_must_be(&state, 0, 1, ALIGNMENT, GRIMOIRE_GOOD));
    assert_true(grimoire_must_be(&state, 0, 1, CHARACTER, ROLE_RECLUSE));
}

static void drunk_he_registers_as_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_RECLUSE, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    assert_true(grimoire_must_be(&state, 0, 1, TEAM, GRIMOIRE_OUTSIDER));
}

RUN_TESTS(TEST(may_register_as_evil_minion_or_demon), TEST(even_when_dead),
          TEST(poisoned_he_registers_as_himself), TEST(drunk_he_registers_as_himself))
