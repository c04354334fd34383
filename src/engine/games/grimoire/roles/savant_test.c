/* The Savant: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void visits(int seat)
{
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, EFFECT_AUDIENCE, seat, seat, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
}

static void advised(enum grimoire_warning warning)
{
    assert_int_equal(state.secrets.warning, warning);
    assert_int_equal(state.secrets.warned_seat, 0);
}

static void a_visit_is_answered_by_the_rule(void **unused)
{
    (void)unused;
    SIT(ROLE_SAVANT, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    visits(0);
    advised(GRIMOIRE_VISIT_IS_TRUE);
}

static void poisoned_anything_may_be_said(void **unused)
{
    (void)unused;
    SIT(ROLE_SAVANT, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    visits(0);
    advised(GRIMOIRE_VISIT_IS_ANYTHING);
}

static void with_a_vortox_everything_is_false(void **unused)
{
    (void)unused;
    SIT(ROLE_SAVANT, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    dawn();
    visits(0);
    advised(GRIMOIRE_VISIT_IS_FALSE);
}

static void others_visit_in_vain(void **unused)
{
    (void)unused;
    SIT(ROLE_SAVANT, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    visits(1);
    assert_int_equal(state.secrets.warning, -1);
}

static void each_day_anew(void **unused)
{
    (void)unused;
    SIT(ROLE_SAVANT, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    visits(0);
    dusk();
    dawn();
    visits(0);
    advised(GRIMOIRE_VISIT_IS_TRUE);
}

RUN_TESTS(TEST(a_visit_is_answered_by_the_rule), TEST(poisoned_anything_may_be_said),
          TEST(with_a_vortox_everything_is_false), TEST(others_visit_in_vain), TEST(each_day_anew))
