/* The Dreamer: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static bool is_of(int character, enum grimoire_team one, enum grimoire_team other)
{
    enum grimoire_team team = grimoire_team_of(&state.script, character);
    return team == one || team == other;
}

/* A good and an evil one are suggested. */
static grimoire_characters told(void)
{
    grimoire_characters both = state.secrets.suggestion.characters;
    int first = characters_first(both), second = characters_first(characters_without(both, first));
    assert_int_equal(characters_count(both), 2);
    assert_int_not_equal(is_of(first, GRIMOIRE_MINION, GRIMOIRE_DEMON),
                         is_of(second, GRIMOIRE_MINION, GRIMOIRE_DEMON));
    return both;
}

static void learns_the_right_character_beside_a_wrong_one(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 1);
    assert_true(characters_has(told(), ROLE_MONK));
    is_only(truth().characters, ROLE_MONK);
}

static void of_an_evil_one_the_wrong_one_is_good(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    choose_one(0, 4);
    assert_true(characters_has(told(), ROLE_IMP));
}

static void goes_by_the_character_and_not_by_the_side(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_ALIGNMENT, 1, true));
    dusk();
    choose_one(0, 1);
    assert_true(characters_has(told(), ROLE_MONK));
}

static void never_herself_nor_a_traveller(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP, ROLE_CHEF);
    must(tells(GRIMOIRE_SET_TRAVELLER, 5, true));
    dusk();
    open(0);
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(0), 0), "");
    must_refuse(tells(GRIMOIRE_CHOOSE, seat_bit(5), 0), "");
}

static void poisoned_both_are_wrong(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    choose_one(0, 1);
    assert_false(characters_has(told(), ROLE_MONK));
}

static void what_was_told_is_judged(void **unused)
{
    (void)unused;
    SIT(ROLE_DREAMER, ROLE_MONK, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(0, 1);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, 0,
                      first_word(ROLE_MONK) | first_word(ROLE_POISONER), -1, ""));
    assert_int_equal(state.secrets.judged[0].verdict, GRIMOIRE_WAS_TRUE);
}

RUN_TESTS(TEST(learns_the_right_character_beside_a_wrong_one),
          TEST(of_an_evil_one_the_wrong_one_is_good),
          TEST(goes_by_the_character_and_not_by_the_side), TEST(never_herself_nor_a_traveller),
          TEST(poisoned_both_are_wrong), TEST(what_was_told_is_judged))
