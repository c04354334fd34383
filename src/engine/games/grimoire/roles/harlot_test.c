/* The Harlot: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void sit_down(void)
{
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_HARLOT, false);
    second_night();
}

static void learns_the_character_of_whom_she_visits(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 3);
    assert_true(is_asked(EFFECT_RENDEZVOUS));
    answer_yes(false);
    is_only(truth().plain.characters, ROLE_POISONER);
    assert_false(is_dead(3));
}

static void both_may_die(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 3);
    answer_yes(true);
    assert_true(is_dead(3));
    assert_true(is_dead(5));
}

static void who_is_protected_lives(void **unused)
{
    (void)unused;
    SIT(ROLE_SAILOR, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_HARLOT, false);
    second_night();
    choose_one(5, 0);
    answer_yes(true);
    assert_false(is_dead(0));
    assert_true(is_dead(5));
}

static void who_does_not_agree_is_not_told_of(void **unused)
{
    (void)unused;
    sit_down();
    choose_one(5, 3);
    answer_yes(false);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    assert_int_equal(state.own[5].message_count, 0);
}

static void another_living_player(void **unused)
{
    (void)unused;
    sit_down();
    kill(0);
    open(5);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(5), 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0), "");
}

static void not_in_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_HARLOT, false);
    dusk();
    assert_false(wakes(5));
}

static void a_drunk_harlot_learns_anything_and_nobody_dies(void **unused)
{
    (void)unused;
    sit_down();
    give(5, EFFECT_DRUNK);
    choose_one(5, 3);
    assert_false(state.secrets.question.is_open);
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_POISONER));
}

RUN_TESTS(TEST(learns_the_character_of_whom_she_visits), TEST(both_may_die),
          TEST(who_is_protected_lives), TEST(who_does_not_agree_is_not_told_of),
          TEST(another_living_player), TEST(not_in_the_first_night),
          TEST(a_drunk_harlot_learns_anything_and_nobody_dies))
