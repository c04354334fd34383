/* Martyrdom: an execution that loses the game. */
#include "../grimoire_test.h"

static void the_holders_side_loses(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(3, EFFECT_MARTYRDOM);
    execute(3);
    good_has_won(GRIMOIRE_MARTYR_WAS_EXECUTED);
}

static void if_both_sides_win_at_once_good_does(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must(tells(GRIMOIRE_SET_ALIGNMENT, 4, false));
    give(4, EFFECT_MARTYRDOM);
    execute(4);
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

RUN_TESTS(TEST(the_holders_side_loses), TEST(if_both_sides_win_at_once_good_does))
