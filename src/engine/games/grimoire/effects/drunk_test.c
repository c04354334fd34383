/* Drunk: the ability does not work. */
#include "../grimoire_test.h"

static void it_lasts(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    second_night();
    assert_false(works(0));
}

RUN_TESTS(TEST(it_lasts))
