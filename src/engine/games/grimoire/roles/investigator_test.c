/* The Investigator: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_that_one_of_two_players_is_a_minion(void **unused)
{
    (void)unused;
    SIT(ROLE_INVESTIGATOR, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().is[ROLE_POISONER], seat_bit(3));
    assert_true(seat_in(state.secrets.suggestion.players, 3));
}

static void a_recluse_may_register_as_a_minion(void **unused)
{
    (void)unused;
    SIT(ROLE_INVESTIGATOR, ROLE_CHEF, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(truth().may_be[ROLE_BARON], seat_bit(2));
}

static void poisoned_she_is_not_told_of_the_minion(void **unused)
{
    (void)unused;
    SIT(ROLE_INVESTIGATOR, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    give(0, EFFECT_POISONED);
    dusk();
    open(0);

    assert_false(works(0));
    assert_int_equal(grimoire_seats_count(state.secrets.suggestion.players), 2);
}

static void the_storyteller_is_reminded_of_whom_she_was_shown(void **unused)
{
    (void)unused;
    SIT(ROLE_INVESTIGATOR, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS2(1, 3), first_word(ROLE_POISONER), -1,
                      ""));
    assert_int_equal(grimoire_token_by_id(&state, token_on(3, EFFECT_SHOWN))->character,
                     ROLE_POISONER);
    assert_int_equal(grimoire_token_by_id(&state, token_on(1, EFFECT_WRONG))->source, 0);
}

RUN_TESTS(TEST(the_storyteller_is_reminded_of_whom_she_was_shown),
          TEST(learns_that_one_of_two_players_is_a_minion),
          TEST(a_recluse_may_register_as_a_minion), TEST(poisoned_she_is_not_told_of_the_minion))
