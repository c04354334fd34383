/* The Snake Charmer: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void others_are_not_charmed(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 3);
    assert_int_equal(character_of(0), ROLE_SNAKE_CHARMER);
    assert_int_equal(character_of(3), ROLE_POISONER);
}

static void a_demon_changes_character_and_side_with_him(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 4);
    assert_int_equal(character_of(0), ROLE_IMP);
    assert_true(state.secrets.seat[0].is_evil);
    assert_int_equal(character_of(4), ROLE_SNAKE_CHARMER);
    assert_false(state.secrets.seat[4].is_evil);
    nobody_has_won();
}

static void the_old_demon_is_poisoned_for_good(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 4);
    assert_false(works(4));
    dawn();
    dusk();
    assert_false(works(4));
    kill(0);
    assert_false(works(4));
}

static void both_are_told_at_once(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 4);
    open(0);
    is_only(state.secrets.suggestion.characters, ROLE_IMP);
    assert_int_equal(state.secrets.suggestion.number, 1);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    open(4);
    is_only(state.secrets.suggestion.characters, ROLE_SNAKE_CHARMER);
    assert_int_equal(state.secrets.suggestion.number, 0);
}

static void the_new_demon_kills_tonight(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    second_night();
    must(tells(GRIMOIRE_DISMISS_VICTORY, 0, 0));
    choose_one(0, 4);
    open(0);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_true(wakes(0));
    choose_one(0, 1);
    assert_true(is_dead(1));
}

static void a_recluse_counts_if_the_storyteller_says_so(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 2);
    assert_true(is_asked(EFFECT_CHARM));
    answer_yes(false);
    assert_int_equal(character_of(0), ROLE_SNAKE_CHARMER);
}

static void only_the_living_are_chosen(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    kill(1);
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
}

static void poisoned_he_charms_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_SNAKE_CHARMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    choose_one(0, 4);
    assert_int_equal(character_of(0), ROLE_SNAKE_CHARMER);
    assert_int_equal(character_of(4), ROLE_IMP);
}

RUN_TESTS(TEST(others_are_not_charmed), TEST(a_demon_changes_character_and_side_with_him),
          TEST(the_old_demon_is_poisoned_for_good), TEST(both_are_told_at_once),
          TEST(the_new_demon_kills_tonight), TEST(a_recluse_counts_if_the_storyteller_says_so),
          TEST(only_the_living_are_chosen), TEST(poisoned_he_charms_nobody))
