/* The Juggler: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void guess(int player, int character)
{
    must(send_command(GRIMOIRE_GUESS, SEAT_NARRATOR, 0, player, character, NULL));
}

static void first_day(void)
{
    SIT(ROLE_JUGGLER, ROLE_MONK, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    dawn();
}

static void learns_how_many_guesses_were_right(void **unused)
{
    (void)unused;
    first_day();
    guess(1, ROLE_MONK);
    guess(3, ROLE_IMP);
    guess(4, ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 2);
    assert_int_equal(truth().numbers, 1u << 2);
}

static void guesses_are_judged_when_they_are_made(void **unused)
{
    (void)unused;
    first_day();
    guess(1, ROLE_MONK);
    dusk();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 1, ROLE_MAYOR));
    open(0);
    assert_int_equal(truth().plain.number, 1);
}

static void five_at_most(void **unused)
{
    (void)unused;
    first_day();
    for (int i = 0; i < 5; i++)
        guess(i % 2 + 3, ROLE_IMP);
    must_refuse(send_command(GRIMOIRE_GUESS, SEAT_NARRATOR, 0, 1, ROLE_MONK, NULL),
                "too_many_guesses");
}

static void without_guesses_he_sleeps(void **unused)
{
    (void)unused;
    first_day();
    dusk();
    assert_false(wakes(0));
}

static void others_guess_in_vain(void **unused)
{
    (void)unused;
    first_day();
    must(send_command(GRIMOIRE_GUESS, SEAT_NARRATOR, 1, 3, ROLE_POISONER, NULL));
    dusk();
    assert_false(wakes(0));
}

static void guesses_are_forgotten_at_dawn(void **unused)
{
    (void)unused;
    first_day();
    guess(1, ROLE_MONK);
    dusk();
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void a_recluse_may_seem_to_be_guessed_right(void **unused)
{
    (void)unused;
    first_day();
    guess(2, ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(truth().plain.number, 0);
    assert_int_equal(truth().numbers, 3);
}

static void drunk_by_day_and_sober_at_night_he_learns_the_truth(void **unused)
{
    (void)unused;
    SIT(ROLE_JUGGLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    dawn();
    guess(1, ROLE_MONK);
    dusk();
    open(0);
    assert_int_equal(state.secrets.suggestion.number, 1);
}

static void poisoned_at_night_he_is_told_another_number(void **unused)
{
    (void)unused;
    first_day();
    guess(1, ROLE_MONK);
    dusk();
    choose_one(3, 0);
    open(0);
    is_suggested_a_lie();
}

RUN_TESTS(TEST(learns_how_many_guesses_were_right), TEST(guesses_are_judged_when_they_are_made),
          TEST(five_at_most), TEST(without_guesses_he_sleeps), TEST(others_guess_in_vain),
          TEST(guesses_are_forgotten_at_dawn), TEST(a_recluse_may_seem_to_be_guessed_right),
          TEST(drunk_by_day_and_sober_at_night_he_learns_the_truth),
          TEST(poisoned_at_night_he_is_told_another_number))
