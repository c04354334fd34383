/* The Innkeeper: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void neither_guest_can_die_tonight_and_one_is_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose(0, SEATS2(1, 2));
    assert_true(is_asked(EFFECT_LODGING));
    must_refuse(tells(GRIMOIRE_ANSWER, 3, 0), "");
    answer_player(1);
    assert_false(works(1));
    assert_true(works(2));
    choose_one(4, 1);
    assert_false(is_dead(1));
}

static void safety_ends_at_dawn_and_drunkenness_at_dusk(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose(0, SEATS2(1, 2));
    answer_player(1);
    dawn();
    assert_false(works(1));
    execute(2);
    assert_true(is_dead(2));
    dusk();
    assert_true(works(1));
}

static void if_he_is_the_drunk_one_nobody_is_safe(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose(0, SEATS2(0, 1));
    answer_player(0);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void if_he_dies_nobody_is_safe(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose(0, SEATS2(1, 2));
    answer_player(2);
    kill(0);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void a_poisoned_innkeeper_does_nothing(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    choose(0, SEATS2(1, 2));
    assert_false(state.secrets.question.is_open);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void sober_again_the_same_night_nobody_is_safe(void **unused)
{
    (void)unused;
    SIT(ROLE_INNKEEPER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    second_night();
    choose(0, SEATS2(1, 2));
    take(0, EFFECT_DRUNK);
    choose_one(4, 1);
    assert_true(is_dead(1));
}

RUN_TESTS(TEST(neither_guest_can_die_tonight_and_one_is_drunk),
          TEST(safety_ends_at_dawn_and_drunkenness_at_dusk),
          TEST(if_he_is_the_drunk_one_nobody_is_safe), TEST(if_he_dies_nobody_is_safe),
          TEST(a_poisoned_innkeeper_does_nothing), TEST(sober_again_the_same_night_nobody_is_safe))
