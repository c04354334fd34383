/* The Courtier: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void six(void)
{
    SIT(ROLE_COURTIER, ROLE_EMPATH, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
}

static void the_player_of_that_character_is_drunk_until_the_third_dusk(void **unused)
{
    (void)unused;
    six();
    second_night();
    dawn();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    assert_false(works(1));
    dawn();
    dusk();
    dawn();
    dusk();
    assert_false(works(1));
    dawn();
    assert_false(works(1));
    dusk();
    assert_true(works(1));
}

static void only_once(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void waiting_spends_nothing(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_nobody(0);
    dawn();
    dusk();
    assert_true(wakes(0));
}

static void a_character_not_in_play_spends_it_too(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_MAYOR);
    assert_true(grimoire_has_effect(&state, 0, EFFECT_NO_ABILITY));
}

static void poisoned_he_spends_it_in_vain(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_one(3, 0);
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    assert_true(works(1));
    dawn();
    dusk();
    assert_false(wakes(0));
}

static void it_ends_with_the_courtier(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    kill(0);
    assert_true(works(1));
}

static void while_he_is_drunk_the_clock_runs_on(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    dawn();
    dusk();
    choose_one(3, 0);
    assert_true(works(1));
    dawn();
    dusk();
    assert_false(works(1));
    dawn();
    dusk();
    assert_true(works(1));
}

static void of_two_copies_one_is_drunk(void **unused)
{
    (void)unused;
    six();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 5, ROLE_EMPATH));
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    assert_int_equal(works(1) + works(5), 1);
}

static void nobody_is_told(void **unused)
{
    (void)unused;
    six();
    dusk();
    choose_character(0, SEATS_NONE, ROLE_EMPATH);
    for (int seat = 0; seat < 6; seat++)
        assert_int_equal(state.own[seat].message_count, 0);
    for (int i = 0; i < state.secrets.step_count; i++)
        assert_int_equal(state.secrets.step[i].origin, GRIMOIRE_BY_SHEET);
}

RUN_TESTS(TEST(the_player_of_that_character_is_drunk_until_the_third_dusk), TEST(only_once),
          TEST(waiting_spends_nothing), TEST(a_character_not_in_play_spends_it_too),
          TEST(poisoned_he_spends_it_in_vain), TEST(it_ends_with_the_courtier),
          TEST(while_he_is_drunk_the_clock_runs_on), TEST(of_two_copies_one_is_drunk),
          TEST(nobody_is_told))
