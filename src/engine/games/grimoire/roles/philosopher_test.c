/* The Philosopher: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void names(int seat, int character)
{
    must(choose_with(seat, SEATS_NONE, character));
}

static void has_the_ability_of_a_good_character(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    names(0, ROLE_EMPATH);
    assert_int_equal(character_of(0), ROLE_PHILOSOPHER);
    open(0);
    assert_int_equal(state.secrets.step[state.secrets.open_step].kind, ROLE_EMPATH);
    assert_int_equal(truth().plain.number, 1);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void whoever_is_it_is_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    names(0, ROLE_MONK);
    assert_false(works(1));
    choose_one(0, 2);
    choose_one(4, 2);
    assert_false(is_dead(2));
}

static void the_other_is_sober_when_he_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    names(0, ROLE_MONK);
    kill(0);
    assert_true(works(1));
}

static void the_other_is_sober_while_he_is_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    names(0, ROLE_MONK);
    give(0, EFFECT_DRUNK);
    assert_true(works(1));
    take(0, EFFECT_DRUNK);
    assert_false(works(1));
}

static void a_first_night_ability_acts_tonight(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    names(0, ROLE_CHEF);
    open(0);
    assert_int_equal(truth().plain.number, 1);
}

static void a_passive_one_begins_at_once(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    names(0, ROLE_SOLDIER);
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void what_works_once_may_be_used(void **unused)
{
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_SEAMSTRESS, 0));
    assign_all(
        (const enum role_id[]){ ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    names(0, ROLE_SEAMSTRESS);
    choose(0, SEATS2(3, 4));
    assert_int_equal(truth().plain.number, 1);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void he_may_wait(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose(0, SEATS_NONE);
    dawn();
    dusk();
    assert_true(wakes(0));
    names(0, ROLE_EMPATH);
    assert_int_equal(state.secrets.seat[0].gained, ROLE_EMPATH);
}

static void no_evil_character_is_named(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    must_refuse(choose_with(0, SEATS_NONE, ROLE_POISONER), "");
}

static void a_charmed_demon_is_a_poisoned_philosopher(void **unused)
{
    (void)unused;
    begin(5);
    must(tells(GRIMOIRE_ADD_CHARACTER, ROLE_SNAKE_CHARMER, 0));
    assign_all(
        (const enum role_id[]){ ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP });
    must(tells(GRIMOIRE_HAND_OUT, 0, 0));
    dusk();
    names(0, ROLE_SNAKE_CHARMER);
    choose_one(0, 4);
    assert_int_equal(character_of(0), ROLE_IMP);
    assert_int_equal(character_of(4), ROLE_PHILOSOPHER);
    assert_false(works(4));
    assert_int_equal(state.secrets.seat[0].gained, GRIMOIRE_NO_CHARACTER);
}

static void drunk_he_gains_nothing_and_it_is_spent(void **unused)
{
    (void)unused;
    SIT(ROLE_PHILOSOPHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_DRUNK);
    dusk();
    names(0, ROLE_MONK);
    assert_true(works(1));
    take(0, EFFECT_DRUNK);
    dawn();
    dusk();
    assert_false(wakes(0));
}

RUN_TESTS(TEST(has_the_ability_of_a_good_character), TEST(whoever_is_it_is_drunk),
          TEST(the_other_is_sober_when_he_dies), TEST(the_other_is_sober_while_he_is_drunk),
          TEST(a_first_night_ability_acts_tonight), TEST(a_passive_one_begins_at_once),
          TEST(what_works_once_may_be_used), TEST(he_may_wait), TEST(no_evil_character_is_named),
          TEST(a_charmed_demon_is_a_poisoned_philosopher),
          TEST(drunk_he_gains_nothing_and_it_is_spent))
