/* The Bone Collector: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BONE_COLLECTOR, false);
    kill(0);
    second_night();
}

static void a_dead_player_has_their_ability_till_dusk(void **unused)
{
    (void)unused;
    sit_down();
    assert_false(works(0));
    choose_one(5, 0);
    assert_true(works(0));
    dawn();
    assert_true(works(0));
    dusk();
    assert_false(works(0));
}

static void and_is_woken_tonight(void **unused)
{
    (void)unused;
    sit_down();
    assert_false(wakes(0));
    choose_one(5, 0);
    assert_true(wakes(0));
}

static void once_in_the_game(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 0);
    dawn();
    dusk();
    assert_false(wakes(5));
}

static void may_wait_for_another_night(void **unused)
{
    (void)unused;
    sit_down();
    open(5);
    must(tells(GRIMOIRE_CHOOSE, SEATS_NONE, 0));
    assert_false(grimoire_has_effect(&state, 5, EFFECT_NO_ABILITY));
    dawn();
    dusk();
    assert_true(wakes(5));
}

static void the_living_cannot_be_chosen(void **unused)
{
    (void)unused;
    sit_down();
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
}

static void sleeps_while_nobody_is_dead(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BONE_COLLECTOR, false);
    second_night();
    assert_false(wakes(5));
}

static void poisoned_it_is_spent_for_nothing(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_POISONED);
    choose_one(5, 0);
    assert_false(works(0));
    assert_true(grimoire_has_effect(&state, 5, EFFECT_NO_ABILITY));
}

/* Without an end they would come back, and have the ability to do it anew. */
static void a_dead_professor_is_woken_and_may_come_back_alone(void **unused)
{
    (void)unused;
    SIT(ROLE_PROFESSOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BONE_COLLECTOR, false);
    kill(0);
    second_night();
    choose_one(5, 0);
    assert_true(wakes(0));
    choose_one(0, 0);
    assert_false(is_dead(0));
}

RUN_TESTS(TEST(a_dead_player_has_their_ability_till_dusk), TEST(and_is_woken_tonight),
          TEST(once_in_the_game), TEST(may_wait_for_another_night),
          TEST(the_living_cannot_be_chosen), TEST(sleeps_while_nobody_is_dead),
          TEST(poisoned_it_is_spent_for_nothing),
          TEST(a_dead_professor_is_woken_and_may_come_back_alone))
