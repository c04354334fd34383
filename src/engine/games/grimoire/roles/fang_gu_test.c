/* The Fang Gu: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void kills_each_night_but_the_first(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void the_first_outsider_turns_and_it_dies_instead(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(4, 2);
    assert_false(is_dead(2));
    assert_int_equal(character_of(2), ROLE_FANG_GU);
    assert_true(state.secrets.seat[2].is_evil);
    assert_true(is_dead(4));
    nobody_has_won();
}

static void the_new_one_is_told_and_does_not_act_tonight(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(4, 2);
    open(2);
    is_only(state.secrets.suggestion.characters, ROLE_FANG_GU);
    assert_int_equal(state.secrets.suggestion.number, 1);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_false(wakes(2));
    dawn();
    dusk();
    assert_true(wakes(2));
}

static void once_in_a_game_whoever_is_it(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU, ROLE_RECLUSE, ROLE_MAYOR);
    second_night();
    choose_one(4, 2);
    open(2);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    dawn();
    dusk();
    choose_one(2, 5);
    assert_true(is_dead(5));
    assert_false(is_dead(2));
}

static void a_protected_outsider_does_not_turn(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(1, 2);
    choose_one(4, 2);
    assert_int_equal(character_of(2), ROLE_SAINT);
    assert_false(is_dead(4));
    assert_true(grimoire_has_effect(&state, 4, EFFECT_JUMP));
}

static void a_dead_one_neither(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    dusk();
    dawn();
    kill(2);
    dusk();
    choose_one(4, 2);
    assert_int_equal(character_of(2), ROLE_SAINT);
    assert_false(is_dead(4));
}

static void the_scarlet_woman_stays_what_she_is(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SCARLET_WOMAN, ROLE_FANG_GU, ROLE_MAYOR);
    second_night();
    choose_one(4, 2);
    assert_int_equal(character_of(3), ROLE_SCARLET_WOMAN);
    assert_int_equal(character_of(2), ROLE_FANG_GU);
}

static void a_spy_counts_as_an_outsider_if_the_storyteller_says_so(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_SPY, ROLE_FANG_GU);
    second_night();
    choose_one(4, 3);
    assert_true(is_asked(EFFECT_JUMP));
    answer_yes(false);
    assert_true(is_dead(3));
    assert_false(is_dead(4));
}

static void poisoned_nothing_happens(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(3, 4);
    choose_one(4, 2);
    assert_false(is_dead(2));
    assert_false(is_dead(4));
    assert_int_equal(character_of(2), ROLE_SAINT);
}

static void if_it_cannot_die_the_outsider_does(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU, ROLE_RECLUSE);
    second_night();
    give(4, EFFECT_DEATHLESS);
    choose_one(4, 2);
    assert_true(is_dead(2));
    assert_int_equal(character_of(2), ROLE_SAINT);
    assert_false(is_dead(4));
    assert_true(grimoire_has_effect(&state, 4, EFFECT_JUMP));
}

static void if_the_monk_protects_it_the_outsider_dies(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_FANG_GU);
    second_night();
    choose_one(1, 4);
    choose_one(4, 2);
    assert_true(is_dead(2));
    assert_false(is_dead(4));
}

static void there_is_one_outsider_more(void **unused)
{
    (void)unused;
    int8_t needed[GRIMOIRE_TEAMS];
    begin(7);
    grimoire_bag_needs(&state, characters_one(ROLE_FANG_GU), needed);
    assert_int_equal(needed[GRIMOIRE_OUTSIDER], 1);
    assert_int_equal(needed[GRIMOIRE_TOWNSFOLK], 4);
}

RUN_TESTS(TEST(kills_each_night_but_the_first), TEST(the_first_outsider_turns_and_it_dies_instead),
          TEST(the_new_one_is_told_and_does_not_act_tonight), TEST(once_in_a_game_whoever_is_it),
          TEST(a_protected_outsider_does_not_turn), TEST(a_dead_one_neither),
          TEST(the_scarlet_woman_stays_what_she_is),
          TEST(a_spy_counts_as_an_outsider_if_the_storyteller_says_so),
          TEST(poisoned_nothing_happens), TEST(if_it_cannot_die_the_outsider_does),
          TEST(if_the_monk_protects_it_the_outsider_dies), TEST(there_is_one_outsider_more))
