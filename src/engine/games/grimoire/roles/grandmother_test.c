/* The Grandmother: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_a_good_player_and_who_they_are(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    dusk();
    open(0);
    assert_int_equal(truth().kind, GRIMOIRE_TELLS_PLAYER);
    assert_int_equal(truth().plain.players, seat_bit(1));
    is_only(truth().plain.characters, ROLE_MONK);
    is_only(state.secrets.suggestion.characters, ROLE_MONK);
}

static void the_grandchild_is_good(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    must_refuse(tells(GRIMOIRE_PREPARE, 0, 3), "");
    must_refuse(tells(GRIMOIRE_PREPARE, 0, 0), "");
}

static void dies_when_the_demon_kills_the_grandchild(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    second_night();
    choose_one(4, 1);
    assert_true(is_dead(1));
    assert_true(is_dead(0));
}

static void lives_when_the_grandchild_is_executed(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    dusk();
    dawn();
    execute(1);
    assert_false(is_dead(0));
}

static void lives_when_another_ability_kills_the_grandchild(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_ASSASSIN, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    second_night();
    choose_one(3, 1);
    assert_true(is_dead(1));
    assert_false(is_dead(0));
}

static void protection_of_her_holds(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    second_night();
    give(0, EFFECT_DEATHLESS);
    choose_one(4, 1);
    assert_true(is_dead(1));
    assert_false(is_dead(0));
}

static void poisoned_she_is_told_something_else(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    dusk();
    choose_one(3, 0);
    open(0);
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_MONK));
}

static void poisoned_she_lives(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    second_night();
    choose_one(3, 0);
    choose_one(4, 1);
    assert_true(is_dead(1));
    assert_false(is_dead(0));
}

static void drunk_on_the_first_night_the_marked_one_counts_once_she_is_sober(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    dusk();
    choose_one(3, 0);
    dawn();
    dusk();
    choose_one(4, 1);
    assert_true(is_dead(0));
}

static void revived_she_has_a_new_grandchild(void **unused)
{
    (void)unused;
    SIT(ROLE_GRANDMOTHER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_PREPARE, 0, 1));
    second_night();
    choose_one(4, 0);
    dawn();
    assert_int_equal(token_on(1, EFFECT_GRANDCHILD), 0);
    dusk();
    must(tells(GRIMOIRE_REVIVE, 0, 0));
    assert_true(wakes(0));
    open(0);
    assert_int_equal(grimoire_seats_count(truth().plain.players), 1);
}

RUN_TESTS(TEST(learns_a_good_player_and_who_they_are), TEST(the_grandchild_is_good),
          TEST(dies_when_the_demon_kills_the_grandchild),
          TEST(lives_when_the_grandchild_is_executed),
          TEST(lives_when_another_ability_kills_the_grandchild), TEST(protection_of_her_holds),
          TEST(poisoned_she_is_told_something_else), TEST(poisoned_she_lives),
          TEST(drunk_on_the_first_night_the_marked_one_counts_once_she_is_sober),
          TEST(revived_she_has_a_new_grandchild))
