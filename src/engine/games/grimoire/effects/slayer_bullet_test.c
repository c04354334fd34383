/* Slayer's bullet: a day action that anybody may claim. */
#include "../grimoire_test.h"

static void given_by_hand_it_works(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(0, EFFECT_SLAYER_BULLET);
    shoot(0, 4);
    assert_true(is_dead(4));
}

static void a_claim_waits_for_the_storyteller(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    give(0, EFFECT_SLAYER_BULLET);
    must(send_command(GRIMOIRE_CLAIM_ACTION, 0, EFFECT_SLAYER_BULLET, 4, -1, NULL));
    assert_false(is_dead(4));
    must_refuse(nominate(1, 2), "action_pending");
    must_refuse(send_command(GRIMOIRE_CLAIM_ACTION, 1, EFFECT_SLAYER_BULLET, 4, -1, NULL),
                "action_pending");
    must(tells(GRIMOIRE_DISMISS_ACTION, 0, 0));
    assert_false(is_dead(4));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_SLAYER_BULLET));
}

static void only_day_actions_can_be_claimed(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    must_refuse(send_command(GRIMOIRE_CLAIM_ACTION, 0, EFFECT_SAFE, 4, -1, NULL), "no_action");
}

static void the_dead_shoot_nobody_who_is_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_SLAYER, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    kill(2);
    shoot(0, 2);
    assert_false(state.secrets.question.is_open);
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

RUN_TESTS(TEST(given_by_hand_it_works), TEST(a_claim_waits_for_the_storyteller),
          TEST(only_day_actions_can_be_claimed), TEST(the_dead_shoot_nobody_who_is_dead))
