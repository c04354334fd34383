/* The Seamstress: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told(seat_set players, int number)
{
    choose(0, players);
    assert_int_equal(truth().plain.number, number);
    assert_int_equal(truth().numbers, 1u << number);
}

static void learns_whether_two_are_on_the_same_side(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    told(SEATS2(3, 4), 1);
}

static void or_on_two(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    told(SEATS2(1, 4), 0);
}

static void once_in_the_game(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose(0, SEATS2(1, 2));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void she_may_wait(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose(0, SEATS_NONE);
    assert_false(wakes(0));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void done_again_it_is_not_spent(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose(0, SEATS2(1, 2));
    int step = state.secrets.open_step;
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
    assert_true(wakes(0));
}

static void never_herself(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, SEATS2(0, 1), 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
}

static void a_recluse_may_seem_to_be_on_either_side(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose(0, SEATS2(1, 2));
    assert_int_equal(truth().plain.number, 1);
    assert_int_equal(truth().numbers, 3);
}

static void poisoned_she_is_told_a_lie_and_it_is_spent(void **unused)
{
    (void)unused;
    SIT(ROLE_SEAMSTRESS, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    choose(0, SEATS2(1, 2));
    is_suggested_a_lie();
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

RUN_TESTS(TEST(learns_whether_two_are_on_the_same_side), TEST(or_on_two), TEST(once_in_the_game),
          TEST(she_may_wait), TEST(done_again_it_is_not_spent), TEST(never_herself),
          TEST(a_recluse_may_seem_to_be_on_either_side),
          TEST(poisoned_she_is_told_a_lie_and_it_is_spent))
