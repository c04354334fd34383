/* The Professor: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void one_is_dead(int seat)
{
    SIT(ROLE_PROFESSOR, ROLE_FOOL, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    kill(seat);
    dusk();
}

static void a_dead_townsfolk_lives_again(void **unused)
{
    (void)unused;
    one_is_dead(5);
    choose_one(0, 5);
    assert_false(is_dead(5));
    assert_true(seat_in(state.table.dead, 5));
    dawn();
    assert_false(seat_in(state.table.dead, 5));
    assert_true(happened(GRIMOIRE_LIFE_ANNOUNCED));
}

static void the_ability_is_fresh(void **unused)
{
    (void)unused;
    SIT(ROLE_PROFESSOR, ROLE_FOOL, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    second_night();
    choose_one(4, 1);
    assert_true(grimoire_has_effect(&state, 1, EFFECT_NO_ABILITY));
    kill(1);
    choose_one(0, 1);
    assert_false(is_dead(1));
    assert_true(grimoire_has_effect(&state, 1, EFFECT_SPARE_LIFE));
    assert_false(grimoire_has_effect(&state, 1, EFFECT_NO_ABILITY));
}

static void who_wakes_in_the_first_night_alone_wakes_now(void **unused)
{
    (void)unused;
    one_is_dead(5);
    choose_one(0, 5);
    assert_true(wakes(5));
}

static void others_stay_dead_and_it_is_spent(void **unused)
{
    (void)unused;
    one_is_dead(2);
    choose_one(0, 2);
    assert_true(is_dead(2));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void a_living_player_must_be_chosen_again(void **unused)
{
    (void)unused;
    one_is_dead(5);
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
    must(tells(GRIMOIRE_CHOOSE, seat_bit(5), 0));
}

static void sleeps_while_nobody_is_dead_and_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_PROFESSOR, ROLE_FOOL, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    assert_false(wakes(0));
    dawn();
    dusk();
    assert_false(wakes(0));
    kill(1);
    assert_true(wakes(0));
}

static void may_wait(void **unused)
{
    (void)unused;
    one_is_dead(5);
    choose_nobody(0);
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void poisoned_it_is_spent_in_vain(void **unused)
{
    (void)unused;
    one_is_dead(5);
    choose_one(3, 0);
    choose_one(0, 5);
    assert_true(is_dead(5));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void whoever_may_register_as_townsfolk_is_the_storytellers_to_say(void **unused)
{
    (void)unused;
    SIT(ROLE_PROFESSOR, ROLE_FOOL, ROLE_SAINT, ROLE_SPY, ROLE_IMP, ROLE_CHEF);
    dusk();
    dawn();
    kill(3);
    dusk();
    choose_one(0, 3);
    assert_true(is_asked(EFFECT_RESURRECTION));
    answer_yes(true);
    assert_false(is_dead(3));
}

RUN_TESTS(TEST(a_dead_townsfolk_lives_again), TEST(the_ability_is_fresh),
          TEST(who_wakes_in_the_first_night_alone_wakes_now),
          TEST(others_stay_dead_and_it_is_spent), TEST(a_living_player_must_be_chosen_again),
          TEST(sleeps_while_nobody_is_dead_and_in_the_first_night), TEST(may_wait),
          TEST(poisoned_it_is_spent_in_vain),
          TEST(whoever_may_register_as_townsfolk_is_the_storytellers_to_say))
