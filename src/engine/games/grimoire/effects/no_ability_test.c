/* No ability: a reminder. */
#include "../grimoire_test.h"

static void it_reminds_and_does_nothing_else(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_NO_ABILITY);
    assert_true(works(0));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

RUN_TESTS(TEST(it_reminds_and_does_nothing_else))
