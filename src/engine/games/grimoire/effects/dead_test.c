/* Dead: what it takes from its holder. */
#include "../grimoire_test.h"

static void the_dead_sleep(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DEAD);
    dusk();
    assert_false(wakes(0));
}

static void the_dead_have_no_ability(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DEAD);
    assert_false(works(0));
    take(0, EFFECT_DEAD);
    assert_true(works(0));
}

static void by_day_everybody_hears_of_it_at_once(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(0, EFFECT_DEAD);
    assert_true(happened(GRIMOIRE_DEATH_ANNOUNCED));
    take(0, EFFECT_DEAD);
    assert_true(happened(GRIMOIRE_LIFE_ANNOUNCED));
    assert_int_equal(state.table.dead, SEATS_NONE);
}

static void by_night_nobody_hears_of_it_before_dawn(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    give(0, EFFECT_DEAD);
    assert_int_equal(state.table.dead, SEATS_NONE);
    dawn();
    assert_int_equal(state.table.dead, seat_bit(0));
}

RUN_TESTS(TEST(the_dead_sleep), TEST(the_dead_have_no_ability),
          TEST(by_day_everybody_hears_of_it_at_once), TEST(by_night_nobody_hears_of_it_before_dawn))
