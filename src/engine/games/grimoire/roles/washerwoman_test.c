/* The Washerwoman: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_that_one_of_two_players_is_a_townsfolk(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().is[ROLE_CHEF], seat_bit(1));
    is_only(state.secrets.suggestion.characters, ROLE_CHEF);
    assert_true(seat_in(state.secrets.suggestion.players, 1));
    assert_int_equal(grimoire_seats_count(state.secrets.suggestion.players), 2);
}

static void is_never_told_of_herself(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().is[ROLE_WASHERWOMAN], SEATS_NONE);
    assert_false(seat_in(state.secrets.suggestion.players, 0));
}

static void a_spy_may_register_as_the_townsfolk(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_SPY, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().may_be[ROLE_CHEF], seat_bit(3));
    assert_int_equal(truth().may_be[ROLE_MONK], seat_bit(3));
}

static void a_drunk_is_no_townsfolk(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_DRUNK, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    for (int c = 1; c < GRIMOIRE_CHARACTERS; c++)
        assert_false(seat_in(truth().is[c] | truth().may_be[c], 2));
}

static void poisoned_she_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    choose_one(3, 0);
    open(0);

    struct grimoire_answer lie = state.secrets.suggestion;
    assert_false(works(0));
    assert_int_equal(grimoire_seats_count(lie.players), 2);
    assert_int_equal(lie.players & truth().is[characters_first(lie.characters)] & ~seat_bit(1),
                     SEATS_NONE);
}

static void the_storyteller_is_reminded_of_whom_she_was_shown(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    int step = step_of(0);
    open(0);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS2(1, 2), first_word(ROLE_CHEF), -1, ""));

    assert_int_equal(grimoire_token_by_id(&state, token_on(1, EFFECT_SHOWN))->source, 0);
    assert_int_equal(grimoire_token_by_id(&state, token_on(2, EFFECT_WRONG))->character, ROLE_CHEF);
    must(tells(GRIMOIRE_REDO_STEP, step, 0));
    assert_false(token_on(1, EFFECT_SHOWN));
}

static void does_not_wake_after_the_first_night(void **unused)
{
    (void)unused;
    SIT(ROLE_WASHERWOMAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    second_night();
    assert_false(wakes(0));
}

RUN_TESTS(TEST(learns_that_one_of_two_players_is_a_townsfolk), TEST(is_never_told_of_herself),
          TEST(a_spy_may_register_as_the_townsfolk), TEST(a_drunk_is_no_townsfolk),
          TEST(poisoned_she_is_suggested_a_lie),
          TEST(the_storyteller_is_reminded_of_whom_she_was_shown),
          TEST(does_not_wake_after_the_first_night))
