/* The Pukka: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void poison_on_the_first_night(int target)
{
    SIT(ROLE_PUKKA, ROLE_EMPATH, ROLE_MONK, ROLE_SLAYER, ROLE_CHEF, ROLE_POISONER);
    dusk();
    choose_one(0, target);
}

static void the_chosen_player_is_poisoned_through_dusk(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    assert_false(works(1));
    dawn();
    dusk();
    assert_false(works(1));
}

static void and_dies_the_next_night_when_another_is_poisoned(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(0, 4);
    assert_false(is_dead(1));
    let_happen(1);
    assert_true(is_dead(1));
    assert_int_equal(token_on(1, EFFECT_VENOM), 0);
    assert_false(works(4));
    assert_false(wakes(4));
}

static void dies_still_poisoned(void **unused)
{
    (void)unused;
    SIT(ROLE_PUKKA, ROLE_SAILOR, ROLE_MONK, ROLE_SLAYER, ROLE_CHEF, ROLE_POISONER);
    dusk();
    choose_one(0, 1);
    dawn();
    dusk();
    choose_one(0, 4);
    must(tells(GRIMOIRE_SKIP_STEP, step_of(1), 0));
    let_happen(1);
    assert_true(is_dead(1));
}

static void protected_the_victim_lives_healthy(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(2, 1);
    choose_one(0, 4);
    let_happen(1);
    assert_false(is_dead(1));
    assert_true(works(1));
}

static void poisoned_when_choosing_it_poisons_and_kills_nobody(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(5, 0);
    choose_one(0, 4);
    assert_true(works(4));
    assert_int_equal(token_on(4, EFFECT_VENOM), 0);
    assert_int_not_equal(state.secrets.step[step_of(1)].origin, GRIMOIRE_BY_EFFECT);
    assert_true(works(1));
}

static void the_death_waits_until_it_is_sober(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(5, 0);
    choose_one(0, 4);
    dawn();
    assert_false(is_dead(1));
    dusk();
    choose_one(5, 4);
    choose_one(0, 3);
    let_happen(1);
    assert_true(is_dead(1));
}

static void the_victims_heal_when_it_dies(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    kill(0);
    assert_true(works(1));
}

static void the_same_player_twice_dies_and_is_poisoned_again(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(0, 1);
    let_happen(1);
    assert_true(is_dead(1));
    assert_int_not_equal(token_on(1, EFFECT_VENOM), 0);
}

static void doing_its_steps_again_takes_them_back(void **unused)
{
    (void)unused;
    poison_on_the_first_night(1);
    dawn();
    dusk();
    choose_one(0, 4);
    int step = step_of(1);
    let_happen(1);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(is_dead(1));
    assert_false(works(1));
}

RUN_TESTS(TEST(the_chosen_player_is_poisoned_through_dusk),
          TEST(and_dies_the_next_night_when_another_is_poisoned), TEST(dies_still_poisoned),
          TEST(protected_the_victim_lives_healthy),
          TEST(poisoned_when_choosing_it_poisons_and_kills_nobody),
          TEST(the_death_waits_until_it_is_sober), TEST(the_victims_heal_when_it_dies),
          TEST(the_same_player_twice_dies_and_is_poisoned_again),
          TEST(doing_its_steps_again_takes_them_back))
