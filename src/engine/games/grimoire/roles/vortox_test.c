/* The Vortox: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void told_a_lie(int seat)
{
    open(seat);
    is_suggested_a_lie();
}

static void kills_each_night_but_the_first(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    assert_false(wakes(4));
    dawn();
    dusk();
    choose_one(4, 0);
    assert_true(is_dead(0));
}

static void townsfolk_learn_false_things(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    told_a_lie(0);
}

static void the_dreamer_is_shown_two_wrong_characters(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    choose_one(0, 1);
    assert_int_equal(characters_count(state.secrets.suggestion.characters), 2);
    assert_false(characters_has(state.secrets.suggestion.characters, ROLE_MONK));
}

static void the_drunk_among_them_too(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    give(0, EFFECT_DRUNK);
    dusk();
    told_a_lie(0);
}

static void who_becomes_another_is_told_the_truth(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    second_night();
    must(send_command(GRIMOIRE_CHANGE_CHARACTER, SEAT_NARRATOR, 2, ROLE_MAYOR, true, ""));
    open(2);
    is_only(state.secrets.suggestion.characters, ROLE_MAYOR);
}

static void a_day_without_execution_is_evils_win(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    dawn();
    dusk();
    evil_has_won(GRIMOIRE_NOBODY_WAS_EXECUTED);
}

static void executing_a_corpse_is_an_execution(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    dawn();
    kill(0);
    execute(0);
    dusk();
    nobody_has_won();
}

static void a_death_without_execution_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    dusk();
    dawn();
    kill(0);
    dusk();
    evil_has_won(GRIMOIRE_NOBODY_WAS_EXECUTED);
}

static void poisoned_it_does_none_of_it(void **unused)
{
    (void)unused;
    SIT(ROLE_EMPATH, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX);
    second_night();
    must(tells(GRIMOIRE_DISMISS_VICTORY, 0, 0));
    choose_one(3, 4);
    choose_one(4, 1);
    assert_false(is_dead(1));
    open(0);
    assert_int_equal(state.secrets.suggestion.number, 1);
    must(tells(GRIMOIRE_FINISH_STEP, 0, 0));
    dawn();
    dusk();
    nobody_has_won();
}

static void an_exile_is_none_either(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_VORTOX, ROLE_SLAYER);
    travel(5, ROLE_THIEF, false);
    dusk();
    dawn();
    must(nominate(0, 5));
    count_all(SEATS2(0, 1) | seat_bit(2));
    assert_true(is_dead(5));
    dusk();
    evil_has_won(GRIMOIRE_NOBODY_WAS_EXECUTED);
}

RUN_TESTS(TEST(kills_each_night_but_the_first), TEST(townsfolk_learn_false_things),
          TEST(the_dreamer_is_shown_two_wrong_characters), TEST(the_drunk_among_them_too),
          TEST(who_becomes_another_is_told_the_truth), TEST(a_day_without_execution_is_evils_win),
          TEST(executing_a_corpse_is_an_execution), TEST(a_death_without_execution_is_none),
          TEST(poisoned_it_does_none_of_it), TEST(an_exile_is_none_either))
