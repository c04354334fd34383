/* The Gambler: ability, malfunction, rulings. */
#include "../grimoire_test.h"

/* Of the whole script, so that every character may be named. */
static void gamble(int target, int character)
{
    choose_character(0, seat_bit(target), character);
}

static void a_wrong_guess_kills(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    gamble(1, ROLE_CHEF);
    assert_true(is_dead(0));
}

static void a_right_guess_does_not(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    gamble(4, ROLE_IMP);
    assert_false(is_dead(0));
}

static void a_player_and_a_character_are_needed(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(1), 0), "");
    must_refuse(try_character(SEATS_NONE, ROLE_CHEF), "");
    must_refuse(tells(GRIMOIRE_SEND_PROMPT, 0, 0), "nothing_to_choose");
    must(try_character(seat_bit(1), ROLE_MONK));
}

static void it_is_the_true_character_that_counts(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_DRUNK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    int belief = state.secrets.seat[1].belief;
    second_night();
    gamble(1, belief);
    assert_true(is_dead(0));
}

static void whoever_may_register_so_is_a_right_guess(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_RECLUSE, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    gamble(1, ROLE_IMP);
    assert_false(is_dead(0));
}

static void a_traveller_who_is_not_on_the_script_can_be_guessed(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_SLAYER);
    travel(5, ROLE_BISHOP, false);
    assert_false(characters_has(state.script.characters, ROLE_BISHOP));
    second_night();
    open(0);
    must(try_character(seat_bit(5), ROLE_BISHOP));
    assert_false(is_dead(0));
}

static void a_poisoned_gambler_guesses_in_vain(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(3, 0);
    gamble(1, ROLE_CHEF);
    assert_false(is_dead(0));
}

static void protection_holds(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    give(0, EFFECT_DEATHLESS);
    gamble(1, ROLE_CHEF);
    assert_false(is_dead(0));
}

static void the_vortox_does_not_turn_it_round(void **unused)
{
    (void)unused;
    SIT(ROLE_GAMBLER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    dawn();
    execute(2);
    dusk();
    gamble(1, ROLE_MONK);
    assert_false(is_dead(0));
}

RUN_TESTS(TEST(a_wrong_guess_kills), TEST(a_right_guess_does_not),
          TEST(a_player_and_a_character_are_needed), TEST(it_is_the_true_character_that_counts),
          TEST(whoever_may_register_so_is_a_right_guess),
          TEST(a_traveller_who_is_not_on_the_script_can_be_guessed),
          TEST(a_poisoned_gambler_guesses_in_vain), TEST(protection_holds),
          TEST(the_vortox_does_not_turn_it_round))
