/* The Monk: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void protects_another_player_from_the_demon(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    choose_one(4, 1);
    assert_false(is_dead(1));
    assert_true(happened(GRIMOIRE_PREVENTED));
}

static void never_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0), "");
}

static void a_protected_imp_cannot_kill_himself(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    choose_one(4, 4);
    assert_false(is_dead(4));
    assert_int_equal(character_of(3), ROLE_POISONER);
}

static void a_protected_mayor_simply_survives(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_MAYOR, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    choose_one(4, 1);
    assert_false(state.secrets.question.is_open);
    assert_false(is_dead(1));
}

static void protection_ends_at_dawn(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 1);
    dawn();
    assert_false(grimoire_has_effect(&state, 1, EFFECT_SAFE));
    dusk();
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void poisoned_protects_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose_one(0, 1);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void drunk_protects_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_MONK));
    second_night();
    choose_one(0, 1);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void sleeps_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_MONK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
}

RUN_TESTS(TEST(protects_another_player_from_the_demon), TEST(never_himself),
          TEST(a_protected_imp_cannot_kill_himself), TEST(a_protected_mayor_simply_survives),
          TEST(protection_ends_at_dawn), TEST(poisoned_protects_nobody),
          TEST(drunk_protects_nobody), TEST(sleeps_in_the_first_night))
