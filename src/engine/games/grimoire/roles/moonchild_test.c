/* The Moonchild: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void point_at(int target)
{
    must(send_command(GRIMOIRE_CLAIM_ACTION, SEAT_NARRATOR, EFFECT_MOONLIGHT, target, 0, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
}

static void die_and_point_at(int target)
{
    SIT(ROLE_MOONCHILD, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    execute(0);
    point_at(target);
}

static void a_good_player_dies_that_night(void **unused)
{
    (void)unused;
    die_and_point_at(1);
    dusk();
    assert_true(wakes(1));
    must(tells(GRIMOIRE_SKIP_STEP, step_of(1), 0));
    let_happen(1);
    assert_true(is_dead(1));
}

static void an_evil_one_does_not(void **unused)
{
    (void)unused;
    die_and_point_at(3);
    dusk();
    choose_one(3, 5);
    let_happen(3);
    assert_false(is_dead(3));
}

static void alive_there_is_no_choice(void **unused)
{
    (void)unused;
    SIT(ROLE_MOONCHILD, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
    point_at(2);
    assert_int_equal(token_on(2, EFFECT_MOONSTRUCK), 0);
}

static void only_once(void **unused)
{
    (void)unused;
    die_and_point_at(1);
    point_at(5);
    assert_int_equal(token_on(5, EFFECT_MOONSTRUCK), 0);
}

static void killed_at_night_he_chooses_in_the_morning(void **unused)
{
    (void)unused;
    SIT(ROLE_MOONCHILD, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(4, 0);
    dawn();
    point_at(5);
    dusk();
    let_happen(5);
    assert_true(is_dead(5));
}

static void poisoned_at_night_nothing_comes_of_it(void **unused)
{
    (void)unused;
    die_and_point_at(5);
    dusk();
    give(0, EFFECT_POISONED);
    assert_false(wakes(5));
}

static void protection_holds(void **unused)
{
    (void)unused;
    die_and_point_at(5);
    dusk();
    give(5, EFFECT_DEATHLESS);
    let_happen(5);
    assert_false(is_dead(5));
}

static void a_phone_of_the_dead_may_claim_it_and_one_of_the_living_may_not(void **unused)
{
    (void)unused;
    SIT(ROLE_MOONCHILD, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    must_refuse(send_command(GRIMOIRE_CLAIM_ACTION, 1, EFFECT_MOONLIGHT, 2, -1, NULL), "is_alive");
    kill(1);
    must(send_command(GRIMOIRE_CLAIM_ACTION, 1, EFFECT_MOONLIGHT, 2, -1, NULL));
    must(tells(GRIMOIRE_RESOLVE_ACTION, 0, 0));
    assert_int_equal(token_on(2, EFFECT_MOONSTRUCK), 0);
}

static void revived_he_may_again(void **unused)
{
    (void)unused;
    die_and_point_at(1);
    must(tells(GRIMOIRE_REVIVE, 0, 0));
    kill(0);
    point_at(5);
    assert_int_not_equal(token_on(5, EFFECT_MOONSTRUCK), 0);
}

RUN_TESTS(TEST(a_good_player_dies_that_night), TEST(an_evil_one_does_not),
          TEST(alive_there_is_no_choice), TEST(only_once),
          TEST(killed_at_night_he_chooses_in_the_morning),
          TEST(poisoned_at_night_nothing_comes_of_it), TEST(protection_holds),
          TEST(a_phone_of_the_dead_may_claim_it_and_one_of_the_living_may_not),
          TEST(revived_he_may_again))
