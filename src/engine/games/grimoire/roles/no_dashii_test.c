/* The No Dashii: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void kills_each_night_but_the_first(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_NO_DASHII);
    second_night();
    choose_one(4, 1);
    assert_true(is_dead(1));
}

static void the_nearest_townsfolk_are_poisoned_from_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    dusk();
    assert_false(works(2));
    assert_false(works(6));
    assert_true(works(0));
    assert_true(works(1));
    assert_true(works(3));
    open(2);
    is_suggested_a_lie();
}

static void the_dead_are_still_the_nearest(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    dusk();
    kill(2);
    assert_true(works(1));
}

static void it_moves_with_seats_and_characters(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    dusk();
    must(tells(GRIMOIRE_CHANGE_CHARACTER, 2, ROLE_SAINT));
    assert_false(works(1));
    must(tells(GRIMOIRE_SWAP_SEATS, 0, 1));
    assert_false(works(0));
    assert_true(works(1));
}

static void dead_it_poisons_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    dusk();
    kill(4);
    assert_true(works(2));
}

static void poisoned_it_poisons_nobody_and_kills_nobody(void **unused)
{
    (void)unused;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    second_night();
    choose_one(3, 4);
    assert_true(works(2));
    choose_one(4, 0);
    assert_false(is_dead(0));
}

static void why_is_said_of_whoever_is_covered(void **unused)
{
    (void)unused;
    static struct grimoire_view view;
    SIT(ROLE_CHEF, ROLE_MONK, ROLE_EMPATH, ROLE_POISONER, ROLE_NO_DASHII, ROLE_SAINT, ROLE_MAYOR);
    dusk();
    open(2);
    memset(&view, 0, sizeof view);
    grimoire_view(&state, SEAT_NARRATOR, &view);
    assert_true(characters_has(view.desk.why, EFFECT_MIASMA));
}

RUN_TESTS(TEST(kills_each_night_but_the_first),
          TEST(the_nearest_townsfolk_are_poisoned_from_the_first_night),
          TEST(the_dead_are_still_the_nearest), TEST(it_moves_with_seats_and_characters),
          TEST(dead_it_poisons_nobody), TEST(poisoned_it_poisons_nobody_and_kills_nobody),
          TEST(why_is_said_of_whoever_is_covered))
