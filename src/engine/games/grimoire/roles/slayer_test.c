/* The Slayer: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_SLAYER, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
}

static void shoots_the_demon(void **unused)
{
    (void)unused;
    sit_down();
    shoot(0, 4);
    assert_true(is_dead(4));
    assert_true(seat_in(state.table.dead, 4));
    good_has_won(GRIMOIRE_DEMON_IS_DEAD);
}

static void nobody_else_dies_and_the_bullet_is_spent(void **unused)
{
    (void)unused;
    sit_down();
    shoot(0, 3);
    assert_false(is_dead(3));
    shoot(0, 4);
    assert_false(is_dead(4));
}

static void any_player_may_pretend(void **unused)
{
    (void)unused;
    sit_down();
    must(send_command(GRIMOIRE_CLAIM_ACTION, 1, EFFECT_SLAYER_BULLET, 4, -1, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    assert_false(is_dead(4));
    assert_int_equal(state.table.claim.seat, GRIMOIRE_NOBODY);
}

static void poisoned_the_bullet_is_spent(void **unused)
{
    (void)unused;
    sit_down();
    give(0, EFFECT_POISONED);
    shoot(0, 4);
    assert_false(is_dead(4));
    take(0, EFFECT_POISONED);
    shoot(0, 4);
    assert_false(is_dead(4));
}

static void drunk_the_bullet_is_spent(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_SLAYER));
    dusk();
    dawn();
    shoot(0, 4);
    assert_false(is_dead(4));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void a_recluse_may_register_as_the_demon_and_die(void **unused)
{
    (void)unused;
    sit_down();
    shoot(0, 2);
    assert_true(is_asked(EFFECT_SLAYER_BULLET));
    assert_int_equal(state.table.claim.seat, 0);
    answer_yes(true);
    assert_true(is_dead(2));
    nobody_has_won();
    assert_int_equal(state.table.claim.seat, GRIMOIRE_NOBODY);
}

static void a_recluse_need_not_register_as_the_demon(void **unused)
{
    (void)unused;
    sit_down();
    shoot(0, 2);
    answer_yes(false);
    assert_false(is_dead(2));
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void the_scarlet_woman_may_follow(void **unused)
{
    (void)unused;
    SIT(ROLE_SLAYER, ROLE_MONK, ROLE_CHEF, ROLE_SCARLET_WOMAN, ROLE_IMP);
    dusk();
    dawn();
    shoot(0, 4);
    assert_true(is_dead(4));
    assert_int_equal(character_of(3), ROLE_IMP);
    nobody_has_won();
}

static void a_dead_slayer_shoots_nobody(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    shoot(0, 4);
    assert_false(is_dead(4));
}

RUN_TESTS(TEST(shoots_the_demon), TEST(nobody_else_dies_and_the_bullet_is_spent),
          TEST(any_player_may_pretend), TEST(poisoned_the_bullet_is_spent),
          TEST(drunk_the_bullet_is_spent), TEST(a_recluse_may_register_as_the_demon_and_die),
          TEST(a_recluse_need_not_register_as_the_demon), TEST(the_scarlet_woman_may_follow),
          TEST(a_dead_slayer_shoots_nobody))
