/* The Librarian: ability, malfunction, rulings. */
#include "../grimoire_test.h"

static void learns_that_one_of_two_players_is_an_outsider(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().is[ROLE_SAINT], seat_bit(2));
    assert_true(seat_in(state.secrets.suggestion.players, 2));
    assert_false(truth().may_be_none);
}

static void learns_that_there_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_MONK, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_true(truth().may_be_none);
    assert_int_equal(state.secrets.suggestion.number, 0);
    assert_int_equal(state.secrets.suggestion.players, SEATS_NONE);
}

static void a_drunk_is_shown_as_the_drunk(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_DRUNK, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    assert_int_equal(truth().is[ROLE_DRUNK], seat_bit(2));
}

static void a_spy_may_register_as_an_outsider(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_MONK, ROLE_SPY, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().may_be[ROLE_SAINT], seat_bit(3));
    assert_true(truth().may_be_none);
}

static void a_recluse_may_register_as_evil_so_that_there_is_none(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_RECLUSE, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);

    assert_int_equal(truth().is[ROLE_RECLUSE], seat_bit(2));
    assert_true(truth().may_be_none);
}

static void drunk_she_is_suggested_a_lie(void **unused)
{
    (void)unused;
    SIT(ROLE_DRUNK, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    must(tells(GRIMOIRE_SET_BELIEF, 0, ROLE_LIBRARIAN));
    dusk();
    open(0);

    struct grimoire_answer lie = state.secrets.suggestion;
    assert_false(works(0));
    assert_int_equal(grimoire_seats_count(lie.players), 2);
}

static void the_storyteller_is_reminded_of_whom_she_was_shown(void **unused)
{
    (void)unused;
    SIT(ROLE_LIBRARIAN, ROLE_CHEF, ROLE_SAINT, ROLE_POISONER, ROLE_IMP);
    dusk();
    open(0);
    must(send_command(GRIMOIRE_TELL, SEAT_NARRATOR, SEATS2(1, 2), first_word(ROLE_SAINT), -1, ""));
    assert_int_equal(grimoire_token_by_id(&state, token_on(2, EFFECT_SHOWN))->character,
                     ROLE_SAINT);
    assert_int_equal(grimoire_token_by_id(&state, token_on(1, EFFECT_WRONG))->source, 0);
}

RUN_TESTS(TEST(the_storyteller_is_reminded_of_whom_she_was_shown),
          TEST(learns_that_one_of_two_players_is_an_outsider), TEST(learns_that_there_is_none),
          TEST(a_drunk_is_shown_as_the_drunk), TEST(a_spy_may_register_as_an_outsider),
          TEST(a_recluse_may_register_as_evil_so_that_there_is_none),
          TEST(drunk_she_is_suggested_a_lie))
