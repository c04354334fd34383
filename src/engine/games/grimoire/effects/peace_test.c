/* Peace: three alive, nobody executed. */
#include "../grimoire_test.h"

static void the_holders_side_wins(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(4, EFFECT_PEACE);
    kill(0);
    kill(1);
    dusk();
    evil_has_won(GRIMOIRE_PEACE_WAS_KEPT);
}

static void the_storyteller_may_play_on(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(2, EFFECT_PEACE);
    kill(0);
    kill(1);
    dusk();
    must(tells(GRIMOIRE_DISMISS_VICTORY, 0, 0));
    nobody_has_won();
    assert_int_equal(state.table.phase, GRIMOIRE_NIGHT);
}

RUN_TESTS(TEST(the_holders_side_wins), TEST(the_storyteller_may_play_on))
