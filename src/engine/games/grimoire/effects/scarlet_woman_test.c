/* Scarlet Woman: the holder becomes the next Demon. */
#include "../grimoire_test.h"

static void given_by_hand_it_works(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(3, EFFECT_SCARLET_WOMAN);
    execute(4);
    assert_int_equal(character_of(3), ROLE_IMP);
}

static void one_heir_is_enough(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(2, EFFECT_SCARLET_WOMAN);
    give(3, EFFECT_SCARLET_WOMAN);
    execute(4);
    assert_int_equal(character_of(2), ROLE_IMP);
    assert_int_equal(character_of(3), ROLE_POISONER);
}

static void nobody_follows_anybody_else(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(3, EFFECT_SCARLET_WOMAN);
    execute(0);
    assert_int_equal(character_of(3), ROLE_POISONER);
}

RUN_TESTS(TEST(given_by_hand_it_works), TEST(one_heir_is_enough), TEST(nobody_follows_anybody_else))
